/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Six threads that answer a client each, one at a time; each asks a database over the one connection that there is, for 5.7 of 10 ms. */
class LockAroundQuestionsTest {
    /** What a thread does for 4 ms after the one before has woken it, and before it asks the database. */
    enum Before {
        /** It asks a thread of another host. */
        ASKS,
        SLEEPS,
        READS_DISK,
        COMPUTES,
        /** It wants a processor. */
        WANTS_PROCESSOR
    }

    private static final int THREADS = 6;
    private static final int ROUND = 10_000;

    private final Stage stage = new Stage();
    private final int app = stage.host("B");
    private final int db = stage.thread(stage.host("C"), 13, "db");
    private final int auth = stage.thread(stage.host("D"), 14, "auth");
    private final int timer = stage.builder.resource(app, VertexKind.TIMER, "timer");
    private final int dbTimer = stage.builder.resource(1, VertexKind.TIMER, "timer");
    private final int authTimer = stage.builder.resource(2, VertexKind.TIMER, "timer");
    private final int disk = stage.builder.resource(app, VertexKind.DISK, "sda");

    private int ask(int connection, int thread, long at) {
        return stage.packet(connection, thread, Timeline.Opener.SENDER, at - 10, at + 10);
    }

    private int answer(int connection, int thread, long at) {
        return stage.packet(connection, thread, Timeline.Opener.RECEIVER, at - 10, at + 10);
    }

    private void before(Before before, int thread, long from) {
        stage.is(thread, before == Before.WANTS_PROCESSOR ? ThreadState.RUNNABLE : ThreadState.RUNNING, from + 60);
        switch (before) {
            case ASKS -> {
                stage.waits(auth, Cause.NETWORK, thread, ask(10 + thread, thread, from + 50), from + 70).runs(auth, from + 100)
                        .waits(auth, Cause.TIMER, authTimer, Timeline.NONE, from + 3_900).runs(auth, from + 4_000);
                stage.waits(thread, Cause.NETWORK, auth, answer(10 + thread, auth, from + 3_990), from + 4_060);
            }
            case SLEEPS -> stage.waits(thread, Cause.TIMER, timer, Timeline.NONE, from + 4_060);
            case READS_DISK -> stage.waits(thread, Cause.DISK, disk, Timeline.NONE, from + 4_060);
            case WANTS_PROCESSOR -> stage.is(thread, ThreadState.RUNNABLE, from + 4_060);
            case COMPUTES -> {} // until it asks
        }
        stage.runs(thread, from + 4_210);
    }

    private Stage server(Before before) {
        int clients = stage.host("A");
        Deque<Integer> queue = new ArrayDeque<>();
        int[] client = new int[2 + 2 * THREADS];
        for (int i = 0; i < THREADS; i++) {
            int thread = stage.thread(app, 12, "web-" + i);
            client[thread] = stage.thread(clients, 30, "client-" + i);
            stage.runs(client[thread], 110);
            stage.waits(thread, Cause.NETWORK, client[thread], ask(40 + thread, client[thread], 110), 125).runs(thread, 140);
            queue.add(thread);
        }
        int last = Timeline.NONE;
        for (int round = 0; round < 90; round++) {
            long t = (long) ROUND * round + 1_000;
            int thread = queue.remove();
            stage.waits(thread, last == Timeline.NONE ? Cause.UNKNOWN : Cause.THREAD, last, Timeline.NONE, t);
            before(before, thread, t);
            stage.waits(db, Cause.NETWORK, thread, ask(3, thread, t + 4_210), t + 4_225).runs(db, t + 4_300)
                    .waits(db, Cause.TIMER, dbTimer, Timeline.NONE, t + 9_800).runs(db, t + 9_910);
            stage.waits(thread, Cause.NETWORK, db, answer(3, db, t + 9_900), t + 9_960).runs(thread, t + 10_030);
            stage.waits(client[thread], Cause.NETWORK, thread, answer(40 + thread, thread, t + 10_025), t + 10_045)
                    .runs(client[thread], t + 10_070);
            stage.waits(thread, Cause.NETWORK, client[thread], ask(40 + thread, client[thread], t + 10_065), t + 10_085)
                    .runs(thread, t + 10_100);
            queue.add(thread);
            last = thread;
        }
        return stage;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WANTS_PROCESSOR")
    void whoDoesOtherThingsBeforeItAsksMayHaveWaitedForALock(Before before) {
        assertThat(server(before).see(new TooFewConnections()).findings()).isEmpty();
    }

    @Test
    void whoAsksAsSoonAsItHasAProcessorHasWaitedForAConnection() {
        assertThat(server(Before.WANTS_PROCESSOR).see(new TooFewConnections()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(" a connection has one for 57.", "For another 42."));
    }
}
