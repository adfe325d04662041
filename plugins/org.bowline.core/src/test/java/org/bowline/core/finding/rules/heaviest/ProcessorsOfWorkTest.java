/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.KnotSentencesTest;

class ProcessorsOfWorkTest {
    private static final int WRITES = 1;
    private static final int COMPUTES = 5;

    private static ProcessorsOfWork of(Analysis analysis) {
        return java.util.Objects.requireNonNull(ProcessorsOfWork.of(analysis, analysis.knots().get(0)));
    }

    private static Analysis of(Stage stage) {
        return Analysis.of(stage.builder.build()).build();
    }

    @Test
    void theWorkIsOfTheKnotsThreadsAndOfThoseThatWaitForThemAgainAndAgain() {
        ProcessorsOfWork work = of(of(KnotSentencesTest.fullProcessors(COMPUTES, 1_000, 400)));
        assertThat(work.host()).isZero();
        assertThat(work.busy()).as("without what else runs there").isCloseTo(0.9, within(1e-9));
        assertThat(work.rest()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void ofTwoProcessorsEachHasHalfAsMuchToDo() {
        assertThat(of(of(KnotSentencesTest.fullProcessors(4))).busy()).isCloseTo((0.6 + 0.36) / 2, within(1e-9));
    }

    @Test
    void whatSomeThreadsDoIsLeftIfTheyHaveNothingToDo() {
        Analysis analysis = of(KnotSentencesTest.fullProcessors(COMPUTES));
        ProcessorsOfWork work = of(analysis);
        assertThat(work.rest()).isCloseTo(0.04, within(1e-9));
        assertThat(work.restWithout(analysis, new IntOpenHashSet(new int[] {COMPUTES}))).isCloseTo(0.4, within(1e-9));
        assertThat(work.restWithout(analysis, new IntOpenHashSet(new int[] {WRITES, COMPUTES}))).isCloseTo(1, within(1e-9));
    }

    @Test
    void aThreadOfSeveralThatAreOneVertexHasTheWorkOfAllOfThem() {
        Stage stage = KnotSentencesTest.fullProcessors(COMPUTES).runs(COMPUTES - 1, 10);
        Analysis analysis = Merging.view(Analysis.of(stage.builder.build())
                .question(Question.ALL.with(Merging.MERGE_THREADS, List.of("computes"))).build());
        assertThat(analysis.graph().groups().vertex(COMPUTES)).as("the group's number").isEqualTo(COMPUTES - 1);
        ProcessorsOfWork work = ProcessorsOfWork.of(analysis, new IntOpenHashSet(new int[] {COMPUTES}));
        assertThat(work).as("with the one that waits for it").isEqualTo(of(analysis));
        assertThat(of(analysis).busy()).as("of two processors").isCloseTo(0.48, within(1e-4));
    }

    @Test
    void ofAHostThatWasRecordedForAPartOfTheRangeItsRecordedTimeCounts() {
        Stage stage = KnotSentencesTest.fullProcessors(COMPUTES);
        int other = stage.host("other");
        stage.runs(stage.thread(other, 11, "alone"), 1_000_000);
        stage.builder.recording(0, 0, 500_000 * Stage.US);
        stage.builder.recording(other, 0, 1_000_000 * Stage.US);
        Analysis analysis = of(stage);
        assertThat(analysis.rangeNanos()).isEqualTo(1_000_000 * Stage.US);
        assertThat(of(analysis).busy()).isCloseTo(0.96, within(1e-9));
        assertThat(of(analysis).restWithout(analysis, new IntOpenHashSet(new int[] {COMPUTES}))).isCloseTo(0.4, within(1e-9));
    }
}
