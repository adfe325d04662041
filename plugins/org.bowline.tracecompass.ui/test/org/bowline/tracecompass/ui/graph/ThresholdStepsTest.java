/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

import org.junit.jupiter.api.Test;

/** Which threshold is where on its slider. */
final class ThresholdStepsTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void theSliderGoesFromNothingOverAThousandthOfTheRangeToTheHeaviestEdge() {
        ThresholdSteps steps = ThresholdSteps.of(2 * SECOND, SECOND, new long[0]);

        assertThat(steps.at(0)).isZero();
        assertThat(steps.at(1)).isEqualTo(2_000_000);
        assertThat(steps.at(ThresholdSteps.LAST)).isEqualTo(SECOND);
    }

    @Test
    void equalStepsAreEqualRatios() {
        ThresholdSteps steps = ThresholdSteps.of(SECOND, SECOND, new long[0]);

        double ratio = (double) steps.at(500) / steps.at(400);
        assertThat((double) steps.at(800) / steps.at(700)).isBetween(ratio * 0.9999, ratio * 1.0001);
    }

    @Test
    void everyPositionLeadsBackToItselfWhateverTheRange() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            long range = 1_000_000 + (random.nextLong() >>> 2 + random.nextInt(30)); // a millisecond at least: below, two positions are the same ns
            ThresholdSteps steps = ThresholdSteps.of(range, (long) (range * (0.01 + 3 * random.nextDouble())), new long[0]);
            for (int position = 0; position <= ThresholdSteps.LAST; position++) {
                long at = steps.at(position);
                assertThat(steps.at(steps.positionOf(at))).as("seed %d, range %d, position %d", seed, range, position).isEqualTo(at);
            }
        }
    }

    @Test
    void whatIsBeyondTheEndsIsShownAtThem() {
        ThresholdSteps steps = ThresholdSteps.of(SECOND, SECOND / 2, new long[0]);

        assertThat(steps.positionOf(1)).as("below a thousandth, but something").isEqualTo(1);
        assertThat(steps.positionOf(Long.MAX_VALUE)).isEqualTo(ThresholdSteps.LAST);
        assertThat(steps.positionOf(-1)).isZero();
    }

    @Test
    void withoutAnyWaitTheSliderStillHasTwoEnds() {
        for (long range : new long[] {0, 1, 1_000, SECOND}) {
            ThresholdSteps steps = ThresholdSteps.of(range, 0, new long[0]);
            assertThat(steps.at(ThresholdSteps.LAST)).as("range %d", range).isGreaterThan(steps.at(1));
            assertThat(steps.positionOf(steps.at(ThresholdSteps.LAST))).isEqualTo(ThresholdSteps.LAST);
        }
    }

    @Test
    void fromTickToTickThenToTheEnd() {
        ThresholdSteps steps = ThresholdSteps.of(SECOND, 900, new long[] {500, 100, 300});

        assertThat(steps.next(0, true)).isEqualTo(100);
        assertThat(steps.next(100, true)).isEqualTo(300);
        assertThat(steps.next(499, true)).isEqualTo(500);
        assertThat(steps.next(500, true)).as("none is left").isEqualTo(steps.mostNanos());
        assertThat(steps.next(501, false)).isEqualTo(500);
        assertThat(steps.next(500, false)).isEqualTo(300);
        assertThat(steps.next(100, false)).as("none is left").isZero();
    }

    @Test
    void ticksThatAreChangedLaterChangeNothing() {
        long[] breaks = {500};
        ThresholdSteps steps = ThresholdSteps.of(SECOND, 900, breaks);
        breaks[0] = 1;

        assertThat(steps.next(0, true)).isEqualTo(500);
    }
}
