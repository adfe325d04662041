/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * The time of a path on a host, or on one of its processors.
 *
 * @param host number of the host
 * @param cpu the processor; {@link #ALL} for all that were asked for, {@link #NO_CPU} where a thread waited that was on none yet
 * @param path number of the path
 * @param ownNanos time on the path itself, by class: see {@link #own}
 * @param nanos time on the path and on those below it: that the threads ran, or on a host without a kernel trace that passed on the clock on the wall
 * @param parentNanos the same of the path above
 * @param totalNanos the same of all paths of this host or processor, what is untagged included
 * @param entries how often the path itself was entered
 * @param bytes that it worked on, as its events say; 0 if they say nothing
 * @param isWall whether times are those of the clock on the wall
 */
public record TagTimes(int host, int cpu, int path, long[] ownNanos, long nanos, long parentNanos, long totalNanos, long entries,
        long bytes,
        boolean isWall) {
    /** All processors together. */
    public static final int ALL = -2;
    /** Not known. */
    public static final int NO_CPU = -1;

    static final int STATES = ThreadState.values().length;
    /** Where the time on the clock on the wall is, behind the states and the causes of those that are blocked. */
    static final int WALL = STATES + Cause.values().length;
    static final int CLASSES = WALL + 1;

    static int classOf(ThreadState state, Cause cause) {
        return state == ThreadState.BLOCKED ? STATES + cause.ordinal() : state.ordinal();
    }

    /** Time on the path itself in a state; of those that are blocked by all causes. */
    public long own(ThreadState state) {
        if (state != ThreadState.BLOCKED) {
            return ownNanos[state.ordinal()];
        }
        long sum = 0;
        for (Cause cause : Cause.values()) {
            sum += blocked(cause);
        }
        return sum;
    }

    /** Time on the path itself that a thread was blocked by a cause. */
    public long blocked(Cause cause) {
        return ownNanos[STATES + cause.ordinal()];
    }

    /** Time on the path itself that counts: running, or on the wall. */
    public long ownNanosThatCount() {
        return ownNanos[isWall ? WALL : ThreadState.RUNNING.ordinal()];
    }

    /** The part of the path above, 0 to 1; NaN if that is nothing. */
    public double shareOfParent() {
        return share(parentNanos);
    }

    /** The part of everything, 0 to 1; NaN if that is nothing. */
    public double shareOfTotal() {
        return share(totalNanos);
    }

    private double share(long whole) {
        return whole == 0 ? Double.NaN : (double) nanos / whole;
    }
}
