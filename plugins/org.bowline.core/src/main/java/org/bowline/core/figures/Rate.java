/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.util.Locale;

/** How many units of work are done in a second. */
public final class Rate {
    /** From here on all digits before the point are shown. */
    private static final double MANY = 100;

    private Rate() {}

    /** The number with three digits, or as a whole one: 0.125, 12.3, 4711; empty if it is not known. */
    public static String perSecond(double rate) {
        return !Double.isFinite(rate) ? "" : String.format(Locale.ROOT, rate < MANY ? "%.3g" : "%.0f", rate);
    }
}
