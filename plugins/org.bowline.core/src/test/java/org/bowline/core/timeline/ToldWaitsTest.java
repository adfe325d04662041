/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

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
import org.bowline.core.timeline.ToldWaits.Applied;

class ToldWaitsTest {
    private static final int A = 0;
    private static final int B = 1;

    /** A runs from 0 to 100 with an interrupt from 40 to 50, B runs beside it; what is given is appended to A. */
    private static TimelineBuilder busy() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        builder.thread(host, 10, 10, "A");
        builder.thread(host, 11, 10, "B");
        builder.segment(A, 0, 40, ThreadState.RUNNING, 0);
        builder.interrupted(A, 40, 50, Cause.TIMER, timer, 0);
        builder.segment(A, 50, 100, ThreadState.RUNNING, 0);
        builder.segment(B, 0, 100, ThreadState.RUNNING, 1);
        return builder;
    }

    /** A sleeps until B wakes it at 20, runs to 30, sleeps until B wakes it at 60, and runs to 100. */
    private static TimelineBuilder woken(ThreadState between) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        builder.thread(host, 10, 10, "A");
        builder.thread(host, 11, 10, "B");
        builder.segment(A, 0, 5, ThreadState.RUNNING, 0);
        builder.blocked(A, 5, 20, Cause.TIMER, timer, Timeline.NONE, 0);
        builder.segment(A, 20, 22, ThreadState.RUNNABLE, 0);
        builder.segment(A, 22, 26, ThreadState.RUNNING, 0);
        builder.segment(A, 26, 30, between, 0);
        builder.blocked(A, 30, 60, Cause.THREAD, B, Timeline.NONE, 0);
        builder.segment(A, 60, 100, ThreadState.RUNNING, 0);
        builder.segment(B, 0, 100, ThreadState.RUNNING, 1);
        return builder;
    }

    private static List<String> segments(Timeline timeline, int thread) {
        List<String> all = new ArrayList<>();
        for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
            all.add(timeline.start(s) + ".." + timeline.end(thread, s) + " " + timeline.state(s).label()
                    + (timeline.isSpin(s) ? " spin" : "")
                    + (timeline.target(s) == Timeline.NONE ? "" : " " + timeline.vertexName(timeline.target(s))));
        }
        return all;
    }

    private static Applied apply(TimelineBuilder builder, ToldWaits told) {
        return told.applyTo(builder.build(0, 100), Progress.NONE);
    }

    @Test
    void whoPollsWaitsForTheOwner() {
        Applied applied = apply(busy(), new ToldWaits().spin(A, 30, 70, B));
        assertThat(segments(applied.timeline(), A)).containsExactly("0..30 running", "30..70 blocked spin B", "70..100 running");
        assertThat(applied.spinNanos()).containsExactly(40);
        assertThat(applied.timeline().cpu(applied.timeline().segmentAt(A, 35))).isZero();
        assertThat(applied.timeline().link(applied.timeline().segmentAt(A, 35))).isEqualTo(Timeline.NONE);
    }

    @Test
    void whoPollsForItselfOrNobodyWaitsForSomethingUnknown() {
        assertThat(segments(apply(busy(), new ToldWaits().spin(A, 30, 70, A)).timeline(), A)).contains("30..70 blocked spin");
        TimelineBuilder builder = busy();
        builder.resource(0, VertexKind.UNKNOWN, "unknown");
        Timeline timeline = apply(builder, new ToldWaits().spin(A, 60, 100, Timeline.NONE)).timeline();
        assertThat(segments(timeline, A)).contains("60..100 blocked spin unknown");
        assertThat(timeline.isOpen(A, timeline.endSegment(A) - 1)).as("it is known when it ended").isFalse();
    }

    @Test
    void pollingThatOverlapsCountsOnce() {
        Applied applied = apply(busy(), new ToldWaits().spin(A, 10, 60, B).spin(A, 20, 30, A).spin(A, 50, 80, A));
        assertThat(segments(applied.timeline(), A)).containsExactly("0..10 running", "10..60 blocked spin B", "60..80 blocked spin",
                "80..100 running");
        assertThat(applied.spinNanos()).containsExactly(70);
    }

    @Test
    void whoIsPreemptedOrSleepsWhileItPollsDoesThat() {
        assertThat(segments(apply(woken(ThreadState.PREEMPTED), new ToldWaits().spin(A, 0, 80, B)).timeline(), A)).containsExactly(
                "0..5 blocked spin B", "5..20 blocked timer", "20..22 runnable", "22..26 blocked spin B", "26..30 preempted",
                "30..60 blocked B", "60..80 blocked spin B", "80..100 running");
    }

    @Test
    void aFalseWakeUpEndsNoWait() {
        Applied applied = apply(woken(ThreadState.PREEMPTED), new ToldWaits().falseWakeUp(A, 24).falseWakeUp(A, 25));
        assertThat(segments(applied.timeline(), A)).containsExactly("0..5 running", "5..60 blocked B", "60..100 running");
        assertThat(applied.falseWakeUps()).as("told twice, once true").containsExactly(1);
        assertThat(applied.withoutWaits()).containsExactly(0);
        assertThat(applied.timeline().falseWakeUpCount()).isOne();
        assertThat(applied.timeline().falseWakeUpNanos(0)).isEqualTo(20);
    }

    @Test
    void whereEventsWereLostNoWaitsAreJoined() {
        Applied applied = apply(woken(ThreadState.UNKNOWN), new ToldWaits().falseWakeUp(A, 24));
        assertThat(segments(applied.timeline(), A)).hasSize(7);
        assertThat(applied.withoutWaits()).containsExactly(1);
    }

    @Test
    void withoutASleepAfterItThereIsNothingToJoin() {
        Applied applied = apply(woken(ThreadState.RUNNING), new ToldWaits().falseWakeUp(A, 70).falseWakeUp(A, 2).falseWakeUp(A, 100));
        assertThat(applied.falseWakeUps()).containsExactly(0);
        assertThat(applied.withoutWaits()).containsExactly(3);
    }

    @Test
    void nothingToldChangesNothing() {
        Timeline timeline = busy().build(0, 100);
        assertThat(new ToldWaits().spin(A, 10, 10, B).applyTo(timeline, Progress.NONE).timeline()).isSameAs(timeline);
    }

    /** What a look at every nanosecond says. */
    private static final class Oracle {
        private final Timeline timeline;
        /** Of each nanosecond: the segment, or −2 − spin. */
        private final int[] of;
        private final long start;

        Oracle(Timeline timeline, int thread, long[][] spins) {
            this.timeline = timeline;
            start = timeline.threadStart(thread);
            of = new int[(int) (timeline.threadEnd(thread) - start)];
            for (int i = 0; i < of.length; i++) {
                int segment = timeline.segmentAt(thread, start + i);
                of[i] = segment;
                long best = Long.MAX_VALUE;
                for (int spin = 0; spin < spins.length && timeline.state(segment).isOnCpu(); spin++) {
                    if (spins[spin][0] <= start + i && start + i < spins[spin][1] && spins[spin][0] < best) {
                        best = spins[spin][0];
                        of[i] = -2 - spin;
                    }
                }
            }
        }

        boolean isSleep(int i) {
            return of[i] >= 0 && timeline.state(of[i]) == ThreadState.BLOCKED;
        }

        boolean isUnknown(int i) {
            return of[i] >= 0 && timeline.state(of[i]) == ThreadState.UNKNOWN;
        }

        /** The nanoseconds from one sleep to the next take what the second one is. */
        boolean join(long time, int[] joined) {
            int at = (int) (time - start);
            if (time < start || at >= of.length || isSleep(at) || isUnknown(at)) {
                return false;
            }
            int before = at;
            while (before >= 0 && !isSleep(before) && !isUnknown(before)) {
                before--;
            }
            int after = at;
            while (after < of.length && !isSleep(after) && !isUnknown(after)) {
                after++;
            }
            if (before < 0 || after == of.length || isUnknown(before) || isUnknown(after)) {
                return false;
            }
            while (before > 0 && of[before - 1] == of[before]) {
                before--;
            }
            for (int i = before + 1; i <= after; i++) {
                joined[i] = 1;
            }
            return true;
        }
    }

    @Test
    void agreesWithALookAtEveryNanosecond() {
        long polled = 0;
        long joinedWaits = 0;
        for (int i = 0; i < 3_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.of(seed);
            Random random = new Random(seed ^ 0x5917);
            int thread = random.nextInt(timeline.threadCount());
            ToldWaits told = new ToldWaits();
            long[][] spins = new long[random.nextInt(4)][];
            int[] owners = new int[spins.length];
            long time = random.nextInt(5);
            for (int spin = 0; spin < spins.length; spin++) {
                spins[spin] = new long[] {time, time + 1 + random.nextInt(10)};
                owners[spin] = random.nextInt(timeline.threadCount() + 1) - 1;
                time = spins[spin][1] + random.nextInt(6);
                told.spin(thread, spins[spin][0], spins[spin][1], owners[spin]);
            }
            long[] vain = random.longs(random.nextInt(4), 0, timeline.endNanos() + 2).toArray();
            for (long at : vain) {
                told.falseWakeUp(thread, at);
            }
            Applied applied = told.applyTo(timeline, Progress.NONE);
            if (told.isEmpty() || timeline.firstSegment(thread) == timeline.endSegment(thread)) {
                continue;
            }
            Oracle oracle = new Oracle(timeline, thread, spins);
            int[] joined = new int[oracle.of.length];
            long left = 0;
            for (long at : vain) {
                left += oracle.join(at, joined) ? 0 : 1;
            }
            Timeline result = applied.timeline();
            assertThat(applied.withoutWaits()[timeline.host(thread)]).as(Seeds.name(seed)).isEqualTo(left);
            assertThat(result.threadStart(thread)).as(Seeds.name(seed)).isEqualTo(timeline.threadStart(thread));
            assertThat(result.threadEnd(thread)).as(Seeds.name(seed)).isEqualTo(timeline.threadEnd(thread));
            int as = Timeline.NONE;
            for (int at = joined.length - 1; at >= 0; at--) {
                // what is joined with the nanosecond after it is the same wait as that
                as = at + 1 < joined.length && joined[at + 1] == 1 ? as : oracle.of[at];
                int segment = result.segmentAt(thread, oracle.start + at);
                if (as >= 0) {
                    assertThat(result.isSpin(segment)).as(Seeds.name(seed)).isFalse();
                    assertThat(result.state(segment)).as(Seeds.name(seed) + " at " + at).isEqualTo(timeline.state(as));
                    assertThat(result.cause(segment)).as(Seeds.name(seed)).isEqualTo(timeline.cause(as));
                    assertThat(result.target(segment)).as(Seeds.name(seed)).isEqualTo(timeline.target(as));
                    assertThat(result.link(segment)).as(Seeds.name(seed)).isEqualTo(timeline.link(as));
                } else {
                    int owner = owners[-2 - as];
                    boolean known = owner >= 0 && owner != thread && !timeline.isIdle(owner);
                    assertThat(result.isSpin(segment)).as(Seeds.name(seed) + " at " + at).isTrue();
                    assertThat(result.state(segment)).as(Seeds.name(seed)).isEqualTo(ThreadState.BLOCKED);
                    assertThat(result.cause(segment)).as(Seeds.name(seed)).isEqualTo(known ? Cause.THREAD : Cause.UNKNOWN);
                    assertThat(known ? result.target(segment) : owner).as(Seeds.name(seed)).isEqualTo(owner);
                    polled++;
                }
                joinedWaits += joined[at];
            }
            assertSums(timeline, result, seed);
        }
        assertThat(polled).isGreaterThan(500);
        assertThat(joinedWaits).isGreaterThan(500);
    }

    /** Every thread lives as long as before, and the others do what they did. */
    private static void assertSums(Timeline timeline, Timeline result, long seed) {
        List<ThreadTotals> before = ThreadTotals.of(timeline, 0, timeline.endNanos());
        List<ThreadTotals> after = ThreadTotals.of(result, 0, timeline.endNanos());
        assertThat(after).as(Seeds.name(seed)).hasSameSizeAs(before);
        for (int i = 0; i < before.size(); i++) {
            ThreadTotals total = after.get(i);
            long sum = 0;
            for (long nanos : total.stateNanos()) {
                sum += nanos;
            }
            assertThat(sum).as(Seeds.name(seed)).isEqualTo(total.endNanos() - total.startNanos());
            assertThat(total.nanos(ThreadState.UNKNOWN)).as(Seeds.name(seed)).isEqualTo(before.get(i).nanos(ThreadState.UNKNOWN));
        }
        Timeline stored = TimelineColumns.join(TimelineColumns.of(result), result.caveats(), Progress.NONE);
        assertThat(stored.falseWakeUpCount()).isEqualTo(result.falseWakeUpCount());
        for (int s = 0; s < result.segmentCount(); s++) {
            assertThat(stored.isSpin(s)).as(Seeds.name(seed)).isEqualTo(result.isSpin(s));
        }
    }
}
