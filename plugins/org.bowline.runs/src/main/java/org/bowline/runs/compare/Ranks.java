/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.Arrays;

import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The test of Mann and Whitney, two-sided, exact also where values are equal: such values share their mean rank, and all ways to deal the ranks out are
 * counted (Streitberg and Röhmel, Exact distributions for permutation and rank tests, Statistical Software Newsletter 12, 1986). The usual approximation by
 * the normal distribution says 0.047 where three fives meet three sixes; 2 of 20 ways are as extreme, 0.1.
 */
final class Ranks {
    /** Of more values the ways are approximated; they are too many to matter. */
    private static final int MOST = 50;

    private Ranks() {}

    /** How often the ranks of values that do not differ would be at least as far apart. O(n³ × m) for n values in all, m of them in base. */
    static double p(double[] base, double[] fresh) {
        int count = base.length + fresh.length;
        double[] all = Arrays.copyOf(base, count);
        System.arraycopy(fresh, 0, all, base.length, fresh.length);
        Arrays.sort(all);
        if (all[0] == all[count - 1]) {
            return 1;
        }
        return count <= MOST ? exact(base, all) : MannWhitneyUTest.withDefaults().test(base, fresh).getPValue();
    }

    /** The smallest p that so many values can give: all of one set below all of the other, or above. */
    static double least(int base, int fresh) {
        double ways = 1;
        for (int i = 1; i <= base; i++) {
            ways *= (fresh + i) / (double) i;
        }
        return Math.min(1, 2 / ways);
    }

    private static double exact(double[] base, double[] ascending) {
        int most = ascending.length * (ascending.length + 1);
        double[][] ways = new double[base.length + 1][most + 1]; // to choose so many values with such a sum of ranks, twice, as means may be halves
        ways[0][0] = 1;
        for (int from = 0, to; from < ascending.length; from = to) {
            to = from + 1;
            while (to < ascending.length && ascending[to] == ascending[from]) {
                to++;
            }
            int rank = from + 1 + to;
            for (int equal = from; equal < to; equal++) {
                for (int chosen = Math.min(equal + 1, base.length); chosen > 0; chosen--) {
                    for (int sum = most; sum >= rank; sum--) {
                        ways[chosen][sum] += ways[chosen - 1][sum - rank];
                    }
                }
            }
        }
        int seen = 0;
        for (double value : base) {
            int below = 0;
            int notAbove = 0;
            for (double other : ascending) {
                below += other < value ? 1 : 0;
                notAbove += other <= value ? 1 : 0;
            }
            seen += below + 1 + notAbove;
        }
        int mean = base.length * (ascending.length + 1);
        double extreme = 0;
        double total = 0;
        for (int sum = 0; sum <= most; sum++) {
            double of = ways[base.length][sum];
            total += of;
            extreme += Math.abs(sum - mean) >= Math.abs(seen - mean) ? of : 0;
        }
        return extreme / total;
    }
}
