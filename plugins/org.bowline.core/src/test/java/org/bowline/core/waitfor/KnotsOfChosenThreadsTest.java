/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;

/** What becomes of the knots of the whole graph when the waits of some threads only start chains. */
class KnotsOfChosenThreadsTest {
    /** No edge is too light. */
    private static final KnotPolicy ALL_EDGES = new KnotPolicy(Threshold.ofPercent(0), 1, Threshold.ofPercent(0));

    private static List<BitSet> knots(WaitForGraph graph) {
        List<BitSet> knots = new ArrayList<>();
        for (Knot knot : KnotHierarchy.of(graph, ALL_EDGES, Progress.NONE).knotsAt(0)) {
            if (knot.kind() == Knot.Kind.KNOT) {
                BitSet members = new BitSet();
                IntStream.range(0, knot.vertexCount()).map(knot::vertex).forEach(members::set);
                knots.add(members);
            }
        }
        return knots;
    }

    /**
     * Whose waits start chains are those that were chosen and, as {@link Cascade#closed} finds them, those who give work to a disk that holds these up for a hundredth of the range. The exception is a disk that
     * holds them up for less: those who give it work do not count, and it is trimmed from all knots (docs/adr/0026). A knot with other threads may come apart: docs/adr/0022.
     */
    @Test
    void aKnotOfTheWholeGraphStaysOneIfTheWaitsOfItsThreadsStartChains() {
        int stayed = 0;
        int throughDisks = 0;
        for (int i = 0; i < 10_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.any(seed);
            int mask = new Random(seed).nextInt();
            long to = timeline.endNanos() + 1;
            WaitForGraph whole = WaitForAnalysis.run(timeline, 0, to, null, Progress.NONE);
            WaitForGraph some = WaitForAnalysis.run(timeline, 0, to, thread -> (mask >> thread & 1) != 0, Progress.NONE);
            BitSet chosen = new BitSet();
            IntStream.range(0, timeline.threadCount()).filter(thread -> (mask >> thread & 1) != 0).forEach(chosen::set);
            BitSet origins = (BitSet) chosen.clone();
            Cascade.closed(timeline, 0, to, origins);
            List<BitSet> left = knots(some);
            for (BitSet knot : knots(whole)) {
                BitSet threads = knot.get(0, timeline.threadCount());
                BitSet others = (BitSet) threads.clone();
                others.andNot(origins);
                if (others.isEmpty()) {
                    assertThat(left).as(Seeds.name(seed)).contains(knot);
                    stayed++;
                    threads.andNot(chosen);
                    throughDisks += threads.isEmpty() ? 0 : 1;
                }
            }
        }
        assertThat(stayed).isGreaterThan(900);
        assertThat(throughDisks).as("knots with threads that count for the work they give to a disk").isGreaterThan(20);
    }
}
