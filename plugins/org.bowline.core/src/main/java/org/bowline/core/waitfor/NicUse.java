/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Locale;

/**
 * How much of its capacity a network interface used for sending in a range.
 *
 * @param vertex its vertex of the timeline
 * @param capacityBits what it can send, bit/s
 * @param known how that is known
 * @param seenBits the most that it was given within {@value NicModel#WINDOW_MILLIS} ms anywhere in the recording, as bit/s
 * @param frames how many frames it was given in the range
 * @param bytes how many bytes
 * @param busyNanos for how long it sent, by its capacity; ns of the range
 * @param idleNanos for how long it did not, while its host was recorded
 * @param waitsNanos for how long threads waited for it, the sum over the threads
 * @param counts whether these waits are edges of the graph: of an interface whose capacity nobody told, only if they are a hundredth of the range or more
 */
public record NicUse(int vertex, long capacityBits, Known known, long seenBits, long frames, long bytes, long busyNanos, long idleNanos,
        long waitsNanos, boolean counts) {
    /** How the capacity is known. */
    public enum Known {
        /** The user tells it. */
        TOLD,
        /** It is the highest rate that was seen: the true one may be higher. */
        SEEN,
        /** Nothing tells it, and it was never given more than that: 1 Gbit/s, as the paper's program assumes. */
        ASSUMED;

        /** As written in reports: lower case. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
