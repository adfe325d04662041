/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.Lanes;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

/**
 * A client asks a broker at 2 of each 200 ns, which passes that on to a worker; the worker sleeps from 10 to 150 and sends its result at 152, which the broker passes on to the client. Tasks move among the two threads of the broker, of which one looks at the clock at 100,
 * and among those of the worker, of which one waits for the next message meanwhile. Times in nanoseconds.
 */
class TaskBrokerSleepsTest {
    private static final int ROUNDS = 30;
    private static final int ROUND = 200;
    /** By which it is known that tasks move among them. */
    private static final String NAME = "tokio-rt-worker";
    private static final int CLIENT = 0;
    private static final int WORKER = 1;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int b = builder.host("B");
    private final int w = builder.host("W");
    private final int client = builder.thread(builder.host("A"), 30, 30, "client");
    private final int[] broker = {builder.thread(b, 10, 10, NAME), builder.thread(b, 11, 10, NAME)};
    private final int[] worker = {builder.thread(w, 20, 20, NAME), builder.thread(w, 21, 20, NAME)};
    private final long[] told = new long[5];

    private int packet(int connection, int sender, Timeline.Opener opener, long sent) {
        int packet = builder.packet(sent, sent + 1, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, connection);
        return packet;
    }

    private void runs(int thread, long until) {
        if (until > told[thread]) {
            builder.segment(thread, told[thread], until, ThreadState.RUNNING, -1);
            told[thread] = until;
        }
    }

    private void waits(int thread, Cause cause, int target, int link, long until) {
        if (until > told[thread]) {
            builder.blocked(thread, told[thread], until, cause, target, link, -1);
            told[thread] = until;
        }
    }

    private @Nullable Finding finding(int[] threads, String name) {
        int clockOfB = builder.resource(b, VertexKind.TIMER, "timer");
        int clockOfW = builder.resource(w, VertexKind.TIMER, "timer");
        builder.packetConnects(packet(CLIENT, client, Timeline.Opener.SENDER, 0));
        for (int round = 0; round < ROUNDS; round++) {
            long t = (long) round * ROUND;
            runs(client, t + 2);
            waits(broker[0], Cause.NETWORK, client, packet(CLIENT, client, Timeline.Opener.SENDER, t + 2), t + 3);
            runs(broker[0], t + 5);
            int job = packet(WORKER, broker[0], Timeline.Opener.RECEIVER, t + 4);
            waits(worker[0], Cause.NETWORK, broker[0], job, t + 5);
            runs(worker[0], t + 10);
            waits(worker[1], Cause.NETWORK, broker[0], job, t + 6);
            runs(worker[1], t + 7);
            waits(broker[1], Cause.TIMER, clockOfB, Timeline.NONE, t + 100);
            runs(broker[1], t + 101);
            waits(worker[0], Cause.TIMER, clockOfW, Timeline.NONE, t + 150);
            runs(worker[0], t + 153);
            waits(broker[0], Cause.NETWORK, worker[0], packet(WORKER, worker[0], Timeline.Opener.SENDER, t + 152), t + 153);
            runs(broker[0], t + 155);
            waits(client, Cause.NETWORK, broker[0], packet(CLIENT, broker[0], Timeline.Opener.RECEIVER, t + 154), t + 155);
        }
        for (int thread = 0; thread < told.length; thread++) {
            runs(thread, ROUNDS * ROUND);
        }
        return TaskSleeps.finding(new SleepWhileAwaited().info(), merged(builder.build(0, ROUNDS * ROUND)),
                new Group(Way.TASKS, name, threads, new Lanes(2, 0, 0), Timeline.NONE, false), 1, 0.8);
    }

    private static Analysis merged(Timeline timeline) {
        return Analysis.of(timeline).question(Question.ALL.with(Merging.MERGE, Merging.Level.SIMILAR)).build();
    }

    /** Two clients ask a server in a closed loop: the first at 2, and is answered at 54; the second at 27, and is answered at 109. The server sleeps for both, and does next to nothing else. */
    private static @Nullable Finding ofTwoClients(boolean twoProcesses) {
        Stage stage = new Stage();
        int b = stage.host("B");
        int a = stage.host("A");
        int[] server = {stage.thread(b, 10, NAME), stage.thread(b, 10, NAME)};
        int[] clients = {stage.thread(a, 30, "client"), stage.thread(a, twoProcesses ? 31 : 30, "client")};
        int timer = stage.builder.resource(b, VertexKind.TIMER, "timer");
        for (int connection = 0; connection < 2; connection++) {
            stage.builder.packetConnects(stage.packet(connection, clients[connection], Timeline.Opener.SENDER, 0, 1));
        }
        for (int round = 0; round < 50; round++) {
            long t = 100L * round;
            for (int i = 0; i < 2; i++) {
                long asked = t + 2 + 25L * i;
                stage.runs(clients[i], asked + 1);
                stage.waits(server[i], Cause.NETWORK, clients[i],
                        stage.packet(i, clients[i], Timeline.Opener.SENDER, asked, asked + 1), asked + 1).runs(server[i], asked + 3);
            }
            for (int i = 0; i < 2; i++) {
                long answered = t + 54 + 55L * i;
                stage.waits(server[i], Cause.TIMER, timer, Timeline.NONE, answered - 2).runs(server[i], answered + 1);
                stage.waits(clients[i], Cause.NETWORK, server[i],
                        stage.packet(i, server[i], Timeline.Opener.RECEIVER, answered, answered + 1), answered + 1);
            }
        }
        for (int thread = 0; thread < stage.count(); thread++) {
            stage.runs(thread, 5_012);
        }
        return TaskSleeps.finding(new SleepWhileAwaited().info(), merged(stage.builder.build()),
                new Group(Way.TASKS, "server ×2", server, new Lanes(2, 0, 0), Timeline.NONE, false), 1, 0.8);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatComesFromAnotherClientMeanwhileIsNotWhatIsAnsweredNext(boolean twoProcesses) {
        assertThat(ofTwoClients(twoProcesses)).isNotNull()
                .satisfies(finding -> assertThat(finding.summary()).contains("for 4.46 ms, 88.9 % of the range"));
    }

    @Test
    void aBrokerDoesNotSleepWhileItWaitsForWhatItPassesOn() {
        assertThat(finding(broker, "broker ×2")).isNull();
    }

    @Test
    void aWorkerSleepsWhileItMakesWhatABrokerPassesOnThoughItWaitsForTheNextMessage() {
        assertThat(finding(worker, "worker ×2")).isNotNull().satisfies(finding -> assertThat(finding.summary())
                .as("but for the first round, and the last")
                .startsWith("worker ×2 (W) sleep in their requests: for 3.92 µs, 65.3 % of the range,"));
    }
}
