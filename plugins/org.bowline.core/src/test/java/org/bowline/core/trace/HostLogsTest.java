/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.timeline.HostLog;

/** Hosts that are read side by side, with whatever threads, tell what they tell when they are read alone. */
final class HostLogsTest {
    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "tagged-server"})
    void eachHostTellsWhatItTellsAlone(String recording) throws IOException {
        try (Experiment experiment = Experiment.open(List.of(Recordings.own(recording)), OpenOptions.DEFAULT, Progress.NONE)) {
            List<HostLog> together = HostLogs.of(experiment.hosts(), Progress.NONE);
            assertThat(together).hasSameSizeAs(experiment.hosts());
            for (int host = 0; host < together.size(); host++) {
                HostLog alone = HostLogs.of(experiment.hosts().get(host), Progress.NONE);
                HostLog log = together.get(host);
                assertThat(log.wakings()).isPositive().isEqualTo(alone.wakings());
                assertThat(log.startNanos()).isEqualTo(alone.startNanos());
                assertThat(log.endNanos()).isGreaterThan(log.startNanos()).isEqualTo(alone.endNanos());
                assertThat(log.packets().size()).isEqualTo(alone.packets().size());
            }
        }
    }
}
