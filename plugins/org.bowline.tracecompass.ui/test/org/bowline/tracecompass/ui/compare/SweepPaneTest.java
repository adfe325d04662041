/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The figures of a sweep in its tables. */
final class SweepPaneTest {
    @Test
    void whatHasNotGrownHasNoSign() {
        assertThat(SweepPane.signed(2_870_000)).isEqualTo("+2.87 ms");
        assertThat(SweepPane.signed(-2_870_000)).isEqualTo("-2.87 ms");
        assertThat(SweepPane.signed(0)).isEqualTo("0 ns");
        assertThat(SweepPane.signed(-0.3)).as("less than is shown").isEqualTo("0 ns");
        assertThat(SweepPane.signed(Double.NaN)).isEmpty();
    }
}
