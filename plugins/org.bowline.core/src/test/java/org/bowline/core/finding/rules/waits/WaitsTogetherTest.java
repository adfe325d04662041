/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.waitfor.WaitForGraph;

class WaitsTogetherTest {
    private static final int THREADS = 5;
    private static final int TURNS = 40;

    @Test
    void sumsOverSomeEdgesAreThoseOfTheirDefinition() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Stage stage = new Stage();
            int host = stage.host("h");
            for (int i = 0; i < THREADS; i++) {
                stage.thread(host, 11, "w-" + i);
            }
            int[][] waitsFor = new int[THREADS][TURNS];
            for (int turn = 0; turn < TURNS; turn++) {
                for (int thread = 0; thread < THREADS; thread++) {
                    int other = random.nextInt(2 * THREADS);
                    boolean waits = other < THREADS && other != thread;
                    waitsFor[thread][turn] = waits ? other : -1;
                    if (waits) {
                        stage.waits(thread, other, 10_000L * (turn + 1));
                    } else {
                        stage.runs(thread, 10_000L * (turn + 1));
                    }
                }
            }
            Analysis analysis = Analysis.of(stage.builder.build()).build();
            WaitForGraph graph = analysis.graph();
            IntArrayList edges = new IntArrayList();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (random.nextBoolean()) {
                    edges.add(edge);
                }
            }
            long count = 0;
            long nanos = 0;
            for (int turn = 0; turn < TURNS; turn++) {
                boolean any = false;
                for (int thread = 0; thread < THREADS; thread++) {
                    int target = waitsFor[thread][turn];
                    if (target >= 0 && edges.contains(graph.edge(thread, target))) {
                        count++;
                        any = true;
                    }
                }
                nanos += any ? 10_000 * Stage.US : 0;
            }
            assertThat(WaitsTogether.count(analysis, edges)).as("seed %d", seed).isEqualTo(count);
            assertThat(WaitsTogether.nanos(analysis, edges)).as("seed %d", seed).isEqualTo(nanos);
        }
    }
}
