/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Ticks.Mark;

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
        assertThat(times(Ticks.ratios(900, 12_000, 9))).containsExactly("1 µs", "2 µs", "5 µs", "10 µs");
        assertThat(times(Ticks.ratios(900, 2e9, 9))).containsExactly("1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s");
        assertThat(times(Ticks.ratios(900, 2e9, 4))).containsExactly("1 µs", "100 µs", "10 ms", "1 s");
        assertThat(times(Ticks.ratios(900, 1_900, 9))).containsExactly("1 µs");
        assertThat(Ticks.ratios(0.001, 0.3, 9).stream().map(share -> Ticks.plain(100 * share))).as("below one, with both ends")
                .containsExactly("0.1", "0.2", "0.5", "1", "2", "5", "10", "20");
    }

    @Test
    void stepsAreRoundAndNeverMoreThanHaveRoom() {
        assertThat(Ticks.step(6, 6)).isEqualTo(1);
        assertThat(Ticks.step(6.1, 6)).isEqualTo(2);
        assertThat(Ticks.step(0.3, 3)).as("floating point").isEqualTo(0.1);
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            double length = random.nextDouble() * Math.pow(10, random.nextInt(15) - 4);
            int most = 1 + random.nextInt(12);
            assertThat(length / Ticks.step(length, most)).as("%s in %d", length, most).isLessThanOrEqualTo(most * (1 + 1e-6))
                    .isGreaterThan(most / 2.5 * (1 - 1e-6));
        }
    }

    @Test
    void whatIsCountedHasStepsOfOneAtLeast() {
        assertThat(Ticks.wholeStep(3, 8)).isEqualTo(1);
        assertThat(Ticks.wholeStep(0, 8)).isEqualTo(1);
        assertThat(Ticks.wholeStep(17, 8)).isEqualTo(5);
    }

    @Test
    void aLabelHasNoDigitsThatSayNothing() {
        assertThat(Ticks.time(1_500_000)).isEqualTo("1.5 ms");
        assertThat(Ticks.time(-20_000)).isEqualTo("−20 µs");
        assertThat(Ticks.time(3_600e9)).isEqualTo("3600 s");
        assertThat(Ticks.time(0)).isEqualTo("0");
        assertThat(Ticks.plain(0.1 + 0.2)).isEqualTo("0.3");
        assertThat(Ticks.plain(-12)).isEqualTo("−12");
        assertThat(Ticks.plain(1e-12)).isEqualTo("0");
    }

    private static List<String> times(List<Double> ticks) {
        return ticks.stream().map(Ticks::time).toList();
    }
}
