/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Parts of a whole. */
final class SharesTest {
    @Test
    void whatIsThereIsNeverReadAsNothing() {
        assertThat(Shares.percent(123, 1_000)).isEqualTo("12.3 %");
        assertThat(Shares.percent(1, 1_000)).isEqualTo("0.1 %");
        assertThat(Shares.percent(1, 1_001)).isEqualTo("< 0.1 %");
        assertThat(Shares.percent(0, 1_000)).isEqualTo("0.0 %");
    }

    @Test
    void nothingHasNoParts() {
        assertThat(Shares.of(0, 0)).isZero();
        assertThat(Shares.percent(0, 0)).isEqualTo("0.0 %");
        assertThat(Shares.of(3, 4)).isEqualTo(0.75);
    }
}
