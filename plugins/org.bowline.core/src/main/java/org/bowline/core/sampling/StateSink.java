/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/** Takes the intervals of a row of a picture, in time order. */
@FunctionalInterface
public interface StateSink {
    /**
     * One interval, [start, end); it begins where the one before ended.
     *
     * @param startNanos begin, reference time
     * @param endNanos end, exclusive
     * @param state what the thread did; of a mixed interval what it did most in each of its pixels
     * @param cause what ended the wait, if the state is blocked; of a mixed interval the cause of most of the blocked time
     * @param target the vertex that ended the wait; {@link org.bowline.core.timeline.Timeline#NONE} if not blocked or mixed
     * @param cpu where it ran, or last ran; −1 if not known or mixed
     * @param mixed whether the interval is made of whole pixels that hold three or more segments each; if not, it is (a part of) one segment
     */
    void state(long startNanos, long endNanos, ThreadState state, Cause cause, int target, int cpu, boolean mixed);
}
