/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostTimeTest {
    private final HostTime time = new HostTime(1_000);

    @Test
    void anEarlierFactIsSimultaneousWithTheOneBefore() {
        time.see(2_000);
        time.see(1_500);
        assertThat(time.now()).isEqualTo(2_000);
        assertThat(time.startNanos()).isEqualTo(1_000);
    }

    @Test
    void aFactBeforeTheTracesBeginIsTheirBegin() {
        time.see(500);
        assertThat(time.startNanos()).isEqualTo(500);
        assertThat(time.end(Long.MIN_VALUE)).isEqualTo(500);
        assertThat(time.end(700)).isEqualTo(700);
    }

    @Test
    void aTimeThatThereCannotBeIsCountedAndTakenAsTheNearest() {
        time.see(Long.MAX_VALUE);
        assertThat(time.now()).isEqualTo(HostRecorder.LATEST_NANOS);
        assertThat(time.impossible()).isEqualTo(1);
    }

    @Test
    void nobodyIsSilentBeforeTheFirstFact() {
        assertThat(time.isSilentUntil(2 * HostTime.SILENCE_NANOS)).isFalse();
        time.see(2_000);
        assertThat(time.isSilentUntil(2_000 + HostTime.SILENCE_NANOS)).isFalse();
        assertThat(time.isSilentUntil(2_001 + HostTime.SILENCE_NANOS)).isTrue();
    }

    @Test
    void ofAClockThatIsWrongOnlySoManySilencesAreTold() {
        time.see(0);
        long step = HostTime.SILENCE_NANOS + 1;
        for (int i = 1; i <= HostTime.MOST_SILENCES; i++) {
            assertThat(time.isSilentUntil(i * step)).isTrue();
            time.silent(i * step);
            time.see(i * step);
        }
        assertThat(time.isSilentUntil((HostTime.MOST_SILENCES + 1) * step)).isFalse();
        assertThat(time.silences()).isEqualTo(HostTime.MOST_SILENCES);
        assertThat(time.silentNanos()).isEqualTo(HostTime.MOST_SILENCES * step);
    }

    @Test
    void aPauseIsBetweenTwoRecordings() {
        time.see(2_000);
        assertThat(time.hasPaused()).isFalse();
        time.paused(5_000);
        time.see(6_000);
        assertThat(time.hasPaused()).isTrue();
        assertThat(time.pausedUntil()).isEqualTo(5_000);
        assertThat(time.recordings(7_000)).containsExactly(1_000, 2_000, 5_000, 7_000);
    }
}
