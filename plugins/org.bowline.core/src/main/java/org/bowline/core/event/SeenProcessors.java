/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.Arrays;
import java.util.BitSet;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Of which processors of a host there are switches, and of which ones others only tell. Wake-ups name the processor on which a thread ran last, or is to run next. One that names a processor may be the last event of all, or name one
 * that was turned off since; but a thread that is woken there again has run meanwhile, and was switched in.
 */
public final class SeenProcessors {
    /** So many threads' wakes that tell of a processor's switches, which are not there, are no chance. */
    private static final int ENOUGH = 2;
    private static final int MAXIMUM_CPU = Short.MAX_VALUE;
    private static final int CPU_SHIFT = 33;

    private boolean[] switching = {};
    private final LongOpenHashSet named = new LongOpenHashSet();
    private int[] again = {};

    /** A processor has a switch. */
    void switched(int cpu) {
        if (cpu < switching.length) {
            switching[cpu] = true;
        } else if (cpu <= MAXIMUM_CPU) {
            switching = Arrays.copyOf(switching, Math.max(cpu + 1, 2 * switching.length));
            switching[cpu] = true;
        }
    }

    /**
     * A wake-up names the processor of a thread.
     *
     * @param cpu any number, if the trace is damaged
     * @param attempt whether it is the event at which a thread is about to be woken; there may be another one when it has been
     */
    void named(int cpu, int tid, boolean attempt) {
        if (cpu < 0 || cpu > MAXIMUM_CPU || cpu < switching.length && switching[cpu] || cpu < again.length && again[cpu] >= ENOUGH) {
            return;
        }
        if (!named.add((long) cpu << CPU_SHIFT | (attempt ? 1L << Integer.SIZE : 0) | tid & 0xffff_ffffL)) {
            again = cpu < again.length ? again : Arrays.copyOf(again, cpu + 1);
            again[cpu]++;
        }
    }

    /** Adds what was found in other parts of the host's traces. */
    void add(SeenProcessors other) {
        for (int cpu = 0; cpu < other.switching.length; cpu++) {
            if (other.switching[cpu]) {
                switched(cpu);
            }
        }
        again = Arrays.copyOf(again, Math.max(again.length, other.again.length));
        for (int cpu = 0; cpu < other.again.length; cpu++) {
            again[cpu] += other.again[cpu];
        }
    }

    /** Processors on which threads ran, of whose switches there is none; empty if there is none of any. */
    public BitSet unseen() {
        BitSet unseen = new BitSet();
        boolean any = false;
        for (boolean each : switching) {
            any |= each;
        }
        for (int cpu = 0; cpu < again.length && any; cpu++) {
            unseen.set(cpu, again[cpu] >= ENOUGH && !(cpu < switching.length && switching[cpu]));
        }
        return unseen;
    }
}
