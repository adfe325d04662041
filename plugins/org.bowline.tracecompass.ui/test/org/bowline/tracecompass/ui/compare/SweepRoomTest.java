/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who gets how much of the room of a sweep. */
final class SweepRoomTest {
    private static final int VERDICT = 546;

    private static int widthOfRows(int width, int height) {
        SweepRoom room = SweepRoom.of(width, height, VERDICT);
        return room.below() ? width : width * room.rows() / (room.rows() + room.pictures());
    }

    @Test
    void picturesAreBesideTheRowsWhereBothHaveRoom() {
        assertThat(SweepRoom.of(1500, 700, VERDICT).below()).isFalse();
        assertThat(SweepRoom.of(1240, 160, VERDICT).below()).as("as at the foot of a window").isFalse();
        assertThat(SweepRoom.of(960, 300, VERDICT).below()).isFalse();
        assertThat(SweepRoom.of(700, 600, VERDICT).below()).isTrue();
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
    void whereThereAreFewRowsBelowOneAnotherTheyHaveHalfOfThePlace() {
        assertThat(SweepRoom.of(655, 300, VERDICT)).isEqualTo(new SweepRoom(true, 50, 50));
        assertThat(SweepRoom.of(655, 600, VERDICT)).isEqualTo(new SweepRoom(true, 38, 62));
    }

    @Test
    void sentencesHaveAThirdOfTheViewAndALineAtLeast() {
        assertThat(SweepRoom.sentences(900, 140, 17)).as("all that they need").isEqualTo(140);
        assertThat(SweepRoom.sentences(300, 140, 17)).isEqualTo(100);
        assertThat(SweepRoom.sentences(30, 140, 17)).isEqualTo(17);
        assertThat(SweepRoom.sentences(0, 10, 17)).isEqualTo(10);
    }
}
