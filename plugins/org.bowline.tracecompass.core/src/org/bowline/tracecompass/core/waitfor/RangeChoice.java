/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

/**
 * Which part of a recording a person wants to know of.
 *
 * @param kind which part
 * @param fromNanos begin, ns since the epoch; 0 unless it was selected
 * @param toNanos end, exclusive; 0 unless it was selected
 */
public record RangeChoice(Kind kind, long fromNanos, long toNanos) {
    /** Where the work is: what is shown as long as nobody says otherwise. */
    public static final RangeChoice WORK = new RangeChoice(Kind.WORK, 0, 0);
    /** All of the recording. */
    public static final RangeChoice WHOLE = new RangeChoice(Kind.WHOLE, 0, 0);

    /** Which part. */
    public enum Kind {
        /** Where the {@linkplain org.bowline.core.analysis.ChosenRange work} is. */
        WORK,
        /** All. */
        WHOLE,
        /** What a person selected. */
        SELECTED
    }

    /** A selected part; of two ends in the wrong order the earlier one is the begin. A moment selects nothing and is {@link #WORK}. */
    public static RangeChoice selected(long oneNanos, long otherNanos) {
        return oneNanos == otherNanos ? WORK
                : new RangeChoice(Kind.SELECTED, Math.min(oneNanos, otherNanos), Math.max(oneNanos, otherNanos));
    }
}
