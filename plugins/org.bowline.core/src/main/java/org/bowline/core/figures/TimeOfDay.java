/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.util.Locale;

/** Moments as people read and write them: UTC time of day, as {@code --from} and {@code --to} take it. */
public final class TimeOfDay {
    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400 * SECOND;

    private TimeOfDay() {}

    /** {@code 23:07:20.9}: exact, with as many digits of a fraction as it takes. */
    public static String brief(long nanos) {
        long ofDay = Math.floorMod(nanos, DAY);
        long fraction = ofDay % SECOND;
        String digits = fraction == 0 ? "" : String.format(Locale.ROOT, ".%09d", fraction).replaceFirst("0+$", "");
        long seconds = ofDay / SECOND;
        return String.format(Locale.ROOT, "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60) + digits;
    }

    /** The same for an option of the command line, of a moment in a recording; nanoseconds where the recording has a time of day twice. */
    public static String option(long nanos, long startNanos, long endNanos) {
        boolean once = endNanos - startNanos < DAY && nanos >= startNanos && nanos <= endNanos;
        return once ? brief(nanos) : Long.toString(nanos);
    }
}
