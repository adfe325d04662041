/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.Progress;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;

class ClockTruthTest {
    /** Between the first and the last packet of two hosts. */
    private static final long LIMIT_NANOS = 20_000;
    private static final long MEDIAN_LIMIT_NANOS = 5_000;
    private static final int MOMENTS = 1_000;
    /** Under a second of traffic, some of it seconds apart, does not bound the clocks' rates: the stated drift limit does. */
    private static final long FEW_PACKETS_LIMIT_NANOS = 250_000;

    @ParameterizedTest
    @ValueSource(strings = {"lab/w1", "lab/w1-ctf2", "lab/w1-functions", "lab/w4-pg"})
    void onSharedRecordingsTheErrorAtThePacketsIsAtMost20Microseconds(String name) throws IOException {
        check(Recording.shared(name), LIMIT_NANOS, EnumSet.of(SyncQuality.ACCURATE));
    }

    @Test
    void onSharedRecordingsHalfOfTheTimeTheErrorIsMuchLess() throws IOException {
        List<Long> errors = new ArrayList<>();
        for (String name : List.of("lab/w1", "lab/w1-ctf2", "lab/w1-functions", "lab/w4-pg")) {
            errors.addAll(check(Recording.shared(name), LIMIT_NANOS, EnumSet.of(SyncQuality.ACCURATE)));
        }
        Collections.sort(errors);
        assertThat(errors.get(errors.size() / 2)).as("median of %d errors at the packets", errors.size())
                .isLessThanOrEqualTo(MEDIAN_LIMIT_NANOS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "lost-events"})
    void onOwnRecordingsTheTruthLiesWithinTheBound(String name) throws IOException {
        check(Recording.own(name), FEW_PACKETS_LIMIT_NANOS, EnumSet.of(SyncQuality.ACCURATE, SyncQuality.APPROXIMATE));
    }

    @Test
    void threeHostsThatAreRelatedOverOneCloseTheTriangle() throws IOException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            ClockMap clocks = experiment.read(Progress.NONE).sync().clocks();
            for (int from = 0; from < 3; from++) {
                int over = (from + 1) % 3;
                int to = (from + 2) % 3;
                long start = clocks.clock(from).firstNanos();
                long end = clocks.clock(from).lastNanos();
                for (int i = 0; i <= MOMENTS; i++) {
                    long reference = clocks.toReference(from, start + (end - start) / MOMENTS * i);
                    long around = clocks.toReference(over, clocks.fromReference(over, reference));
                    assertThat(clocks.fromReference(to, around)).as("host %d to %d over %d", from, to, over)
                            .isBetween(clocks.fromReference(to, reference) - 2, clocks.fromReference(to, reference) + 2);
                }
            }
        }
    }

    /** Checks all hosts, and returns their errors at the packets. */
    private static List<Long> check(Path recording, long limitAtPackets, Set<SyncQuality> qualities) throws IOException {
        Truth truth = Truth.of(recording);
        List<Long> errors = new ArrayList<>();
        try (Experiment experiment = Recording.open(recording)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            ClockMap clocks = analysis.sync().clocks();
            String reference = experiment.hosts().get(analysis.sync().referenceHost()).name();
            for (int host = 0; host < experiment.hosts().size(); host++) {
                String name = experiment.hosts().get(host).name();
                SyncResult.Host of = analysis.sync().hosts().get(host);
                assertThat(of.quality()).as("quality of " + name).isIn(qualities);
                SyncResult.Packets packets = of.packets();
                assertThat(packets == null).as("no packets of " + name).isEqualTo(name.equals(reference));
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
                    if (packets != null) {
                        assertThat(clocks.clock(host).errorNanos(time)).as("bound on " + name + " at " + i + "/" + MOMENTS)
                                .isLessThanOrEqualTo(stated(packets, time));
                    }
                    if (packets != null && packets.fromNanos() <= time && time <= packets.toNanos()) {
                        assertThat(error).as("error on " + name + " at " + i + "/" + MOMENTS + " of its trace, between its packets")
                                .isLessThanOrEqualTo(limitAtPackets);
                        errors.add(error);
                    }
                }
            }
        }
        return errors;
    }

    /** What is said of the error: so much at the packets, and by so much more for each second outside. */
    private static long stated(SyncResult.Packets packets, long time) {
        long outside = Math.max(0, Math.max(packets.fromNanos() - time, time - packets.toNanos()));
        return packets.maxErrorNanos() + (long) Math.ceil(packets.growthNanosPerSecond() * (outside / 1e9)) + 3;
    }
}
