/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/**
 * An event loop, whom somebody asks for something each millisecond, a server that it asks once in a round of 10 ms, who sleeps for 8 ms of that, and a client whose request the loop answers with what the server says. Times in microseconds.
 */
class QuestionsOfLoopsTest {
    private static final int ROUNDS = 50;
    private static final int ROUND = 10_000;

    private final Stage stage = new Stage();
    private final int loop = stage.thread(stage.host("B"), 10, "loop");
    private final int host = stage.host("W");
    private final int server = stage.thread(host, 20, "server");
    private final int client = stage.thread(stage.host("A"), 30, "client");
    private final int chatter = stage.thread(stage.host("C"), 40, "chatter");
    private final int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");

    private void waits(int thread, int sender, int packet, long until) {
        stage.waits(thread, Cause.NETWORK, sender, packet, until);
    }

    /**
     * What is told of the server.
     *
     * @param asked when in the round the client asks; the loop asks the server after 400
     * @param opener who has opened the connection of the loop and the server
     */
    private List<Finding> told(int asked, Timeline.Opener opener) {
        return told(asked, opener, 9_390);
    }

    /** @param answered when in the round the loop answers the client, which is not before it asks the server */
    private List<Finding> told(int asked, Timeline.Opener opener, int answered) {
        Timeline.Opener answers = opener == Timeline.Opener.SENDER ? Timeline.Opener.RECEIVER : Timeline.Opener.SENDER;
        for (int round = 0; round < ROUNDS; round++) {
            long t = (long) ROUND * round;
            stage.runs(client, t + asked);
            stage.packet(1, client, Timeline.Opener.SENDER, t + asked, t + asked + 50);
            for (int k = 0; k < 10; k++) {
                long at = t + 1_000L * k;
                waits(loop, chatter, stage.packet(2, chatter, Timeline.Opener.SENDER, at + 100, at + 145), at + 150);
                stage.runs(loop, at + 200);
                int answer = stage.packet(2, loop, Timeline.Opener.RECEIVER, at + 190, at + 240);
                waits(chatter, loop, answer, at + 240);
                stage.runs(chatter, at + 1_100);
                if (k == 0) {
                    waits(server, loop, stage.packet(0, loop, opener, at + 195, at + 400), at + 400);
                    stage.waits(server, Cause.TIMER, timer, Timeline.NONE, t + 8_400).runs(server, t + 9_250);
                }
            }
            stage.packet(0, server, answers, t + 9_249, t + 9_260);
            waits(loop, chatter, stage.packet(2, chatter, Timeline.Opener.SENDER, t + 9_300, t + 9_335), t + 9_340);
            stage.runs(loop, t + 9_400);
            waits(client, loop, stage.packet(1, loop, Timeline.Opener.RECEIVER, t + answered, t + answered + 110), t + answered + 110);
            stage.runs(client, t + ROUND);
        }
        Analysis analysis = Analysis.of(stage.builder.build())
                .question(Question.WORK.within(ROUND * Stage.US, ROUND * (ROUNDS - 1) * Stage.US)).build();
        return Stage.see(new SleepWhileAwaited(), analysis, RuleSettings.STANDARD).findings();
    }

    @Test
    void whatALoopAsksForARequestThatIsOpenWaitsThoughTheLoopIsWokenByOthers() {
        assertThat(told(50, Timeline.Opener.SENDER)).singleElement().satisfies(finding -> assertThat(finding.summary()).isEqualTo(
                "server (W:102) sleeps in its requests: for 384 ms, 80.0 % of the range, it waits for a timer while a request waits for it."
                        + " Without these sleeps the work would be at most 80.0 % shorter (an estimate)."));
    }

    @Test
    void whatALoopAsksWhileNothingIsOpenIsItsOwnMatter() {
        assertThat(told(250, Timeline.Opener.SENDER)).as("the client asks after that").isEmpty();
    }

    @Test
    void whoTellsALoopSomethingIsNotAsked() {
        assertThat(told(50, Timeline.Opener.RECEIVER)).isEmpty();
    }

    @Test
    void whatALoopAsksWaitsNoLongerThanTheRequestsThatWereOpenThen() {
        assertThat(told(50, Timeline.Opener.SENDER, 4_400)).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).as("the loop is last at work, before that, after 4.2 ms")
                        .contains(": for 182 ms, 38.0 % of the range,"));
        assertThat(new QuestionsOfLoopsTest().told(50, Timeline.Opener.SENDER, 1_400)).as("a long poll that tells nothing new").isEmpty();
    }
}
