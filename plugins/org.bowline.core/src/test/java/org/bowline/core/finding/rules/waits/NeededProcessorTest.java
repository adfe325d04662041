/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.lock.LockWaitsTest;
import org.bowline.core.timeline.Timeline;

class NeededProcessorTest {
    private static final int KEEPER = 0;
    private static final int ASKS = 1;

    @Test
    void whoSpinsForALockOfWhichItsProgramToldNeedsNoProcessorForThat() {
        Timeline timeline = LockWaitsTest.taken(400).builder.build();
        Analysis analysis = Analysis.of(timeline).build();
        assertThat(timeline.name(KEEPER)).isEqualTo("keeper");
        assertThat(NeededProcessor.atLocks(analysis, KEEPER)).isEqualTo(49L * 400_000); // the last time it has not got it yet
        assertThat(NeededProcessor.atLocks(analysis, ASKS)).isZero(); // it sleeps
        assertThat(NeededProcessor.rest(analysis, null)).isEqualTo(1);
    }
}
