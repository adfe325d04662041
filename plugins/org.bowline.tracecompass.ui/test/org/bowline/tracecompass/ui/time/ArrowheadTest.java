/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Points of arrows. */
final class ArrowheadTest {
    @Test
    void thePointIsWhereTheArrowEndsAndItsBaseLiesAcrossTheWay() {
        assertThat(Arrowhead.at(0, 0, 0, 40)).containsExactly(0, 40, -3, 32, 3, 32);
        assertThat(Arrowhead.at(0, 40, 0, 0)).containsExactly(0, 0, 3, 8, -3, 8);
        assertThat(Arrowhead.at(10, 5, 50, 5)).containsExactly(50, 5, 42, 8, 42, 2);
    }

    @Test
    void anArrowWithoutALengthPointsDown() {
        assertThat(Arrowhead.at(7, 7, 7, 7)).containsExactly(7, 7, 4, -1, 10, -1);
    }
}
