/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** Partitions for tests, and all that a graph says. */
final class Windows {
    /** What is asked of a timeline. */
    record Asked(Timeline timeline, long from, long to, @Nullable IntPredicate chosen, @Nullable LockHistory locks, Blame blame,
            DeviceRules devices) {
        WaitForGraph graph(SweepWindows.Partition partition) {
            return WaitForAnalysis.run(timeline, from, to, chosen, WholeKnots.NONE, locks, blame, devices, partition, Progress.NONE);
        }
    }

    private Windows() {}

    /** One window. */
    static final SweepWindows.Partition ONE = (timeline, from, to) -> new long[] {from, to};

    /** Of about as many segments each. */
    static SweepWindows.Partition equal(int windows) {
        return (timeline, from, to) -> SweepWindows.equal(timeline, from, to, windows);
    }

    /** So many borders anywhere, also at the begins and ends of segments, and next to each other. */
    static SweepWindows.Partition random(Random random, int borders) {
        return (timeline, from, to) -> LongStream.concat(LongStream.of(from, to),
                LongStream.generate(() -> from + (long) (random.nextDouble() * (to - from))).limit(borders)).sorted().distinct().toArray();
    }

    /** A window for each nanosecond. */
    static final SweepWindows.Partition EACH_NANOSECOND = (timeline, from, to) -> LongStream.rangeClosed(from, to).toArray();

    /** Every figure of a graph, a line for each edge. */
    static List<String> figures(WaitForGraph graph) {
        List<String> lines = new ArrayList<>();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            lines.add(Arrays.toString(new long[] {graph.source(edge), graph.target(edge), graph.weightNanos(edge),
                graph.directNanos(edge), graph.heldNanos(edge), graph.waits(edge), graph.wakerNanos(edge), graph.holderNanos(edge),
                graph.isByHolder(edge) ? 1 : 0, graph.isByWaker(edge) ? 1 : 0, graph.isByNic(edge) ? 1 : 0,
                graph.isByWay(edge) ? 1 : 0, graph.clockErrorNanos(edge), graph.measureNanos(edge)}));
        }
        lines.add(graph.statistics().toString());
        lines.add(graph.caveats().toString());
        lines.add(graph.nics().toString());
        return lines;
    }
}
