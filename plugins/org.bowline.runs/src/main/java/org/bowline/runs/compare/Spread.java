/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far the difference of two means may be off, by two rules of which the more careful one counts: Welch's, which lets the sets vary differently, and
 * Student's, which has them vary alike.
 *
 * <p>With as many runs of each Welch's is always the more careful one. With two runs against ten it is far too sure of itself: where the two happen to lie
 * close to each other, it takes the set for a quiet one and counts the degrees of freedom of the ten. At a level of 0.28 % it then finds 2.3 % of
 * differences that are none, Student's 0.3 % (ADR 0091).
 */
final class Spread {
    /** Of the integral over the difference that is seen. */
    private static final int STEPS = 48;
    /** How far out in standard deviations; beyond are 6 in 100 000. */
    private static final double FURTHEST = 4;
    private static final double PRECISION = 1e-4;
    private static final int MOST_STEPS = 100;

    private final boolean alike;
    private final double welchError;
    private final double welchDegrees;
    private final double studentError;
    private final double studentDegrees;

    /**
     * The spread.
     *
     * @param base variance of the mean of BASE
     * @param baseRuns of how many runs, at least two
     * @param fresh variance of the mean of NEW
     * @param freshRuns of how many runs, at least two
     */
    Spread(double base, int baseRuns, double fresh, int freshRuns) {
        alike = baseRuns == freshRuns;
        double both = base + fresh;
        welchError = Math.sqrt(both);
        // of Welch and Satterthwaite; as a share of the whole, as squares of the smallest numbers would be none
        double ofBase = base / both;
        double ofFresh = fresh / both;
        welchDegrees = both == 0 ? 1 : 1 / (ofBase * ofBase / (baseRuns - 1) + ofFresh * ofFresh / (freshRuns - 1));
        studentDegrees = baseRuns + freshRuns - 2.0;
        double ofOne = (base * baseRuns * (baseRuns - 1) + fresh * freshRuns * (freshRuns - 1)) / studentDegrees;
        studentError = Math.sqrt(ofOne * (1.0 / baseRuns + 1.0 / freshRuns));
    }

    /** Standard deviation of the difference after Welch; 0 if nothing varies. */
    double error() {
        return welchError;
    }

    /** How far the difference may be off on each side, with this confidence. */
    double reach(double confidence) {
        double level = 0.5 + confidence / 2;
        return Math.max(TDistribution.of(welchDegrees).inverseCumulativeProbability(level) * welchError,
                TDistribution.of(studentDegrees).inverseCumulativeProbability(level) * studentError);
    }

    /** How often means that do not differ would be seen to differ at least as much. */
    double p(double difference) {
        double size = Math.abs(difference);
        return Math.min(1, 2 * Math.max(TDistribution.of(welchDegrees).survivalProbability(size / welchError),
                TDistribution.of(studentDegrees).survivalProbability(size / studentError)));
    }

    /** The smallest difference of which p is at most so much in so many cases, if the noise is what it was here. */
    double visible(double p, double power) {
        double welch = visible(p, power, welchDegrees) * welchError;
        // with as many runs of each Student's is never larger
        return alike ? welch : Math.max(welch, visible(p, power, studentDegrees) * studentError);
    }

    /** In standard errors: the non-centrality of the t distribution that is beyond its critical value in so many cases. */
    static double visible(double p, double power, double degrees) {
        double critical = TDistribution.of(degrees).inverseSurvivalProbability(p / 2);
        // t is beyond it where the noise, as estimated, is small enough: its square is a chi-square over its degrees
        ChiSquaredDistribution noise = ChiSquaredDistribution.of(degrees);
        // the logarithm of the odds is nearly a straight line: secants come to it in four steps
        double wanted = logit(power);
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double before = 0;
        double offBefore = logit(p / 2) - wanted;
        double at = critical + 1;
        for (int i = 0; i < MOST_STEPS; i++) {
            double off = logit(beyond(at, critical, degrees, noise)) - wanted;
            if (off < 0) {
                low = Math.max(low, at);
            } else {
                high = Math.min(high, at);
            }
            double next = at - off * (at - before) / (off - offBefore);
            if (!(next > low && next < high)) { // nor is it a number, where the share is 0 or 1
                next = high == Double.POSITIVE_INFINITY ? 2 * at : (low + high) / 2;
            }
            if (Math.abs(next - at) <= PRECISION * next) {
                return next;
            }
            before = at;
            offBefore = off;
            at = next;
        }
        return at;
    }

    private static double logit(double share) {
        return Math.log(share / (1 - share));
    }

    private static double beyond(double centre, double critical, double degrees, ChiSquaredDistribution noise) {
        double step = 2 * FURTHEST / STEPS;
        double sum = 0;
        for (int i = 0; i <= STEPS; i++) {
            double off = i * step - FURTHEST;
            double most = (centre + off) / critical;
            sum += most <= 0 ? 0 : Math.exp(-off * off / 2) * noise.cumulativeProbability(degrees * most * most);
        }
        return sum * step / Math.sqrt(2 * Math.PI);
    }
}
