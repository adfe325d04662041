/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.ctf.TraceReadException;

class KnotTest {
    @Test
    void thePapersExampleHasTheKnotOfTheSecondThreadAndTheDisk() throws TraceReadException {
        assertThat(knots(Recording.own("wperf-example"), true).get(0)).containsExactly("disk vdd", "thread w2-B");
        assertThat(knots(Recording.own("wperf-example"), false).get(0)).containsExactly("disk vdd", "thread w2-B");
    }

    @Test
    void theSharedRecordingOfThePapersExampleHasThatKnotEvenWithItsStartAndEnd() throws TraceReadException {
        assertThat(knots(Recording.shared("lab/w2"), false).get(0)).containsExactly("disk vdd", "thread w2-B");
    }

    @Test
    void onANewerKernelWhereAWorkerFlushesTheDiskThatKnotIsFoundToo() throws TraceReadException {
        assertThat(knots(Recording.shared("lab/w2-ctf2"), true).get(0)).contains("disk vdd", "thread w2-B");
        assertThat(knots(Recording.shared("lab/w2-ctf2"), false).get(0)).contains("disk vdd", "thread w2-B");
    }

    @Test
    void theThreeTiersAndTheDiskOfTheLastAreAKnotOfTheWholeRecording() throws TraceReadException {
        for (Path recording : List.of(Recording.own("three-tier"), Recording.shared("lab/w1"), Recording.shared("lab/w1-ctf2"),
                Recording.shared("lab/w1-functions"))) {
            assertThat(knots(recording, false).get(0)).as(recording.toString())
                    .contains("disk vdd", "thread w1-backend", "thread w1-client",
                            "thread w1-server")
                    .noneMatch(member -> member.startsWith("thread UST") || member.startsWith("thread lttng"));
        }
    }

    @Test
    void threadsThatShareALockAreAKnotOfTheWholeRecording() throws TraceReadException {
        Set<String> threads = Set.of("thread w3-T0", "thread w3-T1", "thread w3-T2", "thread w3-T3");
        assertThat(knots(Recording.shared("lab/w3"), false).get(0)).isEqualTo(threads);
        assertThat(knots(Recording.own("lock-contention"), false)).contains(threads);
    }

    @Test
    void whoeverIsChosenNoMemberOfTheKnotWithTheDiskBecomesASink() throws TraceReadException {
        for (Path recording : List.of(Recording.shared("lab/w2-ctf2"), Recording.own("wperf-example"))) {
            Timeline timeline = timeline(recording);
            Knot whole = hierarchy(timeline, null).knots().get(0);
            Set<Integer> members = new TreeSet<>();
            for (int i = 0; i < whole.vertexCount(); i++) {
                members.add(whole.vertex(i));
            }
            int pid = timeline.pid(Recording.thread(timeline, "A", "w2-B"));
            KnotHierarchy chosen = hierarchy(timeline, thread -> timeline.pid(thread) == pid);
            assertThat(chosen.knots().get(0).kind()).isEqualTo(Knot.Kind.KNOT);
            assertThat(chosen.all()).filteredOn(knot -> knot.kind() == Knot.Kind.SINK && members.contains(knot.vertex(0))
                    && knot.appearsNanos() <= chosen.thresholdNanos()).as(recording.toString()).isEmpty();
        }
    }

    private static Timeline timeline(Path recording) throws TraceReadException {
        try (Experiment experiment = Recording.open(recording)) {
            return experiment.read(Progress.NONE).timeline();
        }
    }

    private static KnotHierarchy hierarchy(Timeline timeline, @Nullable IntPredicate chosen) {
        return KnotHierarchy.of(WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), chosen, Progress.NONE),
                KnotPolicy.DEFAULT, Progress.NONE);
    }

    /** Members of the knots, the heaviest first, of the whole recording or while the second thread lives. */
    private static List<Set<String>> knots(Path recording, boolean whileItLives) throws TraceReadException {
        Timeline timeline = timeline(recording);
        int second = whileItLives ? Recording.thread(timeline, "A", "w2-B") : Timeline.NONE;
        WaitForGraph graph = WaitForAnalysis.run(timeline, whileItLives ? timeline.threadStart(second) : timeline.startNanos(),
                whileItLives ? timeline.threadEnd(second) : timeline.endNanos(), null, Progress.NONE);
        List<Set<String>> knots = new ArrayList<>();
        for (Knot knot : KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots()) {
            Set<String> members = new TreeSet<>();
            for (int i = 0; i < knot.vertexCount(); i++) {
                members.add(timeline.kind(knot.vertex(i)).label() + " " + timeline.vertexName(knot.vertex(i)));
            }
            if (knot.kind() == Knot.Kind.KNOT) {
                knots.add(members);
            }
        }
        return knots;
    }
}
