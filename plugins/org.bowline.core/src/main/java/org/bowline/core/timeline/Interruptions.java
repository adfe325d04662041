/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;

/**
 * When interrupts held up the thread on each CPU since it came there; its time on the CPU is cut by them when it leaves. One is counted from the
 * entry of the outermost context to the exit of the last, and called by the outermost. Contexts whose ends are missing count for nothing: nobody
 * knows how long they took.
 */
final class Interruptions {
    /** Those of one CPU: each a begin and an end in time order, and a cause and a target. */
    private static final class OfCpu {
        final LongArrayList bounds = new LongArrayList();
        final IntArrayList causes = new IntArrayList();
        final IntArrayList targets = new IntArrayList();
        boolean open;
        long since;
        int cause;
        int target;
    }

    private OfCpu[] cpus = {};

    /** The outermost interrupt of a CPU begins. */
    void begin(int cpu, long nanos, Cause cause, int target) {
        if (cpu >= cpus.length) {
            int before = cpus.length;
            cpus = Arrays.copyOf(cpus, Math.max(cpu + 1, 2 * before));
            for (int i = before; i < cpus.length; i++) {
                cpus[i] = new OfCpu();
            }
        }
        OfCpu on = cpus[cpu];
        on.open = true;
        on.since = nanos;
        on.cause = cause.ordinal();
        on.target = target;
    }

    /** The CPU is back at its thread. */
    void end(int cpu, long nanos) {
        if (cpu < cpus.length && cpus[cpu].open) {
            OfCpu on = cpus[cpu];
            on.open = false;
            if (on.since < nanos) {
                on.bounds.add(on.since);
                on.bounds.add(nanos);
                on.causes.add(on.cause);
                on.targets.add(on.target);
            }
        }
    }

    /** Nothing of what happened on the CPU before holds up who is there from now on. */
    void clear(int cpu) {
        if (cpu < cpus.length) {
            OfCpu on = cpus[cpu];
            on.open = false;
            on.bounds.clear();
            on.causes.clear();
            on.targets.clear();
        }
    }

    /** Adds the time of a thread on a CPU as segments: running, and interrupted in between. */
    void cut(SegmentLog segments, int thread, long since, long until, int cpu) {
        long from = since;
        if (cpu >= 0 && cpu < cpus.length) {
            OfCpu on = cpus[cpu];
            for (int i = first(on.bounds, since); i < on.causes.size() && on.bounds.getLong(2 * i) < until; i++) {
                long begin = Math.max(from, on.bounds.getLong(2 * i));
                long end = Math.min(until, on.bounds.getLong(2 * i + 1));
                if (begin > from) {
                    segments.add(thread, from, begin, ThreadState.RUNNING, Cause.NONE, SegmentLog.NONE, SegmentLog.NONE, cpu);
                }
                segments.add(thread, begin, end, ThreadState.INTERRUPTED, Cause.of(on.causes.getInt(i)), on.targets.getInt(i),
                        SegmentLog.NONE, cpu);
                from = end;
            }
        }
        if (from < until) {
            segments.add(thread, from, until, ThreadState.RUNNING, Cause.NONE, SegmentLog.NONE, SegmentLog.NONE, cpu);
        }
    }

    /** The first that ends after a moment. */
    private static int first(LongArrayList bounds, long nanos) {
        return Bisection.first(0, bounds.size() / 2, i -> bounds.getLong(2 * i + 1) > nanos);
    }
}
