/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PriorityLogTest {
    @Test
    void aThreadHasThePriorityThatWasToldLastWhateverTheOrderOfTelling() {
        PriorityLog.Builder builder = new PriorityLog.Builder(3);
        builder.add(1, 100, 20);
        builder.add(1, 200, 20);
        builder.add(1, 300, 39);
        builder.add(1, 250, -51);
        PriorityLog log = builder.build();
        assertThat(log.at(1, 50)).as("before the first").isEqualTo(20);
        assertThat(log.at(1, 249)).isEqualTo(20);
        assertThat(log.at(1, 250)).isEqualTo(-51);
        assertThat(log.at(1, 299)).isEqualTo(-51);
        assertThat(log.at(1, 5000)).isEqualTo(39);
        assertThat(log.at(0, 100)).isEqualTo(PriorityLog.UNKNOWN);
        assertThat(log.at(7, 100)).isEqualTo(PriorityLog.UNKNOWN);
        assertThat(new PriorityLog.Builder(2).build().isEmpty()).isTrue();
    }
}
