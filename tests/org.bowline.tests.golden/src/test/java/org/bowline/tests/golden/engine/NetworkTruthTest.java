/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.Question;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.waitfor.WaitForGraph;

/** How long packets really were on their way, by the true clocks of the recorded machines, is within the error that is told. */
class NetworkTruthTest {
    @ParameterizedTest
    @ValueSource(strings = {"lab/w1", "lab/w1-ctf2", "lab/w1-functions", "lab/w4-pg"})
    void theTruthIsWithinTheErrorOnSharedRecordings(String name) throws IOException {
        check(Recording.shared(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "lost-events"})
    void theTruthIsWithinTheErrorOnOwnRecordings(String name) throws IOException {
        check(Recording.own(name));
    }

    private static void check(Path recording) throws IOException {
        Truth truth = Truth.of(recording);
        try (Experiment experiment = Recording.open(recording)) {
            ReadTraces read = experiment.read(Progress.NONE);
            Analysis analysis = Analysis.of(read, Question.ALL.with(Devices.NETWORK, true), Progress.NONE);
            WaitForGraph graph = analysis.graph();
            Timeline timeline = analysis.timeline();
            assertThat(graph.timeline()).isSameAs(timeline);
            int edges = 0;
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (graph.isByWay(edge)) {
                    True real = trueNanos(graph, edge, read.sync().clocks(), truth);
                    assertThat(Math.abs(graph.directNanos(edge) - real.nanos))
                            .as("%s for %s: told %d, true %d ns", timeline.name(graph.source(edge)),
                                    timeline.vertexName(graph.target(edge)), graph.directNanos(edge), real.nanos)
                            .isLessThanOrEqualTo(graph.clockErrorNanos(edge) + real.boundNanos);
                    assertThat(real.told).as("the sum of the waits").isEqualTo(graph.directNanos(edge));
                    assertThat(graph.clockErrorNanos(edge)).as("a bound").isLessThan(Long.MAX_VALUE);
                    edges++;
                }
            }
            assertThat(edges).isGreaterThanOrEqualTo(2);
        }
    }

    /** For how long a source waited for what was on its way, by the true clocks and by those that are told; and by how much the truth may be wrong. */
    private record True(long nanos, long told, long boundNanos) {}

    private static True trueNanos(WaitForGraph graph, int edge, ClockMap clocks, Truth truth) {
        Timeline timeline = graph.timeline();
        int waiter = graph.source(edge);
        int host = timeline.host(waiter);
        long nanos = 0;
        long told = 0;
        long bound = 0;
        for (int s = timeline.firstSegment(waiter); s < timeline.endSegment(waiter); s++) {
            int sender = timeline.senderFromElsewhere(waiter, s);
            long begin = Math.max(timeline.start(s), graph.fromNanos());
            long end = Math.min(timeline.end(waiter, s), graph.toNanos());
            if (sender != Timeline.NONE && timeline.way(timeline.host(sender), host) == graph.target(edge) && begin < end) {
                int from = timeline.host(sender);
                long sent = timeline.packetSent(timeline.link(s));
                long reallySent = clocks.toReference(host, truth.onClockOf(timeline.hostName(host), timeline.hostName(from),
                        clocks.fromReference(from, sent)));
                nanos += end - Math.max(begin, Math.min(end, reallySent));
                told += end - Math.max(begin, Math.min(end, sent));
                bound += truth.boundNanos(timeline.hostName(host), timeline.hostName(from)) + 2;
            }
        }
        return new True(nanos, told, bound);
    }
}
