/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The marks of an axis: at round numbers, never more than have room. Of times, all have the same unit and number of digits.
 *
 * @param unit the unit of the labels
 * @param marks from low to high
 */
public record Ticks(String unit, List<Mark> marks) {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    /** A quotient of floating point that is so little more than a round number is that number. */
    private static final double NOISE = 1e-9;
    private static final int DIGITS = 4;
    /** From here on four digits are those of the next unit. */
    private static final double NEXT_UNIT = 999.5;

    /**
     * One mark.
     *
     * @param nanos where
     * @param label its number, in the unit
     */
    public record Mark(double nanos, String label) {}

    /** Marks between two times, with at most so many steps between them. */
    public static Ticks of(double low, double high, int most) {
        double step = wholeStep(high - low, Math.max(1, most));
        double largest = Math.max(Math.abs(low), Math.abs(high));
        int unit = 0;
        double scale = 1;
        while (unit < UNITS.length - 1 && largest >= scale * 1000) {
            scale *= 1000;
            unit++;
        }
        int digits = Math.max(0, (int) Math.ceil(-Math.log10(step / scale) - NOISE));
        List<Mark> marks = new ArrayList<>();
        for (double n = Math.ceil(low / step); n * step <= high; n++) {
            double value = n == 0 ? 0 : n * step; // no minus zero
            marks.add(new Mark(value, String.format(Locale.ROOT, "%." + digits + 'f', value / scale).replace('-', '−')));
        }
        return new Ticks(UNITS[unit], marks);
    }

    /** The least of 1, 2 or 5 times a power of ten of which at most so many steps make a length, which is not zero. */
    public static double step(double length, int most) {
        double least = length / most;
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double part = least / power - NOISE;
        return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    }

    /** The same, but not below one: of ns, and of what is counted. */
    public static double wholeStep(double length, int most) {
        return length <= most ? 1 : Math.max(1, step(length, most));
    }

    /**
     * At most so many marks on an axis of equal ratios: at 1, 2, 5, 10 ..., or else at 1, 10, 100 ... or every so many of these.
     *
     * @param low the least, positive
     * @param high the most
     */
    public static List<Double> ratios(double low, double high, int most) {
        List<Double> fine = new ArrayList<>();
        List<Double> coarse = new ArrayList<>();
        for (int exponent = (int) Math.floor(Math.log10(low)); Math.pow(10, exponent) <= high * (1 + NOISE); exponent++) {
            for (int part : new int[] {1, 2, 5}) {
                double value = part * Math.pow(10, exponent);
                if (value >= low * (1 - NOISE) && value <= high * (1 + NOISE)) {
                    fine.add(value);
                    if (part == 1) {
                        coarse.add(value);
                    }
                }
            }
        }
        List<Double> marks = fine.size() <= most || coarse.isEmpty() ? fine : coarse;
        int every = Math.max(1, (marks.size() + Math.max(1, most) - 1) / Math.max(1, most));
        List<Double> some = new ArrayList<>();
        for (int i = 0; i < marks.size(); i += every) {
            some.add(marks.get(i));
        }
        return some;
    }

    /** The label of a number: four digits at most, without those that say nothing. */
    public static String plain(double value) {
        return Math.abs(value) < 1e-9 ? "0" : digits(value);
    }

    /** The label of a round length of time, ns, with a unit of its own and without digits that say nothing. */
    public static String time(double nanos) {
        double value = nanos;
        int unit = 0;
        while (unit < UNITS.length - 1 && Math.abs(value) >= NEXT_UNIT) {
            value /= 1000;
            unit++;
        }
        return Math.abs(value) < 1e-6 ? "0" : digits(value) + ' ' + UNITS[unit];
    }

    private static String digits(double value) {
        return new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString().replace('-', '−');
    }
}
