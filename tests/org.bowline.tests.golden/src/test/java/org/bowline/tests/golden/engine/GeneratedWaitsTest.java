/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.ReadTraces;
import org.bowline.testkit.Seeds;
import org.bowline.testkit.sim.KernelTraceGenerator;

/** Every wait of generated traces, against what the simulation that made them knows: who waited, from when to when, and who ended it. */
class GeneratedWaitsTest {
    private static final int EVENTS = 150_000;

    @TempDir private Path directory;

    private record Wait(String host, int tid, long begin, long end, String cause, String wakerHost, int wakerTid) {}

    private static LongStream seeds() {
        return Seeds.of(4);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyWaitIsFoundWithItsBeginItsEndAndWhoEndedIt(long seed) throws IOException {
        List<Wait> waits = new ArrayList<>();
        KernelTraceGenerator.generate(KernelTraceGenerator.Options.of(EVENTS, 3, 2, seed), directory,
                (host, tid, begin, end, cause, wakerHost,
                        wakerTid) -> waits
                                .add(new Wait(host, Math.toIntExact(tid), begin, end, cause, wakerHost, Math.toIntExact(wakerTid))));
        assertThat(waits).as("seed %d", seed).hasSizeGreaterThan(1_000);
        try (Experiment experiment = Recording.open(directory)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            Timeline timeline = analysis.timeline();
            ClockMap clocks = analysis.sync().clocks();
            Map<String, List<Integer>> threads = threads(timeline);
            for (Wait wait : waits) {
                int host = experiment.hosts().stream().map(HostTraces::name).toList().indexOf(wait.host());
                // a thread that waits from the first moment on waits from where its trace begins
                long begin = Math.max(wait.begin(), analysis.hostStartNanos(host));
                check(timeline, threads, wait, clocks.toReference(host, begin), clocks.toReference(host, wait.end()), seed);
            }
            assertThat(analysis.caveats()).as("seed %d", seed).extracting(Caveat::kind).doesNotContain("contradicting-switches",
                    "waits-without-wake-up", "unmatched-packets", "lost-events");
        }
    }

    private static Map<String, List<Integer>> threads(Timeline timeline) {
        Map<String, List<Integer>> threads = new HashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            threads.computeIfAbsent(timeline.hostName(timeline.host(thread)) + ":" + timeline.tid(thread), key -> new ArrayList<>())
                    .add(thread);
        }
        return threads;
    }

    private static void check(Timeline timeline, Map<String, List<Integer>> threads, Wait wait, long begin, long end, long seed) {
        String what = wait + ", seed " + seed;
        int segment = -1;
        for (int thread : threads.getOrDefault(wait.host() + ":" + wait.tid(), List.of())) {
            int found = timeline.segmentAt(thread, begin);
            segment = found >= 0 && timeline.state(found) == ThreadState.BLOCKED ? found : segment;
            if (found >= 0) {
                assertThat(timeline.state(found)).as(what).isEqualTo(ThreadState.BLOCKED);
                assertThat(timeline.start(found)).as(what).isEqualTo(begin);
                assertThat(timeline.end(thread, found)).as(what).isEqualTo(end);
            }
        }
        assertThat(segment).as(what).isNotNegative();
        assertThat(timeline.cause(segment)).as(what).isEqualTo(Cause.valueOf(wait.cause().toUpperCase(java.util.Locale.ROOT)));
        if (!wait.wakerHost().isEmpty()) {
            int target = timeline.target(segment);
            assertThat(target).as(what).isBetween(0, timeline.threadCount() - 1);
            assertThat(timeline.hostName(timeline.host(target)) + ":" + timeline.tid(target)).as(what)
                    .isEqualTo(wait.wakerHost() + ":" + wait.wakerTid());
        }
    }
}
