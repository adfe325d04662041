/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/** Waits of a simulated host that lost events, against what the simulation knows of them. See {@link GeneratedWaitsTest} for whole traces. */
class LostWaitsTest {
    private static final int EVENTS = 300_000;

    @TempDir private Path directory;

    /** A wait by its end, which is unique per thread. */
    private record Key(String host, int tid, long endNanos) {}

    private record Wait(long beginNanos, String cause, String wakerHost, int wakerTid) {}

    private Map<Key, Wait> generate(int hosts, int lossPerMillion) throws IOException {
        Map<Key, Wait> truth = new HashMap<>();
        KernelTraceGenerator.generate(new Options(EVENTS, hosts, 4, 8, 7, false, true, 64 * 1024, lossPerMillion, 0), directory,
                (host, tid, begin, end, cause, wakerHost, wakerTid) -> truth.put(new Key(host, tid, end),
                        new Wait(begin, cause, wakerHost, wakerTid)));
        return truth;
    }

    private static Map<Key, Wait> found(ReadTraces analysis) {
        Timeline timeline = analysis.timeline();
        ClockMap clocks = analysis.sync().clocks();
        Map<Key, Wait> found = new HashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int host = timeline.host(thread);
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) != Cause.UNKNOWN) {
                    int target = timeline.target(s);
                    boolean byThread = target < timeline.threadCount();
                    found.put(new Key(timeline.hostName(host), timeline.tid(thread), clocks.fromReference(host, timeline.end(thread, s))),
                            new Wait(clocks.fromReference(host, timeline.start(s)), timeline.cause(s).label(),
                                    byThread ? timeline.hostName(timeline.host(target)) : "", byThread ? timeline.tid(target) : -1));
                }
            }
        }
        return found;
    }

    @Test
    void whatWasLostIsToldInReferenceTimeOnEveryHost() throws IOException {
        generate(3, 50);
        try (Experiment experiment = Recording.open(directory)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            for (int host = 0; host < 3; host++) {
                String name = analysis.timeline().hostName(host);
                List<Caveat> ofHost = analysis.caveats().stream().filter(caveat -> caveat.host().equals(name)).toList();
                Caveat timeline = ofHost.stream().filter(caveat -> caveat.kind().equals("lost-events")).findFirst().orElseThrow();
                List<Caveat> reader = ofHost.stream().filter(caveat -> caveat.kind().equals("discarded-events")).toList();
                assertThat(reader.stream().mapToLong(Caveat::count).sum()).as(name).isEqualTo(timeline.count()).isPositive();
                // both tell of the same losses: the reader stream by stream, the timeline of all of them
                assertThat(reader.stream().mapToLong(Caveat::fromNanos).min().orElseThrow()).as(name).isEqualTo(timeline.fromNanos());
                assertThat(reader.stream().mapToLong(Caveat::toNanos).max().orElseThrow()).as(name).isEqualTo(timeline.toNanos());
            }
        }
    }

    @Test
    void whereEventsWereLostNoWaitEndsWronglyAndFewBeginTooEarly() throws IOException {
        Map<Key, Wait> truth = generate(1, 50);
        try (Experiment experiment = Recording.open(directory)) {
            Map<Key, Wait> found = found(experiment.read(Progress.NONE));
            assertThat(found.size()).as("waits that are found in spite of the losses").isBetween(truth.size() / 2, truth.size() - 1);
            int tooEarly = 0;
            for (Map.Entry<Key, Wait> each : found.entrySet()) {
                Wait told = each.getValue();
                Wait real = truth.get(each.getKey());
                assertThat(real).as("the real wait that is told as " + each).isNotNull();
                assertThat(told.cause).isEqualTo(real.cause);
                // the sent packet may be among the lost events
                assertThat(told.wakerTid).isIn(real.wakerTid, told.cause.equals(Cause.NETWORK.label()) ? -1 : real.wakerTid);
                tooEarly += told.beginNanos < real.beginNanos ? 1 : 0;
            }
            // a thread may have been woken, run and blocked again wholly within a loss of a CPU on which it is not seen before or after
            assertThat(tooEarly).isLessThan(found.size() / 500);
        }
    }
}
