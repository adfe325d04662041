/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;

final class InquiryHistoryTest {
    private static final long SECOND = InquiryHistory.SAME_STEP_NANOS;
    private static final Inquiry SELECTED = Inquiry.FIRST.within(RangeChoice.selected(10, 20));

    private final InquiryHistory history = new InquiryHistory(Inquiry.FIRST);

    @Test
    void backAndForwardWalkOverWhatWasAsked() {
        Inquiry process = SELECTED.from(new WaitOrigins(Set.of("A"), Set.of()));
        history.ask(SELECTED, 0);
        history.ask(process, 1);
        assertThat(history.back()).isEqualTo(SELECTED);
        assertThat(history.hasAfter()).isTrue();
        assertThat(history.back()).isEqualTo(Inquiry.FIRST);
        assertThat(history.back()).isNull();
        assertThat(history.hasBefore()).isFalse();
        assertThat(history.forward()).isEqualTo(SELECTED);
        assertThat(history.forward()).isEqualTo(process);
        assertThat(history.forward()).isNull();
        assertThat(history.present()).isEqualTo(process);
    }

    @Test
    void theSameQuestionAgainIsNoStepAndANewOneEndsTheWayForward() {
        history.ask(Inquiry.FIRST, 0);
        assertThat(history.hasBefore()).isFalse();
        history.ask(SELECTED, 0);
        history.back();
        history.ask(Inquiry.FIRST, 5 * SECOND);
        assertThat(history.hasAfter()).isTrue();
        history.ask(Inquiry.FIRST.with(true), 5 * SECOND);
        assertThat(history.hasAfter()).isFalse();
        assertThat(history.back()).isEqualTo(Inquiry.FIRST);
    }

    @Test
    void aSliderThatIsMovedIsOneStepUntilItRests() {
        history.ask(SELECTED.at(Threshold.ofPercent(10)), 0); // range and threshold: no movement of the slider alone
        for (int percent = 11; percent <= 20; percent++) {
            history.ask(SELECTED.at(Threshold.ofPercent(percent)), percent * SECOND / 2);
        }
        history.ask(SELECTED.at(Threshold.ofPercent(30)), 20 * SECOND / 2 + SECOND + 1);
        assertThat(history.back()).isEqualTo(SELECTED.at(Threshold.ofPercent(20)));
        assertThat(history.back()).isEqualTo(SELECTED.at(Threshold.ofPercent(10)));
        assertThat(history.back()).isEqualTo(Inquiry.FIRST);
    }

    @Test
    void threadsThatAreWalkedOverAreOneStepAndAThresholdInBetweenIsAnother() {
        history.ask(Inquiry.FIRST.of(7), 0);
        history.ask(Inquiry.FIRST.of(1), 0);
        history.ask(Inquiry.FIRST.of(2), 1);
        history.ask(Inquiry.FIRST.of(2).at(Threshold.ofPercent(5)), 2);
        history.ask(Inquiry.FIRST.of(3).at(Threshold.ofPercent(5)), 3);
        assertThat(history.back()).isEqualTo(Inquiry.FIRST.of(2).at(Threshold.ofPercent(5)));
        assertThat(history.back()).isEqualTo(Inquiry.FIRST.of(2));
        assertThat(history.back()).isEqualTo(Inquiry.FIRST.of(7));
        assertThat(history.back()).isNull();
    }

    @Test
    void theFirstThreadIsNoStepAsThereIsNoneToGoBackTo() {
        history.ask(SELECTED, 0);
        history.ask(SELECTED.of(1), 1);
        assertThat(history.present()).isEqualTo(SELECTED.of(1));
        assertThat(history.back()).isEqualTo(Inquiry.FIRST);
        assertThat(history.forward()).isEqualTo(SELECTED.of(1));
    }

    @Test
    void whatFollowsAStepBackIsAStepOfItsOwn() {
        history.ask(Inquiry.FIRST.of(1), 0);
        history.ask(SELECTED.of(1), 1);
        history.back();
        history.ask(Inquiry.FIRST.of(2), 2);
        assertThat(history.back()).isEqualTo(Inquiry.FIRST.of(1));
    }

    @Test
    void theOldestStepsAreForgotten() {
        for (int i = 1; i <= 3 * Steps.MOST; i++) {
            history.ask(Inquiry.FIRST.within(RangeChoice.selected(0, i)), i);
        }
        int steps = 0;
        while (history.back() != null) {
            steps++;
        }
        assertThat(steps).isEqualTo(Steps.MOST);
    }

    @Test
    void itIsAListWithAPlaceInIt() {
        long seed = Long.getLong("bowline.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Inquiry> list = new ArrayList<>(List.of(Inquiry.FIRST));
        int at = 0;
        for (int i = 1; i <= 90; i++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    Inquiry next = Inquiry.FIRST.within(RangeChoice.selected(0, i));
                    list = new ArrayList<>(list.subList(0, at + 1));
                    list.add(next);
                    at++;
                    history.ask(next, i);
                }
                case 1 -> {
                    at = Math.max(0, at - 1);
                    history.back();
                }
                default -> {
                    at = Math.min(list.size() - 1, at + 1);
                    history.forward();
                }
            }
            assertThat(history.present()).as("seed " + seed + ", step " + i).isEqualTo(list.get(at));
            assertThat(history.hasBefore()).isEqualTo(at > 0);
            assertThat(history.hasAfter()).isEqualTo(at + 1 < list.size());
        }
    }
}
