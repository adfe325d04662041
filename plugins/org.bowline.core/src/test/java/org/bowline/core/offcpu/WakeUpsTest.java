/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class WakeUpsTest {
    /** Every segment is looked at, without any order. */
    private static List<Integer> oracle(Timeline timeline, int waker, long from, long to) {
        List<Integer> found = new ArrayList<>();
        for (int segment = 0; segment < timeline.segmentCount(); segment++) {
            if (timeline.state(segment) == ThreadState.BLOCKED && timeline.target(segment) == waker && !timeline.isIdle(waker)) {
                boolean packet = timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE;
                long time = packet ? timeline.packetSent(timeline.link(segment)) : timeline.end(timeline.threadOf(segment), segment);
                if (time >= from && time <= to) {
                    found.add(segment);
                }
            }
        }
        return found;
    }

    @Test
    void aThreadEndedTheWaitsThatTheOracleFinds() {
        int all = 0;
        for (int round = 0; round < 2_000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.any(seed);
            WakeUps wakeUps = new WakeUps(timeline, Progress.NONE);
            for (int waker = 0; waker < timeline.threadCount(); waker++) {
                long from = random.nextInt(45) - 3L;
                long to = from + random.nextInt(20) - 2;
                List<Integer> found = new ArrayList<>();
                wakeUps.each(waker, from, to, found::add);
                assertThat(found).as(Seeds.name(seed)).containsExactlyInAnyOrderElementsOf(oracle(timeline, waker, from, to));
                all += found.size();
            }
        }
        assertThat(all).isGreaterThan(500);
    }

    @Test
    void theWakersCallIsTheOneThatItWasInAndNotTheOneBefore() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int client = builder.thread(0, 1, 1, "client");
        int server = builder.thread(0, 2, 2, "server");
        builder.blocked(client, 0, 60, Cause.THREAD, server, Timeline.NONE, 0);
        builder.segment(client, 60, 70, ThreadState.RUNNING, 0);
        builder.blocked(client, 70, 90, Cause.THREAD, server, Timeline.NONE, 0);
        builder.segment(client, 90, 100, ThreadState.RUNNING, 0);
        builder.segment(server, 0, 100, ThreadState.RUNNING, 1);
        Timeline timeline = builder.build();
        SystemCallLog log = new SystemCallLog(new WakeUps(timeline, Progress.NONE));
        log.begun(10, server, "read");
        log.returned(timeline, 59, server);
        log.begun(59, server, "futex");
        log.returned(timeline, 61, server);
        int first = timeline.segmentAt(client, 0);
        int second = timeline.segmentAt(client, 70);
        assertThat(log.ofWaker(first)).isEqualTo("futex");
        assertThat(log.ofWaker(second)).as("it was in none").isEmpty();
        SystemCallLog plain = new SystemCallLog();
        plain.begun(59, server, "futex");
        plain.returned(timeline, 61, server);
        assertThat(plain.ofWaker(first)).as("not asked for").isEmpty();
        SystemCallLog open = new SystemCallLog(new WakeUps(timeline, Progress.NONE));
        open.begun(80, server, "write");
        open.ended(timeline, 0);
        assertThat(open.ofWaker(second)).as("a call that does not return").isEqualTo("write");
    }

    @Test
    void theStackOfAWakeUpIsKeptOnlyIfAThreadEndedTheWaitThen() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int client = builder.thread(0, 1, 1, "client");
        int server = builder.thread(0, 2, 2, "server");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        builder.blocked(client, 0, 60, Cause.THREAD, server, Timeline.NONE, 0);
        builder.segment(client, 60, 70, ThreadState.RUNNING, 0);
        builder.blocked(client, 70, 90, Cause.TIMER, timer, Timeline.NONE, 0);
        builder.segment(client, 90, 100, ThreadState.RUNNING, 0);
        builder.segment(server, 0, 100, ThreadState.RUNNING, 1);
        Timeline timeline = builder.build();
        StackLog log = new StackLog();
        long[] stack = {0x100, 0x200};
        log.wakes(timeline, client, 59, stack, 0, 2, false);
        log.wakes(timeline, client, 65, stack, 0, 2, false);
        log.wakes(timeline, client, 90, stack, 0, 2, false);
        log.wakes(timeline, client, 60, stack, 0, 0, false);
        assertThat(log.isEmpty()).as("not the end, not a wait, a timer, no address").isTrue();
        log.wakes(timeline, client, 60, stack, 0, 2, false);
        int id = log.ofWaker(timeline.segmentAt(client, 0));
        assertThat(id).isEqualTo(0);
        assertThat(log.pid(id)).as("it is the waker's").isEqualTo(2);
        assertThat(log.of(timeline.segmentAt(client, 0))).isEqualTo(StackLog.NONE);
    }
}
