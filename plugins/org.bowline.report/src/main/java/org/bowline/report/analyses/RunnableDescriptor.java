/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Result;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.ThreadState;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.page.Section;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.RunnableRow;
import org.bowline.report.rows.Vertex;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Who had the processor while a thread wanted one. */
public final class RunnableDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("runnable", "Who ran instead",
            "Tells of each thread, and of the threads of each knot, how long they wanted a processor and had none, and who ran instead.",
            List.of("Where threads of the work ran instead of each other, more processors would help; where others did, priority would."),
            "Scheduling events; for the time from a wake-up to running, wake-ups (profile waits-minimal).",
            List.of("bowline runnable tests/traces/lock-contention",
                    "bowline runnable tests/traces/three-tier --format csv > runnable.csv"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.ORIGINS, Asks.THRESHOLD),
            List.of(FirstLook.SHOW_ALL, Locks.BLAME, Devices.NIC_CAPACITY, Devices.NETWORK, Devices.DISK_SHARE, Devices.DISK_CAPACITY),
            "concepts/timeline.md", 35);
    private static final int MOST_ON_PAGE = 100;
    private static final int MOST_NAMES = 4;
    /** Of the range: who waits less for a processor makes no section. */
    private static final double MIN_SHARE = 0.01;

    private static final Report<RunnableRow> REPORT = new Report<>("runnable",
            """
            What ran while threads were runnable or preempted in the range, a row per thread and what ran instead; threads by how long they wanted a processor, the longest first. The rows of a thread
            add up to its `runnable_ns` and `preempted_ns` in [threads](#threads). A thread waits for the processor on which it runs next: where the kernel moved it in between, who ran is an estimate.""",
            () -> List.of(Column.text("host", "host of the thread", "name", row -> row.waiting().host()),
                    Column.number("tid", "its thread id", "≥ 1", row -> row.waiting().tid()),
                    Column.text("name", "its last name", "text", row -> row.waiting().name()),
                    Column.number("knot", "the knot that it is in, see [knots](#knots)", "≥ 1; empty if it is in none", RunnableRow::knot),
                    Column.duration("wanted_ns", "for how long it wanted a processor in all", "ns > 0", RunnableRow::wantedNanos),
                    Column.text("instead", "what the processor did meanwhile", "`thread`, `interrupts`, `idle` or `unknown`",
                            row -> row.doing().label()),
                    Column.number("instead_tid", "the thread that ran", "thread id; empty if none did", row -> row.instead().tid()),
                    Column.text("instead_name", "its last name", "text; empty if none did", row -> row.instead().name()),
                    Column.duration("instead_ns", "for how long", "ns > 0", RunnableRow::nanos)));

    /** A thread, and what ran instead of it. */
    private record Line(Vertex thread, long wantedNanos, double share, String instead) {}

    private static final Report<Line> TEXT = new Report<>("runnable", () -> List.of(
            Column.text("thread", line -> line.thread().phrase()),
            Column.duration("wanted", Line::wantedNanos),
            Column.text("of what it could run", line -> Percent.percent(line.share())),
            Column.text("ran instead", Line::instead)));

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(REPORT, RunnableRow::of));
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return List.of(Analysis.RAN_INSTEAD);
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        if (UnknownWaits.said(page, analysis)) {
            return;
        }
        List<RunnableRow> rows = RunnableRow.of(analysis);
        Map<Integer, List<RunnableRow>> threads = new LinkedHashMap<>();
        rows.stream().filter(row -> !FirstLook.leaves(analysis, row.thread()))
                .forEach(row -> threads.computeIfAbsent(row.thread(), thread -> new ArrayList<>()).add(row));
        page.heading(threads.isEmpty() ? "No thread wanted a processor that it did not have"
                : "Threads that wanted a processor, and what ran instead");
        if (!threads.isEmpty()) {
            Map<Integer, Long> running = running(analysis);
            page.table(TEXT, threads.values().stream().map(ofThread -> line(ofThread, running)).toList(), most);
        }
        Map<Long, List<RunnableRow>> knots = new TreeMap<>();
        rows.stream().filter(row -> row.knot() != Rows.ABSENT)
                .forEach(row -> knots.computeIfAbsent(row.knot(), knot -> new ArrayList<>()).add(row));
        for (Map.Entry<Long, List<RunnableRow>> knot : knots.entrySet().stream().limit(most).toList()) {
            page.paragraph("knot " + knot.getKey() + ": " + knot(knot.getKey(), knot.getValue(), running(analysis), analysis));
        }
    }

    private static Map<Integer, Long> running(Analysis analysis) {
        return analysis.totals().stream().collect(Collectors.toMap(ThreadTotals::thread, total -> total.nanos(ThreadState.RUNNING)));
    }

    private static Line line(List<RunnableRow> ofThread, Map<Integer, Long> running) {
        RunnableRow first = ofThread.get(0);
        long could = first.wantedNanos() + running.getOrDefault(first.thread(), 0L);
        return new Line(first.waiting(), first.wantedNanos(), (double) first.wantedNanos() / could, ofThread.stream().limit(MOST_NAMES)
                .map(row -> row.phrase() + ' ' + Percent.percentBrief((double) row.nanos() / row.wantedNanos()))
                .collect(Collectors.joining(", ")) + (ofThread.size() > MOST_NAMES ? ", …" : ""));
    }

    /** Its threads together. */
    private static String knot(long knot, List<RunnableRow> rows, Map<Integer, Long> running, Analysis analysis) {
        long wanted = rows.stream().mapToLong(RunnableRow::nanos).sum();
        long ran = rows.stream().map(RunnableRow::thread).distinct().mapToLong(thread -> running.getOrDefault(thread, 0L)).sum();
        Knot members = analysis.knots().get((int) knot - 1);
        long inside = 0;
        long work = 0;
        long others = 0;
        for (RunnableRow row : rows) {
            if (row.doing() == Doing.THREAD) {
                boolean member = IntStream.range(0, members.vertexCount()).anyMatch(v -> members.vertex(v) == row.other());
                inside += member ? row.nanos() : 0;
                work += !member && analysis.isChosen(row.other()) ? row.nanos() : 0;
                others += !member && !analysis.isChosen(row.other()) ? row.nanos() : 0;
            }
        }
        return "its threads want a processor and have none for " + TimeFormat.duration(wanted) + ", "
                + Percent.percent((double) wanted / (wanted + ran)) + " of the time for which they could run. Instead ran: each other "
                + share(inside, wanted) + ", the rest of the work " + share(work, wanted) + ", other threads " + share(others, wanted)
                + ", interrupts, nobody or not known " + share(wanted - inside - work - others, wanted) + '.';
    }

    private static String share(long part, long whole) {
        return Percent.percentBrief((double) part / whole);
    }

    /** It is for who asks: findings tell where it matters. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        List<RunnableRow> rows = RunnableRow.of(analysis).stream().filter(row -> !FirstLook.leaves(analysis, row.thread())).toList();
        boolean matters = rows.stream().anyMatch(row -> row.wantedNanos() >= MIN_SHARE * analysis.rangeNanos());
        return !matters ? List.of() : List.of(Section.of("runnable", "Who ran instead", 92,
                "Threads that wanted a processor and had none, and what that processor did meanwhile.", REPORT, rows, MOST_ON_PAGE));
    }
}
