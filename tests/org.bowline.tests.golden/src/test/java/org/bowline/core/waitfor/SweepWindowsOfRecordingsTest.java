/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.testkit.Folders;

/** The wait-for graph of a recording is the same to the last bit, in however many windows it is swept. */
class SweepWindowsOfRecordingsTest {
    @ParameterizedTest
    @ValueSource(strings = {"wperf-example", "three-tier", "lock-contention", "lost-events", "lab/w1", "lab/w2", "lab/w3", "lab/w4-pg"})
    void aGraphDoesNotDependOnTheWindows(String name) throws TraceReadException {
        Path own = Folders.repository().resolve("tests/traces").resolve(name);
        Optional<Path> recording = Files.exists(own) ? Optional.of(own) : Folders.shared("traces/" + name);
        Assumptions.assumeTrue(recording.isPresent(), "skipped: no traces/" + name + " in the folder shared (BOWLINE_SHARED)");
        try (Experiment experiment = Experiment.open(List.of(recording.orElseThrow()), OpenOptions.DEFAULT, Progress.NONE)) {
            Timeline timeline = experiment.read(Progress.NONE).timeline();
            LockHistory locks = LockHistory.of(timeline, Progress.NONE);
            for (Blame blame : List.of(Blame.WAKER, Blame.HOLDER)) {
                List<String> one = figures(timeline, locks, blame, 1);
                assertThat(one).hasSizeGreaterThan(10);
                for (int windows : new int[] {2, 7, 100}) {
                    assertThat(figures(timeline, locks, blame, windows)).as("in %d windows", windows).isEqualTo(one);
                }
            }
        }
    }

    /** All that a graph says: a line for each edge, then the rest. */
    private static List<String> figures(Timeline timeline, LockHistory locks, Blame blame, int windows) {
        WaitForGraph graph = WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, WholeKnots.NONE, locks, blame,
                new DeviceRules(NicCapacities.NONE, DiskShare.REQUESTS), (of, from, to) -> SweepWindows.equal(of, from, to, windows),
                Progress.NONE);
        List<String> lines = new ArrayList<>();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            lines.add(Arrays.toString(new long[] {graph.source(edge), graph.target(edge), graph.weightNanos(edge),
                graph.directNanos(edge), graph.heldNanos(edge), graph.waits(edge), graph.wakerNanos(edge), graph.holderNanos(edge),
                graph.isByHolder(edge) ? 1 : 0, graph.isByWaker(edge) ? 1 : 0, graph.isByNic(edge) ? 1 : 0}));
        }
        lines.add(graph.statistics().toString());
        lines.add(graph.caveats().toString());
        lines.add(graph.nics().toString());
        return lines;
    }
}
