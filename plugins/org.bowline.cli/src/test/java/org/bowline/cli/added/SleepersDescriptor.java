/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli.added;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.analyses.AnalysisInfo;
import org.bowline.report.analyses.Asks;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.ReportTable;
import org.bowline.report.page.Section;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;

/** Who sleeps: threads that wait for timers. */
public final class SleepersDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("sleepers", "Sleepers",
            "Lists the threads that wait for timers, the longest first.",
            List.of("A thread that polls sleeps between two looks; one that waits for an event needs no timer."),
            "Scheduling events, wake-ups and timer events (profile waits-minimal).", List.of("bowline sleepers tests/traces/three-tier"),
            Set.of(Asks.RANGE, Asks.TOP), List.of(), "concepts/timeline.md", 70);

    /** A thread that sleeps. */
    record Sleeper(String host, long tid, String name, long nanos) {}

    private static final Report<Sleeper> REPORT = new Report<>("sleepers",
            "Threads that wait for timers, a row per thread, the longest first.",
            () -> List.of(Column.text("host", "its host", "name", Sleeper::host),
                    Column.number("tid", "thread id", "≥ 0", Sleeper::tid),
                    Column.text("name", "its last name", "text", Sleeper::name),
                    Column.duration("timer_ns", "waits that a timer ended", "ns > 0", Sleeper::nanos)));

    private static final Result<List<Sleeper>> SLEEPERS = Result.of(SleepersDescriptor::compute);

    private static List<Sleeper> compute(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        return analysis.totals().stream().filter(total -> total.blocked(Cause.TIMER) > 0)
                .sorted(Comparator.comparingLong((ThreadTotals total) -> total.blocked(Cause.TIMER)).reversed())
                .map(total -> new Sleeper(timeline.hostName(timeline.host(total.thread())), timeline.tid(total.thread()),
                        timeline.name(total.thread()), total.blocked(Cause.TIMER)))
                .toList();
    }

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(REPORT, analysis -> analysis.get(SLEEPERS)));
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        List<Sleeper> sleepers = analysis.get(SLEEPERS);
        page.heading(Words.count(sleepers.size(), "thread waits for timers", "threads wait for timers"));
        page.table(REPORT, sleepers, most);
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        return List.of(Section.of("sleepers", "Sleepers", 95, "These threads wait for timers.", REPORT, analysis.get(SLEEPERS), 100));
    }
}
