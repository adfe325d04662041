/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import org.bowline.core.time.Rational;

/**
 * Whether the messages between two hosts tell how fast one clock runs by the other: the stop rule of the coarse step of Giraldeau and Dagenais, for whom it was one percent. Messages are looked at whenever there are half as many again, so
 * that all looks together take O(n log n).
 */
final class SlopeCheck {
    private static final int FIRST_LOOK = 4;

    private final long limitPpm;
    private final PairMessages messages = new PairMessages();
    private int nextLook = FIRST_LOOK;
    private boolean known;

    /** @param limitPpm how far apart the steepest and the flattest possible slope may be, in parts per million of the slope */
    SlopeCheck(int limitPpm) {
        this.limitPpm = limitPpm;
    }

    /**
     * Adds a message, in any order.
     *
     * @param firstSent whether the first host sent it
     * @param firstNanos when, on the first host's clock
     * @param secondNanos when, on the second host's clock
     * @return whether the slope is known
     */
    boolean add(boolean firstSent, long firstNanos, long secondNanos) {
        if (!known) {
            messages.add(firstSent, firstNanos, secondNanos);
            if (messages.size() >= nextLook) {
                nextLook = messages.size() + messages.size() / 2;
                known = look();
            }
        }
        return known;
    }

    private boolean look() {
        messages.sort();
        FeasibleLines lines = new FeasibleLines();
        for (int i = 0; i < messages.size(); i++) {
            // what contradicts the others is left out
            lines.add(messages.isUpper(i), messages.x(i), messages.y(i));
        }
        if (!lines.boundsSlope()) {
            return false;
        }
        Rational steepest = lines.steepest();
        Rational flattest = lines.flattest();
        Rational limit = steepest.plus(flattest).times(Rational.of(limitPpm, 2_000_000));
        return steepest.minus(flattest).compareTo(limit) < 0;
    }
}
