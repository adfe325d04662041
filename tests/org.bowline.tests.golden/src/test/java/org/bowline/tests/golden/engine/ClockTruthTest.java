/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.Progress;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.time.ClockMap;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;

class ClockTruthTest {
    private static final long MID_TRACE_LIMIT_NANOS = 20_000;
    private static final int MOMENTS = 1_000;

    @Test
    void onTheThreeTierRecordingTheTruthLiesWithinTheBoundAndTheErrorInTheMiddleIsAtMost20Microseconds() throws IOException {
        check(Recording.shared("lab/w1"), MID_TRACE_LIMIT_NANOS, EnumSet.of(SyncQuality.ACCURATE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab/w1-ctf2", "lab/w1-functions", "lab/w4-pg"})
    void onOtherSharedRecordingsTheTruthLiesWithinTheBound(String name) throws IOException {
        check(Recording.shared(name), Long.MAX_VALUE, EnumSet.of(SyncQuality.ACCURATE, SyncQuality.APPROXIMATE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "lost-events"})
    void onOwnRecordingsTheTruthLiesWithinTheBound(String name) throws IOException {
        // under a second of traffic does not bound the clocks' rates: the stated drift limit does
        check(Recording.own(name), Long.MAX_VALUE, EnumSet.of(SyncQuality.ACCURATE, SyncQuality.APPROXIMATE));
    }

    private static void check(Path recording, long midTraceLimit, Set<SyncQuality> qualities) throws IOException {
        Truth truth = Truth.of(recording);
        try (Experiment experiment = Recording.open(recording)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            ClockMap clocks = analysis.sync().clocks();
            String reference = experiment.hosts().get(analysis.sync().referenceHost()).name();
            for (int host = 0; host < experiment.hosts().size(); host++) {
                String name = experiment.hosts().get(host).name();
                assertThat(analysis.sync().hosts().get(host).quality()).as("quality of " + name).isIn(qualities);
                long from = analysis.hostStartNanos(host);
                long to = analysis.hostEndNanos(host);
                long slack = truth.boundNanos(name, reference);
                for (int i = 0; i <= MOMENTS; i++) {
                    long time = from + (to - from) / MOMENTS * i;
                    long estimated = clocks.toReference(host, time);
                    long error = Math.abs(estimated - truth.onClockOf(reference, name, time));
                    assertThat(error)
                            .as("error on " + name + " at " + i + "/" + MOMENTS + " of its trace, against bound and truth's own bound")
                            .isLessThanOrEqualTo(clocks.errorNanos(host, estimated) + slack);
                }
                long middle = from + (to - from) / 2;
                assertThat(Math.abs(clocks.toReference(host, middle) - truth.onClockOf(reference, name, middle)))
                        .as("error on " + name + " at mid-trace").isLessThanOrEqualTo(midTraceLimit);
            }
        }
    }
}
