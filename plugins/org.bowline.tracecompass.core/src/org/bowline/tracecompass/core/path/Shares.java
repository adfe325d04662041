/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import org.bowline.core.figures.Percent;

/** Parts of a whole. */
public final class Shares {
    /** What is less would be read as nothing. */
    private static final double LEAST = 0.001;

    private Shares() {}

    /** A part of the whole, 0 to 1. */
    public static double of(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** For people: {@code 12.3 %}; {@code < 0.1 %} for what is there but small. */
    public static String percent(long part, long whole) {
        double share = of(part, whole);
        return share > 0 && share < LEAST ? "< " + Percent.percent(LEAST, 1) : Percent.percent(share, 1);
    }
}
