/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Pools;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.report.page.PageParts;
import org.bowline.report.page.Section;
import org.bowline.report.page.ThreadsSection;
import org.bowline.report.rows.Folding;
import org.bowline.report.rows.ThreadRow;
import org.bowline.report.rows.ThreadRows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextPage;

/** What each thread did. */
public final class ThreadsDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("threads", "Threads",
            "Tells of each thread how long it ran, wanted to run, and waited, and what ended its waits.",
            List.of("The text has the threads with the most waits: by their length the threads that idle, as most of a system do, would come first."),
            "Scheduling events; what ended a wait needs wake-ups and interrupts, too (profile waits-minimal).",
            List.of("bowline threads tests/traces/three-tier", "bowline threads tests/traces/lock-contention --format csv > threads.csv"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART), List.of(FirstLook.SHOW_ALL, FirstLook.UNFOLD), "concepts/timeline.md", 30);

    private static final Report<ThreadRow> WAITING = new Report<>("waiting", () -> List.of(
            Column.text("host", ThreadRow::host),
            Column.number("tid", ThreadRow::tid),
            Column.text("name", ThreadRow::name),
            Column.number("waits", ThreadRow::waits),
            Column.duration("blocked", ThreadRow::blockedNanos),
            Column.text("mostly by", ThreadsDescriptor::mainCause),
            Column.duration("running", ThreadRow::runningNanos),
            Column.duration("interrupted", ThreadRow::interruptedNanos),
            Column.duration("runnable", row -> row.runnableNanos() + row.preemptedNanos())));

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(Reports.THREADS, ThreadsDescriptor::rows));
    }

    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        // of user space alone no wait is known, and none to show is not none at all
        if (analysis.knowsWaits()) {
            text(page, analysis, most);
        }
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        if (UnknownWaits.said(page, analysis)) {
            return;
        }
        List<ThreadTotals> first = analysis.totals().stream().filter(total -> !FirstLook.leaves(analysis, total.thread())).toList();
        Pools pools = FirstLook.poolsOfThreads(analysis);
        List<ThreadRow> waiting = Folding.threads(analysis.timeline(), first, pools).stream().filter(row -> row.waits() > 0)
                .sorted((a, b) -> Long.compare(b.waits(), a.waits())).toList();
        int aside = analysis.totals().size() - first.size();
        page.heading("Threads with the most waits"
                + RangeText.remark(aside == 0 ? "" : Words.count(aside, "more thread is", "more threads are") + " set aside", pools,
                        "a pool is one line with the sums of its threads, --unfold shows each"));
        page.table(WAITING, waiting, most);
    }

    private static List<ThreadRow> rows(Analysis analysis) {
        return ThreadRows.of(analysis.timeline(), analysis.totals());
    }

    /** What ended most of a thread's waiting time. */
    private static String mainCause(ThreadRow row) {
        Cause main = Cause.NONE;
        for (Cause cause : Cause.values()) {
            if (row.blockedByCause()[cause.ordinal()] > row.blockedByCause()[main.ordinal()]) {
                main = cause;
            }
        }
        return main.label();
    }

    @Override
    public List<Section> sections(PageParts parts) {
        return ThreadsSection.of(parts);
    }
}
