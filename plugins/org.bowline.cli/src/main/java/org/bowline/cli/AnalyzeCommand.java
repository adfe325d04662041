/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.files.FileFailure;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.model.Words;
import org.bowline.core.trace.Experiment;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.Form;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.analyses.RunPage;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;
import org.bowline.runs.Baseline;

/** Everything at once. */
@Command(name = "analyze",
        description = "Puts all hosts on one clock and computes thread times, the wait-for graph, its knots and, if asked for, "
                + "critical paths; tells what is wrong; prints a summary "
                + "and writes reports.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline analyze tests/traces/three-tier -o out",
            "  bowline analyze tests/traces/three-tier -o out --thread A:w1-client --export svg,perfetto",
            "  bowline analyze tests/traces/three-tier -o out --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type",
            "  bowline analyze tests/traces/wperf-example --from 23:07:20.9 --to 23:07:21.3 --process w2-A", "",
            "DIR then holds the reports of this run only; other files in it stay."})
final class AnalyzeCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final TraceOptions traces = new TraceOptions();

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
            description = "Write the results there: report.html for people; for programs a file for each table that has something to tell "
                    + "(docs/reference/csv.md), and what --export names. All appear at the end, or none.") private @Nullable Path output;

    @Option(names = "--format", paramLabel = "csv|json",
            description = "Format of the files in DIR (default: csv).") private @Nullable Format format;

    @Option(names = "--export", paramLabel = "EXPORT", split = ",",
            description = "Write to DIR as well: svg, dot, graphml (the wait-for graph), collapsed (the waits), perfetto (the critical path; "
                    + "needs --thread). Several with commas.") private List<String> exports = new ArrayList<>();

    @Mixin private final VerdictOptions verdict = new VerdictOptions();
    @Mixin private final SyncOptions sync = new SyncOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    private final QuestionOptions options = new QuestionOptions(Descriptors.installed());

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    AnalyzeCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    /** The command for the command line. */
    CommandSpec spec() {
        CommandSpec command = CommandSpec.forAnnotatedObject(this);
        options.addTo(command);
        return command;
    }

    @Override
    public Integer call() throws IOException {
        int most = top.most();
        if (format != null && output == null) {
            throw new ParameterException(spec.commandLine(), "--format chooses the format of the files: -o DIR is needed");
        }
        if (!exports.isEmpty() && output == null) {
            throw new ParameterException(spec.commandLine(), "--export chooses further files: -o DIR is needed");
        }
        Question asked = options.question().with(NextStep.CALL, traces.call(sync));
        Set<Form> forms = forms(asked);
        Baseline accepted = verdict.baseline(asked.get(RuleSet.PARAMETER));
        ReportDirectory reports = output == null ? null : prepare(output);
        Experiment experiment = traces.open(shell, sync);
        options.checkNames(experiment, asked);
        Question question = options.withAnnotated(experiment, asked);
        Analysis analysis = options.analysis(experiment.read(shell.progress()), question, shell.progress());
        analysis.pathThread(); // a thread that is not there should not cost the long work
        Descriptors.installed().all().forEach(one -> AnalysisCommand.check(one, analysis));
        ReportDirectory.Outcome outcome = reports == null ? null : write(reports, analysis, forms);
        shell.progress().clear();
        Summary.write(shell.page(), experiment, analysis, most, outcome);
        shell.out().flush();
        return verdict.exitCode(shell, analysis, accepted);
    }

    private Set<Form> forms(Question question) {
        List<Form> known = Descriptors.installed().forms();
        Set<Form> forms = new LinkedHashSet<>();
        for (String word : exports) {
            Form form = known.stream().filter(one -> one.word().equals(word)).findFirst()
                    .orElseThrow(() -> new ParameterException(spec.commandLine(), "Invalid value for option '--export': '" + word
                            + "' is not an export; write " + Words.list(known.stream().map(Form::word).distinct().toList(), "or")));
            try {
                form.check("--export " + word, question);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
            forms.add(form);
        }
        return forms;
    }

    private ReportDirectory prepare(Path directory) {
        try {
            return shell.tidy(RunFiles.prepare(directory, shell.progress()));
        } catch (IOException e) {
            throw Failure.output("cannot write reports to " + directory + ": " + FileFailure.reason(e) + ". Give another directory with -o",
                    e);
        }
    }

    private ReportDirectory.Outcome write(ReportDirectory reports, Analysis analysis, Set<Form> forms) {
        shell.progress().report("writing reports", 0);
        try {
            RunFiles.write(analysis, reports, format == null ? Format.CSV : format);
            RunPage.write(analysis, traces.title(), VersionProvider.version(), reports);
            for (Form form : forms) {
                RunFiles.write(form, analysis, reports);
            }
            return reports.commit();
        } catch (IOException e) {
            throw Failure.output(
                    "cannot write the reports to " + output + ": " + FileFailure.reason(e)
                            + ". Make room, or give another directory with -o",
                    e);
        }
    }
}
