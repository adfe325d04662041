/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.ctf.TraceReadException;

class KnotTest {
    @Test
    void thePapersExampleHasTheKnotOfTheSecondThreadAndTheDisk() throws TraceReadException {
        heaviestKnotIsThreadAndDisk(Recording.own("wperf-example"));
    }

    @Test
    void theSharedRecordingOfThePapersExampleHasThatKnotToo() throws TraceReadException {
        heaviestKnotIsThreadAndDisk(Recording.shared("lab/w2"));
    }

    @Test
    void onANewerKernelThePapersExampleHasThatKnotToo() throws TraceReadException {
        heaviestKnotIsThreadAndDisk(Recording.shared("lab/w2-ctf2"));
    }

    private static void heaviestKnotIsThreadAndDisk(Path recording) throws TraceReadException {
        try (Experiment experiment = Recording.open(recording)) {
            Analysis analysis = experiment.analyze(Progress.NONE);
            Timeline timeline = analysis.timeline();
            WaitForGraph graph = WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, Progress.NONE);
            Knot heaviest = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE).knots().get(0);
            assertThat(heaviest.kind()).isEqualTo(Knot.Kind.KNOT);
            Set<String> members = new TreeSet<>();
            for (int i = 0; i < heaviest.vertexCount(); i++) {
                members.add(timeline.kind(heaviest.vertex(i)).label() + " " + timeline.vertexName(heaviest.vertex(i)));
            }
            assertThat(members).containsExactly("disk vdd", "thread w2-B");
        }
    }
}
