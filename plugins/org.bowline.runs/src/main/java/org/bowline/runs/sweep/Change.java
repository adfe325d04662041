/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

import org.bowline.runs.compare.TwoSamples;

/**
 * How the throughput of some runs differs from that of others: by two tests, of which the one counts that sees more.
 *
 * <p>One compares all runs of the one with all of the other ({@link TwoSamples}). The other compares pairs: runs of one name belong to one repetition, which had the machine as it
 * was just then, so that what changes from repetition to repetition is in both of a pair, and falls out (the paired t test of Student, The probable error of a mean,
 * Biometrika 6, 1908). Whoever looks twice is wrong twice as often, so each test is allowed half of the error: p is twice the smaller one, and the interval is the narrower of
 * two with half of the error each (Bonferroni). Pairs are made of names and not of results, and builds that do not differ may be paired in any way, so this holds however runs were named (ADR 0218).
 */
final class Change {
    /** Fewer pairs than this see nothing that the other test does not see. */
    private static final int FEWEST_PAIRS = 3;
    private static final int TESTS = 2;
    /** Equal ratios vary by this many last digits of the logarithms that they are the differences of. */
    private static final int ROUNDING = 8;

    private final TwoSamples all;
    private final @Nullable Pairs pairs;

    /**
     * A change.
     *
     * @param base at least one run
     * @param fresh likewise
     */
    Change(List<SweepRun> base, List<SweepRun> fresh) {
        all = new TwoSamples(throughputs(base), throughputs(fresh));
        pairs = pairs(base, fresh);
    }

    private static double[] throughputs(List<SweepRun> runs) {
        return runs.stream().mapToDouble(SweepRun::throughput).toArray();
    }

    /** None unless every run has its like: with some left out the means would be of other runs. */
    private static @Nullable Pairs pairs(List<SweepRun> base, List<SweepRun> fresh) {
        Map<String, Double> byName = base.stream()
                .collect(Collectors.toMap(SweepRun::name, run -> Math.log(run.throughput()), (one, other) -> one));
        if (base.size() < FEWEST_PAIRS || byName.size() != base.size() || base.size() != fresh.size()
                || !byName.keySet().equals(fresh.stream().map(SweepRun::name).collect(Collectors.toSet()))) {
            return null;
        }
        double largest = byName.values().stream().mapToDouble(Math::abs).max().orElse(0);
        double[] ratios = fresh.stream().mapToDouble(run -> Math.log(run.throughput()) - byName.getOrDefault(run.name(), Double.NaN))
                .toArray();
        Pairs found = new Pairs(ratios);
        return found.error <= Math.ulp(largest) * ROUNDING ? null : found;
    }

    /** Whether the noise between runs is known. */
    boolean isJudged() {
        return all.isJudged();
    }

    /** As a part of the base. */
    double size() {
        return all.change();
    }

    /** Lower end of the 95 % confidence interval; not a number if the noise is not known. */
    double low() {
        return pairs == null ? all.changeLow() : byPairs() ? Math.expm1(pairs.mean - pairs.reach(each())) : all.changeLow(each());
    }

    /** Upper end. */
    double high() {
        return pairs == null ? all.changeHigh() : byPairs() ? Math.expm1(pairs.mean + pairs.reach(each())) : all.changeHigh(each());
    }

    private static double each() {
        return 1 - (1 - TwoSamples.CONFIDENCE) / TESTS;
    }

    /** Whether pairs see more. */
    private boolean byPairs() {
        return pairs != null && !(2 * pairs.reach(each()) >= Math.log1p(all.changeHigh(each())) - Math.log1p(all.changeLow(each())));
    }

    /** How often runs that do not differ would differ at least as much; not a number if the noise is not known. */
    double p() {
        return pairs == null ? all.p() : Math.min(1, TESTS * Math.min(all.p(), pairs.p()));
    }

    /** The smallest change that such runs show in 80 % of cases, as a part of the base, where p up to this is taken for a difference. */
    double visible(double level) {
        if (pairs == null) {
            return all.minimalEffect(level);
        }
        double one = all.minimalEffect(level / TESTS);
        double other = pairs.visible(level / TESTS);
        return one <= other ? one : other;
    }

    /** Ratios of pairs, as logarithms. */
    private static final class Pairs {
        private final double mean;
        private final double error;
        private final int degrees;

        Pairs(double[] ratios) {
            double sum = 0;
            for (double ratio : ratios) {
                sum += ratio;
            }
            mean = sum / ratios.length;
            degrees = ratios.length - 1;
            double squares = 0;
            for (double ratio : ratios) {
                squares += (ratio - mean) * (ratio - mean);
            }
            error = Math.sqrt(squares / degrees / ratios.length);
        }

        double reach(double confidence) {
            return error * TDistribution.of(degrees).inverseCumulativeProbability(0.5 + confidence / 2);
        }

        double p() {
            return 2 * TDistribution.of(degrees).survivalProbability(Math.abs(mean) / error);
        }

        double visible(double level) {
            return Math.expm1(error * TwoSamples.visible(level, degrees));
        }
    }
}
