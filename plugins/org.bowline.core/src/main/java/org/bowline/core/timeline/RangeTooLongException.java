/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

/** A range is so long that its sums do not fit 63 bits: the times of a trace are wrong, or traces that have nothing to do with each other. */
public final class RangeTooLongException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** @param consequence what of it does not fit, a clause without a full stop */
    public RangeTooLongException(long fromNanos, long toNanos, String consequence) {
        super("the range is too long: from=" + fromNanos + ", to=" + toNanos + "; " + consequence
                + ". Choose a shorter range. If the recordings do not span that time, the clock of one of them is wrong, or its packets are"
                + " damaged: look at each alone");
    }
}
