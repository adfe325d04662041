/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.swt.graphics.Rectangle;
import org.junit.jupiter.api.Test;

/** Which marks of an axis are drawn. */
final class LabelRoomTest {
    private static List<Integer> drawn(int marks, int apart) {
        LabelRoom room = new LabelRoom();
        return IntStream.range(0, marks).filter(i -> room.take(new Rectangle(0, -i * apart, 30, 10))).boxed().toList();
    }

    @Test
    void marksThatAreFarEnoughFromEachOtherAreAllDrawn() {
        assertThat(drawn(4, 10)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void ofMarksThatWouldLieUponEachOtherEveryOtherOneIsDrawn() {
        assertThat(drawn(5, 9)).containsExactly(0, 2, 4);
        assertThat(drawn(7, 4)).containsExactly(0, 3, 6);
    }

    @Test
    void whatIsLeftOutTakesNoRoom() {
        LabelRoom room = new LabelRoom();
        assertThat(room.take(new Rectangle(0, 0, 20, 10))).isTrue();
        assertThat(room.take(new Rectangle(10, 0, 20, 10))).isFalse();
        assertThat(room.take(new Rectangle(20, 0, 20, 10))).isTrue();
    }
}
