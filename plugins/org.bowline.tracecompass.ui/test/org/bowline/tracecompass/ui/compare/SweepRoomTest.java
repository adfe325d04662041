/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who gets how much of the room of a sweep. */
final class SweepRoomTest {
    private static final int VERDICT = 546;
    private static final int LINE = 17;
    private static final int MARGINS = 4;
    /** Pixels of sentences that fill some lines of a wide place. */
    private static final int SENTENCES = 4000;

    private static SweepRoom room(int width, int height) {
        return SweepRoom.of(width, height, VERDICT, wide -> MARGINS + LINE * (1 + SENTENCES / Math.max(1, wide)), LINE, MARGINS);
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
        assertThat(low.sentences()).isEqualTo(MARGINS + 5 * LINE);
        assertThat(low.rows() - low.sentences()).isBetween(low.pictures() - 1, low.pictures());
        SweepRoom high = room(655, 800);
        assertThat((high.rows() - high.sentences()) / (double) (800 - high.sentences())).isBetween(0.37, 0.39);
        assertThat(high.rows() + high.pictures()).isEqualTo(800);
    }

    @Test
    void sentencesHaveAThirdOfAWideViewAFifthOfANarrowOneAndALineAtLeast() {
        assertThat(room(2000, 900).sentences()).as("all that they need in the width of the rows").isEqualTo(MARGINS + LINE * 4);
        assertThat(room(1240, 205).sentences()).as("as many whole lines as fit into a third").isEqualTo(MARGINS + LINE * 3);
        assertThat(room(600, 400).sentences()).as("or into a fifth").isEqualTo(MARGINS + LINE * 4);
        assertThat(room(1240, 30).sentences()).isEqualTo(MARGINS + LINE);
        assertThat(SweepRoom.of(1240, 0, VERDICT, wide -> 10, LINE, MARGINS).sentences()).isEqualTo(10);
        assertThat(SweepRoom.of(1240, 690, VERDICT, wide -> MARGINS + LINE * 12, LINE, MARGINS).sentences())
                .as("in a high view however many there are").isEqualTo(MARGINS + LINE * 12);
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
