/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.ctf.TraceReadException;

class KnotTest {
    @Test
    void thePapersExampleHasTheKnotOfTheSecondThreadAndTheDisk() throws TraceReadException {
        assertThat(heaviestKnot(Recording.own("wperf-example"), true)).containsExactly("disk vdd", "thread w2-B");
    }

    @Test
    void theSharedRecordingOfThePapersExampleHasThatKnotEvenWithItsStartAndEnd() throws TraceReadException {
        assertThat(heaviestKnot(Recording.shared("lab/w2"), false)).containsExactly("disk vdd", "thread w2-B");
    }

    @Test
    void onANewerKernelWhereAWorkerFlushesTheDiskThatKnotIsFoundToo() throws TraceReadException {
        assertThat(heaviestKnot(Recording.shared("lab/w2-ctf2"), true)).contains("disk vdd", "thread w2-B");
    }

    /** Members of the heaviest knot, of the whole recording or while the second thread lives. */
    private static Set<String> heaviestKnot(Path recording, boolean whileItLives) throws TraceReadException {
        try (Experiment experiment = Recording.open(recording)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            Timeline timeline = analysis.timeline();
            int second = Recording.thread(timeline, "A", "w2-B");
            WaitForGraph graph = WaitForAnalysis.run(timeline, whileItLives ? timeline.threadStart(second) : timeline.startNanos(),
                    whileItLives ? timeline.threadEnd(second) : timeline.endNanos(), null, Progress.NONE);
            Knot heaviest = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots().stream()
                    .filter(knot -> knot.kind() == Knot.Kind.KNOT).findFirst().orElseThrow();
            Set<String> members = new TreeSet<>();
            for (int i = 0; i < heaviest.vertexCount(); i++) {
                members.add(timeline.kind(heaviest.vertex(i)).label() + " " + timeline.vertexName(heaviest.vertex(i)));
            }
            return members;
        }
    }
}
