/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RangeChoiceTest {
    @Test
    void aMomentSelectsNothing() {
        assertThat(RangeChoice.selected(7, 7)).isEqualTo(RangeChoice.WORK);
    }

    @Test
    void endsInTheWrongOrderAreTurned() {
        assertThat(RangeChoice.selected(9, 4)).isEqualTo(new RangeChoice(RangeChoice.Kind.SELECTED, 4, 9));
    }
}
