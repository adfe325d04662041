/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The marks of an axis of ns: at round numbers, all with the same unit and number of digits.
 *
 * @param unit the unit of the labels
 * @param marks from low to high
 */
public record Ticks(String unit, List<Mark> marks) {
    private static final String[] UNITS = {"ns", "\u00b5s", "ms", "s"};

    /**
     * One mark.
     *
     * @param nanos where
     * @param label its number, in the unit
     */
    public record Mark(double nanos, String label) {}

    /** Marks between two values, with at most so many steps between them. */
    public static Ticks of(double low, double high, int most) {
        double step = step((high - low) / Math.max(1, most));
        double largest = Math.max(Math.abs(low), Math.abs(high));
        int unit = 0;
        double scale = 1;
        while (unit < UNITS.length - 1 && largest >= scale * 1000) {
            scale *= 1000;
            unit++;
        }
        int digits = Math.max(0, (int) Math.ceil(-Math.log10(step / scale) - 1e-9));
        List<Mark> marks = new ArrayList<>();
        for (double n = Math.ceil(low / step); n * step <= high; n++) {
            double value = n == 0 ? 0 : n * step; // no minus zero
            marks.add(new Mark(value, String.format(Locale.ROOT, "%." + digits + 'f', value / scale).replace('-', '\u2212')));
        }
        return new Ticks(UNITS[unit], marks);
    }

    /** At most so many marks on an axis of equal ratios between two values: at 1, 2, 5, 10 ... or at 1, 10, 100 ..., each with its own unit. */
    public static List<Mark> ratios(double low, double high, int most) {
        List<Mark> fine = new ArrayList<>();
        List<Mark> coarse = new ArrayList<>();
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(1, low))));
        for (; power <= high; power *= 10) {
            for (int part : new int[] {1, 2, 5}) {
                double value = part * power;
                if (value >= low && value <= high) {
                    fine.add(new Mark(value, rounded(value)));
                    if (part == 1) {
                        coarse.add(new Mark(value, rounded(value)));
                    }
                }
            }
        }
        List<Mark> marks = fine.size() <= most || coarse.isEmpty() ? fine : coarse;
        int every = (marks.size() + Math.max(1, most) - 1) / Math.max(1, most);
        List<Mark> some = new ArrayList<>();
        for (int i = 0; i < marks.size(); i += Math.max(1, every)) {
            some.add(marks.get(i));
        }
        return some;
    }

    private static String rounded(double nanos) {
        int unit = 0;
        double value = nanos;
        while (unit < UNITS.length - 1 && value >= 1000) {
            value /= 1000;
            unit++;
        }
        return Math.round(value) + " " + UNITS[unit];
    }

    /** The next of 1, 2, 5, 10, 20... that is not smaller. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(least, 1e-3))));
        double part = least / power;
        double round = part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10;
        return Math.max(1, round * power);
    }
}
