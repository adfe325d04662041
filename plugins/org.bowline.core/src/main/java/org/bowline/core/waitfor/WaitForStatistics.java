/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

/**
 * What a {@link WaitForGraph} was made of, in its range; the figures behind its caveats. Waits are those of the chosen threads.
 *
 * @param waits number of waits that overlap the range
 * @param waitNanos their time in the range
 * @param unknownWaits waits that ended in a way that the trace does not tell
 * @param unknownNanos their time
 * @param openWaits waits that were still open at the end of the trace; not among the unknown ones
 * @param openNanos their time
 * @param cycles how often a chain of waits closed to a cycle
 * @param cycleNanos for how long there was a cycle, each cycle counted by itself
 * @param unknownStateNanos time for which the chosen threads' state is not known (lost events)
 * @param threadNanos time for which the chosen threads lived
 */
public record WaitForStatistics(long waits, long waitNanos, long unknownWaits, long unknownNanos, long openWaits, long openNanos,
        long cycles,
        long cycleNanos, long unknownStateNanos, long threadNanos) {}
