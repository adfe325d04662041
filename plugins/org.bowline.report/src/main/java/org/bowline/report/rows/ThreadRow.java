/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * What one incarnation of a thread did in the range: the sums of its states tile [startNanos, endNanos].
 *
 * @param host its host's name
 * @param tid thread id; 0 for an idle thread
 * @param pid process id; {@link Rows#ABSENT} if the trace does not tell
 * @param name its last name
 * @param startNanos begin of its part of the range
 * @param endNanos end of its part of the range
 * @param runningNanos time on a CPU, interrupts left out
 * @param runnableNanos time woken and waiting for a CPU
 * @param preemptedNanos time pushed off a CPU
 * @param blockedNanos time waiting: the sum of blockedByCause
 * @param unknownNanos time of which the trace does not tell
 * @param blockedByCause ns per cause, by its ordinal; owned by the row
 * @param waits number of blocked segments that touch the range
 * @param interruptedNanos time on a CPU that served an interrupt
 */
@SuppressWarnings("ArrayRecordComponent") // one row per thread; compared nowhere
public record ThreadRow(String host, long tid, long pid, String name, long startNanos, long endNanos, long runningNanos, long runnableNanos,
        long preemptedNanos, long blockedNanos, long unknownNanos, long[] blockedByCause, long waits, long interruptedNanos) {}
