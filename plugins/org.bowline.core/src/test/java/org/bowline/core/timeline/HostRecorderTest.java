/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.event.KernelSink.Leave.BLOCKED;
import static org.bowline.core.event.KernelSink.Leave.DEAD;
import static org.bowline.core.event.KernelSink.Leave.PREEMPTED;

import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Vector;
import org.bowline.core.model.Caveat;

class HostRecorderTest {
    private static final int IDLE = 0;
    private static final int A = 5;
    private static final int B = 6;
    private static final int NET_RX = 3;
    private static final int SYN = 0x02;
    private static final int ACK = 0x10;

    private final HostScenario host = new HostScenario("h");

    private String after(long end, int tid) {
        return HostScenario.text(host.timeline(end), tid);
    }

    /** A runs from 0 to 10 on CPU 0 and blocks there; B runs on CPU 1. */
    private void aBlocksAtTen() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 10, A, BLOCKED, IDLE);
    }

    @Test
    void aThreadWakesAnother() {
        aBlocksAtTen();
        host.wake(1, 30, A);
        host.on(0, 32, IDLE, PREEMPTED, A);
        assertThat(after(50, A)).isEqualTo("running 0-10, blocked 10-30 by thread t6, runnable 30-32, running 32-50");
    }

    @Test
    void interruptsHoldUpTheThreadOnTheirCpuAndNoOther() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.interruptName(7, "eth0");
        host.facts.interruptEntry(2, 0, 7);
        host.facts.interruptExit(4, 0, 7);
        host.facts.softInterruptEntry(4, 0, NET_RX);
        host.facts.softInterruptExit(7, 0, NET_RX);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.wake(1, 12, A);
        assertThat(after(15, A)).isEqualTo("running 0-2, interrupted 2-4 by device eth0, interrupted 4-7 by network network, running 7-10,"
                + " blocked 10-12 by thread t6, runnable 12-15");
        assertThat(after(15, B)).isEqualTo("unknown 0-1, running 1-15");
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
        assertThat(after(10, B)).isEqualTo("unknown 0-1, running 1-2, interrupted 2-8 by network network, running 8-10");
    }

    @Test
    void anInterruptWhoseEndIsMissingHoldsNobodyUp() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.interruptEntry(2, 1, 7);
        host.on(1, 5, B, BLOCKED, IDLE);
        host.facts.interruptEntry(6, 1, 7);
        host.on(1, 7, IDLE, PREEMPTED, A);
        host.facts.interruptExit(8, 1, 7);
        assertThat(after(10, B)).isEqualTo("unknown 0-1, running 1-5, blocked 5-10 by unknown unknown");
        assertThat(after(10, A)).isEqualTo("unknown 0-7, running 7-10");
    }

    @Test
    void softInterruptsAreTheWorkOfTheThreadThatIsThereForThem() {
        host.facts.switched(1, 0, IDLE, "swapper/0", PREEMPTED, A, "ksoftirqd/0");
        host.facts.softInterruptEntry(2, 0, NET_RX);
        host.facts.softInterruptExit(6, 0, NET_RX);
        host.facts.interruptEntry(7, 0, 9);
        host.facts.interruptExit(8, 0, 9);
        assertThat(after(10, A)).isEqualTo("unknown 0-1, running 1-7, interrupted 7-8 by device irq 9, running 8-10");
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
        assertThat(after(12, A))
                .startsWith("unknown 0-1, running 1-2, interrupted 2-3 by device irq 7, running 3-5, unknown 5-8, running 8-10");
    }

    @Test
    void aPreemptedThreadIsNotBlocked() {
        host.on(0, 10, A, PREEMPTED, B);
        host.on(0, 20, B, BLOCKED, A);
        assertThat(after(30, A)).isEqualTo("running 0-10, preempted 10-20, running 20-30");
    }

    @Test
    void aWakeUpWhileTheThreadStillRunsEndsTheWaitThatFollows() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.wake(1, 9, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.on(0, 15, IDLE, PREEMPTED, A);
        // the CPU's first switch tells that A ran there since the start
        assertThat(after(20, A)).isEqualTo("running 0-10, runnable 10-15, running 15-20");
    }

    @Test
    void aWakeUpInTheRaceAroundASwitchOutEndsTheWaitAtItsBegin() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.wake(1, 9, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.on(0, 15, IDLE, PREEMPTED, A);
        assertThat(after(20, A)).isEqualTo("unknown 0-2, running 2-10, runnable 10-15, running 15-20");
    }

    @Test
    void aSecondWakeUpShowsThatTheFirstWasNotForThisWait() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.on(0, 2, IDLE, PREEMPTED, A);
        host.wake(1, 5, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.wake(1, 14, A);
        host.on(0, 15, IDLE, PREEMPTED, A);
        assertThat(after(20, A)).isEqualTo("unknown 0-2, running 2-10, blocked 10-14 by thread t6, runnable 14-15, running 15-20");
    }

    @Test
    void aThreadWhoseFirstEventIsAWakeUpWasBlockedSinceTheStart() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.wake(1, 7, A);
        host.on(0, 8, IDLE, PREEMPTED, A);
        assertThat(after(9, A)).isEqualTo("blocked 0-7 by thread t6, runnable 7-8, running 8-9");
    }

    @Test
    void aWaitThatIsStillOpenAtTheEndHasAnUnknownTarget() {
        aBlocksAtTen();
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("running 0-10, blocked 10-50 by unknown unknown");
        int thread = threadOf(timeline, A);
        assertThat(timeline.isOpen(thread, timeline.segmentAt(thread, 20))).isTrue();
    }

    @Test
    void aWaitWithoutAWakeUpEndsAtTheSwitchInAndItsTargetIsUnknown() {
        aBlocksAtTen();
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
        assertThat(after(40, A)).startsWith("running 0-10, blocked 10-20 by thread t6");
    }

    @Test
    void aTimerEndsAWait() {
        aBlocksAtTen();
        host.facts.vectorEntry(29, 1, Vector.TIMER, "local_timer");
        host.facts.timerEntry(29, 1);
        host.wake(1, 30, A);
        host.facts.timerExit(31, 1);
        host.facts.vectorExit(31, 1, Vector.TIMER);
        assertThat(after(50, A)).contains("blocked 10-30 by timer timer");
    }

    @Test
    void aSoftTimerEndsAWait() {
        aBlocksAtTen();
        host.facts.softInterruptEntry(29, 1, 1);
        host.wake(1, 30, A);
        assertThat(after(50, A)).contains("blocked 10-30 by timer timer");
    }

    @Test
    void theInnermostContextCountsAndAfterItsExitTheOneAround() {
        aBlocksAtTen();
        host.on(2, 12, 7, BLOCKED, IDLE);
        host.facts.softInterruptEntry(20, 1, 9);
        host.facts.interruptName(40, "virtio0-input.0");
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
        aBlocksAtTen();
        host.facts.interruptEntry(12, 1, 40);
        host.on(1, 15, B, PREEMPTED, 7);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by thread t7");
        assertThat(timeline.caveats()).extracting(Caveat::kind).contains("repaired-interrupts");
    }

    @Test
    void anInterProcessorInterruptEndsAWait() {
        aBlocksAtTen();
        host.facts.vectorEntry(29, 1, Vector.IPI, "call_function");
        host.wake(1, 30, A);
        assertThat(after(50, A)).contains("blocked 10-30 by ipi ipi");
    }

    @Test
    void aRequestCompletedInAnInterruptLeadsToTheDiskWithItsTimes() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.diskName(8 << 20, "sda");
        host.facts.requestQueued(5, 0, 8 << 20, 100, 8, A);
        host.facts.requestIssued(7, 0, 8 << 20, 100, 8, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.facts.interruptEntry(28, 1, 40);
        host.facts.requestCompleted(29, 1, 8 << 20, 100, 8);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by disk sda");
        int thread = threadOf(timeline, A);
        int request = timeline.link(timeline.segmentAt(thread, 20));
        assertThat(timeline.requestQueued(request)).isEqualTo(5);
        assertThat(timeline.requestIssued(request)).isEqualTo(7);
        assertThat(timeline.requestCompleted(request)).isEqualTo(29);
    }

    private static int threadOf(Timeline timeline, int tid) {
        int thread = 0;
        while (timeline.tid(thread) != tid) {
            thread++;
        }
        return thread;
    }

    @Test
    void aRequestIsFinishedByItsLastPart() {
        host.facts.requestIssued(7, 0, 1, 100, 8, -1);
        host.facts.requestCompleted(20, 0, 1, 100, 4);
        host.facts.requestCompleted(30, 0, 1, 104, 4);
        Timeline timeline = host.timeline(50);
        assertThat(timeline.requestCount()).isEqualTo(1);
        assertThat(timeline.requestCompleted(0)).isEqualTo(30);
    }

    @Test
    void aFlushIsFoundAgainThoughItIsCompletedAtNoSector() {
        host.facts.requestIssued(7, 0, 1, 0, 0, -1);
        host.facts.requestCompleted(20, 0, 1, -1, 0);
        assertThat(host.timeline(50).requestCompleted(0)).isEqualTo(20);
    }

    @Test
    void aRequestThatIsStillOnItsWayKeepsTheDiskBusyToTheEnd() {
        host.facts.requestIssued(7, 0, 1, 100, 8, -1);
        assertThat(host.timeline(50).requestCompleted(0)).isEqualTo(50);
    }

    @Test
    void aCompletionSeenInAThreadMakesThatThreadTheWaker() {
        aBlocksAtTen();
        host.facts.requestIssued(7, 0, 1, 100, 8, A);
        host.facts.requestCompleted(29, 1, 1, 100, 8);
        host.wake(1, 30, A);
        assertThat(after(50, A)).contains("blocked 10-30 by thread t6");
    }

    @Test
    void aPacketOnTheSameHostLeadsToTheThreadThatSentIt() {
        aBlocksAtTen();
        host.packet(1, 20, true, 1000);
        host.facts.softInterruptEntry(25, 1, NET_RX);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by network t6");
        assertThat(timeline.packetSent(timeline.link(timeline.segmentAt(threadOf(timeline, A), 20)))).isEqualTo(20);
    }

    /** In a soft interrupt that begins 1 ns before: a segment is sent, and received on the same host 2 ns later. */
    private void segmentOfTheKernel(long nanos, int sequence, int flags, boolean fromClient) {
        host.facts.softInterruptEntry(nanos - 1, 1, NET_RX);
        host.packet(1, nanos, true, sequence, flags, fromClient);
        host.packet(1, nanos + 2, false, sequence, flags, fromClient);
    }

    @Test
    void whoAcceptsAConnectionWaitsForTheThreadThatConnectsThoughTheKernelEndsTheHandshake() {
        aBlocksAtTen();
        host.packet(1, 11, true, 99, SYN, true);
        host.facts.softInterruptEntry(12, 1, NET_RX);
        host.packet(1, 13, false, 99, SYN, true);
        segmentOfTheKernel(15, 500, SYN | ACK, false);
        segmentOfTheKernel(20, 100, ACK, true);
        host.wake(1, 23, A);
        assertThat(after(50, A)).contains("blocked 10-23 by network t6");
    }

    @Test
    void whoAcceptsAConnectionWaitsForTheThreadThatUsesItThoughTheKernelSentAllOfTheHandshake() {
        aBlocksAtTen();
        segmentOfTheKernel(12, 99, SYN, true); // when the address of the next hop was known
        segmentOfTheKernel(16, 500, SYN | ACK, false);
        segmentOfTheKernel(20, 100, ACK, true);
        host.wake(1, 23, A);
        host.facts.softInterruptExit(24, 1, NET_RX);
        host.packet(1, 30, true, 100);
        assertThat(after(50, A)).contains("blocked 10-23 by network t6");
    }

    @Test
    void whatTheKernelSendsOnAConnectionThatNoThreadUsesLeadsToTheKernel() {
        aBlocksAtTen();
        segmentOfTheKernel(20, 100, ACK, true);
        host.wake(1, 23, A);
        host.facts.softInterruptExit(24, 1, NET_RX);
        host.packet(1, 30, true, 500, ACK, false);
        assertThat(after(50, A)).as("only the other end is a thread's").contains("blocked 10-23 by network kernel");
    }

    @Test
    void whoConnectsWaitsForTheKernelThatAnswersAndNotForWhoHadTheConnectionBeforeOrWillHaveIt() {
        host.facts.switched(2, 1, IDLE, "swapper/1", PREEMPTED, B, "t6");
        host.packet(1, 4, true, 400, ACK, false);
        host.on(0, 10, A, BLOCKED, IDLE);
        segmentOfTheKernel(20, 500, SYN | ACK, false);
        host.wake(1, 23, A);
        host.facts.softInterruptExit(24, 1, NET_RX);
        host.packet(1, 30, true, 501, ACK, false);
        assertThat(after(50, A)).contains("blocked 10-23 by network kernel");
    }

    @Test
    void dataThatTheKernelSendsLaterIsOfTheThreadThatSentBefore() {
        aBlocksAtTen();
        host.packet(1, 12, true, 1000);
        segmentOfTheKernel(20, 1010, ACK, true);
        host.wake(1, 23, A);
        assertThat(after(50, A)).contains("blocked 10-23 by network t6");
    }

    @Test
    void aPacketWithoutAMatchLeadsToTheNetworkByThePeersAddress() {
        aBlocksAtTen();
        host.facts.softInterruptEntry(25, 1, NET_RX);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by network 10.0.0.1");
        assertThat(timeline.caveats()).anySatisfy(caveat -> assertThat(caveat.text())
                .isEqualTo("1 wait was ended by a packet from a host that was not recorded; it leads to the network."));
    }

    /** The same packet, where another host was recorded that sends from its address, from one time to another. */
    private String unmatched(long from, long to) {
        aBlocksAtTen();
        host.facts.softInterruptEntry(25, 1, NET_RX);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
        HostScenario peer = new HostScenario("peer", from);
        peer.on(0, from, IDLE, PREEMPTED, A);
        peer.packet(0, from, true, 2000);
        peer.on(0, to, A, PREEMPTED, IDLE);
        return HostScenario.timeline(Math.max(50, to), host, peer).caveats().stream()
                .filter(caveat -> caveat.text().endsWith("leads to the network."))
                .map(caveat -> caveat.host() + ' ' + caveat.kind() + ' ' + caveat.text()).collect(Collectors.joining("|"));
    }

    @Test
    void aPacketOfARecordedHostWhoseSendingWasLostIsOneOfThatHost() {
        assertThat(unmatched(5, 50))
                .isEqualTo("peer lost-sending 1 wait was ended by a packet that peer sent, though its trace does not have"
                        + " the sending; it leads to the network.");
    }

    @Test
    void aPacketOfAHostThatWasRecordedLaterIsSaidToBeFromBefore() {
        assertThat(unmatched(40, 50)).isEqualTo("peer unrecorded-sending 1 wait was ended by a packet that peer sent while it was not"
                + " recorded; it leads to the network.");
    }

    @Test
    void aPacketThatIsNotSeenToArriveIsOfAnUnknownSender() {
        aBlocksAtTen();
        host.facts.softInterruptEntry(25, 1, NET_RX);
        host.wake(1, 30, A);
        assertThat(host.timeline(50).caveats()).anySatisfy(caveat -> assertThat(caveat.text())
                .isEqualTo("1 wait was ended by a packet whose sender the traces do not tell; it leads to the network."));
    }

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
        assertThat(after(50, A)).isEqualTo("unknown 0-5, running 5-10, unknown 10-20, blocked 20-40 by thread t6, runnable 40-50");
    }

    @Test
    void aWaitDuringWhichItsCpuLostEventsIsUnknownForThatTime() {
        aBlocksAtTen();
        host.facts.lost(0, 15, 20, 1);
        host.wake(1, 30, A);
        assertThat(after(40, A))
                .isEqualTo("running 0-10, blocked 10-15 by unknown unknown, unknown 15-20, blocked 20-30 by thread t6, runnable 30-40");
    }

    @Test
    void aThreadThatCameToACpuWhileItsEventsWereLostRanSinceTheyAreWhole() {
        aBlocksAtTen();
        host.facts.lost(0, 15, 20, 1);
        host.on(0, 25, A, PREEMPTED, IDLE);
        assertThat(after(30, A)).isEqualTo("running 0-10, blocked 10-15 by unknown unknown, unknown 15-20, running 20-25, preempted 25-30");
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
    void aStateDumpTellsNamesAndThreadsThatOnlyWait() {
        host.facts.threadExists(1, A, 4, 1, "sleeper", true);
        host.on(0, 5, IDLE, PREEMPTED, B);
        Timeline timeline = host.timeline(20);
        int thread = threadOf(timeline, A);
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
    void aWakeUpThatComesAfterTheSwitchInOfTheSameNanosecondEndedTheWait() {
        aBlocksAtTen();
        host.on(0, 30, IDLE, PREEMPTED, A);
        host.wake(1, 30, A);
        host.on(0, 40, A, BLOCKED, IDLE);
        host.wake(1, 50, A);
        assertThat(after(60, A))
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
        assertThat(after(40, A)).isEqualTo("unknown 0-12, unknown 12-20, running 20-30, blocked 30-40 by unknown unknown");
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
        assertThat(after(50, A)).isEqualTo("unknown 0-20, blocked 20-40 by thread t6, runnable 40-50");
    }

    @Test
    void aThreadThatIsWokenTwiceWhileEventsWereLostRanUnseenInBetween() {
        aBlocksAtTen();
        host.wake(1, 12, A);
        host.facts.lost(2, 15, 20, 3);
        host.wake(1, 40, A);
        assertThat(after(50, A))
                .isEqualTo("running 0-10, blocked 10-12 by thread t6, unknown 12-20, blocked 20-40 by thread t6, runnable 40-50");
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
    void factsOfACpuThatCannotBeAreLeftOutAndCounted() {
        host.on(0, 5, IDLE, PREEMPTED, A);
        host.on(Integer.MAX_VALUE, 6, B, PREEMPTED, 7);
        host.on(-1, 6, B, PREEMPTED, 7);
        host.wake(1 << 16, 7, B);
        host.on(HostRecorder.MAXIMUM_CPU, 8, B, PREEMPTED, 8);
        Timeline timeline = host.timeline(20);
        assertThat(HostScenario.text(timeline, 7)).isEmpty();
        assertThat(timeline.cpu(timeline.segmentAt(threadOf(timeline, B), 7))).isEqualTo(HostRecorder.MAXIMUM_CPU);
        assertThat(timeline.caveats()).filteredOn(caveat -> caveat.kind().equals("impossible-cpu")).extracting(Caveat::count)
                .containsExactly(3L);
    }

    @Test
    void aThreadThatPollsANetworkDeviceIsNotWhatThePacketsReceiversWaitedFor() {
        host.facts.switched(1, 1, IDLE, "swapper/1", PREEMPTED, 9, "napi/eth0-1");
        host.on(0, 10, A, BLOCKED, B);
        host.packet(0, 20, true, 1000);
        host.wake(1, 24, 9);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
        assertThat(after(50, A)).contains("blocked 10-30 by network t6");
    }

    @Test
    void anInterruptWhoseEndWasLostIsOverWhenASoftInterruptBegins() {
        aBlocksAtTen();
        host.facts.interruptEntry(12, 1, 40);
        host.facts.softInterruptEntry(14, 1, NET_RX);
        host.facts.softInterruptExit(16, 1, NET_RX);
        host.wake(1, 30, A);
        assertThat(after(50, A)).contains("blocked 10-30 by thread t6");
    }

    @Test
    void theWholeKernelsOnlyDiskThatNobodyNamedIsCalledDisk() {
        aBlocksAtTen();
        host.facts.softInterruptEntry(29, 1, 4);
        host.wake(1, 30, A);
        assertThat(after(50, A)).contains("blocked 10-30 by disk disk");
    }

    @Test
    void aRequestMadeInAnInterruptIsNotThatOfTheThreadItInterrupts() {
        host.on(0, 1, IDLE, PREEMPTED, A);
        host.facts.interruptEntry(5, 0, 40);
        host.facts.requestIssued(7, 0, 1, 100, 8, A);
        host.facts.interruptExit(8, 0, 40);
        assertThat(host.timeline(50).requestIssuer(0)).isEqualTo(Timeline.NONE);
    }

    @Test
    void aRequestWhoseCompletionWasNotRecordedDoesNotKeepTheDiskBusyBeyondTheNextOfItsPlace() {
        host.facts.requestIssued(7, 0, 1, 100, 8, -1);
        host.facts.requestIssued(20, 0, 1, 100, 8, -1);
        host.facts.requestCompleted(30, 0, 1, 100, 8);
        Timeline timeline = host.timeline(50);
        assertThat(timeline.requestCompleted(0)).isEqualTo(20);
        assertThat(timeline.requestCompleted(1)).isEqualTo(30);
    }

    @Test
    void aRequestWhoseCompletionMayBeAmongTheLostEventsIsLeftOut() {
        host.facts.requestIssued(7, 0, 1, 100, 8, -1);
        host.facts.lost(1, 10, 20, 3);
        Timeline timeline = host.timeline(50);
        assertThat(timeline.requestCount()).isZero();
        assertThat(timeline.caveats()).extracting(Caveat::kind).contains("lost-requests");
    }
}
