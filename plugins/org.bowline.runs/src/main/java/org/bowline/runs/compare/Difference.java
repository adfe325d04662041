/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.List;
import java.util.Locale;

import org.bowline.report.rows.PooledChange;

/**
 * What became of a measure.
 *
 * @param measure which
 * @param values its number in each run
 * @param pooled the same of all intervals together; none for what is no percentile of intervals
 * @param baseRuns in how many runs of BASE it has a number
 * @param newRuns in how many runs of NEW it has a number
 * @param base geometric mean over the runs of BASE, or arithmetic where a value is 0; not a number if there is none
 * @param fresh the same of NEW
 * @param change (NEW − BASE) ÷ BASE; infinite if BASE is 0; not a number if one has no number
 * @param changeLow lower end of its 95 % confidence interval; not a number with fewer than two runs of each, where no run differs from another of its set,
 *        or where BASE may as well be 0
 * @param changeHigh upper end
 * @param minimalEffect the smallest change that, alone among all measures of its family, would be told in 80 % of cases; not a number likewise
 * @param effect Hedges' g: the difference in standard deviations of runs; not a number likewise
 * @param p of Welch's test, two-sided; not a number likewise
 * @param pRanks of the test of Mann and Whitney; not a number likewise
 * @param pAdjusted p after Holm, for all measures of its family; what the verdict rests on
 * @param bound which of the means are only known to be at least so long, as intervals hang
 * @param verdict the verdict
 */
public record Difference(Measure measure, Values values, PooledChange pooled, int baseRuns, int newRuns, double base, double fresh,
        double change, double changeLow, double changeHigh, double minimalEffect, double effect, double p, double pRanks, double pAdjusted,
        Bound bound, Verdict verdict) {
    /**
     * The numbers behind a verdict.
     *
     * @param base one per run of BASE, in their order; not a number where a run has none
     * @param fresh the same of NEW
     */
    public record Values(List<Double> base, List<Double> fresh) {
        /** Copies the lists. */
        public Values {
            base = List.copyOf(base);
            fresh = List.copyOf(fresh);
        }
    }

    /** Which means are lower bounds. */
    public enum Bound {
        /** None. */
        NONE,
        /** Of BASE. */
        BASE,
        /** Of NEW. */
        NEW,
        /** Of both. */
        BOTH;

        /** As written in reports; empty for none. */
        public String label() {
            return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
        }
    }

    /** The same, of which means are lower bounds. */
    Difference atLeast(boolean ofBase, boolean ofNew) {
        return new Difference(measure, values, pooled, baseRuns, newRuns, base, fresh, change, changeLow, changeHigh, minimalEffect, effect,
                p, pRanks,
                pAdjusted, ofBase && ofNew ? Bound.BOTH : ofBase ? Bound.BASE : ofNew ? Bound.NEW : Bound.NONE, verdict);
    }

    /** The same without an interval and a verdict. */
    Difference notComparable() {
        double none = Double.NaN;
        return new Difference(measure, values, pooled, baseRuns, newRuns, base, fresh, change, none, none, none, effect, p, pRanks,
                pAdjusted, bound,
                Verdict.NOT_COMPARABLE);
    }

    /** What can be said. */
    public enum Verdict {
        /** Worse, and not by chance. */
        REGRESSION,
        /** Better, and not by chance. */
        IMPROVEMENT,
        /** Different, and not by chance; neither is better. */
        CHANGED,
        /** No difference that can be told from the noise between runs. */
        WITHIN_NOISE,
        /** There are not two runs of each: the noise between runs is not known. */
        NOISE_UNKNOWN,
        /** Some runs have no number: labels or paths that are not in all runs; or they have numbers of different things. */
        NOT_COMPARABLE;

        /** As written in reports. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
