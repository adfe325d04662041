/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;

/** What is shown of the clocks of recordings is true. */
class ClockEvidenceTest {
    @Test
    void onTheThreeTierRecordingTheBandHoldsTheTruth() throws IOException {
        check(Recording.shared("lab/w1"), 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "lost-events"})
    void onOwnRecordingsTheBandHoldsTheTruth(String name) throws IOException {
        check(Recording.own(name), 1);
    }

    private static void check(Path recording, int leastPairs) throws IOException {
        Truth truth = Truth.of(recording);
        AnalysisResult result;
        try (Experiment experiment = Recording.open(recording)) {
            result = experiment.read(Progress.NONE).result();
        }
        List<ClockEvidence> all = result.sync().evidence();
        assertThat(all.size()).isGreaterThanOrEqualTo(leastPairs)
                .isEqualTo((int) result.sync().hosts().stream().filter(host -> host.neighbour() != SyncResult.NONE).count());
        for (ClockEvidence evidence : all) {
            String host = result.hosts().get(evidence.host());
            String neighbour = result.hosts().get(evidence.neighbour());
            assertThat(result.sync().hosts().get(evidence.host()).neighbour()).isEqualTo(evidence.neighbour());
            assertThat(evidence.points()).hasSizeBetween(1, ClockEvidence.LARGEST_POINTS);
            assertThat(evidence.band().size()).isGreaterThan(100);
            assertThat(evidence.band().get(0).hostNanos()).isEqualTo(result.hostStartNanos(evidence.host()));
            assertThat(evidence.band().get(evidence.band().size() - 1).hostNanos()).isEqualTo(result.hostEndNanos(evidence.host()));
            long slack = truth.boundNanos(host, neighbour);
            for (ClockEvidence.BandPoint point : evidence.band()) {
                assertThat(point.isBounded()).isTrue();
                assertThat(point.lowNanos()).isLessThanOrEqualTo(point.estimateNanos());
                assertThat(point.estimateNanos()).isLessThanOrEqualTo(point.highNanos());
                long offset = truth.onClockOf(neighbour, host, point.hostNanos()) - point.hostNanos();
                assertThat(offset).as("true offset of %s to %s at %s", host, neighbour, point.hostNanos())
                        .isBetween(point.lowNanos() - slack, point.highNanos() + slack);
            }
            checkSides(evidence);
        }
    }

    /** Points lie on their side of their hull, and of the estimate. */
    private static void checkSides(ClockEvidence evidence) {
        int compared = 0;
        for (ClockEvidence.Edge edge : evidence.hulls()) {
            for (ClockEvidence.Point point : evidence.points()) {
                if (point.above() == edge.above() && point.piece() == edge.piece() && point.hostNanos() >= edge.fromNanos()
                        && point.hostNanos() <= edge.toNanos()) {
                    BigInteger run = BigInteger.valueOf(edge.toNanos() - edge.fromNanos());
                    BigInteger rise = BigInteger.valueOf(edge.toOffsetNanos() - edge.fromOffsetNanos());
                    BigInteger beyond = BigInteger.valueOf(point.offsetNanos() - edge.fromOffsetNanos()).multiply(run)
                            .subtract(rise.multiply(BigInteger.valueOf(point.hostNanos() - edge.fromNanos())));
                    assertThat(beyond.signum() * (point.above() ? 1 : -1)).as("%s of %s", point, edge).isNotNegative();
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(10);
    }
}
