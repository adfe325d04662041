/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * How many intervals of each label end over time: their number in each slice of a range. The slices are of equal length, a round number of nanoseconds, but for the last one, which ends with the range. Immutable; safe for
 * many readers.
 */
public final class Throughput {
    /** A range has no more slices than that, and, but for the shortest ranges, at least a third of it. */
    public static final int MOST_SLICES = 60;
    private static final int[] ROUND = {1, 2, 5};
    private static final double NANOS_PER_SECOND = 1e9;

    private final long fromNanos;
    private final long toNanos;
    private final long sliceNanos;
    private final TreeMap<String, int[]> counts = new TreeMap<>();

    private Throughput(long fromNanos, long toNanos) {
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        sliceNanos = roundLength(toNanos - fromNanos);
    }

    /**
     * Counts.
     *
     * @param intervals those that ended; one that ends outside of the range counts in the nearest slice
     * @param fromNanos begin of the range, reference time
     * @param toNanos its end, later than the begin
     */
    public static Throughput of(List<NamedInterval> intervals, long fromNanos, long toNanos) {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException("the range is empty: from=" + fromNanos + ", to=" + toNanos);
        }
        Throughput made = new Throughput(fromNanos, toNanos);
        for (NamedInterval interval : intervals) {
            made.counts.computeIfAbsent(interval.label(), label -> new int[made.slices()])[made.slice(interval.endNanos())]++;
        }
        return made;
    }

    /** The shortest of 1, 2, 5, 10, 20 … of which no more than {@link #MOST_SLICES} are needed. */
    private static long roundLength(long range) {
        long least = (range - 1) / MOST_SLICES + 1;
        for (long ten = 1;; ten *= 10) {
            for (int digit : ROUND) {
                if (digit * ten >= least) {
                    return digit * ten;
                }
            }
        }
    }

    private int slice(long timeNanos) {
        // what ends with a slice is in it: it took its time before
        return timeNanos <= fromNanos ? 0 : (int) Math.min(slices() - 1L, (timeNanos - 1 - fromNanos) / sliceNanos);
    }

    /** How many slices there are. */
    public int slices() {
        return (int) ((toNanos - fromNanos - 1) / sliceNanos) + 1;
    }

    /** Begin of a slice, reference time; that of the one after the last is the end of the range. */
    public long beginNanos(int slice) {
        return slice == slices() ? toNanos : fromNanos + slice * sliceNanos;
    }

    /** Length of all slices but the last. */
    public long sliceNanos() {
        return sliceNanos;
    }

    /** The labels that have intervals, in order. */
    public List<String> labels() {
        return List.copyOf(counts.keySet());
    }

    /** How many of a label ended in a slice. */
    public int count(String label, int slice) {
        int[] of = counts.get(label);
        return of == null ? 0 : of[slice];
    }

    /** The same in a second. */
    public double perSecond(String label, int slice) {
        return count(label, slice) * NANOS_PER_SECOND / (beginNanos(slice + 1) - beginNanos(slice));
    }

    /** How many of a label ended. */
    public int count(String label) {
        int[] of = counts.get(label);
        return of == null ? 0 : Arrays.stream(of).sum();
    }
}
