/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** When tag events of each processor of a host may have been lost; after {@link #finish} in time order, without overlaps. */
final class TagLosses {
    /** Losses of all processors. */
    static final int ANY_CPU = -1;

    private final Int2ObjectOpenHashMap<Spans> byCpu = new Int2ObjectOpenHashMap<>();
    private final Spans all = new Spans();

    private static final class Spans {
        private static final Spans NONE = new Spans();

        private final LongArrayList from = new LongArrayList();
        private final LongArrayList until = new LongArrayList();

        void add(long begin, long end) {
            from.add(begin);
            until.add(Math.max(end, begin + 1));
        }

        void add(Spans others) {
            from.addAll(others.from);
            until.addAll(others.until);
        }

        /** Puts them into order and joins those that touch. */
        void join() {
            int[] order = new int[from.size()];
            Arrays.setAll(order, i -> i);
            long[] begins = from.toLongArray();
            long[] ends = until.toLongArray();
            IntArrays.quickSort(order, (a, b) -> Long.compare(begins[a], begins[b]));
            from.clear();
            until.clear();
            for (int i : order) {
                int last = from.size() - 1;
                if (last >= 0 && begins[i] <= until.getLong(last)) {
                    until.set(last, Math.max(until.getLong(last), ends[i]));
                } else {
                    from.add(begins[i]);
                    until.add(ends[i]);
                }
            }
        }
    }

    private long count;

    /**
     * Adds a loss.
     *
     * @param cpu {@link #ANY_CPU} if it is not known on which
     */
    void add(int cpu, long from, long until) {
        count++;
        all.add(from, until);
        byCpu.computeIfAbsent(Math.max(ANY_CPU, cpu), key -> new Spans()).add(from, until);
    }

    /** After all were added: a loss on a processor that is not known is one on each. */
    void finish() {
        Spans anywhere = byCpu.getOrDefault(ANY_CPU, Spans.NONE);
        byCpu.forEach((cpu, spans) -> {
            if (cpu != ANY_CPU) {
                spans.add(anywhere);
                spans.join();
            }
        });
        anywhere.join();
        all.join();
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** How many there were. */
    long count() {
        return count;
    }

    long first() {
        return all.from.getLong(0);
    }

    long last() {
        return all.until.getLong(all.until.size() - 1);
    }

    private Spans of(int cpu) {
        Spans own = cpu == ANY_CPU ? all : byCpu.get(cpu);
        return own == null ? byCpu.getOrDefault(ANY_CPU, Spans.NONE) : own;
    }

    int size(int cpu) {
        return of(cpu).from.size();
    }

    long from(int cpu, int loss) {
        return of(cpu).from.getLong(loss);
    }

    long until(int cpu, int loss) {
        return of(cpu).until.getLong(loss);
    }

    /** Number of the first that ends after a moment. O(log losses). */
    int firstAfter(int cpu, long nanos) {
        LongArrayList ends = of(cpu).until;
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
}
