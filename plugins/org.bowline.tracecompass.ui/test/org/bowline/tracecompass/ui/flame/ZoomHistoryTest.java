/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.waitfor.Steps;
import org.bowline.tracecompass.ui.frame.Span;

/** Which parts of the time a person goes back to. */
final class ZoomHistoryTest {
    private static final Span ALL = new Span(0, 1_000);
    private static final Span HALF = new Span(0, 500);
    private static final Span TENTH = new Span(400, 500);
    private static final long LATER = ZoomHistory.SAME_STEP_NANOS + 1;

    private final ZoomHistory history = new ZoomHistory();
    private long now = 1;

    private void seen(Span part, long after) {
        now += after;
        history.seen(part, now);
    }

    @Test
    void whatWasShownFirstIsNoStep() {
        seen(ALL, 0);
        assertThat(history.hasBefore()).isFalse();
        assertThat(history.back()).isNull();
    }

    @Test
    void eachZoomIsTakenBackAndMadeAgain() {
        seen(ALL, 0);
        seen(HALF, LATER);
        seen(TENTH, LATER);
        assertThat(history.back()).isEqualTo(HALF);
        assertThat(history.back()).isEqualTo(ALL);
        assertThat(history.back()).isNull();
        assertThat(history.forward()).isEqualTo(HALF);
        assertThat(history.forward()).isEqualTo(TENTH);
        assertThat(history.forward()).isNull();
    }

    @Test
    void aTurnOfTheWheelIsOneStepHoweverManyPartsItPasses() {
        seen(ALL, 0);
        seen(HALF, 1);
        seen(new Span(100, 500), ZoomHistory.SAME_STEP_NANOS);
        seen(TENTH, ZoomHistory.SAME_STEP_NANOS);
        assertThat(history.back()).isEqualTo(ALL);
    }

    @Test
    void aZoomTheOtherWayIsAStepOfItsOwnHoweverSoon() {
        seen(ALL, 0);
        seen(HALF, LATER);
        seen(ALL, 1);
        seen(TENTH, 1);
        assertThat(history.back()).isEqualTo(ALL);
        assertThat(history.back()).isEqualTo(HALF);
        assertThat(history.back()).isEqualTo(ALL);
    }

    @Test
    void whatRestsInBetweenIsAStepOfItsOwnHoweverSoon() {
        seen(ALL, 0);
        seen(HALF, 1);
        history.rest();
        seen(TENTH, 1);
        assertThat(history.back()).isEqualTo(HALF);
        assertThat(history.back()).isEqualTo(ALL);
    }

    @Test
    void thePartThatWasGoneToIsNoStepWhenTheViewTellsOfIt() {
        seen(ALL, 0);
        seen(HALF, LATER);
        history.back();
        seen(ALL, 1);
        assertThat(history.hasAfter()).as("it can be made again").isTrue();
        seen(TENTH, 1);
        assertThat(history.hasAfter()).as("after another zoom it cannot").isFalse();
        assertThat(history.back()).isEqualTo(ALL);
    }

    @Test
    void itForgetsTheOldestStepsAndAllWhereSomethingElseIsShown() {
        for (int i = 0; i <= 2 * Steps.MOST; i++) {
            seen(new Span(i, 1_000), LATER);
        }
        int steps = 0;
        Span oldest = null;
        for (Span part = history.back(); part != null; part = history.back()) {
            oldest = part;
            steps++;
        }
        assertThat(steps).isEqualTo(Steps.MOST);
        assertThat(oldest).isEqualTo(new Span(Steps.MOST, 1_000));
        history.clear();
        seen(ALL, LATER);
        assertThat(history.hasBefore() || history.hasAfter()).isFalse();
    }
}
