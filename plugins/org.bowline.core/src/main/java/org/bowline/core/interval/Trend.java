/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.bowline.core.figures.Quantile;

/**
 * Whether intervals take longer the later they begin. The correlation is that of M. G. Kendall ("A New Measure of Rank Correlation", Biometrika 30, 1938) of length and begin, the score that of the trend test of H. B. Mann
 * ("Nonparametric Tests Against Trend", Econometrica 13, 1945), without a correction for equal lengths, which makes it smaller than it is. The test takes the intervals for independent of each other.
 *
 * @param count how many intervals
 * @param correlation from −1, each is shorter than all before, to 1, each is longer
 * @param score how many standard deviations that is from what chance gives
 * @param firstNanos median length of the first quarter of them
 * @param lastNanos of the last
 * @param firstAtOnce how many of the first quarter are under way at a time, on average
 * @param lastAtOnce of the last
 * @param excess which part of the time of all is more than they would take if they took as long at the median as the first quarter; 0 if none is. By the medians of all quarters, so that a single long one does not count
 * @param longest length of the longest, as a share of the time from the first begin to the last end
 */
public record Trend(int count, double correlation, double score, long firstNanos, long lastNanos, double firstAtOnce, double lastAtOnce,
        double excess, double longest) {
    /** Of fewer nothing is said. */
    public static final int FEWEST = 20;
    /** One of 15,000 recordings without a trend has such a score. */
    private static final double SURE = 4;
    private static final double LEAST_CORRELATION = 0.3;
    private static final double LEAST_RATIO = 1.5;
    private static final double MOST_LONGEST = 0.1;
    private static final int QUARTERS = 4;
    private static final double VARIANCE = 18;

    /**
     * The trend of intervals that ended. O(intervals × log intervals).
     *
     * @param intervals in any order
     * @throws IllegalArgumentException if they are fewer than {@value #FEWEST}
     */
    public static Trend of(List<NamedInterval> intervals) {
        int count = intervals.size();
        if (count < FEWEST) {
            throw new IllegalArgumentException("too few intervals for a trend: " + count + " of " + FEWEST);
        }
        List<NamedInterval> byTime = new ArrayList<>(intervals);
        byTime.sort(Comparator.comparingLong(NamedInterval::beginNanos).thenComparingLong(NamedInterval::nanos));
        long[] lengths = byTime.stream().mapToLong(NamedInterval::nanos).toArray();
        double pairs = count * (count - 1.0) / 2;
        double score = pairs - equalPairs(lengths) - beginTogether(byTime, lengths) - 2.0 * shorterLater(lengths.clone());
        double deviation = Math.sqrt(count * (count - 1.0) * (2.0 * count + 5) / VARIANCE);
        int quarter = count / QUARTERS;
        List<NamedInterval> first = byTime.subList(0, quarter);
        List<NamedInterval> last = byTime.subList(count - quarter, count);
        long firstNanos = median(first);
        double all = 0;
        for (int i = 0; i < QUARTERS; i++) {
            all += median(byTime.subList(i * quarter, i == QUARTERS - 1 ? count : (i + 1) * quarter));
        }
        return new Trend(count, score / pairs, (score - Math.signum(score)) / deviation, firstNanos, median(last), atOnce(first),
                atOnce(last),
                Math.max(0, 1 - (double) firstNanos * QUARTERS / all), longestShare(byTime));
    }

    /** Whether the later ones are longer, by more than chance and so much that somebody would care. */
    public boolean isSlower() {
        return score >= SURE && correlation >= LEAST_CORRELATION && lastNanos >= LEAST_RATIO * firstNanos;
    }

    /** Whether they are shorter. */
    public boolean isFaster() {
        // of those that begin late, long ones have not ended when the range does: what is left is short
        return longest <= MOST_LONGEST && score <= -SURE && correlation <= -LEAST_CORRELATION && firstNanos >= LEAST_RATIO * lastNanos;
    }

    private static long median(List<NamedInterval> some) {
        return Quantile.of(some.stream().mapToLong(NamedInterval::nanos).sorted().toArray(), 50);
    }

    private static double atOnce(List<NamedInterval> some) {
        long begin = some.get(0).beginNanos();
        long end = some.stream().mapToLong(NamedInterval::endNanos).max().orElse(begin);
        return some.stream().mapToDouble(NamedInterval::nanos).sum() / Math.max(1, end - begin);
    }

    private static double longestShare(List<NamedInterval> byTime) {
        long longest = byTime.stream().mapToLong(NamedInterval::nanos).max().orElse(0);
        long end = byTime.stream().mapToLong(NamedInterval::endNanos).max().orElse(0);
        return (double) longest / Math.max(1, end - byTime.get(0).beginNanos());
    }

    /** Pairs of which neither is the later one, though their lengths differ. They stand side by side, the shorter first. */
    private static double beginTogether(List<NamedInterval> byTime, long[] lengths) {
        double pairs = 0;
        int from = 0;
        for (int i = 1; i <= lengths.length; i++) {
            if (i == lengths.length || byTime.get(i).beginNanos() != byTime.get(from).beginNanos()) {
                int size = i - from;
                pairs += size * (size - 1.0) / 2 - equalPairs(Arrays.copyOfRange(lengths, from, i));
                from = i;
            }
        }
        return pairs;
    }

    private static double equalPairs(long[] lengths) {
        long[] sorted = lengths.clone();
        Arrays.sort(sorted);
        double pairs = 0;
        int same = 0;
        for (int i = 1; i < sorted.length; i++) {
            same = sorted[i] == sorted[i - 1] ? same + 1 : 0;
            pairs += same;
        }
        return pairs;
    }

    /** In how many pairs the later one is shorter: the exchanges that sort by merging would need. Sorts. */
    private static double shorterLater(long[] values) {
        long[] from = values;
        long[] to = new long[values.length];
        double exchanges = 0;
        for (int width = 1; width < values.length; width *= 2) {
            for (int begin = 0; begin < values.length; begin += 2 * width) {
                exchanges += merge(from, to, begin, Math.min(begin + width, values.length), Math.min(begin + 2 * width, values.length));
            }
            long[] swap = from;
            from = to;
            to = swap;
        }
        return exchanges;
    }

    private static double merge(long[] from, long[] to, int begin, int middle, int end) {
        double exchanges = 0;
        int left = begin;
        int right = middle;
        for (int at = begin; at < end; at++) {
            if (left < middle && (right == end || from[left] <= from[right])) {
                to[at] = from[left++];
            } else {
                exchanges += middle - left;
                to[at] = from[right++];
            }
        }
        return exchanges;
    }
}
