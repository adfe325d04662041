/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.event.KernelSink.Leave.BLOCKED;
import static org.bowline.core.event.KernelSink.Leave.PREEMPTED;
import static org.bowline.core.timeline.HostScenario.A;
import static org.bowline.core.timeline.HostScenario.B;
import static org.bowline.core.timeline.HostScenario.IDLE;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;

/** What is known of threads where events were lost, contradict each other, or come in another order than they happened. */
class HostRecorderLossTest {
    private final HostScenario host = new HostScenario("h");

    @Test
    void lostEventsMakeTheCpusThreadUnknownForTheirLength() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.facts.lost(0, 10, 20, 3);
        host.on(0, 30, A, BLOCKED, IDLE);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A))
                .isEqualTo("unknown 0-5, running 5-10, unknown 10-20, running 20-30, blocked 30-50 by unknown unknown");
        assertThat(timeline.caveats()).anySatisfy(caveat -> {
            assertThat(caveat.kind()).isEqualTo("lost-events");
            assertThat(caveat.count()).isEqualTo(3);
            assertThat(caveat.fromNanos()).isEqualTo(10);
            assertThat(caveat.toNanos()).isEqualTo(20);
        });
    }

    @Test
    void aThreadThatBlockedWhileEventsWereLostIsBlockedSinceTheyAreWhole() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.facts.lost(0, 10, 20, 3);
        host.wake(1, 40, A);
        assertThat(host.after(50, A)).isEqualTo("unknown 0-5, running 5-10, unknown 10-20, blocked 20-40 by thread t6, runnable 40-50");
    }

    @Test
    void aWaitDuringWhichItsCpuLostEventsIsUnknownForThatTime() {
        host.aBlocksAtTen();
        host.facts.lost(0, 15, 20, 1);
        host.wake(1, 30, A);
        assertThat(host.after(40, A))
                .isEqualTo("running 0-10, blocked 10-15 by unknown unknown, unknown 15-20, blocked 20-30 by thread t6, runnable 30-40");
    }

    @Test
    void switchesThatContradictEachOtherMakeTimeUnknownNotGuessed() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(0, 10, B, BLOCKED, IDLE);
        Timeline timeline = host.timeline(20);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-5, unknown 5-20");
        assertThat(timeline.caveats()).extracting(Caveat::kind).contains("contradicting-switches");
        assertThat(timeline.caveats()).extracting(Caveat::text).anyMatch(text -> text.startsWith("1 switch contradicts those before;"));
    }

    @Test
    void aSwitchInThatComesBeforeTheSwitchOutOfTheSameNanosecondIsNoContradiction() {
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.on(1, 10, B, BLOCKED, A);
        host.on(0, 10, A, PREEMPTED, IDLE);
        host.on(1, 20, A, BLOCKED, B);
        Timeline timeline = host.timeline(30);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-2, running 2-10, running 10-20, blocked 20-30 by unknown unknown");
        assertThat(timeline.caveats()).extracting(Caveat::kind).doesNotContain("contradicting-switches");
    }

    @Test
    void aWakeUpThatComesAfterTheSwitchInOfTheSameNanosecondEndedTheWait() {
        host.aBlocksAtTen();
        host.on(0, 30, IDLE, PREEMPTED, A);
        host.wake(1, 30, A);
        host.on(0, 40, A, BLOCKED, IDLE);
        host.wake(1, 50, A);
        assertThat(host.after(60, A))
                .isEqualTo("running 0-10, blocked 10-30 by thread t6, running 30-40, blocked 40-50 by thread t6, runnable 50-60");
    }

    @Test
    void aWakeUpInTheSameNanosecondAsTheSwitchOutCountsInEitherOrder() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.wake(1, 10, A);
        host.on(0, 10, A, BLOCKED, 7);
        host.on(0, 20, 7, BLOCKED, IDLE);
        host.wake(1, 20, 7);
        Timeline timeline = host.timeline(30);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-2, running 2-10, runnable 10-30");
        assertThat(HostScenario.text(timeline, 7)).isEqualTo("unknown 0-10, running 10-20, runnable 20-30");
    }

    @Test
    void aSwitchThatTwoRecordingsHaveCountsOnce() {
        for (int i = 0; i < 2; i++) {
            host.on(0, 5, IDLE, PREEMPTED, A);
        }
        for (int i = 0; i < 2; i++) {
            host.on(0, 10, A, BLOCKED, B);
        }
        Timeline timeline = host.timeline(20);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-5, running 5-10, blocked 10-20 by unknown unknown");
        assertThat(timeline.caveats()).extracting(Caveat::kind).contains("repeated-switches").doesNotContain("contradicting-switches");
    }

    @Test
    void whatRanWhileEventsWereLostIsUnknownThoughSomeSwitchesWereRecorded() {
        host.on(0, 5, IDLE, PREEMPTED, B);
        host.facts.lost(0, 10, 20, 3);
        host.on(0, 12, B, BLOCKED, A);
        host.on(0, 30, A, BLOCKED, IDLE);
        assertThat(host.after(40, A)).isEqualTo("unknown 0-12, unknown 12-20, running 20-30, blocked 30-40 by unknown unknown");
    }

    @Test
    void lossesThatOverlapAreOne() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.facts.lost(0, 10, 40, 3);
        host.facts.lost(0, 15, 20, 1);
        host.on(0, 50, A, BLOCKED, IDLE);
        Timeline timeline = host.timeline(60);
        assertThat(HostScenario.text(timeline, A))
                .isEqualTo("unknown 0-5, running 5-10, unknown 10-40, running 40-50, blocked 50-60 by unknown unknown");
        assertThat(timeline.caveats()).filteredOn(caveat -> caveat.kind().equals("lost-events")).extracting(Caveat::count)
                .containsExactly(4L);
    }

    @Test
    void aLossOfNoToldCpuConcernsAll() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(1, 5, IDLE, PREEMPTED, B);
        host.facts.lost(-1, 10, 20, -1);
        host.on(0, 30, A, PREEMPTED, IDLE);
        host.on(1, 30, B, PREEMPTED, IDLE);
        host.on(2, 30, 7, PREEMPTED, IDLE);
        Timeline timeline = host.timeline(40);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-5, running 5-10, unknown 10-20, running 20-30, preempted 30-40");
        assertThat(HostScenario.text(timeline, B)).isEqualTo("unknown 0-5, running 5-10, unknown 10-20, running 20-30, preempted 30-40");
        assertThat(HostScenario.text(timeline, 7)).isEqualTo("unknown 0-20, running 20-30, preempted 30-40");
    }

    @Test
    void aThreadWhoseFirstEventIsAWakeUpAfterALossWasBlockedSinceThen() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.lost(0, 10, 20, 3);
        host.wake(1, 40, A);
        assertThat(host.after(50, A)).isEqualTo("unknown 0-20, blocked 20-40 by thread t6, runnable 40-50");
    }

    @Test
    void aThreadThatIsWokenTwiceWhileEventsWereLostRanUnseenInBetween() {
        host.aBlocksAtTen();
        host.wake(1, 12, A);
        host.facts.lost(2, 15, 20, 3);
        host.wake(1, 40, A);
        assertThat(host.after(50, A))
                .isEqualTo("running 0-10, blocked 10-12 by thread t6, unknown 12-20, blocked 20-40 by thread t6, runnable 40-50");
    }

    @Test
    void aThreadThatIsNeverSeenToGetACpuWhileEventsOfOneWereLostIsUnknownToTheEnd() {
        host.aBlocksAtTen();
        host.facts.lost(2, 15, 40, -1);
        host.wake(1, 20, A);
        assertThat(host.after(50, A)).isEqualTo("running 0-10, blocked 10-20 by thread t6, unknown 20-50");
    }

    @Test
    void aThreadThatWantsACpuSinceALossIsSeenToWantIt() {
        host.aBlocksAtTen();
        host.facts.lost(2, 12, 15, -1);
        host.wake(1, 20, A);
        assertThat(host.after(50, A)).isEqualTo("running 0-10, blocked 10-20 by thread t6, runnable 20-50");
    }

    @Test
    void aPreemptedThreadThatIsWokenAfterALossRanUnseenOrWasOnItsWayToSleep() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(0, 10, A, PREEMPTED, B);
        host.facts.lost(2, 15, 20, 3);
        host.wake(0, 40, A);
        assertThat(host.after(50, A)).isEqualTo("unknown 0-5, running 5-10, unknown 10-40, runnable 40-50");
    }

    @Test
    void aPreemptedThreadThatIsWokenWithoutALossWasOnItsWayToSleep() {
        host.facts.lost(2, 1, 2, 3);
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(0, 10, A, PREEMPTED, B);
        host.wake(0, 40, A);
        assertThat(host.after(50, A)).isEqualTo("unknown 0-5, running 5-10, preempted 10-50");
    }

    @Test
    void factsOfACpuThatCannotBeAreLeftOutAndCounted() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(Integer.MAX_VALUE, 6, B, PREEMPTED, 7);
        host.on(-1, 6, B, PREEMPTED, 7);
        host.wake(1 << 16, 7, B);
        host.on(HostRecorder.MAXIMUM_CPU, 8, B, PREEMPTED, 8);
        Timeline timeline = host.timeline(20);
        assertThat(HostScenario.text(timeline, 7)).isEmpty();
        assertThat(timeline.cpu(timeline.segmentAt(HostScenario.threadOf(timeline, B), 7))).isEqualTo(HostRecorder.MAXIMUM_CPU);
        assertThat(timeline.caveats()).filteredOn(caveat -> caveat.kind().equals("impossible-cpu")).extracting(Caveat::count)
                .containsExactly(3L);
    }

    /** Who runs after such a switch is not known before the next. */
    @Test
    void factsOfAThreadThatCannotBeAreLeftOutAndCounted() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(0, 6, A, BLOCKED, -7);
        host.on(0, 8, -7, BLOCKED, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.wake(0, 11, Integer.MIN_VALUE);
        host.facts.forked(12, 0, A, -8, -8, "child");
        host.facts.executed(13, 0, A, -9);
        host.facts.threadExists(14, -10, 1, 1, "dumped", true);
        Timeline timeline = host.timeline(20);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            assertThat(timeline.tid(thread)).isNotNegative();
        }
        assertThat(HostScenario.text(timeline, A))
                .isEqualTo("unknown 0-5, running 5-6, unknown 6-8, running 8-10, blocked 10-20 by unknown unknown");
        assertThat(timeline.caveats()).filteredOn(caveat -> caveat.kind().equals("impossible-thread")).extracting(Caveat::count)
                .containsExactly(6L);
    }

    @Test
    void whereNothingCanBeReadOfAnyCpuTheRecordingStillLastedAsLongAsItsPacketsSay() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(1, 5, IDLE, PREEMPTED, B);
        host.on(1, 8, B, BLOCKED, IDLE);
        host.facts.lost(0, 10, 1_000_000_000, -1);
        host.facts.lost(1, 12, 1_040_000_000, -1);
        Timeline timeline = host.timeline(20);
        assertThat(timeline.endNanos()).isEqualTo(1_040_000_000);
        assertThat(HostScenario.text(timeline, A)).startsWith("unknown 0-5, running 5-10, unknown 10-").endsWith("-1040000000");
        assertThat(HostScenario.text(timeline, B))
                .isEqualTo("unknown 0-5, running 5-8, blocked 8-12 by unknown unknown, unknown 12-20, unknown 20-1040000000");
    }

    @Test
    void anEndThatNoOtherCpuBearsOutIsNotBelieved() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(1, 5, IDLE, PREEMPTED, B);
        host.facts.lost(0, 10, 1_000_000_000, -1);
        host.facts.lost(1, 12, 2_000_000_000, -1);
        assertThat(host.timeline(20).endNanos()).isEqualTo(1_000_000_000);
    }

    @Test
    void whatCanBeReadIsTheRecordingWhereItIsHalfOfIt() {
        for (long until : new long[] {40, 41}) {
            HostScenario some = new HostScenario("h");
            some.on(0, 5, IDLE, PREEMPTED, A);
            some.on(1, 5, IDLE, PREEMPTED, B);
            some.facts.lost(0, 10, until, -1);
            some.facts.lost(1, 12, until, -1);
            assertThat(some.timeline(20).endNanos()).isEqualTo(until == 40 ? 20 : 41);
        }
    }

    @Test
    void theRecordingEndsWithWhatIsKnownWhereACpuIsReadToTheEnd() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(1, 5, IDLE, PREEMPTED, B);
        host.facts.lost(0, 10, 1_000_000_000, -1);
        assertThat(host.timeline(20).endNanos()).isEqualTo(20);
    }

    @Test
    void theRecordingEndsWithWhatIsKnownWhereACpuIsReadAgainAfterALoss() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(1, 5, IDLE, PREEMPTED, B);
        host.facts.lost(0, 10, 1_000_000_000, -1);
        host.facts.lost(1, 12, 1_000_000_000, -1);
        host.on(1, 15, B, BLOCKED, IDLE);
        assertThat(host.timeline(20).endNanos()).isEqualTo(20);
    }
}
