/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who gets how much of the room of a sweep. */
final class SweepRoomTest {
    private static final int VERDICT = 546;
    private static final int LINE = 21;
    /** Pixels of sentences that fill some lines of a wide place. */
    private static final int SENTENCES = 4000;

    private static SweepRoom room(int width, int height) {
        return SweepRoom.of(width, height, VERDICT, wide -> 4 + 17 * (1 + SENTENCES / Math.max(1, wide)), LINE);
    }

    private static int widthOfRows(int width, int height) {
        SweepRoom room = room(width, height);
        return room.below() ? width : width * room.rows() / (room.rows() + room.pictures());
    }

    @Test
    void picturesAreBesideTheRowsWhereBothHaveRoom() {
        assertThat(room(1500, 700).below()).isFalse();
        assertThat(room(1240, 160).below()).as("as at the foot of a window").isFalse();
        assertThat(room(960, 300).below()).isFalse();
        assertThat(room(700, 600).below()).isTrue();
    }

    @Test
    void theVerdictIsInSightInEveryPlaceThatIsWideEnoughForIt() {
        for (int width = VERDICT; width < 2000; width += 7) {
            for (int height = 60; height < 1200; height += 60) {
                assertThat(widthOfRows(width, height)).as("%d x %d", width, height).isGreaterThanOrEqualTo(VERDICT);
            }
        }
    }

    @Test
    void whereThereAreFewRowsBelowOneAnotherTheyHaveHalfOfThePlaceBelowTheSentences() {
        SweepRoom low = room(655, 450);
        assertThat(low.sentences()).isEqualTo(450 / 5);
        assertThat(low.rows() - low.sentences()).isBetween(low.pictures() - 1, low.pictures());
        SweepRoom high = room(655, 800);
        assertThat((high.rows() - high.sentences()) / (double) (800 - high.sentences())).isBetween(0.37, 0.39);
        assertThat(high.rows() + high.pictures()).isEqualTo(800);
    }

    @Test
    void sentencesHaveAThirdOfAWideViewAFifthOfANarrowOneAndALineAtLeast() {
        assertThat(room(2000, 900).sentences()).as("all that they need in the width of the rows").isEqualTo(4 + 17 * 4);
        assertThat(room(1240, 205).sentences()).isEqualTo(205 / 3);
        assertThat(room(600, 400).sentences()).isEqualTo(400 / 5);
        assertThat(room(1240, 30).sentences()).isEqualTo(LINE);
        assertThat(SweepRoom.of(1240, 0, VERDICT, wide -> 10, LINE).sentences()).isEqualTo(10);
    }

    @Test
    void aPlaceWithoutRoomHasWeightsAllTheSame() {
        for (int width = 0; width < 700; width += 35) {
            for (int height = 0; height < 60; height++) {
                SweepRoom room = room(width, height);
                assertThat(Math.min(room.rows(), room.pictures())).as("%d x %d", width, height).isPositive();
            }
        }
    }
}
