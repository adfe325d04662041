/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.figures.Quantile;

/**
 * How long intervals of one label took, those included that had not ended when the recording did. Of these only a lower bound is known: how old they were
 * by then. Immutable.
 *
 * <p>Percentiles are those of {@link Quantile} over all of them. An interval that had not ended counts as long as those that lasted longer than it is known
 * to have: the product-limit estimate (Kaplan and Meier, Nonparametric estimation from incomplete observations, Journal of the American Statistical
 * Association 53, 1958). One that is older than every interval that ended counts with its age, and a percentile that falls on it is a lower bound.
 * Leaving them out would make percentiles smaller the more requests hang.
 */
public final class Latencies {
    private static final long UNKNOWN = -1;
    /** Of no interval. */
    public static final Latencies NONE = new Latencies(new long[0], new long[0], UNKNOWN);
    /** How many times as long as 95 % of those that ended an interval may last before its end is overdue; why so: ADR 0084. */
    public static final int PATIENCE = 3;

    /**
     * A percentile.
     *
     * @param nanos ns
     * @param atLeast whether it falls on an interval that had not ended, so that it is longer than this
     */
    public record Percentile(long nanos, boolean atLeast) {}

    private static final int USUAL_PERCENT = 95;
    /** The share that is left is a product of few factors; below this it is rounding. */
    private static final double ROUNDING = 1e-9;

    private final long[] ended;
    private final long[] unfinished;
    /** A length that 95 % do not exceed; below 0 if it is not known. */
    private final long usual;

    private Latencies(long[] ended, long[] unfinished, long usualOfOthers) {
        this.ended = ended;
        this.unfinished = unfinished;
        usual = ended.length == 0 ? usualOfOthers : Quantile.of(ended, USUAL_PERCENT);
    }

    /** Those of a label that stands alone; see {@link #byLabel}. */
    public static Latencies of(long[] ended, long... unfinished) {
        return new Latencies(sorted(ended.clone()), sorted(unfinished.clone()), UNKNOWN);
    }

    /**
     * Those of each label.
     *
     * @param ended lengths of the intervals that ended, in any order, by label
     * @param unfinished of the others, for how long they are known to have lasted, likewise
     */
    public static SortedMap<String, Latencies> byLabel(Map<String, long[]> ended, Map<String, long[]> unfinished) {
        SortedMap<String, Latencies> all = new TreeMap<>();
        // a label may be seldom, and its only interval in flight: the others tell what is usual
        long[] together = sorted(ended.values().stream().flatMapToLong(Arrays::stream).toArray());
        long usual = together.length == 0 ? UNKNOWN : Quantile.of(together, USUAL_PERCENT);
        Set<String> labels = new HashSet<>(ended.keySet());
        labels.addAll(unfinished.keySet());
        for (String label : labels) {
            all.put(label,
                    new Latencies(sorted(ended.getOrDefault(label, NONE.ended).clone()),
                            sorted(unfinished.getOrDefault(label, NONE.ended).clone()),
                            usual));
        }
        return all;
    }

    /** Those of each label of some intervals. O(n log n). */
    public static SortedMap<String, Latencies> byLabel(MatchedIntervals matched) {
        return byLabel(lengths(matched.intervals()), lengths(matched.unfinished()));
    }

    private static Map<String, long[]> lengths(List<NamedInterval> intervals) {
        Map<String, LongArrayList> lists = new HashMap<>();
        for (NamedInterval one : intervals) {
            lists.computeIfAbsent(one.label(), label -> new LongArrayList()).add(one.nanos());
        }
        Map<String, long[]> lengths = new HashMap<>();
        lists.forEach((label, list) -> lengths.put(label, list.toLongArray()));
        return lengths;
    }

    /** Those of one label of some runs, as if they were of one run. */
    public static Latencies together(Collection<Latencies> runs) {
        return of(runs.stream().flatMapToLong(run -> Arrays.stream(run.ended)).toArray(),
                runs.stream().flatMapToLong(run -> Arrays.stream(run.unfinished)).toArray());
    }

    private static long[] sorted(long[] own) {
        Arrays.sort(own);
        return own;
    }

    /** How many ended. */
    public int ended() {
        return ended.length;
    }

    /** Lengths of those that ended, ascending. */
    public long[] endedNanos() {
        return ended.clone();
    }

    /** The length of the longest of those that ended; 0 if none did. */
    public long longestNanos() {
        return ended.length == 0 ? 0 : ended[ended.length - 1];
    }

    /** The mean length of those that ended, ns; 0 if none did. */
    public double meanNanos() {
        return ended.length == 0 ? 0 : ended[0] + meanAboveShortest();
    }

    /** What lengths are above the shortest, so that sums of long ones that hardly differ keep their digits. */
    private double meanAboveShortest() {
        double sum = 0;
        for (long length : ended) {
            sum += length - ended[0];
        }
        return sum / ended.length;
    }

    /** The standard deviation of the lengths of those that ended (of the population: it divides by their number), ns; 0 if none did. */
    public double standardDeviationNanos() {
        if (ended.length == 0) {
            return 0;
        }
        double mean = meanAboveShortest();
        double sum = 0;
        for (long length : ended) {
            double off = length - ended[0] - mean;
            sum += off * off;
        }
        return Math.sqrt(sum / ended.length);
    }

    /** The standard deviation as a share of the mean: how much lengths differ, whatever their unit; 0 if none ended. */
    public double variationCoefficient() {
        return ended.length == 0 ? 0 : standardDeviationNanos() / meanNanos();
    }

    /** How many had not ended. */
    public int unfinished() {
        return unfinished.length;
    }

    /** How many began. */
    public int began() {
        return ended.length + unfinished.length;
    }

    /** For how long the oldest of those that had not ended is known to have lasted; 0 if all ended. */
    public long oldestUnfinishedNanos() {
        return unfinished.length == 0 ? 0 : unfinished[unfinished.length - 1];
    }

    /**
     * How many are known to have lasted {@value #PATIENCE} times as long as 95 % of those that ended, and had not ended. Of a load that is running when the recording
     * stops a few intervals are in flight; these are younger. If none of the label ended, those of all labels tell what is usual; if none ended at all, all
     * are overdue.
     */
    public int overdue() {
        long limit = usual > Long.MAX_VALUE / PATIENCE ? Long.MAX_VALUE : usual * PATIENCE;
        int first = unfinished.length;
        while (first > 0 && unfinished[first - 1] > limit) {
            first--;
        }
        return unfinished.length - first;
    }

    /** For how long the youngest of these is known to have lasted; {@link Long#MAX_VALUE} if there is none. */
    public long firstOverdueNanos() {
        int overdue = overdue();
        return overdue == 0 ? Long.MAX_VALUE : unfinished[unfinished.length - overdue];
    }

    /** The share of those that began that is {@linkplain #overdue overdue}; 0 if none began. */
    public double overdueShare() {
        return began() == 0 ? 0 : (double) overdue() / began();
    }

    /** How many ended or are overdue. */
    public int endedOrOverdue() {
        return ended.length + overdue();
    }

    /** Lengths of those that ended and, for how long they lasted at least, of those that are overdue, ascending. */
    public long[] endedAndOverdue() {
        int overdue = overdue();
        long[] all = Arrays.copyOf(ended, ended.length + overdue);
        System.arraycopy(unfinished, unfinished.length - overdue, all, ended.length, overdue);
        Arrays.sort(all);
        return all;
    }

    /** A percentile, from 0 to 100. At least one must have begun. */
    public Percentile percentile(int percent) {
        Quantile place = Quantile.at(began(), percent);
        Percentile low = ofRank(place.below() + 1);
        Percentile high = ofRank(place.above() + 1);
        return new Percentile(place.between(low.nanos, high.nanos), low.atLeast || high.atLeast);
    }

    /** The median. At least one must have begun. */
    public Percentile median() {
        return percentile(50);
    }

    /** The value below or at which k of all are, from 1. O(number of intervals). */
    private Percentile ofRank(int k) {
        int atRisk = began();
        int left = atRisk - k;
        // of all that began factor × atRisk last longer than what was passed; without unfinished ones the factor stays 1, and this is exact
        double factor = 1;
        int open = 0;
        for (long length : ended) {
            for (; open < unfinished.length && unfinished[open] < length; open++) {
                factor *= atRisk / (atRisk - 1.0);
                atRisk--;
            }
            atRisk--;
            if (factor * atRisk <= left + ROUNDING) {
                return new Percentile(length, false);
            }
        }
        while (open < unfinished.length - 1 && factor * (atRisk - 1) > left + ROUNDING) {
            atRisk--;
            open++;
        }
        return new Percentile(unfinished[open], true);
    }
}
