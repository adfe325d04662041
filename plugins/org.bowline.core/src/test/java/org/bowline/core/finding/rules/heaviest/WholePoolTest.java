/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.finding.rules.knot.DominantKnotTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;

class WholePoolTest {
    private static List<Knot> knots(Analysis analysis) {
        return analysis.get(Workers.KNOTS).found().stream().map(found -> found.knot()).filter(knot -> knot.kind() == Knot.Kind.KNOT)
                .toList();
    }

    private static int[] vertices(Knot knot) {
        return IntStream.range(0, knot.vertexCount()).map(knot::vertex).toArray();
    }

    @Test
    void aPairOfAPoolWhoseThreadsAllHaveToDoWithEachOtherIsToldAsThePool() {
        Stage stage = DominantKnotTest.pairs(60);
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        assertThat(knots(analysis)).hasSize(2).allSatisfy(knot -> {
            assertThat(knot.vertexCount()).isEqualTo(2);
            Knot whole = WholePool.of(analysis, knot);
            assertThat(vertices(whole)).containsExactly(0, 1, 2, 3);
            long[] weights = IntStream.range(0, whole.edgeCount()).mapToLong(edge -> analysis.graph().weightNanos(whole.edge(edge)))
                    .toArray();
            assertThat(weights).hasSize(8).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        });
        assertThat(stage.see(new DominantKnot()).findings()).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.summary()).startsWith("w ×4 (h) bound the work: they wait only for each other")
                            .doesNotContain("the same as some");
                    assertThat(finding.evidence()).filteredOn(Evidence.OfKnot.class::isInstance).as("a knot of the graph").singleElement()
                            .satisfies(knot -> assertThat(((Evidence.OfKnot) knot).note()).isEqualTo("2 of 4 members"));
                });
    }

    @Test
    void aPairThatHardlyWaitsForOthersOfItsPoolIsToldByItself() {
        Analysis analysis = Analysis.of(DominantKnotTest.pairs(5).builder.build()).build();
        assertThat(knots(analysis)).hasSize(2).allSatisfy(knot -> assertThat(WholePool.of(analysis, knot)).isSameAs(knot));
    }

    @Test
    void aPairOfAPoolThatMostlyWaitsForSomethingElseIsToldByItself() {
        for (long sleep : new long[] {1_000, 400_000}) {
            Stage stage = DominantKnotTest.pairs(60);
            int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
            for (int thread = 0; thread < 4; thread++) {
                stage.waits(thread, Cause.TIMER, timer, Timeline.NONE, stage.told(thread) + sleep).runs(thread, stage.told(thread) + 1);
            }
            Analysis analysis = Analysis.of(stage.builder.build()).build();
            assertThat(knots(analysis)).isNotEmpty()
                    .allSatisfy(knot -> assertThat(WholePool.of(analysis, knot).vertexCount()).isEqualTo(sleep == 1_000 ? 4 : 2));
        }
    }

    @Test
    void aKnotOfTwoPoolsAndAWholeOneStayWhatTheyAre() {
        for (Stage stage : List.of(DominantKnotTest.ring("w", "w", "w"), DominantKnotTest.ring("a", "b"))) {
            Analysis analysis = Analysis.of(stage.builder.build()).build();
            assertThat(knots(analysis)).hasSize(1).allSatisfy(knot -> assertThat(WholePool.of(analysis, knot)).isSameAs(knot));
        }
    }
}
