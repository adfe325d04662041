/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

import org.bowline.core.order.Spans;

/** When tag events of each processor of a host may have been lost; after {@link #finish} in time order, without overlaps. */
final class TagLosses {
    /** Losses of all processors. */
    static final int ANY_CPU = -1;

    private static final Spans NONE = new Spans();

    private final Int2ObjectOpenHashMap<Spans> byCpu = new Int2ObjectOpenHashMap<>();
    private final Spans all = new Spans();

    private long count;

    /**
     * Adds a loss.
     *
     * @param cpu {@link #ANY_CPU} if it is not known on which
     */
    void add(int cpu, long from, long until) {
        count++;
        long end = Math.max(until, from + 1);
        all.add(from, end);
        byCpu.computeIfAbsent(Math.max(ANY_CPU, cpu), key -> new Spans()).add(from, end);
    }

    /** After all were added: a loss on a processor that is not known is one on each. */
    void finish() {
        Spans anywhere = byCpu.getOrDefault(ANY_CPU, NONE);
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
        return all.begin(0);
    }

    long last() {
        return all.end(all.size() - 1);
    }

    /** Those of a processor; of all for {@link #ANY_CPU}. */
    Spans of(int cpu) {
        Spans own = cpu == ANY_CPU ? all : byCpu.get(cpu);
        return own == null ? byCpu.getOrDefault(ANY_CPU, NONE) : own;
    }
}
