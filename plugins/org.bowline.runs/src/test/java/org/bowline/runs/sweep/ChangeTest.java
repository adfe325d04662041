/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.runs.compare.TwoSamples;

class ChangeTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261126);

    private static List<SweepRun> runs(String build, double... throughputs) {
        List<SweepRun> runs = new ArrayList<>();
        for (int i = 0; i < throughputs.length; i++) {
            runs.add(new SweepRun("", build, 1, String.valueOf(i + 1), throughputs[i], Double.NaN, Double.NaN, ""));
        }
        return runs;
    }

    private static TwoSamples all(double[] base, double[] fresh) {
        return new TwoSamples(base, fresh);
    }

    /** Of one build of Redis, and what another one would have done that is 5 % faster, with 1 % of noise. */
    private static final double[] DRIFTING = {1212, 1215, 1220, 1221, 1116, 873, 1040, 354, 403, 483, 529, 572};
    private static final double[] FASTER = {1260, 1287, 1281, 1290, 1166, 921, 1085, 376, 421, 509, 553, 606};

    @Test
    void whatChangesWithTheMachineFallsOutOfPairs() {
        Change change = new Change(runs("old", DRIFTING), runs("new", FASTER));
        TwoSamples all = all(DRIFTING, FASTER);
        assertThat(change.size()).isEqualTo(all.change()).isCloseTo(0.05, within(0.01));
        assertThat(all.p()).isGreaterThan(0.5);
        assertThat(change.p()).isLessThan(1e-6);
        assertThat(change.low()).isBetween(0.03, 0.05);
        assertThat(change.high()).isBetween(0.05, 0.07);
        assertThat(change.visible(0.005)).isLessThan(0.03);
        assertThat(all.minimalEffect(0.005)).isGreaterThan(0.5);
    }

    @Test
    void aPairedTestIsStudents() {
        // Student's own example, hours of sleep gained by ten patients under two drugs: t = 4.062 of nine degrees of freedom, p = 0.00283
        double[] first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
        Change change = new Change(runs("first", exponentials(first)), runs("second", exponentials(second)));
        assertThat(change.p()).isCloseTo(2 * 0.00283, within(1e-4));
    }

    private static double[] exponentials(double[] values) {
        double[] all = values.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = Math.exp(all[i]);
        }
        return all;
    }

    @Test
    void theOrderInWhichRunsAreGivenDoesNotMatter() {
        List<SweepRun> shuffled = new ArrayList<>(runs("new", FASTER));
        Collections.shuffle(shuffled, new Random(SEED));
        Change change = new Change(runs("old", DRIFTING), shuffled);
        Change straight = new Change(runs("old", DRIFTING), runs("new", FASTER));
        assertThat(change.p()).isCloseTo(straight.p(), within(straight.p() * 1e-6));
        assertThat(change.low()).isCloseTo(straight.low(), within(1e-9));
    }

    @Test
    void whereARunHasNoLikeAllRunsAreComparedWithAll() {
        double[] fewer = {1260, 1287, 1281, 1290, 1166, 921, 1085, 376, 421, 509, 553};
        Change change = new Change(runs("old", DRIFTING), runs("new", fewer));
        assertThat(change.p()).isEqualTo(all(DRIFTING, fewer).p());
        assertThat(change.low()).isEqualTo(all(DRIFTING, fewer).changeLow());
        List<SweepRun> named = runs("new", FASTER).stream().map(run -> new SweepRun("", "new", 1, "line " + run.name(), run.throughput(),
                Double.NaN, Double.NaN, "")).toList();
        assertThat(new Change(runs("old", DRIFTING), named).p()).isEqualTo(all(DRIFTING, FASTER).p());
        List<SweepRun> twice = runs("new", FASTER).stream()
                .map(run -> new SweepRun("", "new", 1, "1", run.throughput(), Double.NaN, Double.NaN,
                        ""))
                .toList();
        assertThat(new Change(runs("old", DRIFTING), twice).p()).isEqualTo(all(DRIFTING, FASTER).p());
    }

    @Test
    void twoPairsAreTooFew() {
        double[] base = {100, 50};
        double[] fresh = {110, 55.1};
        Change change = new Change(runs("old", base), runs("new", fresh));
        assertThat(change.p()).isEqualTo(all(base, fresh).p());
    }

    @Test
    void onAMachineThatDoesNotChangeHardlyAnythingIsLost() {
        Random random = new Random(SEED);
        double[] base = random.doubles(8).map(value -> 1000 * Math.exp(0.02 * random.nextGaussian())).toArray();
        double[] fresh = random.doubles(8).map(value -> 1000 * Math.exp(0.02 * random.nextGaussian() + 0.05)).toArray();
        Change change = new Change(runs("old", base), runs("new", fresh));
        assertThat(change.p()).isLessThanOrEqualTo(2 * all(base, fresh).p());
        assertThat(change.visible(0.005)).isLessThan(1.15 * all(base, fresh).minimalEffect(0.005));
    }

    @Test
    void whatRoundingLeavesOfEqualRatiosIsNoNoise() {
        double[] base = {1000.1, 733.3, 91.7, 12.9};
        double[] fresh = {3000.3, 2199.9, 275.1, 38.7};
        Change change = new Change(runs("old", base), runs("new", fresh));
        assertThat(change.p()).isEqualTo(all(base, fresh).p());
        assertThat(change.low()).isEqualTo(all(base, fresh).changeLow());
    }

    @Test
    void runsThatDoNotVaryAreNotPaired() {
        double[] same = {5, 5, 5};
        Change change = new Change(runs("old", same), runs("new", same));
        assertThat(change.p()).isEqualTo(all(same, same).p());
        assertThat(change.visible(0.005)).isNaN();
    }
}
