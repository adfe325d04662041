/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.knots;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.waitfor.RangeChoice;

/** What is said where there is no knot. */
class NoKnotTest {
    private static final long WORK = 666_000_000;

    @Test
    void ofOneRequestItIsSaidThatItIsShortAndNotToLookAtTheWholeRecording() {
        assertThat(KnotsView.emptyText(RangeChoice.Kind.SELECTED, 17_700_000, WORK))
                .contains("It is short, 17.7 ms of the 666 ms of the work")
                .endsWith("Look at all of the work.").doesNotContain("recording");
    }

    @Test
    void ofALongerRangeAnotherOneIsProposed() {
        assertThat(KnotsView.emptyText(RangeChoice.Kind.SELECTED, WORK / 2, WORK)).doesNotContain("short").endsWith("Select another one.");
    }

    @Test
    void onlyOfTheWholeRecordingItIsSaidWhatItsEndsHide() {
        assertThat(KnotsView.emptyText(RangeChoice.Kind.WHOLE, 4 * WORK, WORK)).contains("start and end often hide");
        assertThat(KnotsView.emptyText(RangeChoice.Kind.WORK, WORK, WORK)).doesNotContain("start and end");
    }
}
