/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Three workers that all wait for a server from 0 to 600 ns, and some of them for others of them then. */
class FoldingTest {
    private static final int SERVER = 3;

    /** @param waits who waits for whom, in turn */
    private static List<String> lines(boolean whole, int... waits) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        for (int i = 0; i < SERVER; i++) {
            builder.thread(host, 10 + i, 10, "worker");
        }
        builder.thread(host, 20, 20, "server");
        builder.segment(SERVER, 0, 1_000, ThreadState.RUNNING, -1);
        for (int i = 0; i < SERVER; i++) {
            builder.blocked(i, 0, 600, Cause.THREAD, SERVER, Timeline.NONE, -1);
            long at = 600;
            for (int w = 0; w < waits.length; w += 2) {
                if (waits[w] == i) {
                    builder.blocked(i, at, at + 20, Cause.THREAD, waits[w + 1], Timeline.NONE, -1);
                    at += 20;
                }
            }
            builder.segment(i, at, 1_000, ThreadState.RUNNING, -1);
        }
        Analysis analysis = Analysis.of(builder.build(0, 1_000)).question(Question.ALL.within(0, 1_000)).build();
        int[] all = IntStream.range(0, analysis.graph().edgeCount()).toArray();
        return Folding.edges(analysis.graph(), all, Pools.of(analysis), whole).stream().map(Folding.Edge::row)
                .map(row -> row.source().phrase() + " for " + row.target().phrase()).toList();
    }

    @Test
    void whoOfAPoolAloneWaitsForAnotherIsNamed() {
        assertThat(lines(false, 0, 1)).containsExactly("worker ×3 (A) for server (A:20)", "worker (A:10) for worker (A:11)");
    }

    @Test
    void whoAloneIsWaitedForByOthersOfItsPoolIsNamed() {
        assertThat(lines(false, 0, 2, 1, 2)).containsExactly("worker ×3 (A) for server (A:20)", "worker ×2 (A) for worker (A:12)");
        assertThat(lines(false, 0, 1, 0, 2)).containsExactly("worker ×3 (A) for server (A:20)", "worker (A:10) for worker ×2 (A)");
    }

    @Test
    void whoWaitForEachOtherAreAPoolOnBothSides() {
        assertThat(lines(false, 0, 1, 1, 0)).containsExactly("worker ×3 (A) for server (A:20)", "worker ×3 (A) for worker ×3 (A)");
    }

    @Test
    void inATableAPoolIsCalledByAllItsThreads() {
        assertThat(lines(true, 0, 1)).containsExactly("worker ×3 (A) for server (A:20)", "worker ×3 (A) for worker ×3 (A)");
    }
}
