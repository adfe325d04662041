/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Experiment;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Words;
import org.bowline.core.study.Study;
import org.bowline.report.Column;
import org.bowline.report.Report;
import org.bowline.report.ReportDirectory;
import org.bowline.report.SyncRow;
import org.bowline.report.SyncRows;
import org.bowline.report.ThreadRow;
import org.bowline.report.ThreadRows;
import org.bowline.report.TimeFormat;

/** What {@code analyze} tells a reader: from the clocks to the knots, and what not to trust. */
final class Summary {
    private static final Report<ThreadRow> THREADS = new Report<>("waiting", List.of(
            Column.text("host", ThreadRow::host),
            Column.number("tid", ThreadRow::tid),
            Column.text("name", ThreadRow::name),
            Column.number("waits", ThreadRow::waits),
            Column.duration("blocked", ThreadRow::blockedNanos),
            Column.text("mostly by", Summary::mainCause),
            Column.duration("running", ThreadRow::runningNanos),
            Column.duration("runnable", row -> row.runnableNanos() + row.preemptedNanos())));

    private Summary() {}

    /** Writes it. */
    static void write(Page page, Experiment experiment, Study study, RangeOptions range, WorkRangeOption work,
            int most,
            ReportDirectory.@Nullable Outcome outcome)
            throws IOException {
        long from = study.fromNanos();
        long to = study.toNanos();
        List<SyncRow> clocks = SyncRows.of(study.result().sync());
        List<ThreadRow> threads = ThreadRows.of(study.timeline(), study.totals());
        int traces = experiment.hosts().stream().mapToInt(host -> host.traces().size()).sum();
        page.heading(Words.count(study.timeline().hostCount(), "host") + ", " + Words.count(traces, "trace") + ", "
                + Words.count(threads.size(), "thread") + ", "
                + TimeFormat.duration(to - from) + " from " + TimeFormat.date(from) + ' ' + TimeFormat.timeOfDay(from) + " to "
                + TimeFormat.timeOfDay(to) + " UTC");
        FindingText.lines(page, study.findings(), outcome == null ? "(bowline findings, or -o DIR)" : "in the findings file");
        if (clocks.size() > 1) {
            Clocks.write(page, clocks, Math.max(most, study.timeline().hostCount()));
        }
        threads(page, threads, most);
        KnotText.edges(page, study.graph(), most);
        KnotText.knots(page, study.graph(),
                new KnotOptions.Knots(study.hierarchy(), study.knots(), study.thresholdNanos()), most, narrower(range, work, study));
        CriticalPath path = study.path();
        if (path != null) {
            PathText.path(page, path, most);
        }
        IntervalPaths intervals = study.intervals();
        if (intervals != null) {
            PathText.intervals(page, intervals, most);
        }
        page.caveats(study.caveats(), outcome == null ? "-o DIR writes all of them" : "the caveats file has all of them");
        if (outcome != null) {
            files(page, outcome);
        }
    }

    /** What was written, and what was removed. */
    static void files(Page page, ReportDirectory.Outcome outcome) throws IOException {
        page.heading("Wrote " + names(outcome.written()));
        if (!outcome.removed().isEmpty()) {
            page.paragraph("and removed " + names(outcome.removed()) + " of an earlier run");
        }
    }

    /** Where there are intervals, the work is where they are. */
    private static String narrower(RangeOptions range, WorkRangeOption work, Study study) {
        IntervalPaths intervals = study.intervals();
        if (intervals == null || intervals.paths().isEmpty()) {
            return range.narrower();
        }
        return work.ofIntervals() ? "Another range, or --process NAME, may have one."
                : range.narrower() + " The intervals lie in " + PathText.range(intervals) + "; --range intervals takes that.";
    }

    /** By the number of waits: by their length the threads that idle, as most of a system do, would come first. */
    private static void threads(Page page, List<ThreadRow> all, int most) throws IOException {
        List<ThreadRow> waiting = all.stream().filter(row -> row.waits() > 0).sorted((a, b) -> Long.compare(b.waits(), a.waits())).toList();
        page.heading("Threads with the most waits");
        page.table(THREADS, waiting, most);
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

    private static String names(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
