/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

class SeveralQuestionsTest {
    /** Between which times, in µs, another question of the same thread is open while a worker has one, in the order of the questions. */
    private static List<String> open(Stage stage) {
        List<String> spans = new ArrayList<>();
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        SeveralQuestions.each(analysis, server -> true, client -> true,
                (server, from, to) -> spans.add(analysis.timeline().name(server) + ' ' + from / Stage.US + ' ' + to / Stage.US));
        return spans;
    }

    /**
     * A loop asks two workers at 1 ms and at a time, and they answer at 8 and 9 ms after they have slept, or have waited for a disk.
     *
     * @param second when it asks the second one, µs
     */
    private static Stage loop(long second, VertexKind waitsFor) {
        Stage stage = new Stage();
        int loop = stage.thread(stage.host("A"), 1, "loop");
        int there = stage.host("B");
        int resource = stage.builder.resource(there, waitsFor, "x");
        Cause cause = waitsFor == VertexKind.TIMER ? Cause.TIMER : Cause.DISK;
        stage.runs(loop, 30_000);
        for (int i = 0; i < 2; i++) {
            int worker = stage.thread(there, 10 + i, "worker-" + i);
            stage.packet(i, loop, Timeline.Opener.SENDER, i == 0 ? 900 : second - 100, i == 0 ? 1_000 : second);
            long answers = i == 0 ? 8_000 : Math.max(9_000, second + 1_000);
            stage.runs(worker, i == 0 ? 1_500 : second + 500).waits(worker, cause, resource, Timeline.NONE, answers - 100).runs(worker,
                    answers + 1_000);
            stage.packet(i, worker, Timeline.Opener.RECEIVER, answers, answers + 100);
        }
        return stage;
    }

    @Test
    void eachIsAwaitedWhileAnotherOneIsOpen() {
        assertThat(open(loop(2_000, VertexKind.TIMER))).containsExactly("worker-0 2000 8000", "worker-1 2000 8000");
    }

    @Test
    void whoAsksOneQuestionAfterTheOtherWaitsForEachAnyway() {
        assertThat(open(loop(12_000, VertexKind.TIMER))).isEmpty();
    }

    @Test
    void whatIsAnsweredAfterAnotherWaitThanASleepMayHaveHadToWait() {
        assertThat(open(loop(2_000, VertexKind.DISK))).isEmpty();
    }

    @Test
    void whoAnswersOthersAsksForThem() {
        Stage stage = loop(2_000, VertexKind.TIMER);
        int client = stage.thread(1, 20, "client");
        stage.runs(client, 1).packet(2, client, Timeline.Opener.SENDER, 500, 600);
        stage.packet(2, 0, Timeline.Opener.RECEIVER, 20_000, 20_100);
        assertThat(open(stage)).isEmpty();
    }

    @Test
    void whoSleepsAgainAndAgainBeforeItAnswersHadNothingToGiveBeforeTheLastOfThem() {
        Stage stage = new Stage();
        int loop = stage.thread(stage.host("A"), 1, "loop");
        int there = stage.host("B");
        int server = stage.thread(there, 10, "server");
        int timer = stage.builder.resource(there, VertexKind.TIMER, "timer");
        stage.runs(loop, 2_000_000).runs(server, 2_000);
        for (int i = 0; i < 2; i++) {
            stage.packet(i, loop, Timeline.Opener.SENDER, 900, 1_000 + i);
        }
        for (int tick = 1; tick <= 12; tick++) {
            stage.waits(server, Cause.TIMER, timer, Timeline.NONE, 100_000L * tick).runs(server, 100_000L * tick + 1_000);
        }
        stage.runs(server, 2_000_000);
        for (int i = 0; i < 2; i++) {
            stage.packet(i, server, Timeline.Opener.RECEIVER, 1_201_500, 1_202_000);
        }
        assertThat(open(stage)).containsExactly("server 1101000 1201500", "server 1101000 1201500");
    }
}
