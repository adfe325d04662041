/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * How long one interval's critical path spent in one part: a thread or resource, state, cause and detail.
 *
 * @param label the interval's label, its kind of request
 * @param key the interval's key, its request
 * @param startNanos begin of the interval
 * @param endNanos end of the interval; of one that was not seen to end, until when it is known not to have ended
 * @param hasEnded whether it was seen to end
 * @param host where the part is
 * @param tid thread id; {@link Rows#ABSENT} unless the part is a thread's
 * @param name of the thread or resource
 * @param state running, runnable, preempted, blocked, interrupted or unknown
 * @param cause what ended a wait; empty when it is none
 * @param detail what else is known, for a reader
 * @param nanos total of the part; the totals of an interval sum up to its length
 */
public record IntervalPathRow(String label, String key, long startNanos, long endNanos, boolean hasEnded, String host, long tid,
        String name, String state,
        String cause, String detail, long nanos) {
    /** In files: it ended. */
    public static final String ENDED = "yes";
    /** In files: it was not seen to end. */
    public static final String UNFINISHED = "no";
}
