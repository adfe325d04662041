/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rates at which bits are sent, in bit/s: read and written as network people do, in powers of ten. */
public final class BitRate {
    /** The least rate that is taken, bit/s. */
    public static final long LEAST = 1_000;
    /** The greatest. */
    public static final long MOST = 100_000_000_000_000L;

    private static final Pattern FORM = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([kKmMgGtT]?)bit(?:/s)?");
    private static final String PREFIXES = "kmgt";
    private static final int STEP = 1000;

    private BitRate() {}

    /**
     * Reads {@code 1Gbit}, {@code 100 Mbit/s}, {@code 2.5Gbit}.
     *
     * @return bit/s, from {@link #LEAST} to {@link #MOST}
     * @throws IllegalArgumentException if it is of another form, or out of this range; the message is for the user
     */
    public static long parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a rate; write it as 1Gbit, 100Mbit or 2.5Gbit (bits per second)");
        }
        int power = form.group(2).isEmpty() ? 0 : 1 + PREFIXES.indexOf(form.group(2).toLowerCase(Locale.ROOT));
        BigDecimal bits = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(STEP).pow(power));
        if (bits.compareTo(BigDecimal.valueOf(LEAST)) < 0 || bits.compareTo(BigDecimal.valueOf(MOST)) > 0) {
            throw new IllegalArgumentException("a rate is from 1kbit to 100Tbit: " + text);
        }
        return bits.longValue();
    }

    /** With three digits and a unit: {@code 1.00 Gbit/s}. */
    public static String text(long bitsPerSecond) {
        double value = bitsPerSecond;
        int power = 0;
        while (value >= STEP && power < PREFIXES.length()) {
            value /= STEP;
            power++;
        }
        String unit = new String[] {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"}[power];
        int decimals = power == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f %s", value, unit);
    }
}
