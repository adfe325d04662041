/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/** Who asks several, and waits for all of them. */
public class LaterAnswersTest {
    private static final int ROUNDS = 40;

    /** How the second answer comes. */
    public enum Second {
        /** It is asked for together with the first one. */
        BESIDE,
        /** It is asked for when the first answer is there. */
        AFTER,
        /** Who gives it asks who gives the first one itself. */
        BY_THE_FIRST,
        /** It is something new over a connection that the other side opened. */
        NEW
    }

    /** A thread asks one that answers after 5 ms, and in some of the rounds another one whose answer comes 4 ms later. */
    public static Stage gathers(Second how, int rounds) {
        Stage stage = new Stage();
        int gathers = stage.thread(stage.host("A"), 11, "gathers");
        int quick = stage.thread(stage.host("B"), 11, "quick");
        int slow = stage.thread(stage.host("C"), 11, "slow");
        Timeline.Opener asks = how == Second.NEW ? Timeline.Opener.RECEIVER : Timeline.Opener.SENDER;
        Timeline.Opener answers = how == Second.NEW ? Timeline.Opener.SENDER : Timeline.Opener.RECEIVER;
        for (int i = 0; i < ROUNDS; i++) {
            long t = 10_000L * i;
            stage.runs(gathers, t + 200);
            int one = stage.packet(1, gathers, Timeline.Opener.SENDER, t + 100, t + 200);
            stage.waits(quick, Cause.NETWORK, gathers, one, t + 200).runs(quick, t + 4_900);
            int first = stage.packet(1, quick, Timeline.Opener.RECEIVER, t + 4_900, t + 5_000);
            stage.waits(gathers, Cause.NETWORK, quick, first, t + 5_000).runs(gathers, t + 5_200);
            if (i < rounds) {
                long asked = how == Second.AFTER ? t + 5_100 : t + 150;
                int two = stage.packet(2, gathers, asks, asked, t + 5_150);
                stage.waits(slow, Cause.NETWORK, gathers, two, t + 5_150);
                if (how == Second.BY_THE_FIRST) {
                    int third = stage.packet(3, quick, Timeline.Opener.RECEIVER, t + 4_800, t + 5_300);
                    stage.runs(slow, t + 5_200).waits(slow, Cause.NETWORK, quick, third, t + 5_300);
                }
                stage.runs(slow, t + 8_900);
                int second = stage.packet(2, slow, answers, t + 8_900, t + 9_000);
                stage.waits(gathers, Cause.NETWORK, slow, second, t + 9_000);
            }
            stage.runs(gathers, t + 10_000);
        }
        return stage;
    }

    /** For how long waits for the first one are such in which another answer is open, us. */
    private static long later(Second how) {
        Analysis analysis = Analysis.of(gathers(how, ROUNDS).builder.build()).build();
        WaitForGraph graph = analysis.graph();
        int edge = IntStream.range(0, graph.edgeCount()).filter(one -> graph.source(one) == 0 && graph.target(one) == 1).findFirst()
                .orElseThrow();
        return analysis.get(LaterAnswers.RESULT).nanos(graph, edge) / Stage.US;
    }

    private static String told(Second how, int rounds) {
        return gathers(how, rounds).see(new DominantKnot()).findings().get(0).summary();
    }

    @Test
    void whoWaitsForAllAnswersWaitsForTheLastOne() {
        assertThat(told(Second.BESIDE, ROUNDS))
                .contains("The heaviest wait is that of gathers (A:101) for slow (C:103): 152 ms, 38.0 % of the range, in 40 waits",
                        " Without this wait the work would be at most 38.0 % shorter (an estimate).")
                .doesNotContain("new work");
    }

    @Test
    void whoAsksTheNextOneWhenTheAnswerIsThereWaitsForBoth() {
        String first = "The heaviest wait is that of gathers (A:101) for quick (B:102): 192 ms, 48.0 % of the range, in 40 waits";
        assertThat(told(Second.AFTER, ROUNDS)).contains(first, "at most 48.0 % shorter").doesNotContain("another answer");
        assertThat(told(Second.NEW, ROUNDS)).as("it has not asked for it").contains(first);
    }

    @Test
    void anAnswerThatIsLaterAsItsGiverWaitsForTheFirstOneIsNotOpenBesideIt() {
        assertThat(later(Second.BY_THE_FIRST)).isZero();
        assertThat(later(Second.BESIDE)).isEqualTo(192_000);
    }

    @Test
    void whatIsWonIsWithoutTheWaitsInWhichAnotherAnswerIsOpen() {
        assertThat(told(Second.BESIDE, 10)).contains(
                "for quick (B:102): 192 ms, 48.0 % of the range, in 40 waits",
                " For 48.0 ms of that, gathers (A:101) waits for another answer, too, which comes later. Without this wait the work would be at most 36.0 % shorter (an estimate).");
    }
}
