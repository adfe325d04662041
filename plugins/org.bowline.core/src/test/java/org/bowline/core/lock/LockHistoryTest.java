/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class LockHistoryTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final long LOCK = 0x40;

    private final TimelineBuilder builder = new TimelineBuilder();

    LockHistoryTest() {
        builder.host("h");
        for (int thread = A; thread <= C; thread++) {
            builder.thread(0, 11 + thread, 10, "t" + thread);
        }
    }

    private LockHistoryTest runs(int thread, long from, long to) {
        builder.segment(thread, from, to, ThreadState.RUNNING, thread);
        return this;
    }

    private LockHistoryTest sleeps(int thread, long from, long to, int waker) {
        builder.blocked(thread, from, to, Cause.THREAD, waker, Timeline.NONE, thread);
        return this;
    }

    private LockHistoryTest tells(long at, int thread, Kind kind) {
        builder.locks().add(at, thread, kind, 10, LOCK);
        return this;
    }

    private LockHistory history() {
        return LockHistory.of(builder.build(0, 100), Progress.NONE);
    }

    /** {@code A 10-20} for each hold of the first lock; {@code ~} where an end is not known. */
    private static List<String> holds(LockHistory history) {
        List<String> texts = new ArrayList<>();
        for (int hold = history.firstHold(0); hold < history.endHold(0); hold++) {
            texts.add("ABC".charAt(history.holder(hold)) + " " + history.holdBegin(hold) + '-' + history.holdEnd(hold)
                    + (history.isWhole(hold) ? "" : "~"));
        }
        return texts;
    }

    @Test
    void whoAsksForAMutexThatAnotherHoldsWaitsForIt() {
        runs(A, 0, 100).runs(B, 0, 12).sleeps(B, 12, 20, A).runs(B, 20, 100);
        LockHistory history = tells(10, A, Kind.REQUEST).tells(10, A, Kind.ACQUIRED).tells(11, B, Kind.REQUEST).tells(19, A, Kind.RELEASED)
                .tells(21, B, Kind.ACQUIRED).tells(30, B, Kind.RELEASED).history();
        assertThat(holds(history)).containsExactly("A 10-19", "B 21-30");
        assertThat(history.isContended(0)).isFalse();
        assertThat(history.isContended(1)).isTrue();
        assertThat(history.lockOf(2)).isZero();
        assertThat(history.lockOf(1)).isEqualTo(LockHistory.NONE);
        assertThat(history.isEstimate(0)).isFalse();
    }

    @Test
    void aMutexThatSomebodyElseHasGotIsNotHeldAnyMoreWhateverIsToldLater() {
        runs(A, 0, 100).runs(B, 0, 100);
        LockHistory history = tells(10, A, Kind.ACQUIRED).tells(20, B, Kind.ACQUIRED).tells(22, A, Kind.RELEASED)
                .tells(30, B, Kind.RELEASED)
                .history();
        assertThat(holds(history)).containsExactly("A 10-20", "B 20-30");
    }

    @Test
    void whoWaitsForAConditionDoesNotHoldTheMutexThatHeTookBefore() {
        // pthread_cond_wait gives the mutex back, and takes it again, without an event
        runs(A, 0, 15).sleeps(A, 15, 40, B).runs(A, 40, 100).runs(B, 0, 100).runs(C, 0, 42).sleeps(C, 42, 50, A).runs(C, 50, 100);
        LockHistory history = tells(10, A, Kind.ACQUIRED).tells(30, B, Kind.ACQUIRED).tells(35, B, Kind.RELEASED).tells(41, C, Kind.REQUEST)
                .tells(50, A, Kind.RELEASED).tells(51, C, Kind.ACQUIRED).tells(60, C, Kind.RELEASED).history();
        assertThat(holds(history)).containsExactly("A 10-15~", "B 30-35", "A 41-50~", "C 51-60");
    }

    @Test
    void aRecursiveMutexIsHeldUntilItIsGivenBackAsOftenAsItWasTaken() {
        runs(A, 0, 100);
        LockHistory history = tells(10, A, Kind.ACQUIRED).tells(11, A, Kind.ACQUIRED).tells(12, A, Kind.RELEASED)
                .tells(20, A, Kind.RELEASED)
                .history();
        assertThat(holds(history)).containsExactly("A 10-20");
    }

    @Test
    void nobodyIsKnownToHoldAMutexOnceEventsWereLost() {
        runs(A, 0, 100).runs(B, 0, 100);
        tells(10, A, Kind.ACQUIRED).tells(20, B, Kind.REQUEST);
        builder.locks().lost(30, 50, 0, Kind.PROGRAMS_LOST);
        LockHistory history = tells(40, A, Kind.RELEASED).tells(60, B, Kind.ACQUIRED).tells(70, B, Kind.RELEASED).history();
        assertThat(holds(history)).containsExactly("A 10-30~", "B 60-70");
        assertThat(history.requestedNanos(1)).as("its request may be one of the lost").isEqualTo(60);
    }

    @Test
    void whoGetsALockBeforeOneThatWaitsLongerOvertakes() {
        runs(A, 0, 100).runs(B, 0, 100).runs(C, 0, 100);
        LockHistory history = tells(1, B, Kind.REQUEST).tells(2, C, Kind.REQUEST).tells(3, C, Kind.ACQUIRED).tells(4, C, Kind.RELEASED)
                .tells(5, A, Kind.REQUEST).tells(6, B, Kind.ACQUIRED).tells(7, B, Kind.RELEASED).tells(8, A, Kind.ACQUIRED)
                .tells(9, A, Kind.RELEASED).history();
        assertThat(history.overtook(0)).isTrue();
        assertThat(history.othersWaited(1)).isTrue();
        assertThat(history.overtook(1)).isFalse();
        assertThat(history.othersWaited(2)).isFalse();
        LockUse use = LockUse.of(history, 0, 100, 100, Progress.NONE).get(0);
        assertThat(List.of(use.inOrder(), use.overtaken(), use.acquisitions())).containsExactly(1L, 1L, 3L);
    }

    @Test
    void systemCallsTellWhoHeldALockFromTheFirstWaitOnUntilItWokeTheWaiter() {
        runs(A, 0, 100).runs(B, 0, 12).sleeps(B, 12, 20, A).runs(B, 20, 100);
        LockHistory history = tells(11, B, Kind.FUTEX_WAIT).tells(19, A, Kind.FUTEX_WAKE).tells(21, B, Kind.FUTEX_RETURN)
                .tells(30, B, Kind.FUTEX_WAKE).history();
        assertThat(holds(history)).containsExactly("A 11-19~", "B 21-30");
        assertThat(history.isEstimate(0)).isTrue();
        assertThat(history.lockOf(2)).isZero();
    }

    @Test
    void aConditionIsNoLock() {
        runs(A, 0, 100).runs(B, 0, 12).sleeps(B, 12, 20, A).runs(B, 20, 100);
        assertThat(tells(11, B, Kind.FUTEX_WAIT).tells(19, A, Kind.FUTEX_WAKE).tells(21, B, Kind.FUTEX_RETURN).history().isEmpty())
                .as("who waits for it never wakes anybody").isTrue();
    }

    @Test
    void anAddressAtWhichSomebodyWaitsForAnotherValueIsNoLock() {
        runs(A, 0, 100).runs(B, 0, 12).sleeps(B, 12, 20, A).runs(B, 20, 100);
        assertThat(tells(5, A, Kind.FUTEX_WAIT_FOR_OTHER).tells(6, A, Kind.FUTEX_RETURN).tells(11, B, Kind.FUTEX_WAIT)
                .tells(19, A, Kind.FUTEX_WAKE).tells(21, B, Kind.FUTEX_RETURN).tells(30, B, Kind.FUTEX_WAKE).history().isEmpty()).isTrue();
    }

    @Test
    void theSameAddressInAnotherProcessIsAnotherLock() {
        runs(A, 0, 100).runs(B, 0, 100);
        tells(10, A, Kind.ACQUIRED);
        builder.locks().add(12, B, Kind.ACQUIRED, 99, LOCK).add(14, B, Kind.RELEASED, 99, LOCK);
        LockHistory history = tells(20, A, Kind.RELEASED).history();
        assertThat(history.lockCount()).isEqualTo(2);
        assertThat(holds(history)).containsExactly("A 10-20");
        assertThat(history.process(1)).isEqualTo(99);
    }

    @Test
    void figuresAreThoseOfTheRange() {
        runs(A, 0, 100).runs(B, 0, 12).sleeps(B, 12, 20, A).runs(B, 20, 100);
        LockHistory history = tells(10, A, Kind.REQUEST).tells(10, A, Kind.ACQUIRED).tells(11, B, Kind.REQUEST).tells(19, A, Kind.RELEASED)
                .tells(21, B, Kind.ACQUIRED).tells(31, B, Kind.RELEASED).history();
        LockUse use = LockUse.of(history, 15, 25, 10, Progress.NONE).get(0);
        assertThat(use).isEqualTo(new LockUse(0, 1, 1, 6, 6, 1, 0, 9, 9, false, false, 8, A, 4, 0, 0, LockUse.Sort.OFTEN_SHORT));
        assertThat(use.contendedShare()).isEqualTo(1);
        assertThat(LockUse.of(history, 40, 50, 10, Progress.NONE)).isEmpty();
    }

    /** A waits for B, which is seen to hold the lock only from then on. */
    @Test
    void aHoldOfUnknownBeginIsAtLeastAsLongAsOthersWaitedForIt() {
        runs(A, 0, 12).sleeps(A, 12, 300_000, B).runs(A, 300_000, 400_000).runs(B, 0, 400_000);
        tells(11, A, Kind.FUTEX_WAIT).tells(300_011, B, Kind.FUTEX_WAKE).tells(300_020, A, Kind.FUTEX_RETURN)
                .tells(300_030, A, Kind.FUTEX_WAKE);
        LockHistory history = LockHistory.of(builder.build(0, 400_000), Progress.NONE);
        assertThat(holds(history)).containsExactly("B 11-300011~", "A 300020-300030");
        LockUse use = LockUse.of(history, 0, 400_000, 1_000_000_000, Progress.NONE).get(0);
        assertThat(List.of(use.holds(), use.partialHolds())).containsExactly(1L, 1L);
        assertThat(List.of(use.maxHoldNanos(), use.meanHoldNanos())).containsExactly(300_000L, 150_005L);
        assertThat(use.maxAtLeast() && use.meanAtLeast()).isTrue();
        assertThat(use.sort()).isEqualTo(LockUse.Sort.SELDOM_LONG);
    }

    @Test
    void aHoldOfUnknownBeginDoesNotMakeTheMeanOfThoseThatAreKnownShorter() {
        runs(A, 0, 12).sleeps(A, 12, 20, B).runs(A, 20, 100).runs(B, 0, 100);
        LockHistory history = tells(11, A, Kind.FUTEX_WAIT).tells(19, B, Kind.FUTEX_WAKE).tells(21, A, Kind.FUTEX_RETURN)
                .tells(61, A, Kind.FUTEX_WAKE).history();
        LockUse use = LockUse.of(history, 0, 100, 100, Progress.NONE).get(0);
        assertThat(List.of(use.maxHoldNanos(), use.meanHoldNanos())).containsExactly(40L, 40L);
        assertThat(use.maxAtLeast() || use.meanAtLeast()).isFalse();
    }

    @Test
    void aMutexThatIsStillHeldAtTheEndIsHeldAtLeastUntilThen() {
        runs(A, 0, 100);
        LockUse use = LockUse.of(tells(10, A, Kind.ACQUIRED).history(), 0, 100, 100, Progress.NONE).get(0);
        assertThat(use.maxHoldNanos()).isEqualTo(90);
        assertThat(use.maxAtLeast()).isTrue();
    }

    /** The range ends while A has it: for how long A goes on having it does not matter, but not that it has had it for long. */
    @Test
    void aHoldThatOutlastsTheRangeIsAtLeastAsLongAsItHasLastedByItsEnd() {
        runs(A, 0, 900_000);
        tells(10, A, Kind.ACQUIRED).tells(800_000, A, Kind.RELEASED);
        LockHistory history = LockHistory.of(builder.build(0, 900_000), Progress.NONE);
        LockUse use = LockUse.of(history, 0, 500_000, 1_000_000_000, Progress.NONE).get(0);
        assertThat(List.of(use.holds(), use.partialHolds())).containsExactly(0L, 0L);
        assertThat(List.of(use.maxHoldNanos(), use.meanHoldNanos(), use.holdNanos())).containsExactly(499_990L, 499_990L, 499_990L);
        assertThat(use.maxAtLeast() && use.meanAtLeast()).isTrue();
        assertThat(use.sort()).isEqualTo(LockUse.Sort.SELDOM_LONG);
    }

    /** A gives it back where it waits for a condition: when it has it again is not known, so neither is for how long it had it. */
    @Test
    void whereNoHoldIsKnownToItsEndTheMutexIsOfTheSortOfWhatIsSeenOfItInTheRange() {
        runs(A, 0, 300_000).sleeps(A, 300_000, 400_000, B).runs(A, 400_000, 500_000).runs(B, 0, 500_000);
        tells(10, A, Kind.ACQUIRED).tells(350_000, B, Kind.ACQUIRED);
        LockHistory history = LockHistory.of(builder.build(0, 500_000), Progress.NONE);
        assertThat(holds(history)).containsExactly("A 10-300000~", "B 350000-500000~");
        LockUse use = LockUse.of(history, 0, 310_000, 1_000_000_000, Progress.NONE).get(0);
        assertThat(List.of(use.maxHoldNanos(), use.meanHoldNanos(), use.holdNanos())).containsExactly(0L, 0L, 299_990L);
        assertThat(use.sort()).isEqualTo(LockUse.Sort.SELDOM_LONG);
    }

    @Test
    void whateverIsToldNoLockIsHeldByTwoAndNoHoldIsEmpty() {
        for (int i = 0; i < 3_000; i++) {
            long seed = Seeds.of(i);
            LockHistory history = LockHistory.of(RandomTimelines.of(seed), Progress.NONE);
            for (int lock = 0; lock < history.lockCount(); lock++) {
                for (int hold = history.firstHold(lock); hold < history.endHold(lock); hold++) {
                    assertThat(history.holdBegin(hold)).as(Seeds.name(seed)).isLessThan(history.holdEnd(hold));
                    assertThat(hold == history.firstHold(lock) || history.holdEnd(hold - 1) <= history.holdBegin(hold)).as(Seeds.name(seed))
                            .isTrue();
                    assertThat(history.holdAfter(lock, history.holdBegin(hold))).as(Seeds.name(seed)).isEqualTo(hold);
                }
                for (int a = history.firstAcquisition(lock); a < history.endAcquisition(lock); a++) {
                    assertThat(history.requestedNanos(a)).as(Seeds.name(seed)).isLessThanOrEqualTo(history.acquiredNanos(a));
                }
            }
        }
    }

    /** Threads take a lock in turns; each knows when it asked, got it and gave it back. */
    @Test
    void ofProgramsThatKeepTheOrderEveryHoldIsAsTheyHadIt() {
        for (int i = 0; i < 300; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            TimelineBuilder made = new TimelineBuilder();
            made.host("h");
            int threads = 2 + random.nextInt(4);
            for (int thread = 0; thread < threads; thread++) {
                made.thread(0, 11 + thread, 10, "t");
                made.segment(thread, 0, 10_000, ThreadState.RUNNING, 0);
            }
            List<String> expected = new ArrayList<>();
            long now = 0;
            for (int round = 0; round < 50; round++) {
                int thread = random.nextInt(threads);
                long asked = now + random.nextInt(10);
                long got = asked + random.nextInt(5);
                long back = got + 1 + random.nextInt(20);
                made.locks().add(asked, thread, Kind.REQUEST, 10, LOCK).add(got, thread, Kind.ACQUIRED, 10, LOCK)
                        .add(back, thread, Kind.RELEASED, 10, LOCK);
                expected.add(thread + " " + got + '-' + back);
                now = back;
            }
            LockHistory history = LockHistory.of(made.build(), Progress.NONE);
            List<String> actual = new ArrayList<>();
            for (int hold = 0; hold < history.endHold(0); hold++) {
                actual.add(history.holder(hold) + " " + history.holdBegin(hold) + '-' + history.holdEnd(hold));
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(expected);
        }
    }

    @Test
    void itStopsWhenCancelled() {
        runs(A, 0, 100).tells(10, A, Kind.ACQUIRED);
        Timeline timeline = builder.build();
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> LockHistory.of(timeline, cancelled)).isInstanceOf(CancelledException.class);
    }
}
