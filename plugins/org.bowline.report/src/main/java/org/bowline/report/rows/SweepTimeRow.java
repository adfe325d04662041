/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * What the threads of a build did at one number of clients for each unit of work, as its recordings tell: one state, or waits of one cause. Fractions are not
 * numbers where there is none.
 *
 * @param load the sort of load; empty if there is but one
 * @param build what ran
 * @param clients how many asked at once
 * @param recordings of so many runs
 * @param state running, runnable (which has preempted) or blocked
 * @param cause of a wait, as in other reports, {@value #LOCK} or {@value #EQUAL}; empty if it is none
 * @param perUnitNanos time of all threads together for each unit of work, ns
 * @param perSecond the same for each second: so many threads did so on average
 * @param grownNanos by how much {@code perUnitNanos} is more than at the build's own peak, ns
 * @param mostBy the name of the threads with most of it; empty if there is none
 * @param mostShare how much of it is theirs, 0 to 1
 */
public record SweepTimeRow(String load, String build, long clients, long recordings, String state, String cause, double perUnitNanos,
        double perSecond, double grownNanos, String mostBy, double mostShare) {
    /** The cause of waits that are known to be for a lock; of other threads, where locks were not recorded. */
    public static final String LOCK = "lock";
    /** The cause of other waits for threads of the same name, as those that serve one client each and want what another one has. */
    public static final String EQUAL = "equal-thread";
}
