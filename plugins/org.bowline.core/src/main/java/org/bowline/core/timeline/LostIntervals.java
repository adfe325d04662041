/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.KernelSink;
import org.bowline.core.order.Spans;

/** When events of each CPU of a host were lost; in time order per CPU. */
final class LostIntervals implements Serializable {
    /** More intervals than this within one segment count as one. */
    static final int MAXIMUM_WITHIN_SEGMENT = 1_000;

    private static final Spans NONE = new Spans();

    private @Nullable Spans[] byCpu = {};
    private final Tally late = new Tally();
    private final Tally others = new Tally();

    /** Some of the losses of a host. */
    static final class Tally implements Serializable {
        private long count;
        private long events;
        private boolean countUnknown;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        private long longest;

        private void count(long fromNanos, long toNanos, long lost) {
            count++;
            if (lost < 0) {
                countUnknown = true;
            } else {
                events += lost;
            }
            first = Math.min(first, fromNanos);
            last = Math.max(last, toNanos);
            longest = Math.max(longest, toNanos - fromNanos);
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

        /** How long the longest is. */
        long longestNanos() {
            return longest;
        }
    }

    /** Counts a loss, on whatever CPU. */
    void count(long fromNanos, long toNanos, long lost) {
        (lost == KernelSink.BEFORE_FIRST ? late : others).count(fromNanos, toNanos, lost);
    }

    /** What was before the first packet of a processor that begins later than others. */
    Tally late() {
        return late;
    }

    /** All others. */
    Tally others() {
        return others;
    }

    /** Adds an interval, which begins not before those that were added for the CPU earlier; they are joined if they touch. */
    void add(int cpu, long fromNanos, long toNanos) {
        if (cpu >= byCpu.length) {
            byCpu = Arrays.copyOf(byCpu, cpu + 1);
        }
        Spans some = byCpu[cpu];
        if (some == null) {
            some = new Spans();
            byCpu[cpu] = some;
        }
        some.add(fromNanos, toNanos);
    }

    /** The intervals of a CPU. */
    Spans of(int cpu) {
        Spans some = cpu >= 0 && cpu < byCpu.length ? byCpu[cpu] : null;
        return some == null ? NONE : some;
    }

    /** Number of losses on all CPUs. */
    long count() {
        return late.count + others.count;
    }

    long last() {
        return Math.max(late.last, others.last);
    }
}
