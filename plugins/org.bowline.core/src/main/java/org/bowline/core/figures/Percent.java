/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shares of one as users write and read them. */
public final class Percent {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*%");
    private static final int MOST_DIGITS = 15;

    private Percent() {}

    /** Reads {@code 20%} or {@code 0.1 %} as a share of one; empty if the text has another form. */
    public static Optional<BigDecimal> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches() ? Optional.of(new BigDecimal(form.group(1)).movePointLeft(2)) : Optional.empty();
    }

    /** A share with three digits, as far as they mean something: {@code 1072 %}, {@code 72.8 %}, {@code 1.62 %}, {@code < 0.01 %}. */
    public static String percent(double share) {
        double percent = 100 * share;
        if (percent > 0 && percent < 0.01) {
            return "< 0.01 %";
        }
        return percent(share, percent >= 99.95 ? 0 : percent >= 9.995 ? 1 : 2);
    }

    /** A share with so many digits behind the point. */
    public static String percent(double share, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f %%", 100 * share);
    }

    /** A change with its sign and so many digits behind the point; what rounds to nothing is {@code +0.0 %}. */
    public static String change(double share, int digits) {
        String text = percent(Math.abs(share), digits);
        return (share < 0 && !text.equals(percent(0, digits)) ? '-' : '+') + text;
    }

    /** With one digit behind the point, or more if that takes to tell it from another share. */
    public static String percentApart(double share, double other) {
        int digits = 1;
        while (share != other && digits < MOST_DIGITS && percent(share, digits).equals(percent(other, digits))) {
            digits++;
        }
        return percent(share, digits);
    }

    /** With two digits, where there is little room: {@code 72 %}, {@code 1.6 %}, {@code 0 %}. */
    public static String percentBrief(double share) {
        return share >= 0.1 || share == 0 ? Math.round(100 * share) + " %" : percent(share, 1);
    }

    /** In a form that {@link #parse} reads. */
    public static String option(BigDecimal share) {
        return share.movePointRight(2).stripTrailingZeros().toPlainString() + '%';
    }
}
