/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.apache.commons.statistics.distribution.BetaDistribution;

import org.bowline.core.figures.Quantile;
import org.bowline.core.interval.Latencies;
import org.bowline.report.rows.PooledChange;

/**
 * The change of a percentile of all intervals together, with an interval by resampling.
 *
 * <p>With two runs of each or more <em>runs</em> are drawn, whole, with replacement: intervals of a run are not independent, runs are (Davison and
 * Hinkley, Bootstrap Methods and their Application, 1997, 3.8, on why groups are drawn whole and their members not again). The spread of the logarithm
 * over {@value #RESAMPLES} draws, widened by √(n ÷ (n − 1)) for the few runs, gives the standard error of each set; the interval is Student's, its
 * degrees of freedom after Welch and Satterthwaite, or the wider one of {@link Spread} (Hesterberg, What teachers should know about the bootstrap, The American Statistician 69, 2015). Ends
 * that are percentiles of the draws, also those of BCa, are far too sure of themselves with so few runs: ADR 0090 has the figures.
 *
 * <p>With one run of a set nothing is known of other runs: <em>intervals</em> are drawn, as if they were independent, and the interval holds the middle
 * 95 % of the draws (Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 7, 1979). The k-th of n values drawn with
 * replacement is the value at ⌈n·U⌉, U being the k-th of n uniform numbers, which is Beta(k, n − k + 1), and the next one is the smallest of the n − k
 * that are uniform above it (David and Nagaraja, Order Statistics, 2003), so a draw costs two numbers, not n.
 *
 * <p>Numbers are those of {@link Random}, whose algorithm is part of its contract: the same seed gives the same interval on every machine. Cost:
 * O(draws × runs × log intervals).
 */
final class Bootstrap {
    /** How often is drawn: the standard error is then known to 1.6 %. */
    static final int RESAMPLES = 2000;
    /** Of a percentile of fewer intervals, draws know nothing. */
    static final int FEWEST = 20;

    private static final int FEWEST_RUNS = 2;
    /** Runs that are all alike do not tell how others vary. */
    private static final double[] NO_NOISE = {Double.NaN, Double.NaN};

    private final Random random;
    private final int percent;

    private Bootstrap(Random random, int percent) {
        this.random = random;
        this.percent = percent;
    }

    /**
     * Compares a percentile.
     *
     * @param ofBase the intervals of each run of BASE; a run may have none. Those that did not end and are not overdue are not drawn
     * @param ofFresh the same of NEW
     * @param percent which, from 1 to 99
     * @param label of the intervals: other labels draw other numbers
     * @param seed of the draws
     */
    static PooledChange of(List<Latencies> ofBase, List<Latencies> ofFresh, int percent, String label, long seed) {
        List<long[]> base = ofBase.stream().map(Latencies::endedAndOverdue).toList();
        List<long[]> fresh = ofFresh.stream().map(Latencies::endedAndOverdue).toList();
        long baseCount = base.stream().mapToLong(run -> run.length).sum();
        long freshCount = fresh.stream().mapToLong(run -> run.length).sum();
        double before = baseCount == 0 ? Double.NaN : (double) Latencies.together(ofBase).percentile(percent).nanos();
        double after = freshCount == 0 ? Double.NaN : (double) Latencies.together(ofFresh).percentile(percent).nanos();
        // of the 99th percentile of fewer than a hundred, what is beyond the longest is never drawn
        long fewest = Math.max(FEWEST, 100 / (100 - percent));
        boolean everywhere = base.stream().allMatch(run -> run.length > 0) && fresh.stream().allMatch(run -> run.length > 0);
        // a length of 0 has no logarithm
        boolean ratios = everywhere && base.stream().allMatch(run -> Quantile.of(run, percent) > 0)
                && fresh.stream().allMatch(run -> Quantile.of(run, percent) > 0);
        if (!ratios || Math.min(baseCount, freshCount) < fewest) {
            return new PooledChange(baseCount, freshCount, before, after, Double.NaN, Double.NaN, "", PooledChange.NONE.seed());
        }
        Bootstrap draws = new Bootstrap(new Random(seed * 0x9E3779B97F4A7C15L ^ (long) label.hashCode() << 8 ^ percent), percent);
        double change = Math.log(after / before);
        boolean ofRuns = Math.min(base.size(), fresh.size()) >= FEWEST_RUNS;
        double[] ends = ofRuns ? draws.ofRuns(base, fresh, change) : draws.ofIntervals(base, fresh);
        if (Double.isNaN(ends[0])) {
            return new PooledChange(baseCount, freshCount, before, after, Double.NaN, Double.NaN, "", PooledChange.NONE.seed());
        }
        return new PooledChange(baseCount, freshCount, before, after, Math.expm1(ends[0]), Math.expm1(ends[1]),
                ofRuns ? PooledChange.RUNS : PooledChange.INTERVALS, seed);
    }

    private double[] ofRuns(List<long[]> base, List<long[]> fresh, double change) {
        Spread spread = new Spread(variance(base), base.size(), variance(fresh), fresh.size());
        if (spread.error() == 0) {
            return NO_NOISE;
        }
        double reach = spread.reach(TwoSamples.CONFIDENCE);
        return new double[] {change - reach, change + reach};
    }

    /** Of the logarithm of the percentile, as another set of as many runs would have it. */
    private double variance(List<long[]> runs) {
        DrawnRuns ordered = new DrawnRuns(runs);
        int[] drawn = new int[runs.size()];
        double mean = 0;
        double squares = 0;
        for (int i = 1; i <= RESAMPLES; i++) {
            Arrays.fill(drawn, 0);
            for (int j = 0; j < drawn.length; j++) {
                drawn[random.nextInt(drawn.length)]++;
            }
            double value = Math.log((double) ordered.percentile(drawn, percent));
            double off = value - mean; // Welford: differences, so that equal values have no variance at all
            mean += off / i;
            squares += off * (value - mean);
        }
        return squares / (RESAMPLES - 1) * drawn.length / (drawn.length - 1);
    }

    private double[] ofIntervals(List<long[]> base, List<long[]> fresh) {
        double[] before = draws(base);
        double[] after = draws(fresh);
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            ratios[i] = after[i] - before[i];
        }
        Arrays.sort(ratios);
        int cut = (int) Math.round((1 - TwoSamples.CONFIDENCE) / 2 * RESAMPLES);
        return new double[] {ratios[cut - 1], ratios[RESAMPLES - cut]};
    }

    /** The logarithm of the percentile of so many intervals, drawn from all of them. */
    private double[] draws(List<long[]> runs) {
        long[] all = runs.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        Quantile place = Quantile.at(all.length, percent);
        int beyond = all.length - place.above();
        BetaDistribution lower = BetaDistribution.of(place.below() + 1.0, all.length - place.below());
        double[] draws = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double low = lower.inverseCumulativeProbability(random.nextDouble());
            double high = place.part() == 0 ? low : 1 - (1 - low) * Math.pow(random.nextDouble(), 1.0 / beyond);
            draws[i] = Math.log((double) Math.max(1, place.between(drawn(all, low), drawn(all, high))));
        }
        return draws;
    }

    private static long drawn(long[] all, double share) {
        return all[(int) Math.max(0, Math.min(all.length - 1.0, Math.ceil(share * all.length) - 1))];
    }
}
