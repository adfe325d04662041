/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.NextStep;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.core.trace.IntervalProposals;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.report.analyses.AnalysisInfo;
import org.bowline.report.analyses.Asks;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Form;
import org.bowline.report.analyses.RangeText;
import org.bowline.report.analyses.ReportTable;
import org.bowline.report.table.Format;

/** {@code bowline NAME} of any {@linkplain Descriptor analysis}. */
class AnalysisCommand implements Callable<Integer> {
    private static final int MOST_PROPOSALS = 3;

    final Shell shell;
    private final Descriptor descriptor;
    private final TraceOptions traces = new TraceOptions();
    private final SyncOptions sync = new SyncOptions();
    private final TopOption top = new TopOption();
    private final QuestionOptions options;
    private final CommandSpec spec;
    private final OptionSpec format;

    AnalysisCommand(Descriptor descriptor, Shell shell) {
        this.descriptor = descriptor;
        this.shell = shell;
        AnalysisInfo info = descriptor.info();
        options = new QuestionOptions(info);
        spec = CommandSpec.wrapWithoutInspection(this).name(info.name());
        List<String> footer = new ArrayList<>();
        info.help().forEach(paragraph -> footer.addAll(List.of("", plain(paragraph))));
        footer.addAll(List.of("", plain("It needs: " + info.needs()), "", "Examples:"));
        info.examples().forEach(example -> footer.add("  " + plain(example)));
        spec.usageMessage().description(plain(info.summary())).optionListHeading("%nOptions:%n").footer(footer.toArray(new String[0]));
        for (Object mixin : mixins()) {
            spec.addMixin(mixin.getClass().getSimpleName(), CommandSpec.forAnnotatedObject(mixin));
        }
        options.addTo(spec);
        format = OptionSpec.builder("--format").paramLabel(descriptor.forms().isEmpty() ? String.join("|", words()) : "FORMAT")
                .type(String.class)
                .description(plain(formatHelp())).build();
        spec.addOption(format);
    }

    /** Groups of options beside those of the analysis. */
    List<Object> mixins() {
        List<Object> all = new ArrayList<>(List.of(traces, sync, new CommonOptions(shell)));
        if (descriptor.info().asks().contains(Asks.TOP)) {
            all.add(top);
        }
        return all;
    }

    /** The command for the command line. */
    final CommandSpec spec() {
        return spec;
    }

    /** Before anything is read: whether the options beside those of the analysis can be met. */
    void prepare(Question question) throws IOException {
        // nothing to prepare
    }

    /** After the analysis was told: the exit code. */
    int finish(Analysis analysis) throws IOException {
        return ExitCode.FINE;
    }

    @Override
    public Integer call() throws IOException {
        int most = descriptor.info().asks().contains(Asks.TOP) ? top.most() : Integer.MAX_VALUE;
        Format table = table();
        Form form = form(table);
        Question asked = descriptor.alone(options.question()).with(NextStep.CALL, traces.call(sync));
        // what is missing may be in the recording
        boolean open = options.mayTakeAnnotated(asked) && needsIntervals(asked, table, form);
        if (!open) {
            check(asked, table, form);
        }
        prepare(asked);
        Experiment experiment = traces.open(shell, sync);
        options.checkNames(experiment, asked);
        Question question = options.withAnnotated(experiment, asked);
        if (open) {
            checkTaken(question, table, form, experiment);
            question = question.with(Question.ANNOTATIONS, Question.Annotations.IF_THERE);
        }
        Analysis analysis = options.analysis(experiment.read(shell.progress()), question, shell.progress());
        check(descriptor, analysis);
        if (form != null) {
            FormatOptions.print(shell, descriptor.caveats(analysis), out -> form.content().write(analysis, out));
        } else {
            print(table, descriptor.shown(analysis), analysis, most);
        }
        return finish(analysis);
    }

    private void check(Question question, @Nullable Format table, @Nullable Form form) {
        try {
            checked(question, table, form);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void checked(Question question, @Nullable Format table, @Nullable Form form) {
        descriptor.check(question,
                table != null ? Descriptor.Output.TABLE : form != null ? Descriptor.Output.FORM : Descriptor.Output.TEXT);
        if (form != null) {
            form.check("--format " + form.word(), question);
        }
    }

    /** Whether it is only intervals that the question lacks. */
    private boolean needsIntervals(Question question, @Nullable Format table, @Nullable Form form) {
        try {
            checked(question, table, form);
            return false;
        } catch (IllegalArgumentException e) {
            try {
                checked(question.about(List.of(IntervalSpec.parse("begin=a,end=b")), question.part()), table, form);
                return true;
            } catch (IllegalArgumentException other) {
                return false;
            }
        }
    }

    /** The same once it is known which intervals the recording has by itself; without any, those are named that it may have. */
    private void checkTaken(Question question, @Nullable Format table, @Nullable Form form, Experiment experiment) throws IOException {
        try {
            checked(question, table, form);
        } catch (IllegalArgumentException e) {
            List<IntervalProposal> proposals = IntervalProposals.of(experiment, shell.progress());
            List<IntervalSpec> ofKernels = IntervalProposals.ofKernels(experiment);
            throw new ParameterException(spec.commandLine(), e.getMessage() + (proposals.isEmpty() && !ofKernels.isEmpty()
                    ? "; the recording has no events of programs that look like requests, but what programs ask and answer over connections: "
                            + Words.list(ofKernels.stream().map(one -> "--interval " + one.text()).toList(), "or")
                    : proposals.isEmpty()
                            ? "; the recording has no events that look like requests, so see whether the program was recorded, or record system calls (profile"
                                    + " syscalls) and write --interval syscalls=recv..send"
                            : "; perhaps " + Words.list(proposals.stream().limit(MOST_PROPOSALS)
                                    .map(one -> "--interval " + one.spec().text() + " (" + Words.count(one.pairs(), "pair") + ')').toList(),
                                    "or")),
                    e);
        }
    }

    /**
     * That there is what the question names.
     *
     * @throws Failure of usage if not
     */
    static void check(Descriptor descriptor, Analysis analysis) {
        try {
            descriptor.check(analysis);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(String.valueOf(e.getMessage()));
        }
    }

    private <R> void print(@Nullable Format table, ReportTable<R> shown, Analysis analysis, int most) throws IOException {
        List<? extends R> rows = table == null ? List.of() : shown.rows().apply(analysis);
        List<Caveat> caveats = descriptor.caveats(analysis);
        FormatOptions.print(shell, table, shown.report(), rows, caveats, page -> {
            if (descriptor.info().asks().contains(Asks.RANGE)) {
                page.ofWholeRecording(RangeText.beyond(analysis));
            }
            descriptor.text(page, analysis, most);
        });
    }

    private @Nullable Format table() {
        for (Format one : Format.values()) {
            if (one.extension().equals(format.getValue())) {
                return one;
            }
        }
        return null;
    }

    private @Nullable Form form(@Nullable Format table) {
        String word = format.getValue();
        if (word == null || table != null) {
            return null;
        }
        return descriptor.forms().stream().filter(one -> one.word().equals(word)).findFirst().orElseThrow(() -> new ParameterException(
                spec.commandLine(),
                "Invalid value for option '--format': '" + word + "' is not a format; write " + Words.list(words(), "or")));
    }

    private List<String> words() {
        return Stream.concat(Stream.of(Format.values()).map(Format::extension), descriptor.forms().stream().map(Form::word)).toList();
    }

    private String formatHelp() {
        String forms = descriptor.forms().stream()
                .map(form -> ", " + form.word() + (form.about().isEmpty() ? "" : " (" + form.about() + ')'))
                .collect(Collectors.joining());
        return (forms.isEmpty() ? "Print a report for programs (columns: docs/reference/csv.md)."
                : "Print for programs: csv or json (columns: docs/reference/csv.md)" + forms + '.') + " Default: a text to read.";
    }

    /** Help texts are formats to picocli. */
    private static String plain(String text) {
        return text.replace("%", "%%");
    }
}
