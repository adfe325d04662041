/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathDoubts;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The critical paths of intervals, added up.
 *
 * @param paths one per interval, in the order of the intervals
 * @param labels statistics per label, by label
 * @param caveats what the paths do not know
 */
public record IntervalPaths(List<OfInterval> paths, List<LabelStatistics> labels, List<Caveat> caveats) {
    /**
     * The path of one interval: on the thread that ended it, from its begin to its end.
     *
     * @param interval the interval
     * @param parts the parts of its path, longest first; they add up to its length. Empty if the thread is not known
     */
    public record OfInterval(NamedInterval interval, List<PathPart> parts) {}

    /** What parts of different paths have in common. */
    private record Sort(String host, String thread, ThreadState state, Cause cause, LegKind kind, String target) {}

    /**
     * Finds the path of each interval. Cost: that of the paths; the intervals may overlap.
     *
     * @param timeline what the threads did
     * @param intervals the intervals; their threads are threads of this timeline, or −1
     * @param progress told how far it is; asked whether to stop
     */
    public static IntervalPaths of(Timeline timeline, List<NamedInterval> intervals, Progress progress) {
        List<OfInterval> paths = new ArrayList<>(intervals.size());
        Map<String, List<OfInterval>> byLabel = new TreeMap<>();
        PathDoubts doubts = PathDoubts.NONE;
        long without = 0;
        Progress stopOnly = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // the intervals are what is counted
            }

            @Override
            public boolean isCancelled() {
                return progress.isCancelled();
            }
        };
        for (int i = 0; i < intervals.size(); i++) {
            progress.check();
            if ((i & 63) == 0) {
                progress.report("Paths of intervals", (double) i / intervals.size());
            }
            NamedInterval interval = intervals.get(i);
            if (interval.thread() == Timeline.NONE) {
                without++;
                paths.add(new OfInterval(interval, List.of()));
                continue;
            }
            CriticalPath path = CriticalPath.of(timeline, interval.thread(), interval.beginNanos(), interval.endNanos(), stopOnly);
            doubts = doubts.plus(path.doubts());
            OfInterval result = new OfInterval(interval, PathTotals.parts(path));
            paths.add(result);
            byLabel.computeIfAbsent(interval.label(), label -> new ArrayList<>()).add(result);
        }
        List<LabelStatistics> labels = new ArrayList<>();
        byLabel.forEach((label, ofLabel) -> labels.add(statistics(timeline, label, ofLabel)));
        List<Caveat> caveats = new ArrayList<>(doubts.caveats(Long.MIN_VALUE, Long.MAX_VALUE));
        if (without > 0) {
            caveats.add(Caveat.of(Severity.WARNING, "", "interval-without-path", without, Words.count(without,
                    "interval has no critical path, as the kernel trace does not have the thread that ended it.",
                    "intervals have no critical path, as the kernel trace does not have the thread that ended them.")));
        }
        return new IntervalPaths(List.copyOf(paths), List.copyOf(labels), List.copyOf(caveats));
    }

    private static LabelStatistics statistics(Timeline timeline, String label, List<OfInterval> paths) {
        Samples lengths = new Samples();
        Map<Sort, Samples> parts = new HashMap<>();
        Map<Sort, Long> sums = new HashMap<>();
        for (OfInterval path : paths) {
            lengths.add(path.interval().nanos());
            sums.clear();
            for (PathPart part : path.parts()) {
                sums.merge(sort(timeline, part), part.nanos(), Long::sum);
            }
            sums.forEach((sort, nanos) -> parts.computeIfAbsent(sort, key -> new Samples()).add(nanos));
        }
        int count = paths.size();
        List<LabelStatistics.Part> result = new ArrayList<>();
        parts.forEach(
                (sort, samples) -> result.add(new LabelStatistics.Part(sort.host(), sort.thread(), sort.state(), sort.cause(), sort.kind(),
                        sort.target(), samples.size(), samples.median(count), samples.mean(count), samples.percentile95(count))));
        result.sort(Comparator.comparingLong(LabelStatistics.Part::meanNanos).reversed().thenComparing(LabelStatistics.Part::host)
                .thenComparing(LabelStatistics.Part::thread).thenComparing(LabelStatistics.Part::state)
                .thenComparing(LabelStatistics.Part::cause)
                .thenComparing(LabelStatistics.Part::kind).thenComparing(LabelStatistics.Part::target));
        return new LabelStatistics(label, count, lengths.median(count), lengths.mean(count), lengths.percentile95(count),
                List.copyOf(result));
    }

    private static Sort sort(Timeline timeline, PathPart part) {
        return new Sort(timeline.hostName(timeline.host(part.thread())), timeline.name(part.thread()), part.state(), part.cause(),
                part.kind(),
                part.target() == Timeline.NONE ? "" : timeline.vertexName(part.target()));
    }
}
