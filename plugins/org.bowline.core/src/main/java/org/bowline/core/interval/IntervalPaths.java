/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.bowline.core.criticalpath.PathDoubts;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.figures.Samples;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The critical paths of intervals, added up.
 *
 * @param paths one per interval, in the order of the intervals
 * @param unfinished what began and was not seen to end: none of these has a path, as it is not known on which thread it would end
 * @param labels statistics per label, by label
 * @param caveats what the paths do not know
 * @param visits of each thread when it was on the path of an interval, or kept it waiting, see {@link PathVisits}
 */
public record IntervalPaths(List<OfInterval> paths, List<NamedInterval> unfinished, List<LabelStatistics> labels, List<Caveat> caveats,
        OpenSpans visits) {
    /** The share of the intervals of a label whose end may be overdue before that is more than a note; also the limit of the Maven plug-in, if none is given. */
    public static final double FEW_OVERDUE = 0.01;
    private static final int MOST_NAMED = 3;
    /** So many intervals are one window: some milliseconds, so that no processor is idle for long at the end. */
    private static final int WINDOW = 256;

    /**
     * The path of one interval: on the thread that ended it, from its begin to its end.
     *
     * @param interval the interval
     * @param parts the parts of its path, longest first; they add up to its length. Empty if the thread is not known
     */
    public record OfInterval(NamedInterval interval, List<PathPart> parts) {}

    /** What is known without asking when threads were on the paths. */
    public IntervalPaths(List<OfInterval> paths, List<NamedInterval> unfinished, List<LabelStatistics> labels, List<Caveat> caveats) {
        this(paths, unfinished, labels, caveats, OpenSpans.NONE);
    }

    /** Whether it is known of an interval what it waited for; true where none ended. */
    public boolean knowsParts() {
        return paths.isEmpty() || paths.stream().anyMatch(path -> !path.parts().isEmpty());
    }

    /** The paths of intervals all of which ended. */
    public static IntervalPaths of(Timeline timeline, List<NamedInterval> intervals, Progress progress) {
        return of(timeline, new MatchedIntervals(intervals, List.of()), progress);
    }

    /**
     * Paths of neighbouring intervals: what one processor finds. Several become one in their order.
     *
     * @param paths one per interval, in the order of the intervals
     * @param doubts what the paths do not know
     * @param without how many of the intervals have none
     * @param visits when threads were on them
     */
    private record Window(List<OfInterval> paths, PathDoubts doubts, long without, OpenSpans.Builder visits) {
        /** Those of several windows, in their order. */
        static Window of(Window[] windows) {
            List<OfInterval> paths = new ArrayList<>();
            PathDoubts doubts = PathDoubts.NONE;
            long without = 0;
            OpenSpans.Builder visits = new OpenSpans.Builder();
            for (Window window : windows) {
                paths.addAll(window.paths);
                doubts = doubts.plus(window.doubts);
                without += window.without;
                visits.addAll(window.visits);
            }
            return new Window(List.copyOf(paths), doubts, without, visits);
        }

        /** The intervals from a number on, up to another. */
        static Window of(SharedPaths shared, List<NamedInterval> intervals, int from, int to, Progress progress) {
            List<OfInterval> paths = new ArrayList<>(to - from);
            PathDoubts doubts = PathDoubts.NONE;
            long without = 0;
            OpenSpans.Builder visits = new OpenSpans.Builder();
            for (int number = from; number < to; number++) {
                progress.check();
                NamedInterval interval = intervals.get(number);
                List<PathPart> parts = List.of();
                if (interval.thread() == Timeline.NONE) {
                    without++;
                } else {
                    PathSum path = shared.of(number);
                    doubts = doubts.plus(path.doubts());
                    parts = path.parts();
                    path.visits().addTo(visits, interval.beginNanos());
                }
                paths.add(new OfInterval(interval, parts));
            }
            return new Window(paths, doubts, without, visits);
        }
    }

    /** The paths of all, in windows that the processors share. */
    private static Window windows(Timeline timeline, List<NamedInterval> intervals, Progress progress) {
        Window[] windows = new Window[(intervals.size() + WINDOW - 1) / WINDOW];
        AtomicInteger done = new AtomicInteger();
        AtomicBoolean failed = new AtomicBoolean();
        Progress stopOnly = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // the intervals are what is counted
            }

            @Override
            public boolean isCancelled() {
                return failed.get() || progress.isCancelled();
            }
        };
        try {
            SharedPaths shared = new SharedPaths(timeline, intervals, stopOnly);
            IntStream.range(0, windows.length).parallel().forEach(window -> {
                int from = window * WINDOW;
                windows[window] = Window.of(shared, intervals, from, Math.min(intervals.size(), from + WINDOW), stopOnly);
                progress.report("Paths of intervals", (double) done.incrementAndGet() / windows.length);
            });
        } finally {
            failed.set(true); // if one window did not end, none has to
        }
        return Window.of(windows);
    }

    /**
     * Finds the path of each interval, on all processors. Cost: that of the paths, and of those that overlap about that of what they have together, see {@link PathBlocks}.
     *
     * @param timeline what the threads did
     * @param matched the intervals; their threads are threads of this timeline, or −1
     * @param progress told how far it is; asked whether to stop
     */
    public static IntervalPaths of(Timeline timeline, MatchedIntervals matched, Progress progress) {
        List<NamedInterval> intervals = matched.intervals();
        Window all = windows(timeline, intervals, progress);
        Map<String, List<OfInterval>> byLabel = byLabel(all.paths);
        List<LabelStatistics> labels = new ArrayList<>();
        Latencies.byLabel(matched).forEach((label, latencies) -> labels
                .add(statistics(PathNames.exact(timeline), label, byLabel.getOrDefault(label, List.of()), latencies)));
        List<Caveat> caveats = new ArrayList<>(all.doubts.caveats(Long.MIN_VALUE, Long.MAX_VALUE));
        long without = all.without;
        if (without > 0 && timeline.segmentCount() > 0) {
            caveats.add(Caveat.of(Severity.WARNING, "", "interval-without-path", without, Words.count(without,
                    "interval has no critical path, as the kernel trace does not have the thread that ended it.",
                    "intervals have no critical path, as the kernel trace does not have the thread that ended them.")));
        }
        overdue(labels, caveats);
        return new IntervalPaths(all.paths, List.copyOf(matched.unfinished()), List.copyOf(labels), List.copyOf(caveats),
                all.visits.build());
    }

    /** Requests that hang are no note in small print: figures of those that ended would tell of the lucky ones only. */
    private static void overdue(List<LabelStatistics> labels, List<Caveat> caveats) {
        List<LabelStatistics> hanging = labels.stream().filter(label -> label.latencies().overdueShare() > FEW_OVERDUE).toList();
        if (hanging.isEmpty()) {
            return;
        }
        String most = hanging.stream().limit(MOST_NAMED)
                .map(label -> label.latencies().overdue() + " of the " + label.latencies().began()
                        + (label.label().isEmpty() ? " without a label" : " of '" + label.label() + '\''))
                .collect(Collectors.joining(", "));
        long count = hanging.stream().mapToLong(label -> label.latencies().overdue()).sum();
        caveats.add(Caveat.of(Severity.WARNING, "", "interval-overdue", count, "Some intervals began and did not end, though they lasted "
                + Latencies.PATIENCE + " times as long as others of their label (of any label, where none of theirs ended): " + most
                + (hanging.size() > MOST_NAMED ? " and " + Words.count(hanging.size() - MOST_NAMED, "more label") : "")
                + ". They hang, or their end event has another key than their begin event; percentiles count them with the time for which they had lasted."));
    }

    /**
     * The statistics of each label with other names: what has one name is one part. O(parts of all paths).
     *
     * @param names of the vertices of the paths' timeline
     */
    public List<LabelStatistics> labels(PathNames names) {
        Map<String, List<OfInterval>> byLabel = byLabel(paths);
        return labels.stream().map(label -> statistics(names, label.label(), byLabel.getOrDefault(label.label(), List.of()),
                label.latencies())).toList();
    }

    private static Map<String, List<OfInterval>> byLabel(List<OfInterval> paths) {
        Map<String, List<OfInterval>> byLabel = new HashMap<>();
        paths.forEach(path -> byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path));
        return byLabel;
    }

    private static LabelStatistics statistics(PathNames names, String label, List<OfInterval> intervals,
            Latencies latencies) {
        Samples lengths = new Samples();
        Samples known = new Samples();
        Map<PathSort, Samples> parts = new HashMap<>();
        Map<PathSort, Long> sums = new HashMap<>();
        for (OfInterval path : intervals) {
            lengths.add(path.interval().nanos());
            if (path.parts().isEmpty()) {
                continue;
            }
            known.add(path.interval().nanos());
            sums.clear();
            for (PathPart part : path.parts()) {
                sums.merge(PathSort.of(names, part), part.nanos(), Long::sum);
            }
            sums.forEach((sort, nanos) -> parts.computeIfAbsent(sort, key -> new Samples()).add(nanos));
        }
        int count = known.size();
        List<LabelStatistics.Part> result = new ArrayList<>();
        parts.forEach((sort, samples) -> result.add(new LabelStatistics.Part(sort, samples.size(), samples.percentile(count, 50),
                samples.mean(count), samples.percentile(count, 95))));
        result.sort(Comparator.comparingLong(LabelStatistics.Part::meanNanos).reversed()
                .thenComparing(LabelStatistics.Part::sort, PathSort.ORDER));
        return new LabelStatistics(label, latencies, lengths.mean(lengths.size()), count, known.mean(count),
                List.copyOf(result));
    }
}
