/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When the work of a trace can be shown that Trace Compass is still looking through. */
final class FirstRangeTest {
    @Test
    void aRangeIsShownOnceAllButItsLastTenthIsKnown() {
        assertThat(FirstRange.isIndexed(0, 1_899, 1_000, 2_000)).isFalse();
        assertThat(FirstRange.isIndexed(0, 1_900, 1_000, 2_000)).isTrue();
    }

    @Test
    void aRangeWithNothingBeforeItIsShownAtOnce() {
        assertThat(FirstRange.isIndexed(1_000, 1_000, 1_000, 2_000)).isTrue();
        assertThat(FirstRange.isIndexed(1_000, 1_000, 900, 2_000)).isTrue();
        assertThat(FirstRange.isIndexed(1_000, 1_000, 1_001, 2_000)).isFalse();
    }
}
