/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Round numbers for axes. */
final class Ticks {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};

    private Ticks() {}

    /** 1, 2 or 5 times a power of ten, so that about so many steps make the length. */
    static double step(double length, int wanted) {
        return anyStep(Math.max(wanted, length), wanted);
    }

    /** The same, also below one. */
    static double anyStep(double length, int wanted) {
        double raw = length / wanted;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double digit = raw / power;
        return power * (digit <= 1.5 ? 1 : digit <= 3.5 ? 2 : digit <= 7.5 ? 5 : 10);
    }

    /**
     * 1, 2 and 5 times powers of ten, as far as there is room.
     *
     * @param low logarithm of the least
     * @param high logarithm of the most
     * @param x where a value is
     * @param room between two
     */
    static List<Double> logarithmic(double low, double high, DoubleUnaryOperator x, double room) {
        List<Double> ticks = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (double power = Math.pow(10, Math.floor(low / Math.log(10))); Math.log(power) <= high; power *= 10) {
            for (int digit : new int[] {1, 2, 5}) {
                double tick = power * digit;
                double at = x.applyAsDouble(tick);
                boolean within = Math.log(tick) >= low - 1e-9 && Math.log(tick) <= high + 1e-9;
                if (within && at - last > room) {
                    ticks.add(tick);
                    last = at;
                }
            }
        }
        return ticks;
    }

    /** A number of four digits, without those that say nothing. */
    static String plain(double value) {
        return Math.abs(value) < 1e-9 ? "0"
                : new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString().replace('-', '−');
    }

    /** A round length of time, ns, without digits that say nothing. */
    static String duration(double nanos) {
        double value = nanos;
        int unit = 0;
        while (unit < UNITS.length - 1 && Math.abs(value) >= 999.5) {
            value /= 1000;
            unit++;
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
        return Math.abs(value) < 1e-6 ? "0" : rounded.toPlainString().replace('-', '−') + ' ' + UNITS[unit];
    }
}
