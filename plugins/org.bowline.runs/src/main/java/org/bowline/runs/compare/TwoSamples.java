/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Two samples of one measure, a value per run. If all values are positive they are compared by their logarithms, as times and rates vary in
 * proportion: differences are then ratios of geometric means. Else the interval of the ratio of the plain means is Fieller's (Some problems in interval
 * estimation, Journal of the Royal Statistical Society B 16, 1954), as BASE may be as uncertain as NEW.
 */
public final class TwoSamples {
    /** Of the confidence intervals. */
    public static final double CONFIDENCE = 0.95;
    /** With which probability a change of the size of {@link #minimalEffect} is seen. */
    static final double POWER = 0.8;

    private static final int FEWEST = 2;
    /** Equal values have a variance of this size in the last digits. */
    private static final int ROUNDING = 8;

    private final double[] base;
    private final double[] fresh;
    private final boolean logarithms;
    private final double baseMean;
    private final double freshMean;
    private final double baseVariance;
    private final double freshVariance;
    /** None if the noise between runs is not known: too few runs, or no noise was seen. */
    private final @Nullable Spread spread;

    /**
     * Two samples.
     *
     * @param base at least one value
     * @param fresh at least one value
     */
    public TwoSamples(double[] base, double[] fresh) {
        logarithms = Arrays.stream(base).allMatch(value -> value > 0) && Arrays.stream(fresh).allMatch(value -> value > 0);
        this.base = logarithms ? Arrays.stream(base).map(Math::log).toArray() : base.clone();
        this.fresh = logarithms ? Arrays.stream(fresh).map(Math::log).toArray() : fresh.clone();
        baseMean = mean(this.base);
        freshMean = mean(this.fresh);
        baseVariance = variance(this.base, baseMean) / base.length;
        freshVariance = variance(this.fresh, freshMean) / fresh.length;
        Spread found = isJudged() ? new Spread(baseVariance, base.length, freshVariance, fresh.length) : null;
        spread = found == null || found.error() <= Math.ulp(Math.max(Math.abs(baseMean), Math.abs(freshMean))) * ROUNDING ? null : found;
    }

    /** Whether the noise between runs is known: there are at least two of each. */
    public boolean isJudged() {
        return base.length >= FEWEST && fresh.length >= FEWEST;
    }

    /** Geometric mean if all values are positive, else arithmetic mean. */
    public double base() {
        return logarithms ? Math.exp(baseMean) : baseMean;
    }

    /** Geometric mean if all values are positive, else arithmetic mean. */
    public double fresh() {
        return logarithms ? Math.exp(freshMean) : freshMean;
    }

    /** The change, as a part of the base; infinite from nothing to something. */
    public double change() {
        return relative(freshMean - baseMean);
    }

    /** Lower end of the change's confidence interval; not a number if the noise is not known, or if BASE may as well be 0. */
    public double changeLow() {
        return changeLow(CONFIDENCE);
    }

    /** Upper end. */
    public double changeHigh() {
        return changeHigh(CONFIDENCE);
    }

    /** The same of the interval with another confidence, 0 to 1. */
    public double changeLow(double confidence) {
        return end(-1, confidence);
    }

    /** Upper end. */
    public double changeHigh(double confidence) {
        return end(1, confidence);
    }

    /** In standard errors: the smallest difference that is seen in 80 % of cases by a t test with these degrees of freedom, where p up to a level is taken for one. */
    public static double visible(double level, double degrees) {
        return Spread.visible(level, POWER, degrees);
    }

    private double end(int direction, double confidence) {
        if (spread == null) {
            return Double.NaN;
        }
        double reach = spread.reach(confidence);
        if (logarithms) {
            return Math.expm1(freshMean - baseMean + direction * reach);
        }
        // Fieller: all ratios r of which fresh - r * base may be 0; t is that of r = 1, so that the interval holds "no change" just where p says so
        double t = reach / spread.error();
        double ofBase = baseMean * baseMean - t * t * baseVariance;
        double both = baseMean * freshMean;
        double root = Math.sqrt(Math.max(0, both * both - ofBase * (freshMean * freshMean - t * t * freshVariance)));
        return ofBase <= 0 ? Double.NaN : (both + direction * root) / ofBase - 1;
    }

    /**
     * The smallest change that such runs, with this noise, show in 80 % of cases, as a part of the base; not a number if the noise is not known.
     *
     * @param level up to which p is taken for a difference
     * @return infinite where these are too few runs to show any
     */
    public double minimalEffect(double level) {
        if (spread == null) {
            return Double.NaN;
        }
        return !logarithms && Ranks.least(base.length, fresh.length) > level ? Double.POSITIVE_INFINITY
                : relative(spread.visible(level, POWER));
    }

    /**
     * How often runs that do not differ would differ at least as much (see {@link Spread}, two-sided); by ranks if that is more often, and a run has 0. Not a number with
     * too few runs.
     */
    public double p() {
        if (!isJudged()) {
            return Double.NaN;
        }
        // without any noise a t statistic is infinite; ranks do not pretend to know more than the number of runs tells
        if (spread == null) {
            return pRanks();
        }
        // what is not in all runs is there by chance in one: a t test of zeros would not know of it
        double p = spread.p(freshMean - baseMean);
        return logarithms ? p : Math.max(p, pRanks());
    }

    /** The same by ranks (Mann and Whitney), which no single wild run can sway. */
    double pRanks() {
        return isJudged() ? Ranks.p(base, fresh) : Double.NaN;
    }

    /** Difference of the means in standard deviations of single runs (Hedges' g); infinite without noise. */
    double effect() {
        if (!isJudged()) {
            return Double.NaN;
        }
        double difference = freshMean - baseMean;
        if (spread == null) {
            return pRanks() == 1 ? 0 : Math.copySign(Double.POSITIVE_INFINITY, difference);
        }
        double pooledDegrees = base.length + fresh.length - 2.0;
        double pooled = Math.sqrt((variance(base, baseMean) * (base.length - 1) + variance(fresh, freshMean) * (fresh.length - 1))
                / pooledDegrees);
        return difference / pooled * (1 - 3 / (4 * pooledDegrees - 1));
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
