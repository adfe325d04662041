/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

class HeldUpOutsideTest {
    private static final DominantKnot RULE = new DominantKnot();

    /** A loop works all the time for clients that wait 9 of 10 ms for it, and hardly ever waits itself: for one that it asks at once, which waits as shortly for it. */
    static Analysis busyLoop(int clientWaits) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 1, "client");
        int loop = stage.thread(host, 4, "loop");
        int other = stage.thread(host, 3, "other");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(loop, t + 9_000).waits(loop, other, t + 9_500).runs(loop, t + 10_000);
            stage.runs(other, t + 9_500).waits(other, loop, t + 10_000);
            if (i % (50 / clientWaits) == 0) {
                stage.runs(client, t + 1_000).waits(client, loop, t + 10_000L * (50 / clientWaits));
            }
        }
        return Analysis.of(stage.builder.build()).question(Question.WORK.within(0, 500_000 * Stage.US)).build();
    }

    @Test
    void aKnotOfShortWaitsThatOthersWaitForAgainAndAgainBoundsTheWork() {
        assertThat(Stage.see(RULE, busyLoop(25), RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("loop (h:102)", "other (h:103)", " bound the work: ")
                        .endsWith(" at most 5.00 % shorter (an estimate)."));
        assertThat(Stage.see(RULE, busyLoop(5), RuleSettings.STANDARD).findings()).as("seldom").isEmpty();
    }

    @Test
    void whoWaitsForAMemberAndIsNoneIsFound() {
        Analysis analysis = busyLoop(25);
        int edge = new HeldUpOutside(analysis, 200_000 * Stage.US).heaviest(knot(analysis));
        WaitForGraph graph = analysis.graph();
        assertThat(analysis.timeline().name(graph.source(edge))).isEqualTo("client");
        assertThat(analysis.timeline().name(graph.target(edge))).isEqualTo("loop");
        assertThat(graph.waits(edge)).isEqualTo(25);
    }

    @Test
    void whatWeighsLessThanAskedForIsNot() {
        Analysis analysis = busyLoop(25);
        assertThat(new HeldUpOutside(analysis, 475_000 * Stage.US).heaviest(knot(analysis))).isNotNegative();
        assertThat(new HeldUpOutside(analysis, 475_000 * Stage.US + 1).heaviest(knot(analysis))).isNegative();
    }

    @Test
    void whoWaitsFewerThanTenTimesIsNot() {
        Analysis ten = busyLoop(10);
        Analysis five = busyLoop(5);
        assertThat(new HeldUpOutside(ten, 1).heaviest(knot(ten))).isNotNegative();
        assertThat(new HeldUpOutside(five, 1).heaviest(knot(five))).isNegative();
    }

    @Test
    void ofASinkThereIsNone() {
        Analysis analysis = Analysis.of(ToldSinkTest.asked().builder.build()).build();
        Knot sink = analysis.get(Workers.KNOTS).found().get(0).knot();
        assertThat(sink.kind()).isEqualTo(Knot.Kind.SINK);
        assertThat(new HeldUpOutside(analysis, 1).heaviest(sink)).isNegative();
    }

    /** That of loop and other. */
    private static Knot knot(Analysis analysis) {
        return analysis.get(Workers.KNOTS).found().stream().map(found -> found.knot())
                .filter(knot -> IntStream.range(0, knot.vertexCount())
                        .anyMatch(i -> analysis.timeline().name(knot.vertex(i)).equals("other")))
                .findFirst().orElseThrow();
    }
}
