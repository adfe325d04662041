/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

class WaitsInPartsTest {
    private static final int PART = 5_000;

    private final Stage stage = new Stage();
    private final int host = stage.host("h");
    private final int waits = stage.thread(host, 1, "waits");
    private final int ends = stage.thread(host, 1, "ends");
    private final int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");

    /** Two waits of 5 ms that a timer ends, with so much work behind each, and one of 2 ms that so and so ends. */
    private WaitsInParts.OfThread parts(long workMicros, int link, Cause cause, int target) {
        for (int part = 0; part < 2; part++) {
            stage.waits(waits, Cause.TIMER, timer, link, stage.told(waits) + PART);
            stage.runs(waits, stage.told(waits) + workMicros);
        }
        stage.waits(waits, cause, target, Timeline.NONE, stage.told(waits) + 2_000);
        stage.runs(waits, 20_000).runs(ends, 20_000);
        return Analysis.of(stage.builder.build()).build().get(WaitsInParts.RESULT).of(waits);
    }

    @Test
    void whatAThreadEndsBeganWithTheFirstOfItsParts() {
        WaitsInParts.OfThread parts = parts(250, Timeline.NONE, Cause.THREAD, ends);
        assertThat(parts.parts().stream()).containsExactly(0, 2);
        assertThat(parts.begin(10_500 * Stage.US)).isZero();
        assertThat(parts.begin(7)).as("another wait").isEqualTo(7);
    }

    @Test
    void whoWorksForMoreThanATwentiethOfAPartInBetweenSleeps() {
        assertThat(parts(251, Timeline.NONE, Cause.THREAD, ends).parts().isEmpty()).isTrue();
    }

    @Test
    void whomATimerEndsAtLastSleeps() {
        assertThat(parts(250, Timeline.NONE, Cause.TIMER, timer).parts().isEmpty()).isTrue();
    }

    @Test
    void whomTheKernelHoldsBackDoesNotWaitForAThread() {
        assertThat(parts(250, Timeline.HELD, Cause.THREAD, ends).parts().isEmpty()).isTrue();
    }

    @Test
    void whoWakesSomebodyInBetweenHasSlept() {
        int woken = stage.thread(host, 1, "woken");
        stage.waits(woken, waits, PART + 100L).runs(woken, 20_000);
        assertThat(parts(250, Timeline.NONE, Cause.THREAD, ends).parts().stream()).as("the part behind it").containsExactly(2);
    }

    @Test
    void whatIsNotKnownInBetweenEndsAWait() {
        stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, PART).is(waits, ThreadState.UNKNOWN, PART + 100L);
        assertThat(parts(250, Timeline.NONE, Cause.THREAD, ends).parts().stream()).containsExactly(2, 4);
    }

    /** A sleep of so long, and then a wait of 100 µs for a thread that is at work for so much of the sleep. */
    private WaitsInParts.OfThread sleepsAndWaits(long sleepMicros, long activeMicros, long waitMicros) {
        stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, sleepMicros).waits(waits, ends, sleepMicros + waitMicros);
        stage.waits(ends, Cause.TIMER, timer, Timeline.NONE, sleepMicros - activeMicros).runs(ends, 200_000);
        stage.runs(waits, 200_000);
        return Analysis.of(stage.builder.build()).build().get(WaitsInParts.RESULT).of(waits);
    }

    @Test
    void aSleepBeforeAWaitThatIsMuchShorterIsNoPartOfIt() {
        assertThat(sleepsAndWaits(100_000, 49_000, 9_000).parts().isEmpty()).isTrue();
    }

    @Test
    void aLimitThatIsOverJustBeforeWhoHasTheLockGivesItUpIsAPart() {
        assertThat(sleepsAndWaits(5_000, 2_500, 100).parts().stream()).as("who has it was at work for half of it").containsExactly(0);
    }

    @Test
    void aWaitThatIsATenthAsLongAsThePartBeforeGoesOnWithIt() {
        assertThat(sleepsAndWaits(100_000, 0, 10_000).parts().stream()).containsExactly(0);
    }

    /** So many waits of 5 ms and on until another thread ends them, and one that seems to be a sleep of so long before a short wait. */
    private boolean isPartLikeOthers(int others, long sleepMicros) {
        for (int i = 0; i < others; i++) {
            stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, stage.told(waits) + PART)
                    .waits(waits, ends, stage.told(waits) + 1_000).runs(waits, stage.told(waits) + 1_000);
        }
        stage.runs(ends, stage.told(waits));
        stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, stage.told(waits) + sleepMicros)
                .waits(waits, ends, stage.told(waits) + 100);
        stage.waits(ends, Cause.TIMER, timer, Timeline.NONE, stage.told(waits) - 100).runs(ends, 200_000).runs(waits, 200_000);
        return Analysis.of(stage.builder.build()).build().get(WaitsInParts.RESULT).of(waits).parts().get(3 * others);
    }

    @Test
    void whatIsAsLongAsTheTimeLimitOfOtherWaitsIsNoSleep() {
        assertThat(isPartLikeOthers(10, PART)).isTrue();
    }

    @Test
    void whatIsLongerThanTheTimeLimitOfOtherWaitsMayBeASleep() {
        assertThat(isPartLikeOthers(10, PART + 501)).isFalse();
    }

    @Test
    void nineWaitsDoNotTellHowLongATimeLimitIs() {
        assertThat(isPartLikeOthers(9, PART)).isFalse();
    }

    @Test
    void partsBehindASleepAreStillParts() {
        stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, 100_000);
        for (int part = 1; part <= 2; part++) {
            stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, 100_000L + (long) part * PART);
        }
        stage.waits(waits, ends, 112_000).runs(waits, 120_000);
        stage.runs(ends, 120_000);
        WaitsInParts.OfThread parts = Analysis.of(stage.builder.build()).build().get(WaitsInParts.RESULT).of(waits);
        assertThat(parts.parts().stream()).containsExactly(1, 2);
        assertThat(parts.begin(110_000 * Stage.US)).isEqualTo(100_000 * Stage.US);
    }

    @Test
    void aLimitThatIsOverJustBeforeWhoIsWaitedForWakesUpIsAPart() {
        stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, 100_000).waits(waits, ends, 105_000).runs(waits, 120_000);
        stage.waits(ends, Cause.TIMER, timer, Timeline.NONE, 103_000).runs(ends, 120_000);
        assertThat(Analysis.of(stage.builder.build()).build().get(WaitsInParts.RESULT).of(waits).parts().stream()).containsExactly(0);
    }

    /** A thread waits twice for 5 ms until a timer ends that, with so much work behind each, and then for 2 ms for a packet that was sent at a time. */
    private WaitsInParts.OfThread thenForAPacket(long workMicros, long sentMicros) {
        for (int part = 0; part < 2; part++) {
            stage.waits(waits, Cause.TIMER, timer, Timeline.NONE, stage.told(waits) + PART);
            stage.runs(waits, stage.told(waits) + workMicros);
        }
        int other = stage.thread(stage.host("other"), 1, "sends");
        int packet = stage.packet(1, other, Timeline.Opener.RECEIVER, sentMicros, stage.told(waits) + 2_000);
        stage.waits(waits, Cause.NETWORK, other, packet, stage.told(waits) + 2_000);
        stage.runs(waits, 20_000);
        return Analysis.of(stage.builder.build()).build().get(WaitsInParts.RESULT).of(waits);
    }

    @Test
    void whoDoesNothingAfterASleepUntilAPacketComesThatIsSentLaterDelaysNobody() {
        WaitsInParts.OfThread parts = thenForAPacket(250, 11_000);
        assertThat(parts.delayNobody().stream()).containsExactly(0, 2);
        assertThat(parts.parts().isEmpty()).as("it may have slept all the same").isTrue();
    }

    @Test
    void whoSleepsWhileAPacketIsOnItsWayMayDelaySomebody() {
        assertThat(thenForAPacket(250, 10_200).delayNobody().isEmpty()).as("sent before the timer").isTrue();
    }

    @Test
    void whoWorksBetweenASleepAndAPacketMayDelaySomebody() {
        assertThat(thenForAPacket(251, 11_000).delayNobody().isEmpty()).isTrue();
    }
}
