/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.compare;

import java.util.Arrays;

import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;

/**
 * Two samples of one measure, a value per run. If all values are positive they are compared by their logarithms, as times and rates vary in
 * proportion: differences are then ratios of geometric means.
 */
final class Samples {
    /** Of the confidence intervals. */
    static final double CONFIDENCE = 0.95;
    /** With which probability a change of the size of {@link #minimalEffect} is seen. */
    static final double POWER = 0.8;

    private static final int FEWEST = 2;

    private final double[] base;
    private final double[] fresh;
    private final boolean logarithms;
    private final double baseMean;
    private final double freshMean;
    private final double error;
    private final double degrees;

    Samples(double[] base, double[] fresh) {
        logarithms = Arrays.stream(base).allMatch(value -> value > 0) && Arrays.stream(fresh).allMatch(value -> value > 0);
        this.base = logarithms ? Arrays.stream(base).map(Math::log).toArray() : base.clone();
        this.fresh = logarithms ? Arrays.stream(fresh).map(Math::log).toArray() : fresh.clone();
        baseMean = mean(this.base);
        freshMean = mean(this.fresh);
        if (isJudged()) {
            double ofBase = variance(this.base, baseMean) / base.length;
            double ofFresh = variance(this.fresh, freshMean) / fresh.length;
            double both = ofBase + ofFresh;
            error = Math.sqrt(both);
            degrees = both == 0 ? base.length + fresh.length - 2
                    : both * both / (ofBase * ofBase / (base.length - 1) + ofFresh * ofFresh / (fresh.length - 1));
        } else {
            error = Double.NaN;
            degrees = Double.NaN;
        }
    }

    /** Whether the noise between runs is known: there are at least two of each. */
    boolean isJudged() {
        return base.length >= FEWEST && fresh.length >= FEWEST;
    }

    /** Geometric mean if all values are positive, else arithmetic mean. */
    double base() {
        return logarithms ? Math.exp(baseMean) : baseMean;
    }

    /** Geometric mean if all values are positive, else arithmetic mean. */
    double fresh() {
        return logarithms ? Math.exp(freshMean) : freshMean;
    }

    /** The change, as a part of the base; infinite from nothing to something. */
    double change() {
        return relative(freshMean - baseMean);
    }

    /** Lower end of the change's confidence interval; not a number if the noise is not known. */
    double changeLow() {
        return relative(freshMean - baseMean - quantile(0.5 + CONFIDENCE / 2) * error);
    }

    /** Upper end. */
    double changeHigh() {
        return relative(freshMean - baseMean + quantile(0.5 + CONFIDENCE / 2) * error);
    }

    /**
     * The smallest change that these runs, with this noise, show in 80 % of cases at the confidence of 95 %, as a part of the base.
     */
    double minimalEffect() {
        return relative((quantile(0.5 + CONFIDENCE / 2) + quantile(POWER)) * error);
    }

    /** How often runs that do not differ would differ at least as much (Welch's test, two-sided); not a number if the noise is not known. */
    double p() {
        if (!isJudged()) {
            return Double.NaN;
        }
        if (baseMean == freshMean) {
            return 1;
        }
        // without any noise a t statistic is infinite; ranks do not pretend to know more than the number of runs tells
        return error <= Math.ulp(Math.max(Math.abs(baseMean), Math.abs(freshMean))) * 8 ? pRanks()
                : TTest.withDefaults().test(base, fresh).getPValue();
    }

    /** The same by ranks (Mann and Whitney), which no single wild run can sway. */
    double pRanks() {
        if (!isJudged()) {
            return Double.NaN;
        }
        double first = base[0];
        boolean oneValue = Arrays.stream(base).allMatch(value -> value == first) && Arrays.stream(fresh).allMatch(value -> value == first);
        return oneValue ? 1 : MannWhitneyUTest.withDefaults().test(base, fresh).getPValue();
    }

    /** Difference of the means in standard deviations of single runs (Hedges' g); infinite without noise. */
    double effect() {
        if (!isJudged()) {
            return Double.NaN;
        }
        double pooledDegrees = base.length + fresh.length - 2.0;
        double pooled = Math.sqrt((variance(base, baseMean) * (base.length - 1) + variance(fresh, freshMean) * (fresh.length - 1))
                / pooledDegrees);
        double difference = freshMean - baseMean;
        return difference == 0 ? 0 : difference / pooled * (1 - 3 / (4 * pooledDegrees - 1));
    }

    private double quantile(double probability) {
        return isJudged() ? TDistribution.of(degrees).inverseCumulativeProbability(probability) : Double.NaN;
    }

    private double relative(double difference) {
        if (logarithms) {
            return Math.expm1(difference);
        }
        return difference == 0 ? 0 : difference / Math.abs(baseMean);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    private static double variance(double[] values, double mean) {
        return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum() / (values.length - 1);
    }
}
