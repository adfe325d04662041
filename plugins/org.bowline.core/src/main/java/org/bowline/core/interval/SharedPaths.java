/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** The critical paths of intervals: those of intervals that overlap much are walked together. */
final class SharedPaths {
    /** So many intervals that are open at once on average are worth it. */
    private static final int WORTH = 4;

    private final Timeline timeline;
    private final List<NamedInterval> intervals;
    private final Progress progress;
    /** By interval. */
    private final @Nullable PathBlocks[] blocks;

    /** O(intervals × log intervals), and the ways that are shared. */
    SharedPaths(Timeline timeline, List<NamedInterval> intervals, Progress progress) {
        this.timeline = timeline;
        this.intervals = intervals;
        this.progress = progress;
        blocks = new PathBlocks[intervals.size()];
        int[] order = IntStream.range(0, intervals.size()).filter(i -> intervals.get(i).thread() != Timeline.NONE).boxed()
                .sorted(Comparator.<Integer>comparingInt(i -> intervals.get(i).thread())
                        .thenComparingLong(i -> intervals.get(i).beginNanos()))
                .mapToInt(Integer::intValue).toArray();
        int from = 0;
        while (from < order.length) {
            from = share(order, from);
        }
    }

    /** Those of a thread that follow each other without a gap, from one on. Returns the first of the next ones. */
    private int share(int[] order, int from) {
        NamedInterval first = intervals.get(order[from]);
        long end = first.endNanos();
        double open = 0;
        int to = from;
        while (to < order.length && intervals.get(order[to]).thread() == first.thread() && intervals.get(order[to]).beginNanos() < end) {
            NamedInterval next = intervals.get(order[to++]);
            end = Math.max(end, next.endNanos());
            open += next.nanos();
        }
        if (open >= WORTH * ((double) end - first.beginNanos())) {
            PathBlocks shared = new PathBlocks(timeline, first.thread(), first.beginNanos(), end, progress);
            for (int i = from; i < to; i++) {
                blocks[order[i]] = shared;
            }
        }
        return to;
    }

    /** The path of an interval, by its number; its thread is known. */
    PathSum of(int number) {
        NamedInterval interval = intervals.get(number);
        PathBlocks shared = blocks[number];
        return shared != null ? shared.of(interval.beginNanos(), interval.endNanos())
                : PathSum.of(CriticalPath.stretch(timeline, interval.thread(), interval.beginNanos(), interval.beginNanos(),
                        interval.endNanos(), progress));
    }
}
