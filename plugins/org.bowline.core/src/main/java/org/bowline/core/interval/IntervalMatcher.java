/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

/** Pairs begin and end facts by key. */
public final class IntervalMatcher {
    /**
     * @param clockErrorNanos an end may come this long before its begin through the clocks' error: such a pair is counted, and no interval
     */
    public IntervalMatcher(long clockErrorNanos) {
        if (clockErrorNanos < 0) {
            throw new IllegalArgumentException("the clocks' error must not be negative: " + clockErrorNanos);
        }
    }

    /**
     * Something began. Facts may come in any order.
     *
     * @param timeNanos when, reference time
     * @param host on which host
     * @param thread on which thread; −1 if the timeline does not have it
     * @param key what pairs begin and end
     * @param label its sort
     */
    public void begin(long timeNanos, int host, int thread, String key, String label) {
        throw new UnsupportedOperationException("not written yet: " + timeNanos + host + thread + key + label);
    }

    /** Something ended; see {@link #begin}. */
    public void end(long timeNanos, int host, int thread, String key, String label) {
        throw new UnsupportedOperationException("not written yet: " + timeNanos + host + thread + key + label);
    }

    /** Pairs what was told so far. */
    public MatchedIntervals match() {
        throw new UnsupportedOperationException("not written yet");
    }
}
