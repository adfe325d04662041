/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

/**
 * Which waits of one host's threads have a time limit, told by how late the kernel may end them: in {@code poll}, {@code select} and {@code epoll_wait} that is a thousandth of the time, or a two hundredth for threads
 * that are nice; in a sleep, and in a wait for a futex, always the same. Below 50 ms, where the thousandth is less than that, both are alike. What a program asks for is a round time, and the time that is left, of
 * which the kernel takes a part, is not. O(1) per fact.
 */
final class TimeLimits {
    private static final int SLACK_PART = 1000;
    private static final int SLACK_PART_IF_NICE = 200;
    /** A slack of whole microseconds was asked for. */
    private static final long ROUND_NANOS = 1_000;
    /** The thread leaves the CPU a moment after its timer is set. */
    private static final double LEAST_PART = 0.98;
    /** The kernel is late by the slack, and by what else it has to do first. */
    private static final double MOST_PARTS = 1.02;
    private static final long LATE_NANOS = 5_000_000;

    /** For each CPU the slack of the timer that its thread has set, or 0. */
    private long[] set = {};
    /** For each thread that of its wait. */
    private long[] ofWait = {};
    private boolean any;

    /** The thread on a CPU has set a timer. */
    void set(int cpu, long slackNanos) {
        any = true;
        if (cpu >= set.length) {
            set = Arrays.copyOf(set, Math.max(cpu + 1, 2 * set.length));
        }
        set[cpu] = slackNanos % ROUND_NANOS == 0 ? 0 : slackNanos;
    }

    /** A thread leaves a CPU. */
    void left(int cpu, int thread) {
        if (!any) {
            return;
        }
        if (thread >= ofWait.length) {
            ofWait = Arrays.copyOf(ofWait, Math.max(thread + 1, 2 * ofWait.length));
        }
        if (cpu < set.length) {
            ofWait[thread] = set[cpu];
            set[cpu] = 0;
        } else {
            ofWait[thread] = 0;
        }
    }

    /** Whether a wait of a thread that a timer ended after so long had a time limit of that length. */
    boolean isPassed(int thread, long nanos) {
        long slack = thread < ofWait.length ? ofWait[thread] : 0;
        return slack > 0 && (isOf(slack * SLACK_PART, nanos) || isOf(slack * SLACK_PART_IF_NICE, nanos));
    }

    private static boolean isOf(long limit, long nanos) {
        return nanos >= LEAST_PART * limit && nanos <= MOST_PARTS * limit + LATE_NANOS;
    }
}
