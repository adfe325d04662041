/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Figures as they are written in sentences, the same in every text. */
public final class Words {
    private static final int FEWEST_DIGITS = 3;
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};

    private Words() {}

    /** A length of time with three digits and its unit: 815 ns, 1.50 ms, 12.3 s, 4711 s. Exact below a microsecond. */
    public static String duration(long nanos) {
        return duration(nanos, FEWEST_DIGITS);
    }

    /** The same with more digits if that takes to tell it from another length. */
    public static String durationApart(long nanos, long other) {
        int digits = FEWEST_DIGITS;
        while (nanos != other && duration(nanos, digits).equals(duration(other, digits))) {
            digits++;
        }
        return duration(nanos, digits);
    }

    private static String duration(long nanos, int digits) {
        BigDecimal rest = BigDecimal.valueOf(nanos);
        int unit = 0;
        BigDecimal shown = rest;
        while (unit < UNITS.length - 1 && shown.abs().compareTo(BigDecimal.valueOf(1000)) >= 0) {
            rest = rest.movePointLeft(3);
            unit++;
            shown = rest.round(new MathContext(digits, RoundingMode.HALF_UP));
        }
        if (shown.precision() - shown.scale() >= digits || unit == 0) {
            shown = rest.setScale(0, RoundingMode.HALF_UP);
        } else {
            shown = shown.setScale(digits - (shown.precision() - shown.scale()), RoundingMode.HALF_UP);
        }
        return shown.toPlainString() + ' ' + UNITS[unit];
    }

    /** A share of one with three digits, as far as they mean something: {@code 1072 %}, {@code 72.8 %}, {@code 1.62 %}, {@code < 0.01 %}. */
    public static String percent(double share) {
        double percent = 100 * share;
        if (percent > 0 && percent < 0.01) {
            return "< 0.01 %";
        }
        return String.format(Locale.ROOT, percent >= 99.95 ? "%.0f %%" : percent >= 9.995 ? "%.1f %%" : "%.2f %%", percent);
    }

    /** A plain number with one digit behind the point. */
    public static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** {@code 1 wait}, {@code 2 waits}. */
    public static String count(long number, String thing) {
        return count(number, thing, thing + 's');
    }

    /** {@code 1 latency}, {@code 2 latencies}: words of which the plural is not just one with an s. */
    public static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
