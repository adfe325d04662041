/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

/** When events of each CPU of a host were lost; in time order per CPU. */
final class LostIntervals {
    /** More intervals than this within one segment count as one. */
    static final int MAXIMUM_WITHIN_SEGMENT = 1_000;

    private @Nullable LongArrayList[] from = {};
    private @Nullable LongArrayList[] to = {};
    private long count;
    private long events;
    private boolean countUnknown;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** Counts a loss, on whatever CPU. */
    void count(long fromNanos, long toNanos, long lost) {
        count++;
        if (lost < 0) {
            countUnknown = true;
        } else {
            events += lost;
        }
        first = Math.min(first, fromNanos);
        last = Math.max(last, toNanos);
    }

    /** Adds an interval, which begins not before those that were added for the CPU earlier; they are joined if they touch. */
    void add(int cpu, long fromNanos, long toNanos) {
        if (cpu >= from.length) {
            from = Arrays.copyOf(from, cpu + 1);
            to = Arrays.copyOf(to, cpu + 1);
        }
        LongArrayList begins = from[cpu];
        LongArrayList ends = to[cpu];
        if (begins == null || ends == null) {
            begins = new LongArrayList();
            ends = new LongArrayList();
            from[cpu] = begins;
            to[cpu] = ends;
        }
        int before = ends.size() - 1;
        if (before >= 0 && fromNanos <= ends.getLong(before)) {
            ends.set(before, Math.max(ends.getLong(before), toNanos));
        } else {
            begins.add(fromNanos);
            ends.add(Math.max(fromNanos, toNanos));
        }
    }

    /** Number of the first interval of the CPU that ends after the moment; {@link #size} if none. */
    int firstAfter(int cpu, long nanos) {
        LongArrayList ends = cpu >= 0 && cpu < to.length ? to[cpu] : null;
        if (ends == null) {
            return 0;
        }
        int low = 0;
        int high = ends.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends.getLong(middle) <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    int size(int cpu) {
        LongArrayList begins = cpu >= 0 && cpu < from.length ? from[cpu] : null;
        return begins == null ? 0 : begins.size();
    }

    long from(int cpu, int interval) {
        LongArrayList begins = from[cpu];
        return begins == null ? Long.MAX_VALUE : begins.getLong(interval);
    }

    long to(int cpu, int interval) {
        LongArrayList ends = to[cpu];
        return ends == null ? Long.MAX_VALUE : ends.getLong(interval);
    }

    /** Number of losses on all CPUs. */
    long count() {
        return count;
    }

    /** How many events were lost, −1 if that is not known for all intervals. */
    long events() {
        return countUnknown ? -1 : events;
    }

    long first() {
        return first;
    }

    long last() {
        return last;
    }
}
