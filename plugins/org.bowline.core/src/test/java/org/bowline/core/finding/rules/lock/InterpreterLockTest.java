/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Threads that have the lock of Python's interpreter in turn: two compute, and one serves for a moment now and then. */
public class InterpreterLockTest {
    private static final LockConvoy RULE = new LockConvoy();
    private static final int TURNS = 60;
    private static final int TURN = 5_200;

    /**
     * One that computes has the lock for 5.1 ms, until the time limit of who waits for it is over. In some turns the server takes it then, and hands it on 0.1 ms later; in the others it waits for requests.
     *
     * @param every the server wants it in each turn whose number is a multiple of that
     */
    public static Stage served(int every) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int serve = stage.thread(host, 11, "serve");
        int[] calc = {stage.thread(host, 11, "calc"), stage.thread(host, 11, "calc")};
        int asks = stage.thread(host, 12, "asks");
        for (int turn = 0; turn < TURNS; turn++) {
            long t = (long) TURN * turn;
            boolean serves = turn % every == 0;
            int has = calc[turn % 2];
            int wants = calc[1 - turn % 2];
            stage.runs(has, t + 5_100);
            long asked = Math.max(t, stage.told(wants));
            if (stage.told(wants) < asked) {
                stage.runs(wants, asked);
            }
            stage.waits(wants, Cause.TIMER, timer, Timeline.NONE, asked + 5_000).runs(wants, stage.told(wants) + 20);
            if (serves) {
                long begin = stage.told(serve);
                if (begin < t) {
                    stage.waits(serve, asks, t);
                }
                stage.waits(serve, Cause.TIMER, timer, Timeline.NONE, t + 5_000).runs(serve, t + 5_020).waits(serve, has, t + 5_100)
                        .runs(serve, t + 5_200);
                stage.waits(wants, serve, t + 5_200);
            } else {
                stage.waits(wants, has, t + 5_200);
            }
            stage.runs(asks, t + 5_200);
        }
        return stage;
    }

    @Test
    void whoHasTheLockForAMomentBeforeAThreadGetsItDoesNotMakeASleepOfTheWait() {
        assertThat(served(3).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).startsWith(
                "3 threads serve and others (h) queue for what looks like a lock: it is handed on 80 times and held for 5.10 ms at the median, and on average"
                        + " 1.3 of them wait, "));
    }

    @Test
    void whoRunsLongestOfThreadsWithAnInterpretersLockIsNamed() {
        assertThat(served(3).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).endsWith(
                " Of the time for which these threads run, 99.2 % is that of calc ×2 (h)."));
        assertThat(LockConvoyTest.interpreter(50).see(RULE).findings()).as("all are of one name").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("these threads run"));
    }
}
