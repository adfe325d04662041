/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Span;

/** Which times the ranges of a recording are. */
final class RangeTimesTest {
    private static final Span RECORDED = new Span(1_000_000, 9_000_000);
    private static final ChosenRange WORK = new ChosenRange(ChosenRange.Kind.REPEATED, 4_000_000, 5_000_000, "where waits repeat",
            List.of());
    private static final ChosenRange ALL = new ChosenRange(ChosenRange.Kind.ALL, 1_000_000, 9_000_000, "all of it", List.of());
    private final RangeTimes times = new RangeTimes(RECORDED, WORK);

    @Test
    void theWorkIsWhereItWasFoundAndAllOfTheRecordingAsLongAsItIsNot() {
        assertThat(times.of(RangeChoice.WORK)).isEqualTo(new Span(4_000_000, 5_000_000));
        assertThat(new RangeTimes(RECORDED, null).of(RangeChoice.WORK)).isEqualTo(RECORDED);
        assertThat(times.of(RangeChoice.WHOLE)).isEqualTo(RECORDED);
        assertThat(times.of(RangeChoice.selected(6_000_000, 7_000_000))).isEqualTo(new Span(6_000_000, 7_000_000));
    }

    @Test
    void besideAPartALittleOfWhatIsAroundItIsSeenButNothingThatWasNotRecorded() {
        assertThat(times.window(RangeChoice.WORK)).as("a fiftieth on both sides").isEqualTo(new Span(3_980_000, 5_020_000));
        assertThat(times.window(RangeChoice.selected(1_000_000, 6_000_000))).isEqualTo(new Span(1_000_000, 6_100_000));
        assertThat(times.window(RangeChoice.selected(0, 20_000_000))).isEqualTo(RECORDED);
        assertThat(times.window(RangeChoice.WHOLE)).isEqualTo(RECORDED);
    }

    @Test
    void aSelectionWhereNothingWasRecordedIsShownAsItIs() {
        assertThat(times.window(RangeChoice.selected(20_000_000, 21_000_000))).isEqualTo(new Span(20_000_000, 21_000_000));
        assertThat(times.window(RangeChoice.selected(0, 500_000))).isEqualTo(new Span(0, 500_000));
    }

    @Test
    void theSentenceSaysWhichPartItIs() {
        assertThat(times.sentence(RangeChoice.WORK)).isEqualTo("where waits repeat");
        assertThat(times.sentence(RangeChoice.selected(6_000_000, 7_000_000))).contains("1.00 ms").contains("8.00 ms");
        assertThat(times.sentence(RangeChoice.WHOLE)).contains("8.00 ms")
                .isEqualTo(new RangeTimes(RECORDED, null).sentence(RangeChoice.WORK));
    }

    @Test
    void oneIsLedToOtherRangesAndNotToTheSame() {
        RangeChoice selected = RangeChoice.selected(6_000_000, 7_000_000);
        assertThat(RangeTimes.insteadOf(RangeChoice.WORK, WORK)).containsExactly(RangeChoice.WHOLE);
        assertThat(RangeTimes.insteadOf(RangeChoice.WHOLE, WORK)).containsExactly(RangeChoice.WORK);
        assertThat(RangeTimes.insteadOf(selected, WORK)).containsExactly(RangeChoice.WORK, RangeChoice.WHOLE);
    }

    @Test
    void whereTheWorkIsAllOfTheRecordingThereAreNotTwoWaysToIt() {
        RangeChoice selected = RangeChoice.selected(6_000_000, 7_000_000);
        for (ChosenRange work : new ChosenRange[] {ALL, null}) {
            assertThat(RangeTimes.insteadOf(RangeChoice.WORK, work)).isEmpty();
            assertThat(RangeTimes.insteadOf(RangeChoice.WHOLE, work)).isEmpty();
            assertThat(RangeTimes.insteadOf(selected, work)).containsExactly(RangeChoice.WHOLE);
        }
    }

    @Test
    void aSelectionIsSelectedAndOfAnotherRangeAMomentInSightStaysSelected() {
        Span selected = new Span(6_000_000, 7_000_000);
        assertThat(times.selection(RangeChoice.selected(2_000_000, 3_000_000), selected)).isEqualTo(new Span(2_000_000, 3_000_000));
        assertThat(times.selection(RangeChoice.WORK, selected)).as("its end is nearest").isEqualTo(new Span(5_000_000, 5_000_000));
        assertThat(times.selection(RangeChoice.WORK, new Span(4_500_000, 7_000_000))).isEqualTo(new Span(4_500_000, 4_500_000));
        assertThat(times.selection(RangeChoice.WORK, new Span(2_000_000, 3_000_000))).isEqualTo(new Span(4_000_000, 4_000_000));
    }

    @Test
    void aMomentThatIsSelectedStaysWhereverItIs() {
        Span moment = new Span(8_000_000, 8_000_000);
        assertThat(times.selection(RangeChoice.WORK, moment)).isEqualTo(moment);
        assertThat(times.selection(RangeChoice.WHOLE, moment)).isEqualTo(moment);
    }
}
