/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.spin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.timeline.ToldWaits;

class SpinUseTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    /** A sleeps from 10 to 20 and from 24 to 40, as told; it runs else. B and C run. */
    private static TimelineBuilder woken(Cause cause, boolean byOne) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 3; i++) {
            builder.thread(host, 10 + i, 10, "t" + i);
        }
        boolean byTimer = cause == Cause.TIMER;
        builder.segment(A, 0, 10, ThreadState.RUNNING, 0);
        builder.blocked(A, 10, 20, cause, byTimer ? timer : B, Timeline.NONE, 0);
        builder.segment(A, 20, 21, ThreadState.RUNNABLE, 0);
        builder.segment(A, 21, 24, ThreadState.RUNNING, 0);
        builder.blocked(A, 24, 40, cause, byTimer ? timer : byOne ? B : C, Timeline.NONE, 0);
        builder.segment(A, 40, 100, ThreadState.RUNNING, 0);
        builder.segment(B, 0, 100, ThreadState.RUNNING, 1);
        builder.segment(C, 0, 50, ThreadState.RUNNING, 2);
        return builder;
    }

    private static List<SpinUse> of(TimelineBuilder builder, long shorterThan) {
        Timeline timeline = builder.build(0, 100);
        return SpinUse.of(timeline, LockHistory.of(timeline, Progress.NONE), 0, 100, shorterThan, Progress.NONE);
    }

    @Test
    void whoRunsForAMomentBetweenTwoWakeUpsOfOneThreadIsACandidate() {
        assertThat(of(woken(Cause.THREAD, true), 4)).containsExactly(new SpinUse(A, 0, 0, 0, Timeline.NONE, 0, 0, 1, 3, 0, 0));
        assertThat(of(woken(Cause.THREAD, true), 3)).as("it ran for 3 ns").isEmpty();
        assertThat(of(woken(Cause.THREAD, false), 4)).as("another one woke it").isEmpty();
    }

    @Test
    void whoLooksAtTheClockPolls() {
        assertThat(of(woken(Cause.TIMER, true), 4)).containsExactly(new SpinUse(A, 0, 0, 0, Timeline.NONE, 0, 0, 0, 0, 1, 3));
    }

    @Test
    void whoDidSomethingMeanwhileIsNoCandidate() {
        TimelineBuilder wakes = woken(Cause.THREAD, true);
        wakes.blocked(C, 50, 60, Cause.THREAD, B, Timeline.NONE, 2);
        wakes.segment(C, 60, 100, ThreadState.RUNNING, 2);
        assertThat(of(wakes, 4)).as("B woke C").hasSize(1);
        TimelineBuilder packet = woken(Cause.THREAD, true);
        packet.packet(22, 30, A);
        assertThat(of(packet, 4)).isEmpty();
        TimelineBuilder late = woken(Cause.THREAD, true);
        late.packet(25, 30, A);
        assertThat(of(late, 4)).hasSize(1);
        TimelineBuilder lock = woken(Cause.TIMER, true);
        lock.locks().add(22, A, Kind.ACQUIRED, 1, 7);
        assertThat(of(lock, 4)).isEmpty();
    }

    @Test
    void whatIsToldIsNoCandidate() {
        Timeline timeline = new ToldWaits().falseWakeUp(A, 22).spin(A, 50, 70, B).spin(A, 80, 85, C)
                .applyTo(woken(Cause.THREAD, true).build(0, 100), Progress.NONE).timeline();
        assertThat(SpinUse.of(timeline, LockHistory.of(timeline, Progress.NONE), 0, 100, 4, Progress.NONE))
                .containsExactly(new SpinUse(A, 2, 25, 20, B, 20, 1, 0, 0, 0, 0));
        assertThat(SpinUse.of(timeline, LockHistory.of(timeline, Progress.NONE), 60, 82, 4, Progress.NONE))
                .containsExactly(new SpinUse(A, 2, 12, 10, B, 10, 0, 0, 0, 0, 0));
    }

    @Test
    void whoIsPreemptedWhileItPollsPollsOnce() {
        TimelineBuilder builder = woken(Cause.THREAD, false);
        Timeline told = new ToldWaits().spin(A, 15, 50, B).spin(A, 50, 60, B).spin(A, 70, 80, B)
                .applyTo(builder.build(0, 100), Progress.NONE)
                .timeline();
        assertThat(SpinUse.of(told, LockHistory.of(told, Progress.NONE), 0, 100, 1, Progress.NONE))
                .as("asleep from 24 to 40 it goes on; what is told next, and later, are others")
                .containsExactly(new SpinUse(A, 3, 33, 13, B, 33, 0, 0, 0, 0, 0));
        assertThat(SpinUse.of(told, LockHistory.of(told, Progress.NONE), 30, 45, 1, Progress.NONE))
                .as("of a range that begins meanwhile").containsExactly(new SpinUse(A, 1, 5, 5, B, 5, 0, 0, 0, 0, 0));
    }

    @Test
    void candidatesAreThoseOfALookAtAllPairsOfSleeps() {
        long found = 0;
        for (int i = 0; i < 3_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.of(seed);
            Random random = new Random(seed);
            long from = random.nextInt((int) timeline.endNanos());
            long to = from + 1 + random.nextInt((int) timeline.endNanos());
            long limit = 1L + random.nextInt(12);
            LockHistory locks = LockHistory.of(timeline, Progress.NONE);
            List<SpinUse> uses = SpinUse.of(timeline, locks, from, to, limit, Progress.NONE);
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                long[] expected = timeline.isIdle(thread) ? new long[4] : naive(timeline, locks, thread, from, to, limit);
                int of = thread;
                SpinUse use = uses.stream().filter(one -> one.thread() == of).findFirst()
                        .orElse(new SpinUse(thread, 0, 0, 0, Timeline.NONE, 0, 0, 0, 0, 0, 0));
                assertThat(new long[] {use.vain(), use.vainNanos(), use.polls(), use.pollNanos()}).as(Seeds.name(seed)).isEqualTo(expected);
                found += expected[0] + expected[2];
            }
        }
        assertThat(found).isGreaterThan(50);
    }

    private static long[] naive(Timeline timeline, LockHistory locks, int thread, long from, long to, long limit) {
        long[] sums = new long[4];
        for (int a = timeline.firstSegment(thread); a < timeline.endSegment(thread); a++) {
            for (int b = a + 1; b < timeline.endSegment(thread); b++) {
                if (timeline.state(a) != ThreadState.BLOCKED || timeline.state(b) != ThreadState.BLOCKED
                        || timeline.end(thread, a) <= from || timeline.start(b) >= to) {
                    continue;
                }
                long ran = 0;
                boolean between = true;
                for (int s = a + 1; s < b; s++) {
                    between &= timeline.state(s) != ThreadState.BLOCKED && timeline.state(s) != ThreadState.UNKNOWN;
                    ran += timeline.state(s) == ThreadState.RUNNING ? timeline.end(thread, s) - timeline.start(s) : 0;
                }
                if (between && ran < limit && !did(timeline, thread, timeline.end(thread, a), timeline.start(b))) {
                    boolean lock = locks.lockOf(a) != LockHistory.NONE || locks.lockOf(b) != LockHistory.NONE;
                    boolean byThreads = timeline.cause(a) == Cause.THREAD && timeline.cause(b) == Cause.THREAD;
                    boolean byTimers = timeline.cause(a) == Cause.TIMER && timeline.cause(b) == Cause.TIMER;
                    if (lock ? locks.lockOf(a) == locks.lockOf(b) : byThreads && timeline.target(a) == timeline.target(b)) {
                        sums[0]++;
                        sums[1] += ran;
                    } else if (byTimers) {
                        sums[2]++;
                        sums[3] += ran;
                    }
                }
            }
        }
        return sums;
    }

    private static boolean did(Timeline timeline, int thread, long from, long to) {
        boolean did = false;
        for (int other = 0; other < timeline.threadCount(); other++) {
            for (int s = timeline.firstSegment(other); s < timeline.endSegment(other); s++) {
                did |= timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.THREAD && timeline.target(s) == thread
                        && timeline.end(other, s) >= from && timeline.end(other, s) <= to;
            }
            did |= timeline.parent(other) == thread && timeline.threadStart(other) >= from && timeline.threadStart(other) <= to;
        }
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            did |= timeline.packetSender(packet) == thread && timeline.packetSent(packet) >= from && timeline.packetSent(packet) <= to;
        }
        for (int request = 0; request < timeline.requestCount(); request++) {
            did |= timeline.requestIssuer(request) == thread && timeline.requestQueued(request) >= from
                    && timeline.requestQueued(request) <= to;
        }
        LockEvents events = timeline.locks();
        for (int i = 0; i < events.size(); i++) {
            Kind kind = events.kind(i);
            did |= (kind == Kind.ACQUIRED || kind == Kind.RELEASED || kind == Kind.FUTEX_WAKE) && events.thread(i) == thread
                    && events.nanos(i) >= from && events.nanos(i) <= to;
        }
        return did;
    }
}
