/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.event.KernelSink.Leave.BLOCKED;
import static org.bowline.core.event.KernelSink.Leave.DEAD;
import static org.bowline.core.event.KernelSink.Leave.PREEMPTED;
import static org.bowline.core.timeline.HostScenario.A;
import static org.bowline.core.timeline.HostScenario.B;
import static org.bowline.core.timeline.HostScenario.IDLE;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.event.KernelSink.Vector;
import org.bowline.core.event.PacketFact;
import org.bowline.core.model.Caveat;

/** From the kernel's events of a host to what its threads did: who ran, who waited, and who or what ended it. */
class HostRecorderTest {
    private static final int NET_RX = 3;

    private final HostScenario host = new HostScenario("h");

    @Test
    void aThreadWakesAnother() {
        host.aBlocksAtTen();
        host.wake(1, 30, A);
        host.on(0, 32, IDLE, PREEMPTED, A);
        assertThat(host.after(50, A)).isEqualTo("running 0-10, blocked 10-30 by thread t6, runnable 30-32, running 32-50");
    }

    @Test
    void interruptsHoldUpTheThreadOnTheirCpuAndNoOther() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.handlerName(2, 7, "eth0");
        host.facts.interruptEntry(2, 0, 7);
        host.facts.interruptExit(4, 0, 7);
        host.facts.softInterruptEntry(4, 0, NET_RX);
        host.facts.softInterruptExit(7, 0, NET_RX);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.wake(1, 12, A);
        Timeline timeline = host.timeline(15);
        assertThat(HostScenario.text(timeline, A))
                .isEqualTo("running 0-2, interrupted 2-4 by device eth0, interrupted 4-7 by network network, running 7-10,"
                        + " blocked 10-12 by thread t6, runnable 12-15");
        assertThat(HostScenario.text(timeline, B)).isEqualTo("unknown 0-1, running 1-15");
    }

    @Test
    void anInterruptWithinAnotherIsPartOfIt() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.softInterruptEntry(2, 1, NET_RX);
        host.facts.vectorEntry(3, 1, Vector.TIMER, "local_timer");
        host.facts.timerEntry(4, 1);
        host.facts.timerExit(5, 1);
        host.facts.vectorExit(6, 1, Vector.TIMER);
        host.facts.softInterruptExit(8, 1, NET_RX);
        assertThat(host.after(10, B)).isEqualTo("unknown 0-1, running 1-2, interrupted 2-8 by network network, running 8-10");
    }

    @Test
    void anInterruptWhoseEndIsMissingHoldsNobodyUp() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.interruptEntry(2, 1, 7);
        host.on(1, 5, B, BLOCKED, IDLE);
        host.facts.interruptEntry(6, 1, 7);
        host.on(1, 7, IDLE, PREEMPTED, A);
        host.facts.interruptExit(8, 1, 7);
        Timeline timeline = host.timeline(10);
        assertThat(HostScenario.text(timeline, B)).isEqualTo("unknown 0-1, running 1-5, blocked 5-10 by unknown unknown");
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-7, running 7-10");
    }

    @Test
    void softInterruptsAreTheWorkOfTheThreadThatIsThereForThem() {
        host.facts.switched(1, 0, IDLE, "swapper/0", PREEMPTED, A, "ksoftirqd/0");
        host.facts.softInterruptEntry(2, 0, NET_RX);
        host.facts.softInterruptExit(6, 0, NET_RX);
        host.facts.interruptEntry(7, 0, 9);
        host.facts.interruptExit(8, 0, 9);
        assertThat(host.after(10, A)).isEqualTo("unknown 0-1, running 1-7, interrupted 7-8 by device irq 9, running 8-10");
    }

    @Test
    void anInterruptThatWasLostWithOtherEventsHoldsNobodyUp() {
        host.on(0, 1, IDLE, PREEMPTED, A);
        host.facts.interruptEntry(2, 0, 7);
        host.facts.interruptExit(3, 0, 7);
        host.facts.interruptEntry(4, 0, 7);
        host.facts.lost(0, 5, 8, 3);
        host.facts.interruptExit(9, 0, 7);
        host.on(0, 10, A, BLOCKED, IDLE);
        assertThat(host.after(12, A))
                .startsWith("unknown 0-1, running 1-2, interrupted 2-3 by device irq 7, running 3-5, unknown 5-8, running 8-10");
    }

    @Test
    void aPreemptedThreadIsNotBlocked() {
        host.on(0, 10, A, PREEMPTED, B);
        host.on(0, 20, B, BLOCKED, A);
        assertThat(host.after(30, A)).isEqualTo("running 0-10, preempted 10-20, running 20-30");
    }

    @Test
    void aWakeUpWhileTheThreadStillRunsEndsTheWaitThatFollows() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.wake(1, 9, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.on(0, 15, IDLE, PREEMPTED, A);
        // the CPU's first switch tells that A ran there since the start
        assertThat(host.after(20, A)).isEqualTo("running 0-10, runnable 10-15, running 15-20");
    }

    @Test
    void aWakeUpInTheRaceAroundASwitchOutEndsTheWaitAtItsBegin() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.wake(1, 9, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.on(0, 15, IDLE, PREEMPTED, A);
        assertThat(host.after(20, A)).isEqualTo("unknown 0-2, running 2-10, runnable 10-15, running 15-20");
    }

    @Test
    void aSecondWakeUpShowsThatTheFirstWasNotForThisWait() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.wake(1, 5, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.wake(1, 14, A);
        host.on(0, 15, IDLE, PREEMPTED, A);
        assertThat(host.after(20, A)).isEqualTo("unknown 0-2, running 2-10, blocked 10-14 by thread t6, runnable 14-15, running 15-20");
    }

    @Test
    void aThreadWhoseFirstEventIsAWakeUpWasBlockedSinceTheStart() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.wake(1, 7, A);
        host.on(0, 8, IDLE, PREEMPTED, A);
        assertThat(host.after(9, A)).isEqualTo("blocked 0-7 by thread t6, runnable 7-8, running 8-9");
    }

    @Test
    void aWaitThatIsStillOpenAtTheEndHasAnUnknownTarget() {
        host.aBlocksAtTen();
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("running 0-10, blocked 10-50 by unknown unknown");
        int thread = HostScenario.threadOf(timeline, A);
        assertThat(timeline.isOpen(thread, timeline.segmentAt(thread, 20))).isTrue();
    }

    @Test
    void aWaitWithoutAWakeUpEndsAtTheSwitchInAndItsTargetIsUnknown() {
        host.aBlocksAtTen();
        host.on(0, 32, IDLE, PREEMPTED, A);
        Timeline timeline = host.timeline(40);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("running 0-10, blocked 10-32 by unknown unknown, running 32-40");
        assertThat(timeline.caveats()).extracting(Caveat::kind).contains("no-wake-ups");
    }

    @Test
    void anIncarnationEndsAtItsLastSwitchOutAndAForkStartsTheNext() {
        host.on(0, 10, A, DEAD, B);
        host.facts.forked(20, 0, B, A, A, "new");
        host.on(0, 30, B, PREEMPTED, A);
        Timeline timeline = host.timeline(40);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("running 0-10 | runnable 20-30, running 30-40");
        int child = 0;
        while (timeline.tid(child) != A || timeline.threadStart(child) != 20) {
            child++;
        }
        assertThat(timeline.tid(timeline.parent(child))).isEqualTo(B);
    }

    @Test
    void idleThreadsAreOnePerCpuAndNeverACause() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.on(1, 11, B, BLOCKED, IDLE);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(40);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-5, running 5-10, blocked 10-30 by unknown unknown, runnable 30-40");
        assertThat(timeline.name(0)).isEqualTo("swapper/0");
        assertThat(timeline.name(1)).isEqualTo("swapper/1");
    }

    @Test
    void theWakerBeforeACpusFirstSwitchIsTheThreadThatSwitchNames() {
        host.on(0, 10, A, BLOCKED, IDLE);
        host.wake(1, 20, A);
        host.on(1, 30, B, BLOCKED, IDLE);
        assertThat(host.after(40, A)).startsWith("running 0-10, blocked 10-20 by thread t6");
    }

    @Test
    void aTimerEndsAWait() {
        host.aBlocksAtTen();
        host.facts.vectorEntry(29, 1, Vector.TIMER, "local_timer");
        host.facts.timerEntry(29, 1);
        host.wake(1, 30, A);
        host.facts.timerExit(31, 1);
        host.facts.vectorExit(31, 1, Vector.TIMER);
        assertThat(host.after(50, A)).contains("blocked 10-30 by timer timer");
    }

    @Test
    void aSoftTimerEndsAWait() {
        host.aBlocksAtTen();
        host.facts.softInterruptEntry(29, 1, 1);
        host.wake(1, 30, A);
        assertThat(host.after(50, A)).contains("blocked 10-30 by timer timer");
    }

    @Test
    void theNameThatAHandlerTellsCountsOnlyWhereNoneIsKnown() {
        host.aBlocksAtTen();
        host.facts.interruptName(11, 40, "nvme0q1");
        host.facts.handlerName(29, 40, "nvme");
        host.facts.interruptEntry(29, 1, 40);
        host.wake(1, 30, A);
        host.facts.interruptExit(31, 1, 40);
        assertThat(HostScenario.text(host.timeline(50), A)).contains("blocked 10-30 by device nvme0q1");
    }

    @Test
    void theInnermostContextCountsAndAfterItsExitTheOneAround() {
        host.aBlocksAtTen();
        host.on(2, 12, 7, BLOCKED, IDLE);
        host.facts.softInterruptEntry(20, 1, 9);
        host.facts.interruptName(28, 40, "virtio0-input.0");
        host.facts.interruptEntry(29, 1, 40);
        host.wake(1, 30, A);
        host.facts.interruptExit(31, 1, 40);
        host.wake(1, 32, 7);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by device virtio0-input.0");
        assertThat(HostScenario.text(timeline, 7)).contains("blocked 12-32 by kernel kernel");
    }

    @Test
    void aContextWhoseExitWasLostEndsAtTheNextSwitchOfItsCpu() {
        host.aBlocksAtTen();
        host.facts.interruptEntry(12, 1, 40);
        host.on(1, 15, B, PREEMPTED, 7);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by thread t7");
        assertThat(timeline.caveats()).extracting(Caveat::kind).contains("repaired-interrupts");
    }

    @Test
    void anInterProcessorInterruptEndsAWait() {
        host.aBlocksAtTen();
        host.facts.vectorEntry(29, 1, Vector.IPI, "call_function");
        host.wake(1, 30, A);
        assertThat(host.after(50, A)).contains("blocked 10-30 by ipi ipi");
    }

    @Test
    void aThreadThatCameToACpuWhileItsEventsWereLostRanSinceTheyAreWhole() {
        host.aBlocksAtTen();
        host.facts.lost(0, 15, 20, 1);
        host.on(0, 25, A, PREEMPTED, IDLE);
        assertThat(host.after(30, A))
                .isEqualTo("running 0-10, blocked 10-15 by unknown unknown, unknown 15-20, running 20-25, preempted 25-30");
    }

    @Test
    void aStateDumpTellsNamesAndThreadsThatOnlyWait() {
        host.facts.threadExists(1, A, 4, 1, "sleeper", true);
        host.on(0, 5, IDLE, PREEMPTED, B);
        Timeline timeline = host.timeline(20);
        int thread = HostScenario.threadOf(timeline, A);
        assertThat(timeline.name(thread)).isEqualTo("sleeper");
        assertThat(timeline.pid(thread)).isEqualTo(4);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("blocked 0-20 by unknown unknown");
    }

    @Test
    void aThreadThatRunsAnotherProgramGoesOnUnderTheProcesssId() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.facts.executed(10, 0, 4, A);
        host.on(0, 20, 4, BLOCKED, IDLE);
        Timeline timeline = host.timeline(30);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-5, running 5-10");
        assertThat(HostScenario.text(timeline, 4)).isEqualTo("running 10-20, blocked 20-30 by unknown unknown");
    }

    @Test
    void aThreadThatRanAnotherProgramBeforeTheFirstSwitchOfItsCpuRanThereSinceTheStart() {
        host.facts.threadExists(1, A, 4, 1, "old", false);
        host.facts.executed(10, 0, 4, A);
        host.on(0, 20, 4, BLOCKED, IDLE);
        Timeline timeline = host.timeline(30);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("running 0-10");
        assertThat(HostScenario.text(timeline, 4)).isEqualTo("running 10-20, blocked 20-30 by unknown unknown");
        assertThat(timeline.caveats()).extracting(Caveat::kind).doesNotContain("contradicting-switches");
    }

    @Test
    void aThreadThatIsSwitchedInOnASecondCpuWasSomewhereUnknownBefore() {
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.on(1, 10, B, BLOCKED, A);
        host.on(0, 12, IDLE, PREEMPTED, 7);
        Timeline timeline = host.timeline(30);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("unknown 0-2, unknown 2-10, running 10-30");
        assertThat(HostScenario.text(timeline, 7)).isEqualTo("unknown 0-12, running 12-30");
        assertThat(timeline.caveats()).extracting(Caveat::kind).contains("contradicting-switches");
    }

    @Test
    void anIdleThreadIsPreemptedWhileOthersHaveItsCpu() {
        host.on(0, 5, A, PREEMPTED, IDLE);
        host.on(0, 10, IDLE, BLOCKED, A);
        Timeline timeline = host.timeline(20);
        assertThat(timeline.tid(0)).isZero();
        assertThat(timeline.state(timeline.segmentAt(0, 7))).isEqualTo(org.bowline.core.model.ThreadState.RUNNING);
        assertThat(timeline.state(timeline.segmentAt(0, 15))).isEqualTo(org.bowline.core.model.ThreadState.PREEMPTED);
    }

    @Test
    void anInterruptWhoseEndWasLostIsOverWhenASoftInterruptBegins() {
        host.aBlocksAtTen();
        host.facts.interruptEntry(12, 1, 40);
        host.facts.softInterruptEntry(14, 1, NET_RX);
        host.facts.softInterruptExit(16, 1, NET_RX);
        host.wake(1, 30, A);
        assertThat(host.after(50, A)).contains("blocked 10-30 by thread t6");
    }

    /** A waits from 10 to 30 and a timer ends that. */
    private Timeline waits(Leave leave, boolean timer) {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 10, A, leave, IDLE);
        if (timer) {
            host.facts.timerEntry(29, 1);
        }
        host.wake(1, 30, A);
        host.on(0, 40, IDLE, PREEMPTED, A);
        Timeline timeline = host.timeline(50);
        int wait = waitOf(timeline);
        assertThat(timeline.state(wait)).isEqualTo(org.bowline.core.model.ThreadState.BLOCKED);
        assertThat(timeline.link(wait)).isEqualTo(Timeline.NONE);
        assertThat(timeline.finished(wait)).isEqualTo(Timeline.NONE);
        assertThat(timeline.cause(wait)).isEqualTo(timer ? org.bowline.core.model.Cause.TIMER : org.bowline.core.model.Cause.THREAD);
        return timeline;
    }

    private static int waitOf(Timeline timeline) {
        return timeline.segmentAt(HostScenario.threadOf(timeline, A), 20);
    }

    private boolean isHeldBy(Leave leave, boolean timer) {
        Timeline timeline = waits(leave, timer);
        return timeline.isHeld(waitOf(timeline));
    }

    private boolean isStoppedBy(Leave leave, boolean timer) {
        Timeline timeline = waits(leave, timer);
        return timeline.isStopped(waitOf(timeline));
    }

    private boolean isInKernelBy(Leave leave, boolean timer) {
        Timeline timeline = waits(leave, timer);
        return timeline.isInKernel(waitOf(timeline));
    }

    private boolean isTracedBy(Leave leave) {
        Timeline timeline = waits(leave, false);
        return timeline.isTraced(waitOf(timeline));
    }

    @Test
    void aWaitInTheUninterruptibleStateThatATimerEndsIsTheKernels() {
        assertThat(isHeldBy(Leave.UNINTERRUPTIBLE, true)).isTrue();
    }

    @Test
    void aSleepThatATimerEndsIsTheProgramsOwn() {
        assertThat(isHeldBy(Leave.BLOCKED, true)).isFalse();
    }

    @Test
    void aWaitInTheUninterruptibleStateThatAThreadEndsIsForThatThread() {
        assertThat(isHeldBy(Leave.UNINTERRUPTIBLE, false)).isFalse();
    }

    @Test
    void aWaitInTheUninterruptibleStateThatAThreadEndsIsInTheKernel() {
        assertThat(isInKernelBy(Leave.UNINTERRUPTIBLE, false)).isTrue();
    }

    /** No switch ever tells who was on the processor that wakes it. */
    @Test
    void oneThatNobodyKnownEndsIsNone() {
        host.on(0, 10, A, Leave.UNINTERRUPTIBLE, IDLE);
        host.wake(1, 30, A);
        host.on(0, 40, IDLE, PREEMPTED, A);
        Timeline timeline = host.timeline(50);
        assertThat(timeline.cause(waitOf(timeline))).isEqualTo(org.bowline.core.model.Cause.UNKNOWN);
        assertThat(timeline.isInKernel(waitOf(timeline))).isFalse();
    }

    @Test
    void oneThatATimerEndsIsNoneForAThread() {
        assertThat(isInKernelBy(Leave.UNINTERRUPTIBLE, true)).isFalse();
    }

    @Test
    void aSleepThatAThreadEndsIsTheProgramsOwn() {
        assertThat(isInKernelBy(Leave.BLOCKED, false)).isFalse();
    }

    @Test
    void whomASignalStopsIsStoppedUntilAnotherLetsItGoOn() {
        assertThat(isStoppedBy(Leave.STOPPED, false)).isTrue();
    }

    @Test
    void whatATimerEndsWasStoppedAllTheSame() {
        assertThat(isStoppedBy(Leave.STOPPED, true)).isTrue();
    }

    @Test
    void whoIsLookedAtByItsTracerIsNotStoppedByASignal() {
        assertThat(isStoppedBy(Leave.TRACED, false)).isFalse();
    }

    @Test
    void whoIsLookedAtByItsTracerIsTraced() {
        assertThat(isTracedBy(Leave.TRACED)).isTrue();
    }

    @Test
    void whoWaitsIsNotStopped() {
        assertThat(isStoppedBy(Leave.BLOCKED, false)).isFalse();
    }

    @Test
    void whoIsStoppedWhenTheRecordingEndsIsStoppedUntilThen() {
        host.on(0, 10, A, Leave.STOPPED, IDLE);
        Timeline timeline = host.timeline(50);
        int thread = HostScenario.threadOf(timeline, A);
        int wait = timeline.segmentAt(thread, 20);
        assertThat(timeline.isStopped(wait)).isTrue();
        assertThat(timeline.isOpen(thread, wait)).isTrue();
    }

    @Test
    void whoWasStoppedBeforeEventsWereLostNeedNotBeSoAfterwards() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 10, A, Leave.STOPPED, IDLE);
        host.facts.lost(0, 15, 20, 3);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        int thread = HostScenario.threadOf(timeline, A);
        assertThat(timeline.isStopped(timeline.segmentAt(thread, 12))).isFalse();
        assertThat(timeline.state(timeline.segmentAt(thread, 17))).isEqualTo(org.bowline.core.model.ThreadState.UNKNOWN);
        assertThat(timeline.isStopped(timeline.segmentAt(thread, 25))).isFalse();
    }

    /** A packet as an interface of a host with containers has it: in one place, from an address that may be translated. */
    private static PacketFact kept(boolean sent, String name, int from, int sequence, long place) {
        PacketFact packet = new PacketFact();
        packet.sent = sent;
        packet.protocol = PacketFact.TCP;
        packet.addressed = true;
        packet.ipVersion = 4;
        packet.sourceLow = from;
        packet.destinationLow = 9;
        packet.sourcePort = 1000;
        packet.destinationPort = 80;
        packet.sequence = sequence;
        packet.flags = 0x18;
        packet.payloadBytes = 10;
        packet.ipId = sequence;
        packet.networkInterface = name;
        packet.frameBytes = 60;
        packet.buffer = place;
        return packet;
    }

    @Test
    void aWaitInAContainerLeadsToTheThreadThatSentThePacketWhateverInterfacesItCrossed() {
        HostScenario host = new HostScenario("h");
        host.on(1, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.B);
        host.on(0, 2, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.on(1, 5, HostScenario.B, Leave.BLOCKED, HostScenario.IDLE);
        host.facts.packet(20, 0, kept(true, "eth0", 1, 7, 0x100));
        host.facts.softInterruptEntry(21, 0, 3);
        host.facts.packet(22, 0, kept(false, "veth1", 1, 7, 0x100));
        host.facts.packet(23, 0, kept(true, "br0", 2, 7, 0x100));
        host.facts.packet(24, 0, kept(true, "veth2", 2, 7, 0x100));
        host.facts.packet(25, 0, kept(false, "eth0", 2, 7, 0x100));
        host.wake(0, 30, HostScenario.B);
        host.facts.softInterruptExit(31, 0, 3);
        host.facts.opaqueFrame(40, 0, kept(true, "br0", 2, 8, 0x200)); // as of ARP, which no header tells
        Timeline timeline = host.timeline(60);
        assertThat(HostScenario.text(timeline, HostScenario.B)).contains("blocked 5-30 by network t5");
        assertThat(timeline.packetCount()).as("once, where it arrives").isEqualTo(1);
        assertThat(timeline.packetSent(0)).isEqualTo(20);
        assertThat(timeline.packetReceived(0)).isEqualTo(25);
        assertThat(timeline.nicCount()).as("none of them leaves the host").isZero();
    }
}
