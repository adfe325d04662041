/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Lines of a tooltip. */
final class StateToolTipTest {
    @Test
    void aLongListHasSeveralLines() {
        assertThat(StateToolTip
                .lines("Running 54 %, Blocked by the network 26 %, Runnable: waits for a CPU 17 %, Held up by an interrupt 2 %"))
                .isEqualTo("Running 54 %, Blocked by the network 26 %, Runnable: waits for a CPU 17 %,\nHeld up by an interrupt 2 %");
    }

    @Test
    void whatFitsStaysInOneLineAndWhatCannotBeDividedStaysTogether() {
        assertThat(StateToolTip.lines("430 µs, clock error ± 173 µs")).isEqualTo("430 µs, clock error ± 173 µs");
        assertThat(StateToolTip.lines("x".repeat(200))).isEqualTo("x".repeat(200));
    }
}
