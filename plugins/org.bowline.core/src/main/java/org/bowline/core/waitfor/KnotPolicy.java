/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

/**
 * Which edges are too light to matter. Shares are of {@link WaitForGraph#rangeNanos}, in parts per million.
 *
 * @param trimPpm edges lighter than this share are left out before anything else; paper: 1 %
 * @param thresholdPpm a complicated knot loses its lightest edge as long as that one is not heavier than this share; paper: 20 %
 */
public record KnotPolicy(int trimPpm, int thresholdPpm) {
    /** One, in parts per million. */
    private static final long ONE = 1_000_000;

    /** The paper's values: 1 % and 20 %. */
    public static final KnotPolicy DEFAULT = new KnotPolicy(10_000, 200_000);

    /** Checks the ranges. */
    public KnotPolicy {
        if (trimPpm < 0 || thresholdPpm < 0) {
            throw new IllegalArgumentException("a share must not be negative: trimPpm=" + trimPpm + ", thresholdPpm=" + thresholdPpm);
        }
    }

    /** The smallest weight that is not below the trim share, ns. */
    public long trimNanos(long rangeNanos) {
        return share(rangeNanos, trimPpm, ONE - 1);
    }

    /** The largest weight that is not above the threshold share, ns. */
    public long thresholdNanos(long rangeNanos) {
        return share(rangeNanos, thresholdPpm, 0);
    }

    /** range × ppm / 10^6 without an intermediate overflow. */
    private static long share(long rangeNanos, int ppm, long round) {
        return Math.addExact(Math.multiplyExact(rangeNanos / ONE, (long) ppm), (rangeNanos % ONE * ppm + round) / ONE);
    }
}
