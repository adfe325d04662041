/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.Arrays;

/**
 * Spearman's rank correlation (The proof and measurement of association between two things, American Journal of Psychology 15, 1904): Pearson's of the
 * ranks; equal values share their mean rank. Its p is exact: of all orders of so few values.
 */
final class Spearman {
    /** 9! orders are counted in no time; of more, p is not told. */
    private static final int MOST = 9;
    private static final double ROUNDING = 1e-9;

    private Spearman() {}

    /** The correlation, −1 to 1; not a number for fewer than two values, or if one side has but equal ones. O(n²). */
    static double of(double[] some, double[] others) {
        return correlation(ranks(some), ranks(others));
    }

    /** How often such values in any order have a correlation at least as low; not a number for more than {@value #MOST}. O(n · n!). */
    static double below(double[] some, double[] others) {
        if (some.length > MOST) {
            return Double.NaN;
        }
        double[] fixed = ranks(some);
        double[] moved = ranks(others);
        double limit = correlation(fixed, moved) + ROUNDING;
        // Heap's algorithm, without recursion: every order once
        int[] turns = new int[moved.length];
        long orders = 1;
        long low = correlation(fixed, moved) <= limit ? 1 : 0;
        for (int i = 1; i < moved.length;) {
            if (turns[i] < i) {
                int from = i % 2 == 0 ? 0 : turns[i];
                double swapped = moved[from];
                moved[from] = moved[i];
                moved[i] = swapped;
                orders++;
                low += correlation(fixed, moved) <= limit ? 1 : 0;
                turns[i]++;
                i = 1;
            } else {
                turns[i++] = 0;
            }
        }
        return (double) low / orders;
    }

    private static double correlation(double[] some, double[] others) {
        double mean = (some.length + 1) / 2.0;
        double both = 0;
        double ofSome = 0;
        double ofOthers = 0;
        for (int i = 0; i < some.length; i++) {
            both += (some[i] - mean) * (others[i] - mean);
            ofSome += (some[i] - mean) * (some[i] - mean);
            ofOthers += (others[i] - mean) * (others[i] - mean);
        }
        return ofSome == 0 || ofOthers == 0 ? Double.NaN : both / Math.sqrt(ofSome * ofOthers);
    }

    private static double[] ranks(double[] values) {
        return Arrays.stream(values).map(value -> {
            long below = Arrays.stream(values).filter(other -> other < value).count();
            long equal = Arrays.stream(values).filter(other -> other == value).count();
            return below + (equal + 1) / 2.0;
        }).toArray();
    }
}
