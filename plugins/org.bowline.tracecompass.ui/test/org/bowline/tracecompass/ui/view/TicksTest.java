/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.view.Ticks.Mark;

/** Marks of axes of times. */
final class TicksTest {
    private static List<String> labels(List<Mark> marks) {
        return marks.stream().map(Mark::label).toList();
    }

    @Test
    void marksAreAtRoundNumbersInOneUnitWithEquallyManyDigits() {
        Ticks ticks = Ticks.of(-1_000_000, 1_500_000, 5);
        assertThat(ticks.unit()).isEqualTo("ms");
        assertThat(labels(ticks.marks())).containsExactly("\u22121.0", "\u22120.5", "0.0", "0.5", "1.0", "1.5");
        assertThat(Ticks.of(0, 2.5e9, 3)).extracting(Ticks::unit, of -> labels(of.marks())).containsExactly("s", List.of("0", "1", "2"));
    }

    @Test
    void lessThanANanosecondIsNotDivided() {
        assertThat(labels(Ticks.of(3, 5, 100).marks())).containsExactly("3", "4", "5");
        assertThat(labels(Ticks.of(7, 7, 5).marks())).containsExactly("7");
    }

    @Test
    void allMarksLieWithinTheAxisAndAreAtMostOneMoreThanSteps() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            double low = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(11));
            double high = low + 1 + random.nextDouble() * Math.pow(10, random.nextInt(11));
            int most = 1 + random.nextInt(9);
            List<Mark> marks = Ticks.of(low, high, most).marks();
            assertThat(marks).hasSizeLessThanOrEqualTo(most + 1).allSatisfy(mark -> assertThat(mark.nanos()).isBetween(low, high));
            for (int m = 2; m < marks.size(); m++) {
                double step = marks.get(1).nanos() - marks.get(0).nanos();
                assertThat(marks.get(m).nanos() - marks.get(m - 1).nanos()).isCloseTo(step, within(step * 1e-6));
            }
        }
    }

    @Test
    void onAnAxisOfRatiosThereAreOneTwoAndFiveWhereTheyHaveRoomAndElsePowersOfTen() {
        assertThat(labels(Ticks.ratios(900, 12_000, 9))).containsExactly("1 \u00b5s", "2 \u00b5s", "5 \u00b5s", "10 \u00b5s");
        assertThat(labels(Ticks.ratios(900, 2e9, 9))).containsExactly("1 \u00b5s", "10 \u00b5s", "100 \u00b5s", "1 ms", "10 ms", "100 ms",
                "1 s");
        assertThat(labels(Ticks.ratios(900, 2e9, 4))).containsExactly("1 \u00b5s", "100 \u00b5s", "10 ms", "1 s");
        assertThat(labels(Ticks.ratios(900, 1_900, 9))).containsExactly("1 \u00b5s");
    }
}
