/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

class PartProgressTest {
    private final List<Double> told = new ArrayList<>();
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final AtomicBoolean failed = new AtomicBoolean();
    private final PartProgress[] parts = PartProgress.of(new Progress() {
        @Override
        public void report(String task, double fraction) {
            told.add(fraction);
        }

        @Override
        public boolean isCancelled() {
            return cancelled.get();
        }
    }, 4, failed);

    @Test
    void theWholeIsAsFarAsItsPartsAreOnAverage() {
        parts[0].report("a", 1);
        parts[3].report("a", 0.5);
        parts[3].report("a", 1);
        assertThat(told).containsExactly(0.25, 0.375, 0.5);
    }

    @Test
    void aPartStopsIfTheWholeIsToStopOrAnotherPartHasFailed() {
        assertThat(parts[1].isCancelled()).isFalse();
        failed.set(true);
        assertThat(parts[1].isCancelled()).isTrue();
        failed.set(false);
        cancelled.set(true);
        assertThat(parts[2].isCancelled()).isTrue();
    }
}
