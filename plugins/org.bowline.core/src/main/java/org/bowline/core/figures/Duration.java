/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as users write and read them. */
public final class Duration {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(s|ms|us|µs|ns)");
    private static final Map<String, Integer> EXPONENTS = Map.of("s", 9, "ms", 6, "us", 3, "µs", 3, "ns", 0);
    private static final int FEWEST_DIGITS = 3;
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};

    private Duration() {}

    /**
     * Reads {@code 18s}, {@code 5ms}, {@code 250us} or {@code 4000ns}, with a fraction if need be, in nanoseconds; empty if the text has another form.
     * What is more than {@link Long#MAX_VALUE} is that.
     */
    public static Optional<Long> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = new BigDecimal(form.group(1)).movePointRight(EXPONENTS.getOrDefault(form.group(2), 0));
        return Optional.of(whole(nanos));
    }

    /** Nanoseconds without their fraction: nothing that is counted in whole ones lies between a limit and this. At most {@link Long#MAX_VALUE}. */
    static long whole(BigDecimal nanos) {
        return nanos.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
    }

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

    /** The same in a form that {@link #parse} reads. */
    public static String option(long nanos) {
        return duration(nanos).replace(" ", "").replace("µs", "us").replaceFirst("\\.0+(?=[a-z])", "");
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
}
