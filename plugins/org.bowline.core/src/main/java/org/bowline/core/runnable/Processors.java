/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;

import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.timeline.Timeline;

/** What each processor did: the segments on it, in the order of time. Where two overlap, which only a damaged trace has, the one that began last counts. */
final class Processors {
    private static final int[] NOTHING = {};
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Timeline timeline;
    private final Long2ObjectOpenHashMap<int[]> segments = new Long2ObjectOpenHashMap<>();

    private Processors(Timeline timeline) {
        this.timeline = timeline;
        segments.defaultReturnValue(NOTHING);
    }

    static Processors of(Timeline timeline, long from, long to, Progress progress) {
        Long2ObjectOpenHashMap<IntArrayList> lists = new Long2ObjectOpenHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (timeline.threadEnd(thread) <= from || timeline.threadStart(thread) >= to) {
                continue;
            }
            int first = timeline.segmentAt(thread, from);
            for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < timeline.endSegment(thread)
                    && timeline.start(s) < to; s++) {
                if (timeline.isOnCpu(s) && timeline.cpu(s) >= 0) {
                    lists.computeIfAbsent(key(timeline.host(thread), timeline.cpu(s)), key -> new IntArrayList()).add(s);
                }
            }
        }
        Processors result = new Processors(timeline);
        lists.long2ObjectEntrySet().forEach(entry -> {
            progress.check();
            int[] sorted = byStart(timeline, entry.getValue());
            result.segments.put(entry.getLongKey(), sorted);
        });
        return result;
    }

    /**
     * In the order of their begins, those that begin together in the order of their numbers. The begins are read once, one after another, and sorted by several processors: a comparison that
     * looks them up waits for memory each time. 16 bytes a segment while it lasts, for one processor at a time.
     */
    private static int[] byStart(Timeline timeline, IntArrayList ascending) {
        int[] all = ascending.toIntArray();
        long[] starts = new long[all.length];
        int[] order = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            starts[i] = timeline.start(all[i]);
            order[i] = i;
        }
        LongArrays.parallelRadixSortIndirect(order, starts, true);
        for (int i = 0; i < all.length; i++) {
            order[i] = all[order[i]];
        }
        return order;
    }

    private static long key(int host, int cpu) {
        return (long) host << 32 | cpu;
    }

    /**
     * Adds what a processor did in a stretch of time.
     *
     * @param cpu −1 if it is not known
     * @param sums by thread, or by minus the ordinal of what else it did
     */
    void add(int host, int cpu, long from, long to, Int2LongOpenHashMap sums, Progress progress) {
        int[] all = cpu < 0 ? NOTHING : segments.get(key(host, cpu));
        long at = from;
        for (int i = lastBegun(all, from); at < to; i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            long next = i + 1 < all.length ? Math.min(to, timeline.start(all[i + 1])) : to;
            if (i >= 0) {
                int thread = timeline.threadOf(all[i]);
                long end = Math.min(next, timeline.end(thread, all[i]));
                if (end > at) {
                    sums.addTo(who(thread, all[i]), end - at);
                    at = end;
                }
            }
            if (next > at) {
                sums.addTo(-Doing.UNKNOWN.ordinal(), next - at);
                at = next;
            }
        }
    }

    private int who(int thread, int segment) {
        return timeline.isIdle(thread) ? -Doing.IDLE.ordinal()
                : timeline.state(segment) == ThreadState.INTERRUPTED ? -Doing.INTERRUPTS.ordinal() : thread;
    }

    /** The position of the last segment that begins at a time or before; −1 if none does. */
    private int lastBegun(int[] all, long time) {
        return Bisection.first(0, all.length, i -> timeline.start(all[i]) > time) - 1;
    }
}
