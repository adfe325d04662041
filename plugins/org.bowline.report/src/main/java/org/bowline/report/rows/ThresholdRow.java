/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import org.bowline.core.waitfor.ThresholdCurve;

/**
 * What is left of a wait-for graph at a threshold.
 *
 * @param thresholdNanos the threshold
 * @param rangeNanos what it is a share of
 * @param edges edges that are left
 * @param knots number of knots
 * @param vertices number of vertices in knots
 */
public record ThresholdRow(long thresholdNanos, long rangeNanos, long edges, long knots, long vertices) {
    private static final int[] DIGITS = {1, 2, 5};

    private static ThresholdRow of(ThresholdCurve curve, long threshold, long range) {
        ThresholdCurve.Step step = curve.at(threshold);
        return new ThresholdRow(threshold, range, step.edges(), step.knots(), step.vertices());
    }

    /** The threshold as a share of the range. */
    public double share() {
        return (double) thresholdNanos / rangeNanos;
    }

    /** Wherever it changes. */
    public static List<ThresholdRow> all(ThresholdCurve curve, long range) {
        return curve.steps().stream().map(step -> of(curve, step.thresholdNanos(), range)).toList();
    }

    /** At round shares of the range, from where something changes to where nothing does any more, and at one more threshold. */
    public static List<ThresholdRow> round(ThresholdCurve curve, long range, long more) {
        TreeSet<Long> thresholds = new TreeSet<>(List.of(more));
        List<ThresholdCurve.Step> steps = curve.steps();
        long last = steps.get(steps.size() - 1).thresholdNanos();
        double first = steps.size() == 1 ? range : steps.get(1).thresholdNanos();
        boolean done = false;
        for (double share = 1e-3; !done; share *= 10) {
            for (int digit : DIGITS) {
                double threshold = share * digit * range;
                if (!done && threshold >= first / 2) {
                    thresholds.add((long) threshold);
                    done = threshold >= last;
                }
            }
        }
        List<ThresholdRow> rows = new ArrayList<>();
        thresholds.forEach(threshold -> rows.add(of(curve, threshold, range)));
        return rows;
    }
}
