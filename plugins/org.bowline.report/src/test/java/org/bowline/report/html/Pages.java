/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.analysis.IntervalSpec;
import org.bowline.core.analysis.OpenOptions;
import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.FindingContext;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.study.Study;
import org.bowline.core.study.StudyBuilder;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/** Pages to test with. */
final class Pages {
    static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u202e'\"&<b>";

    private Pages() {}

    static String html(HtmlInput input) throws IOException {
        StringWriter out = new StringWriter();
        HtmlReport.write(input, out, Progress.NONE);
        return out.toString();
    }

    /** The work tree. */
    static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException("no directory with .mvn above " + Path.of("").toAbsolutePath());
        }
        return directory;
    }

    /** Where recordings are that the repository does not have; perhaps nowhere. */
    static Path shared() {
        String named = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        return named == null ? root().resolveSibling("shared") : Path.of(named);
    }

    /** All of a recording, with the path of a thread and its requests if they are named. */
    static HtmlInput recording(Path traces, @Nullable String thread, boolean requests) throws IOException {
        try (Experiment experiment = Experiment.open(List.of(traces), OpenOptions.DEFAULT, Progress.NONE)) {
            Analysis analysis = experiment.analyze(Progress.NONE);
            IntervalPaths intervals = null;
            List<Caveat> caveats = new ArrayList<>(analysis.caveats());
            if (requests) {
                MatchedIntervals matched = analysis.intervals(new IntervalSpec("wl:req_begin", "wl:req_end", "req", "type"), Progress.NONE);
                intervals = IntervalPaths.of(analysis.timeline(), matched.intervals(), Progress.NONE);
                caveats.addAll(matched.caveats());
                caveats.addAll(intervals.caveats());
            }
            RuleSet rules = RuleSet.installed();
            FindingContext.Builder context = FindingContext.of(analysis);
            if (intervals != null) {
                context.intervals(intervals);
            }
            String title = traces.getFileName() == null ? "" : traces.getFileName().toString();
            return input(title, analysis.timeline(), analysis.sync(), thread, intervals, rules.run(context.build()), rules, caveats);
        }
    }

    /** A recording from its first request to its last, with the path of a thread: what {@code analyze --range intervals} writes. */
    static HtmlInput work(Path traces, String thread) throws IOException {
        try (Experiment experiment = Experiment.open(List.of(traces), OpenOptions.DEFAULT, Progress.NONE)) {
            Analysis analysis = experiment.analyze(Progress.NONE);
            Timeline timeline = analysis.timeline();
            MatchedIntervals requests = Study.intervals(analysis, List.of(new IntervalSpec("wl:req_begin", "wl:req_end", "req", "type")),
                    timeline.startNanos(), timeline.endNanos(), Progress.NONE);
            WorkRange range = Objects.requireNonNull(WorkRange.of(requests.intervals()));
            int walker = IntStream.range(0, timeline.threadCount()).filter(i -> timeline.name(i).equals(thread)).findFirst().orElseThrow();
            Study study = StudyBuilder.of(analysis).range(range.fromNanos(), range.toNanos()).intervals(requests).path(walker)
                    .run(Progress.NONE);
            return new HtmlInput(HtmlInput.title(List.of(traces)), "0", timeline, study.fromNanos(), study.toNanos(), study.result().sync(),
                    study.totals(), study.graph(), study.hierarchy(), study.thresholdNanos(), study.path(), study.intervals(),
                    study.findings(), study.rules().infos(), study.caveats());
        }
    }

    private static HtmlInput input(String title, Timeline timeline, SyncResult sync, @Nullable String thread,
            @Nullable IntervalPaths intervals,
            Findings findings, RuleSet rules, List<Caveat> more) {
        long from = timeline.startNanos();
        long to = timeline.endNanos();
        WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, null, Progress.NONE);
        KnotHierarchy knots = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE);
        List<Caveat> caveats = new ArrayList<>(more);
        caveats.addAll(graph.caveats());
        CriticalPath path = null;
        for (int i = 0; i < timeline.threadCount() && path == null; i++) {
            if (timeline.name(i).equals(thread)) {
                path = CriticalPath.of(timeline, i, from, to, Progress.NONE);
                caveats.addAll(path.caveats());
            }
        }
        return new HtmlInput(title, "0", timeline, from, to, sync, ThreadTotals.of(timeline, from, to), graph, knots,
                knots.thresholdNanos(), path,
                intervals, findings, rules.infos(), caveats);
    }

    /** Threads, a host and a run whose names are out to do harm. */
    static HtmlInput hostile() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host(HOSTILE);
        for (int i = 0; i < 4; i++) {
            builder.thread(0, 100 + i, 100, HOSTILE);
        }
        for (int i = 0; i < 4; i++) {
            for (long at = 0; at < 4_000_000; at += 1_000_000) {
                if (at / 1_000_000 % 4 == i) {
                    builder.segment(i, at, at + 1_000_000, ThreadState.RUNNING, 0);
                } else {
                    builder.blocked(i, at, at + 1_000_000, Cause.THREAD, (i + 1) % 4, Timeline.NONE, 0);
                }
            }
        }
        Timeline timeline = builder.build();
        RuleSet rules = RuleSet.installed();
        SyncResult sync = new SyncResult(0, List.of(), ClockMap.identity(1), List.of(),
                new SyncResult.Coarse(false, false, 0, List.of(), 0, 0, false), 0, 0, Matches.none(1), List.of());
        List<Caveat> caveats = List.of(Caveat.of(Caveat.Severity.WARNING, HOSTILE, "lost-events", 3, HOSTILE));
        return input(HOSTILE, timeline, sync, HOSTILE, null, rules.run(FindingContext.of(timeline).caveats(caveats).build()), rules,
                caveats);
    }
}
