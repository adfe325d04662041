/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.timeline.Timeline;

/** What each processor did in a range: the segments on it, in the order of time. Where two overlap, which only a damaged trace has, the one that began last counts. Immutable; 4 bytes for each segment on a processor. */
public final class Processors {
    private static final IntColumn NOTHING = new IntColumn();
    private static final int POLL_MASK = (1 << 16) - 1;

    final Timeline timeline;
    final long from;
    final long to;
    private final Long2ObjectOpenHashMap<IntColumn> segments = new Long2ObjectOpenHashMap<>();

    private Processors(Timeline timeline, long from, long to) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        segments.defaultReturnValue(NOTHING);
    }

    /**
     * Those of all hosts. O(segments × log segments) time, and for a moment 16 bytes for each segment on one of them.
     *
     * @param from begin of the range, reference time
     * @param to end, exclusive
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static Processors of(Timeline timeline, long from, long to, Progress progress) {
        Long2ObjectOpenHashMap<IntColumn> lists = new Long2ObjectOpenHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (timeline.threadEnd(thread) <= from || timeline.threadStart(thread) >= to) {
                continue;
            }
            int first = timeline.segmentAt(thread, from);
            for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < timeline.endSegment(thread)
                    && timeline.start(s) < to; s++) {
                if (timeline.isOnCpu(s) && timeline.cpu(s) >= 0) {
                    lists.computeIfAbsent(key(timeline.host(thread), timeline.cpu(s)), key -> new IntColumn()).add(s);
                }
            }
        }
        Processors result = new Processors(timeline, from, to);
        lists.long2ObjectEntrySet().forEach(entry -> {
            progress.check();
            result.segments.put(entry.getLongKey(), byStart(timeline, entry.getValue()));
        });
        return result;
    }

    /** Those that begin at once stay as they are: by number. */
    private static IntColumn byStart(Timeline timeline, IntColumn segments) {
        LongColumn starts = LongColumn.zeros(segments.size());
        for (int i = 0; i < segments.size(); i++) {
            starts.set(i, timeline.start(segments.get(i)));
        }
        IntColumn order = Ascending.order(starts);
        for (int i = 0; i < order.size(); i++) {
            order.set(i, segments.get(order.get(i)));
        }
        return order;
    }

    private static long key(int host, int cpu) {
        return (long) host << 32 | cpu;
    }

    /** The processors of a host of which anything is known. */
    BitSet of(int host) {
        BitSet cpus = new BitSet();
        for (long key : segments.keySet()) {
            if (key >> 32 == host) {
                cpus.set((int) key);
            }
        }
        return cpus;
    }

    /**
     * Adds what a processor did in a stretch of time.
     *
     * @param cpu −1 if it is not known
     * @param near where the stretch before was found, of which the search begins
     * @param sums by thread, or by minus the ordinal of what else it did
     */
    void add(int host, int cpu, long begin, long finish, Place near, Int2LongOpenHashMap sums, Progress progress) {
        IntColumn all = cpu < 0 ? NOTHING : segments.get(key(host, cpu));
        long at = begin;
        for (int i = near.lastBegun(timeline, all, begin); at < finish; i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            long next = i + 1 < all.size() ? Math.min(finish, timeline.start(all.get(i + 1))) : finish;
            if (i >= 0) {
                int thread = timeline.threadOf(all.get(i));
                long end = Math.min(next, timeline.end(thread, all.get(i)));
                if (end > at) {
                    sums.addTo(who(thread, all.get(i)), end - at);
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

    /**
     * Where on a processor one looked last. Who asks for stretches of time one after another, as they follow each other, finds each near the one before: O(log of the segments between) and not of all. Of
     * one thread.
     */
    static final class Place {
        private IntColumn of = NOTHING;
        private int last = -1;

        /** The position of the last segment that begins at a time or before; −1 if none does. */
        int lastBegun(Timeline timeline, IntColumn all, long time) {
            int low = of == all ? last : -1; // it, or one behind it, is the last one, unless time went back
            if (low >= 0 && timeline.start(all.get(low)) > time) {
                low = -1;
            }
            int high = all.size();
            for (long step = 1; low + step < high; step <<= 1) {
                int probe = (int) (low + step);
                if (timeline.start(all.get(probe)) > time) {
                    high = probe;
                } else {
                    low = probe;
                }
            }
            while (high - low > 1) {
                int middle = (low + high) >>> 1;
                if (timeline.start(all.get(middle)) > time) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            of = all;
            last = low;
            return low;
        }
    }
}
