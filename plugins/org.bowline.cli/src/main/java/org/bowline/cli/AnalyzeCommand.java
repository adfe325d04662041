/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.study.Study;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.Export;
import org.bowline.report.Format;
import org.bowline.report.ReportDirectory;
import org.bowline.report.TraceEventWriter;
import org.bowline.report.run.Baseline;
import org.bowline.report.run.StudyReports;

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
            description = "Write the results there: report.html for people; for programs sync, threads, wait-for, knots, findings, finding-evidence, "
                    + "caveats and, if asked for, critical-path, interval-path, and what --export names. All appear at the end, or none.") private @Nullable Path output;

    @Option(names = "--format", paramLabel = "csv|json",
            description = "Format of the files in DIR (default: csv).") private @Nullable Format format;

    @Option(names = "--export", paramLabel = "EXPORT", split = ",", converter = Exports.Converter.class,
            description = "Write to DIR as well: svg, dot, graphml (the wait-for graph), collapsed (the waits), perfetto (the critical path; "
                    + "needs --thread). Several with commas.") private List<Export> exports = new ArrayList<>();

    @Mixin private final RangeOptions range = new RangeOptions();
    @Mixin private final ThreadOption thread = new ThreadOption();
    @Mixin private final IntervalOptions intervals = new IntervalOptions();
    @Mixin private final WorkRangeOption work = new WorkRangeOption();
    @Mixin private final KnotOptions knots = new KnotOptions();
    @Mixin private final FindingOptions findings = new FindingOptions();
    @Mixin private final SyncOptions sync = new SyncOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    AnalyzeCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
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
        if (exports.contains(Export.PERFETTO) && thread.thread == null) {
            throw new ParameterException(spec.commandLine(), "--export perfetto shows the critical path of a thread: --thread is needed");
        }
        work.check(intervals);
        RuleSet rules = findings.rules();
        Baseline accepted = findings.baseline(rules);
        ReportDirectory reports = output == null ? null : prepare(output);
        Experiment experiment = traces.open(shell, sync);
        Study study = study(experiment.analyze(shell.progress()), rules);
        ReportDirectory.Outcome outcome = reports == null ? null : write(reports, study);
        shell.progress().clear();
        Summary.write(new Page(shell.out(), shell.terminal()), experiment, study, range, work, most, outcome);
        shell.out().flush();
        return findings.exitCode(shell, study, accepted);
    }

    private Study study(Analysis analysis, RuleSet rules) throws IOException {
        WorkRangeOption.Chosen chosen = work.choose(analysis, range, intervals, shell.progress());
        ThreadArgument wanted = thread.thread;
        return chosen.study(analysis, knots)
                .path(wanted == null ? Timeline.NONE : wanted.resolve(analysis.timeline(), chosen.fromNanos(), chosen.toNanos()))
                .rules(rules).run(shell.progress());
    }

    private ReportDirectory prepare(Path directory) {
        try {
            return shell.tidy(ReportDirectory.prepare(directory, shell.progress()));
        } catch (IOException e) {
            throw Failure.output("cannot write reports to " + directory + ": " + Failure.reason(e) + ". Give another directory with -o", e);
        }
    }

    private ReportDirectory.Outcome write(ReportDirectory reports, Study study) {
        shell.progress().report("writing reports", 0);
        try {
            StudyReports.write(study, reports, format == null ? Format.CSV : format);
            StudyReports.writePage(study, traces.title(), VersionProvider.version(), reports, shell.progress());
            for (Export export : new TreeSet<>(exports)) {
                reports.write(export, out -> export(export, study, out));
            }
            return reports.commit();
        } catch (IOException e) {
            throw Failure.output(
                    "cannot write the reports to " + output + ": " + Failure.reason(e) + ". Make room, or give another directory with -o",
                    e);
        }
    }

    private void export(Export export, Study study, Writer out) throws IOException {
        CriticalPath path = study.path();
        if (export == Export.PERFETTO && path != null) {
            TraceEventWriter.write(path, out, shell.progress());
        } else {
            Exports.write(export, study.graph(), new KnotOptions.Knots(study.hierarchy(), study.knots(), study.thresholdNanos()), out,
                    shell.progress());
        }
    }
}
