/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.KnotSentencesTest;

/** A boss gives one of its workers something to do and waits for that, again and again. */
class IdlePoolTest {
    private static final int BOSS = 0;
    private static final int WORKER = 1;

    private static Analysis of(Stage stage) {
        return Analysis.of(stage.builder.build()).build();
    }

    private static boolean isFree(Analysis analysis) {
        return new IdlePool(analysis).isFree(analysis.graph().edge(WORKER, BOSS));
    }

    private static int[] givers(Analysis analysis) {
        return IdlePool.givers(analysis, analysis.graph().edge(BOSS, WORKER)).toIntArray();
    }

    @Test
    void aPoolOfWhichAThreadWaitsAtNearlyAllTimesForTheOneThatGivesItWorkHasMoreThreadsThanWork() {
        Analysis four = of(KnotSentencesTest.gives(4));
        assertThat(isFree(four)).isTrue();
        int[] edges = givers(four);
        assertThat(IntStream.of(edges).map(four.graph()::target)).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(IntStream.of(edges).mapToLong(four.graph()::weightNanos).boxed()).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(isFree(of(KnotSentencesTest.gives(4, 100)))).as("in 1 % nobody waits").isTrue();
    }

    @Test
    void aPoolThatIsAllBusyForMoreThanAHundredthOfTheTimeHasNot() {
        Analysis busy = of(KnotSentencesTest.gives(4, 200));
        assertThat(isFree(busy)).isFalse();
        assertThat(givers(busy)).isEmpty();
    }

    @Test
    void twoThreadsAreNoPool() {
        Analysis two = of(KnotSentencesTest.gives(2));
        assertThat(isFree(two)).isFalse();
        assertThat(givers(two)).isEmpty();
    }

    @Test
    void aBossThatDoesNotWaitForItsWorkersHasToDoWithNone() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int boss = stage.thread(host, 1, "boss");
        stage.runs(boss, 800_000);
        for (int i = 0; i < 4; i++) {
            int worker = stage.thread(host, 1, "worker-" + i);
            for (int turn = 1; turn <= 80; turn++) {
                stage.waits(worker, boss, 10_000L * turn);
            }
        }
        assertThat(isFree(of(stage))).isFalse();
    }
}
