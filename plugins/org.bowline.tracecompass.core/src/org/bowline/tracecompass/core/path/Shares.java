/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.Locale;

/** Parts of a whole. */
public final class Shares {
    private Shares() {}

    /** A part of the whole, 0 to 1. */
    public static double of(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** For people: {@code 12.3 %}; {@code < 0.1 %} for what is there but small. */
    public static String percent(long part, long whole) {
        double percent = 100 * of(part, whole);
        return percent > 0 && percent < 0.1 ? "< 0.1 %" : String.format(Locale.ROOT, "%.1f %%", percent);
    }
}
