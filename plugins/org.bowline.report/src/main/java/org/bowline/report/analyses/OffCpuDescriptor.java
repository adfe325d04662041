/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.OnCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.SlowWaits;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Words;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.report.export.OffCpuWriter;
import org.bowline.report.page.OffCpuSection;
import org.bowline.report.page.Section;
import org.bowline.report.page.SlowWaitsSection;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.OnCpuRow;
import org.bowline.report.rows.SlowWaitRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.OffCpuReports;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Which code waits, and which runs where call stacks were sampled. */
public final class OffCpuDescriptor implements Descriptor {

    private static final AnalysisInfo INFO = new AnalysisInfo("off-cpu", "Off-CPU",
            "Tells which code waits: the time that threads are blocked, by function, system call, what ended the wait, and what the thread that ended it was in.",
            List.of("Where call stacks were recorded (profile waits-stacks), functions are those of the stack with which the thread left its processor. LTTng follows frame pointers: the direct caller of a library that was built without them, as Debian's C library, is missing, and stands in brackets where the caller's call instruction names it.",
                    "Else functions are those whose begin and end were recorded; the system call is the one that the thread was in. Where neither was recorded, thread and cause remain.",
                    "--on-path leaves the waits that lie on the critical paths of the intervals. A wait for another thread is not among them: the path is on that thread meanwhile.",
                    "--waker tells more of the other side: beside the functions of the thread that ended a wait its system call, where these were recorded, and its call stack, where sched_waking was recorded with one. A wait that an interrupt ended has no such thread.",
                    "--slow p95 tells what the slow intervals of each label wait for, and typical ones, between the 25th and the 75th percentile, do not: means per interval. Which differences are more than chance bowline requests tells.",
                    "--samples tells which code runs, too, where call stacks were sampled: by a timer's event (profile samples), or by perf (perf record -k CLOCK_MONOTONIC -g, perf data convert --to-ctf, into the folder of the recording). How long threads run is known from the scheduler; in which code is an estimate: a sample speaks for what its thread ran since the sample before. With --format csv or json the running time is printed, with --format collapsed both.",
                    "--format collapsed prints a line per stack with its nanoseconds, for flamegraph.pl and speedscope; --format difffolded two figures, of a typical and of a slow interval, as difffolded.pl does, for a differential flame graph of flamegraph.pl."),
            "Scheduling events with wake-ups and interrupts (profile waits-minimal); call stacks (profile waits-stacks), samples of them (profile samples), system calls (all of them: lttng enable-event --kernel --syscall --all) or functions (profile functions).",
            List.of("bowline off-cpu tests/traces/wperf-example",
                    "bowline off-cpu tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type --on-path",
                    "bowline off-cpu tests/traces/wperf-example --waker",
                    "bowline off-cpu tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req --slow p90",
                    "bowline off-cpu tests/traces/sampled-writer --samples",
                    "bowline off-cpu tests/traces/wperf-example --format collapsed > off-cpu.txt"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.INTERVALS, Asks.ORIGINS),
            List.of(OffCpuQuestion.ON_PATH, OffCpuQuestion.WAKER, OnCpuQuestion.SAMPLES, IntervalLabels.LABEL, SlowWaits.SLOW,
                    FunctionQuestion.SYMBOLS,
                    StackQuestion.LINES,
                    FirstLook.SHOW_ALL),
            "concepts/timeline.md", 58);

    private static final Report<SlowWaitRow> SLOW = new Report<>("off-cpu-slow",
            """
            What slow requests wait for longer than typical ones (`--slow`, `--interval`), by code: a row per label and stack that any of them has on its critical path, of each label what differs most first. Slow are those from the
            percentile of their label on, 5 at least, typical those between the 25th and the 75th percentile; labels with fewer than 20 requests have no rows. Among the files of `analyze` where call stacks or functions were recorded, with the
            95th percentile.""",
            () -> List.of(
                    Column.text("label", "label of the requests", "text, may be empty", row -> row.of().label()),
                    Column.number("slow_requests", "how many are slow", "≥ 5", row -> row.of().slow()),
                    Column.number("typical_requests", "how many are typical", "≥ 1", row -> row.of().typical()),
                    Column.text("host", "host of the thread that waits", "name", row -> row.row().host()),
                    Column.text("name", "its name", "text, may be empty", row -> row.row().stack().thread()),
                    Column.text("functions", "functions that it was in, as in [off-cpu](#off-cpu)", "text; empty if none were recorded",
                            row -> OffCpuRow.joined(row.row().stack().functions())),
                    Column.text("call", "the system call", "text; empty if it is not known", row -> row.row().stack().call()),
                    Column.text("kernel_functions", "functions of the kernel below it", "text, may be empty",
                            row -> OffCpuRow.joined(row.row().stack().kernel())),
                    Column.text("cause", "what ended the wait: as in [critical-path](#critical-path)", "word",
                            row -> row.row().stack().cause().label()),
                    Column.text("target", "name of what was waited for", "text; empty if it is not known",
                            row -> row.row().stack().target()),
                    Column.text("target_host", "its host", "name; empty if it is not known", row -> row.row().targetHost()),
                    Column.text("waker_functions", "what the thread that ended the wait was in, as in [off-cpu](#off-cpu)",
                            "text, may be empty",
                            row -> OffCpuRow.joined(row.row().stack().waker())),
                    Column.duration("slow_ns", "for how long a slow request waits there, in the mean", "ns ≥ 0", SlowWaitRow::slowNanos),
                    Column.duration("typical_ns", "for how long a typical one does", "ns ≥ 0", SlowWaitRow::typicalNanos),
                    Column.duration("more_ns", "how much longer a slow one does", "ns; below 0 if it is less long",
                            SlowWaitRow::moreNanos)));

    private static final Report<SlowWaitRow> SLOW_TEXT = new Report<>("slow-waits", () -> List.of(
            Column.text("thread", row -> row.row().stack().thread() + " (" + row.row().host() + ')'),
            Column.duration("slow", SlowWaitRow::slowNanos),
            Column.duration("typical", SlowWaitRow::typicalNanos),
            Column.text("more", row -> (row.moreNanos() > 0 ? "+" : "") + TimeFormat.duration(row.moreNanos())),
            Column.text("in", row -> OffCpuRow.last(row.row().code())),
            Column.text("what", row -> row.row().waiting())));
    private static final Column<SlowWaitRow> SLOW_WAKER = Column.text("which was in", row -> OffCpuRow.last(row.row().stack().waker()));

    private static final Report<OffCpuRow> TEXT = new Report<>("waits", () -> List.of(
            Column.text("thread", row -> row.stack().thread() + " (" + row.host() + ')'),
            Column.duration("blocked", row -> row.total().nanos()),
            Column.text("of all", row -> Percent.percent(row.share(), 1)),
            Column.number("waits", row -> row.total().waits()),
            Column.duration("longest", row -> row.total().longestNanos()),
            Column.text("in", row -> OffCpuRow.last(row.code())),
            Column.text("what", OffCpuRow::waiting)));
    private static final Column<OffCpuRow> WAKER = Column.text("which was in", row -> OffCpuRow.last(row.stack().waker()));

    private static final Report<OnCpuRow> RUNNING_TEXT = new Report<>("runs", () -> List.of(
            Column.text("thread", row -> row.stack().thread() + " (" + row.host() + ')'),
            Column.duration("runs", row -> row.total().nanos()),
            Column.text("of all", row -> Percent.percent(row.share(), 1)),
            Column.number("samples", row -> row.total().samples()),
            Column.text("in", OnCpuRow::in)));

    private static final ReportTable<?> RUNNING = new ReportTable<>(OffCpuReports.ON_CPU, OnCpuRow::of, OnCpuQuestion::isKnown);
    private static final ReportTable<?> ALL = new ReportTable<>(OffCpuReports.OFF_CPU, OffCpuRow::of, OffCpuDescriptor::isThere);
    private static final ReportTable<?> COMPARED = new ReportTable<>(SLOW, SlowWaitRow::of,
            OffCpuDescriptor::hasSlow);

    private static boolean isCompared(Question question) {
        return question.get(SlowWaits.SLOW) > 0;
    }

    private static boolean isSampled(Question question) {
        return question.get(OnCpuQuestion.SAMPLES);
    }

    /** Whether there are requests, and it is known in which code they wait. */
    private static boolean hasSlow(Analysis analysis) {
        return analysis.intervalsWanted() && CodeQuestion.isKnown(analysis);
    }

    /** Whether more is known than threads and causes, which other analyses tell, too. */
    private static boolean isThere(Analysis analysis) {
        return analysis.knowsWaits() && (analysis.calls() != null || analysis.question().has(OffCpuQuestion.ON_PATH)
                || !analysis.get(StackQuestion.STACKS).isEmpty());
    }

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(ALL, COMPARED, RUNNING);
    }

    @Override
    public ReportTable<?> shown(Analysis analysis) {
        return isCompared(analysis.question()) ? COMPARED : isSampled(analysis.question()) ? RUNNING : ALL;
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        if (isCompared(analysis.question())) {
            return List.of(FunctionQuestion.NAMES, StackQuestion.STACKS, SlowWaits.RESULT);
        }
        List<Result<?>> results = new ArrayList<>(List.of(StackQuestion.STACKS));
        if (analysis.question().has(OffCpuQuestion.ON_PATH)) {
            results.add(0, FunctionQuestion.NAMES);
        }
        if (isSampled(analysis.question()) || !analysis.question().has(OnCpuQuestion.SAMPLES) && OnCpuQuestion.isKnown(analysis)) {
            results.add(OnCpuQuestion.RUNNING);
        }
        return results;
    }

    @Override
    public List<Form> forms() {
        return List.of(new Form("collapsed", "off-cpu.collapsed", "for flamegraph.pl and speedscope", null,
                (analysis, out) -> OffCpuWriter.write(OffCpuRow.of(analysis),
                        isSampled(analysis.question()) ? OnCpuRow.of(analysis) : List.of(), out)),
                new Form("difffolded", "off-cpu.difffolded", "stacks of typical and slow requests, for flamegraph.pl", Asks.INTERVALS,
                        (analysis, out) -> OffCpuWriter.writeCompared(SlowWaitRow.of(analysis), out)));
    }

    @Override
    public void check(Question question, Output output) {
        if (question.get(OffCpuQuestion.ON_PATH) && question.intervals().isEmpty()) {
            throw new IllegalArgumentException("--on-path needs --interval, which says whose critical paths");
        }
        if (isCompared(question) && question.intervals().isEmpty()) {
            throw new IllegalArgumentException("--slow needs --interval, which says what is slow");
        }
        if (isCompared(question) && isSampled(question)) {
            throw new IllegalArgumentException("--slow compares what requests wait for; --samples tells what runs: ask for one of them");
        }
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        if (UnknownWaits.said(page, analysis)) {
            return;
        }
        if (isCompared(analysis.question())) {
            compared(page, analysis, most);
            return;
        }
        List<OffCpuRow> rows = OffCpuRow.of(analysis);
        String where = analysis.question().get(OffCpuQuestion.ON_PATH)
                ? " on the critical paths of " + Words.count(analysis.matched().intervals().size(), "interval") : "";
        if (rows.isEmpty()) {
            page.heading("Nobody waited" + where);
            running(page, analysis, where, most);
            return;
        }
        page.heading("Off-CPU: " + TimeFormat.duration(rows.stream().mapToLong(row -> row.total().nanos()).sum()) + " of blocked time in "
                + Words.count(rows.stream().mapToLong(row -> row.total().waits()).sum(), "wait") + where);
        List<OffCpuRow> shown = OffCpuRow.withoutKernel(rows);
        page.table(withWaker(TEXT, WAKER, shown.stream().map(OffCpuRow::stack), most), shown, most);
        running(page, analysis, where, most);
        boolean stacks = !analysis.get(StackQuestion.STACKS).isEmpty();
        if (stacks) {
            page.paragraph(
                    "Functions are those of the call stacks with which threads left their processors (profile waits-stacks). A function in brackets has no frame of its own:"
                            + " a library without frame pointers hides its direct caller, and the call before names it."
                            + (analysis.question().get(StackQuestion.LINES) ? "" : " --lines tells the lines of the source."));
        }
        if (analysis.question().get(OffCpuQuestion.WAKER)) {
            page.paragraph(wakers(rows));
        }
        if (!stacks && analysis.get(OffCpuQuestion.SYSTEM_CALLS).isEmpty() && analysis.calls() == null) {
            page.paragraph(
                    "Neither system calls nor functions were recorded, so that only threads and causes are known. Record call stacks"
                            + " (profile waits-stacks), all system calls (lttng enable-event --kernel --syscall --all), or functions (profile functions).");
        }
    }

    /** What runs, if that is asked for; else that it can be. */
    private static void running(TextPage page, Analysis analysis, String where, int most) throws IOException {
        if (!isSampled(analysis.question())) {
            if (OnCpuQuestion.isKnown(analysis)) {
                page.paragraph("Call stacks were sampled, too: --samples tells which code runs.");
            }
            return;
        }
        OnCpuQuestion.Running running = analysis.get(OnCpuQuestion.RUNNING);
        if (!OnCpuQuestion.isKnown(analysis)) {
            page.paragraph(
                    "No call stacks were sampled, so that it is not known which code runs. Record profile samples, or with perf (docs/how-to/which-code-waits.md).");
        } else if (running.nanos() == 0) {
            page.heading("Nobody ran" + where);
        } else {
            page.heading("On-CPU: " + TimeFormat.duration(running.nanos()) + " of running time" + where
                    + (running.samples() == 0 ? "; no sample tells in which code"
                            : "; in which code is estimated from " + Words.count(running.samples(), "sample")));
            page.table(RUNNING_TEXT, OnCpuRow.withoutKernel(OnCpuRow.of(analysis)), most);
        }
    }

    private static void compared(TextPage page, Analysis analysis, int most) throws IOException {
        List<SlowWaits.OfLabel> labels = analysis.get(SlowWaits.RESULT).labels();
        page.heading(labels.isEmpty() ? "No label has enough intervals to tell the slow ones from the others"
                : "What slow intervals wait for, and typical ones do not: means per interval");
        for (SlowWaits.OfLabel label : labels) {
            List<SlowWaitRow> rows = SlowWaitRow.withoutKernel(analysis, label);
            page.paragraph(LabelWords.calledOrAll(analysis, label.label()) + ": " + label.slow() + " slow, from "
                    + TimeFormat.duration(label.fromNanos()) + " on, and " + label.typical() + " typical: blocked for "
                    + TimeFormat.duration(rows.stream().mapToLong(SlowWaitRow::slowNanos).sum()) + " and "
                    + TimeFormat.duration(rows.stream().mapToLong(SlowWaitRow::typicalNanos).sum()) + " of their critical paths");
            page.table(withWaker(SLOW_TEXT, SLOW_WAKER, rows.stream().map(row -> row.row().stack()), most), rows, most, 4);
        }
    }

    /** The code of who ended the waits is seldom known, and a column that has nothing in any line takes room from the others. */
    private static <R> Report<R> withWaker(Report<R> report, Column<R> waker, Stream<OffCpu.Stack> stacks, int most) {
        return stacks.limit(most).allMatch(stack -> stack.waker().isEmpty()) ? report
                : new Report<>(report.name(), Stream.concat(report.columns().stream(), Stream.of(waker)).toList());
    }

    /** Of how many waits it is known what the other was in. */
    private static String wakers(List<OffCpuRow> rows) {
        long ended = 0;
        long known = 0;
        for (OffCpuRow row : rows) {
            if (row.stack().cause() == Cause.THREAD || row.stack().cause() == Cause.NETWORK && !row.targetHost().isEmpty()) {
                ended += row.total().waits();
                known += row.stack().waker().isEmpty() ? 0 : row.total().waits();
            }
        }
        if (ended == 0) {
            return "No wait was ended by a thread.";
        }
        return "Which was in: the code of the thread that ended the wait, when it did, or when it sent the packet. It is known of " + known
                + " of "
                + Words.count(ended, "wait") + " that threads ended."
                + (known == ended ? ""
                        : " It takes system calls (lttng enable-event --kernel --syscall --all), functions (profile functions),"
                                + " or sched_waking with call stacks (docs/how-to/which-code-waits.md).");
    }

    /** The summary has who waits for whom; which code it is, is a question of its own. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        List<OnCpuRow> running = OnCpuQuestion.isKnown(analysis) ? OnCpuRow.of(analysis) : List.of();
        List<OffCpuRow> rows = isThere(analysis) || !running.isEmpty() ? OffCpuRow.of(analysis) : List.of();
        List<Section> sections = new ArrayList<>(
                rows.isEmpty() && running.isEmpty() ? List.of() : List.of(OffCpuSection.of(rows, running)));
        List<SlowWaits.OfLabel> labels = hasSlow(analysis) ? analysis.get(SlowWaits.RESULT).labels() : List.of();
        if (!labels.isEmpty()) {
            sections.add(SlowWaitsSection.of(analysis, labels));
        }
        return sections;
    }
}
