/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Threads that have a lock in the same order every time, as in a fair queue that is always as long. */
public class PassedAroundTest {
    /** Five processes have something in turn, for one or for 6 ms each. */
    public enum How {
        /** After that each answers whoever asked it, and is asked again. */
        ASKED,
        /** Each waits for it again at once. */
        STAGES,
        /** As {@link #ASKED}, and they are threads of one process with a name each. */
        UNLIKE
    }

    public static Stage inTurn(How how, long holdMicros, boolean sleep) {
        int all = 5;
        Stage stage = new Stage();
        int host = stage.host("h");
        int front = stage.thread(host, 11, "front");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] workers = new int[all];
        for (int i = 0; i < all; i++) {
            workers[i] = stage.thread(host, how == How.UNLIKE ? 20 : 20 + i,
                    how == How.UNLIKE ? "abcde".substring(i, i + 1) + "-stage" : "fpm");
        }
        for (int turn = 0; turn < 40 * all; turn++) {
            int holder = workers[turn % all];
            long end = holdMicros * (turn + 1);
            if (sleep) {
                stage.waits(holder, Cause.TIMER, timer, Timeline.NONE, end - 100);
            }
            stage.runs(holder, end).waits(workers[(turn + 1) % all], holder, end).runs(holder, end + 50);
            if (how != How.STAGES) {
                stage.waits(front, holder, end + 40).runs(front, end + 110).waits(holder, front, end + 100).runs(holder, end + 150);
            }
        }
        return stage;
    }

    @Test
    void processesOfAServerQueueForALockThoughEachWakesTheSameOneEveryTime() {
        assertThat(inTurn(How.ASKED, 1_000, false).see(new LockConvoy()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .startsWith(
                                "5 threads fpm (h) queue for what looks like a lock: it is handed on 200 times and held for 1.00 ms at the median"));
    }

    @Test
    void whoComesFromNowhereElseIsAStageAndThreadsOfOtherNamesAreStagesToo() {
        assertThat(inTurn(How.STAGES, 1_000, false).see(new LockConvoy()).findings()).isEmpty();
        assertThat(inTurn(How.UNLIKE, 1_000, false).see(new LockConvoy()).findings()).isEmpty();
    }

    @Test
    void whoSleepsWithSomethingForWhichOthersLikeItQueueHasALock() {
        String lock = " What they wait for looks like a lock that one of them has: it is handed on 200 times, held for 6.00 ms at the median, and on average 3.9 of them wait for it. Without";
        assertThat(inTurn(How.ASKED, 6_000, true).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .startsWith("fpm ×5 (h) sleep while others wait for them: for ")
                        .contains(" waits for a timer while another one of them or front (h:101) waits for that one.").contains(lock));
        assertThat(inTurn(How.STAGES, 6_000, true).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .contains(" waits for a timer while another one of them waits for that one. Without"));
    }
}
