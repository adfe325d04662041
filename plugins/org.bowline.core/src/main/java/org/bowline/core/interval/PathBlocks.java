/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The critical paths of many intervals that one thread ends and that overlap. They go the same way where they overlap, so the way is walked once: in blocks between moments at which a path
 * {@linkplain CriticalPath#cuts can be cut}, whose sums are added up in pairs, pairs of pairs, and so on. The path of an interval is some of these, with what is before the first and after the last block walked for
 * itself. So is a block that is another way for this interval: what was handed over before the interval began does not count for it.
 *
 * <p>O(legs × log blocks) time and memory at most to build, and O(parts × log blocks + legs of two blocks) for an interval. Immutable; safe for many readers.
 */
final class PathBlocks {
    /** So many cuts are a block: fewer would need more memory, more would have longer ways before the first block. */
    private static final int CUTS = 16;

    private final Timeline timeline;
    private final int thread;
    private final Progress progress;
    /** Where the blocks begin, and the last one ends. */
    private final long[] bounds;
    /** Sums of 1, 2, 4 … blocks. */
    private final List<PathSum[]> levels = new ArrayList<>();

    PathBlocks(Timeline timeline, int thread, long fromNanos, long toNanos, Progress progress) {
        this(timeline, thread, fromNanos, toNanos, CUTS, progress);
    }

    /** With blocks of another size. */
    PathBlocks(Timeline timeline, int thread, long fromNanos, long toNanos, int cutsOfBlock, Progress progress) {
        this.timeline = timeline;
        this.thread = thread;
        this.progress = progress;
        long[] cuts = CriticalPath.cuts(timeline, thread, fromNanos, toNanos);
        LongArrayList chosen = new LongArrayList();
        for (int cut = 0; cut < cuts.length; cut += cutsOfBlock) {
            chosen.add(cuts[cut]);
        }
        bounds = chosen.toLongArray();
        PathSum[] level = new PathSum[Math.max(0, bounds.length - 1)];
        IntStream.range(0, level.length).parallel().forEach(block -> level[block] = walk(fromNanos, bounds[block], bounds[block + 1]));
        for (PathSum[] below = level; below.length > 0; below = pairs(below)) {
            levels.add(below);
        }
    }

    /** How many there are. */
    int count() {
        return Math.max(0, bounds.length - 1);
    }

    private PathSum[] pairs(PathSum[] below) {
        PathSum[] pairs = new PathSum[below.length / 2];
        Arrays.setAll(pairs, pair -> PathSum.none(thread).add(below[2 * pair]).add(below[2 * pair + 1]));
        return pairs;
    }

    private PathSum walk(long since, long from, long to) {
        progress.check();
        return PathSum.of(CriticalPath.stretch(timeline, thread, since, from, to, progress));
    }

    /** The path of an interval of the thread. */
    PathSum of(long fromNanos, long toNanos) {
        int block = Bisection.firstAtLeast(bounds, 0, bounds.length, fromNanos);
        int end = Bisection.firstAtLeast(bounds, 0, bounds.length, toNanos) - 1;
        if (block >= end) {
            return walk(fromNanos, fromNanos, toNanos);
        }
        PathSum sum = PathSum.none(thread);
        if (fromNanos < bounds[block]) {
            sum.add(walk(fromNanos, fromNanos, bounds[block]));
        }
        while (block < end) {
            int level = level(block, end, fromNanos);
            sum.add(level < 0 ? walk(fromNanos, bounds[block], bounds[block + 1]) : levels.get(level)[block >> level]);
            block += 1 << Math.max(0, level);
        }
        return sum.add(walk(fromNanos, bounds[end], toNanos));
    }

    /** The longest sum that begins with a block, ends before another, and holds for a path from a moment on; −1 if there is none. */
    private int level(int block, int end, long fromNanos) {
        int level = Math.min(block == 0 ? levels.size() - 1 : Integer.numberOfTrailingZeros(block), levels.size() - 1);
        while (level >= 0 && (block + (1 << level) > end || levels.get(level)[block >> level].earliestHandOver() <= fromNanos)) {
            level--;
        }
        return level;
    }
}
