/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Arrows between the rows of a picture, of which no more are told apart than can be seen. Time is cut into cells. An arrow that is alone in its cell, among those of its kind from the same row to the same row,
 * stays that arrow, to the nanosecond. Others become a <em>band</em>: neighbouring cells that are about as dense, with the number of arrows that begin in them. Every arrow is in exactly one band. Immutable.
 *
 * <p>O(arrows + bands log bands); memory by occupied cells, however many arrows there are.
 */
public final class ArrowBands {
    /** From so many arrows in a cell on, a band is of the next density: 1, 2, 8, 32. */
    private static final int[] DENSE = {1, 2, 8, 32};
    /** How many densities there are: {@code 0} is a single arrow. */
    public static final int DENSITIES = DENSE.length;

    /** A band; the times of its arrows' begins, all of one arrow if that is alone. */
    private record Band(long pair, int density, long arrows, long fromNanos, long lastNanos, long toNanos, long weight) {}

    private final int threads;
    private final Band[] bands;
    private final boolean truncated;

    private ArrowBands(int threads, Band[] bands, boolean truncated) {
        this.threads = threads;
        this.bands = bands;
        this.truncated = truncated;
    }

    /** Takes arrows in any order. Not safe for several threads. */
    public static final class Builder {
        private static final int KINDS = Arrows.Kind.values().length + 1;
        private static final int FIRST_LENGTH = 64;

        private final long begin;
        private final double cellNanos;
        private final int cells;
        private final int threads;
        private final Long2IntOpenHashMap slots = new Long2IntOpenHashMap();
        private long[] key = new long[FIRST_LENGTH];
        private int[] count = new int[FIRST_LENGTH];
        /** Of each slot: first begin, last begin, end of the first arrow, sum of weights. */
        private long[] figures = new long[FIRST_LENGTH * 4];

        /**
         * @param fromNanos begin of the picture
         * @param toNanos its end, after the begin
         * @param cells how many cells there are, at least 1
         * @param threads the number of threads: the greatest row and one
         */
        public Builder(long fromNanos, long toNanos, int cells, int threads) {
            begin = fromNanos;
            this.cells = Math.max(1, cells);
            cellNanos = (double) Math.max(1, toNanos - fromNanos) / this.cells;
            this.threads = threads;
            slots.defaultReturnValue(-1);
        }

        /**
         * Takes an arrow.
         *
         * @param kind what it is: a number from 0 to 2
         * @param weight how much it matters if not all can be shown
         */
        public void add(int fromThread, int toThread, int kind, long fromNanos, long toNanos, long weight) {
            int cell = (int) Math.max(0, Math.min(cells - 1, (fromNanos - begin) / cellNanos));
            long of = ((((long) fromThread * threads + toThread) * KINDS) + kind) * cells + cell;
            int slot = slots.get(of);
            if (slot < 0) {
                slot = slots.size();
                if (slot == key.length) {
                    key = Arrays.copyOf(key, 2 * slot);
                    count = Arrays.copyOf(count, 2 * slot);
                    figures = Arrays.copyOf(figures, 8 * slot);
                }
                slots.put(of, slot);
                key[slot] = of;
                figures[4 * slot] = Long.MAX_VALUE;
                figures[4 * slot + 1] = Long.MIN_VALUE;
            }
            count[slot]++;
            if (fromNanos < figures[4 * slot]) {
                figures[4 * slot] = fromNanos;
                figures[4 * slot + 2] = toNanos;
            }
            figures[4 * slot + 1] = Math.max(figures[4 * slot + 1], fromNanos);
            figures[4 * slot + 3] += weight;
        }

        /** The bands; if there are more than the limit, those that weigh most. */
        public ArrowBands build(int limit) {
            int[] order = new int[slots.size()];
            Arrays.setAll(order, i -> i);
            IntArrays.quickSort(order, (a, b) -> Long.compare(key[a], key[b]));
            Band[] all = new Band[order.length];
            int size = 0;
            long lastKey = Long.MIN_VALUE;
            for (int slot : order) {
                Band next = new Band(key[slot] / cells, density(count[slot]), count[slot], figures[4 * slot], figures[4 * slot + 1],
                        figures[4 * slot + 2], figures[4 * slot + 3]);
                Band last = size == 0 ? null : all[size - 1];
                // a single arrow is never joined to its neighbour: it is exact
                if (last != null && next.density > 0 && last.density == next.density && last.pair == next.pair
                        && key[slot] == lastKey + 1) {
                    all[size - 1] = new Band(last.pair, last.density, last.arrows + next.arrows, last.fromNanos, next.lastNanos,
                            last.toNanos,
                            last.weight + next.weight);
                } else {
                    all[size++] = next;
                }
                lastKey = key[slot];
            }
            Band[] kept = Arrays.copyOf(all, size);
            if (size > limit) {
                Arrays.sort(kept,
                        (a, b) -> a.weight != b.weight ? Long.compare(b.weight, a.weight) : Long.compare(a.fromNanos, b.fromNanos));
                kept = Arrays.copyOf(kept, limit);
            }
            Arrays.sort(kept, (a, b) -> a.fromNanos != b.fromNanos ? Long.compare(a.fromNanos, b.fromNanos) : Long.compare(a.pair, b.pair));
            return new ArrowBands(threads, kept, size > limit);
        }

        private static int density(int arrows) {
            int density = 0;
            while (density + 1 < DENSE.length && arrows >= DENSE[density + 1]) {
                density++;
            }
            return density;
        }
    }

    /** Number of bands, single arrows included. */
    public int count() {
        return bands.length;
    }

    /** How many arrows a band is. */
    public long arrows(int band) {
        return bands[band].arrows;
    }

    /** How dense it is: 0 for a single arrow, up to {@link #DENSITIES} − 1. */
    public int density(int band) {
        return bands[band].density;
    }

    /** What its arrows are: the number that was given. */
    public int kind(int band) {
        return (int) (bands[band].pair % Builder.KINDS);
    }

    /** Where they begin. */
    public int fromThread(int band) {
        return (int) (bands[band].pair / Builder.KINDS / threads);
    }

    /** Where they end. */
    public int toThread(int band) {
        return (int) (bands[band].pair / Builder.KINDS % threads);
    }

    /** When the first of them begins; reference time. */
    public long fromNanos(int band) {
        return bands[band].fromNanos;
    }

    /** When the last of them begins; not before {@link #fromNanos}. */
    public long lastNanos(int band) {
        return bands[band].lastNanos;
    }

    /** When the first of them ends. */
    public long toNanos(int band) {
        return bands[band].toNanos;
    }

    /** Whether some were left out because there were more than the limit. */
    public boolean isTruncated() {
        return truncated;
    }
}
