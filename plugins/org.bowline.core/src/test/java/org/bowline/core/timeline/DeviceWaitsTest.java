/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.event.KernelSink.Leave.BLOCKED;
import static org.bowline.core.event.KernelSink.Leave.PREEMPTED;
import static org.bowline.core.timeline.HostScenario.A;
import static org.bowline.core.timeline.HostScenario.B;
import static org.bowline.core.timeline.HostScenario.IDLE;

import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;

/** Waits that a disk or the network ends. */
class DeviceWaitsTest {
    private static final int NET_RX = 3;
    private static final int SYN = 0x02;
    private static final int ACK = 0x10;

    private final HostScenario host = new HostScenario("h");

    @Test
    void aRequestCompletedInAnInterruptLeadsToTheDiskWithItsTimes() {
        host.on(1, 1, IDLE, PREEMPTED, B);
        host.facts.diskName(0, 8 << 20, "sda");
        host.facts.requestQueued(5, 0, 8 << 20, 100, 8, A);
        host.facts.requestIssued(7, 0, 8 << 20, 100, 8, A);
        host.on(0, 10, A, BLOCKED, IDLE);
        host.facts.interruptEntry(28, 1, 40);
        host.facts.requestCompleted(29, 1, 8 << 20, 100, 8);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by disk sda");
        int thread = HostScenario.threadOf(timeline, A);
        int request = timeline.link(timeline.segmentAt(thread, 20));
        assertThat(timeline.requestQueued(request)).isEqualTo(5);
        assertThat(timeline.requestIssued(request)).isEqualTo(7);
        assertThat(timeline.requestCompleted(request)).isEqualTo(29);
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
        host.aBlocksAtTen();
        host.facts.requestIssued(7, 0, 1, 100, 8, A);
        host.facts.requestCompleted(29, 1, 1, 100, 8);
        host.wake(1, 30, A);
        assertThat(host.after(50, A)).contains("blocked 10-30 by thread t6");
    }

    @Test
    void aPacketOnTheSameHostLeadsToTheThreadThatSentIt() {
        host.aBlocksAtTen();
        host.packet(1, 20, true, 1000);
        host.facts.softInterruptEntry(25, 1, NET_RX);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by network t6");
        assertThat(timeline.packetSent(timeline.link(timeline.segmentAt(HostScenario.threadOf(timeline, A), 20)))).isEqualTo(20);
    }

    /** In a soft interrupt that begins 1 ns before: a segment is sent, and received on the same host 2 ns later. */
    private void segmentOfTheKernel(long nanos, int sequence, int flags, boolean fromClient) {
        host.facts.softInterruptEntry(nanos - 1, 1, NET_RX);
        host.packet(1, nanos, true, sequence, flags, fromClient);
        host.packet(1, nanos + 2, false, sequence, flags, fromClient);
    }

    @Test
    void whoAcceptsAConnectionWaitsForTheThreadThatConnectsThoughTheKernelEndsTheHandshake() {
        host.aBlocksAtTen();
        host.packet(1, 11, true, 99, SYN, true);
        host.facts.softInterruptEntry(12, 1, NET_RX);
        host.packet(1, 13, false, 99, SYN, true);
        segmentOfTheKernel(15, 500, SYN | ACK, false);
        segmentOfTheKernel(20, 100, ACK, true);
        host.wake(1, 23, A);
        assertThat(host.after(50, A)).contains("blocked 10-23 by network t6");
    }

    @Test
    void whoAcceptsAConnectionWaitsForTheThreadThatUsesItThoughTheKernelSentAllOfTheHandshake() {
        host.aBlocksAtTen();
        segmentOfTheKernel(12, 99, SYN, true); // when the address of the next hop was known
        segmentOfTheKernel(16, 500, SYN | ACK, false);
        segmentOfTheKernel(20, 100, ACK, true);
        host.wake(1, 23, A);
        host.facts.softInterruptExit(24, 1, NET_RX);
        host.packet(1, 30, true, 100);
        assertThat(host.after(50, A)).contains("blocked 10-23 by network t6");
    }

    @Test
    void whatTheKernelSendsOnAConnectionThatNoThreadUsesLeadsToTheKernel() {
        host.aBlocksAtTen();
        segmentOfTheKernel(20, 100, ACK, true);
        host.wake(1, 23, A);
        host.facts.softInterruptExit(24, 1, NET_RX);
        host.packet(1, 30, true, 500, ACK, false);
        assertThat(host.after(50, A)).as("only the other end is a thread's").contains("blocked 10-23 by network kernel");
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
        assertThat(host.after(50, A)).contains("blocked 10-23 by network kernel");
    }

    @Test
    void dataThatTheKernelSendsLaterIsOfTheThreadThatSentBefore() {
        host.aBlocksAtTen();
        host.packet(1, 12, true, 1000);
        segmentOfTheKernel(20, 1010, ACK, true);
        host.wake(1, 23, A);
        assertThat(host.after(50, A)).contains("blocked 10-23 by network t6");
    }

    @Test
    void ofPacketsTakenTogetherTheOneOfTheThreadsConnectionEndsItsWait() {
        assertThat(waitsForTogether(10, true)).as("each answers on a connection of its own").isEqualTo("t7");
        assertThat(waitsForTogether(10, false)).as("it has not answered yet").isEqualTo("t7");
    }

    @Test
    void whatOnlyAcknowledgesEndsNoWaitWhereDataCameWithIt() {
        assertThat(waitsForTogether(0, true)).isEqualTo("t7");
        assertThat(waitsForTogether(0, false)).isEqualTo("t7");
    }

    /** For which thread of the peer A waits, when a request of its thread 7 and a segment of its thread 8 of so many bytes, for B, arrive together. */
    private String waitsForTogether(int bytes, boolean hasAnswered) {
        HostScenario here = new HostScenario("h");
        HostScenario peer = new HostScenario("peer");
        here.on(0, 1, IDLE, PREEMPTED, A);
        here.on(1, 1, IDLE, PREEMPTED, B);
        peer.on(0, 1, IDLE, PREEMPTED, 7);
        peer.on(1, 1, IDLE, PREEMPTED, 8);
        if (hasAnswered) {
            here.packet(0, 5, true, 1, ACK, false, 1007, 10);
        }
        here.packet(1, 6, true, 1, ACK, false, 1008, 10);
        here.on(0, 10, A, BLOCKED, IDLE);
        peer.packet(0, 15, true, 1, ACK, true, 1007, 10);
        peer.packet(1, 16, true, 1, ACK, true, 1008, bytes);
        here.facts.softInterruptEntry(24, 0, NET_RX);
        here.packet(0, 25, false, 1, ACK, true, 1007, 10);
        here.packet(0, 26, false, 1, ACK, true, 1008, bytes);
        here.wake(0, 30, A);
        here.facts.softInterruptExit(31, 0, NET_RX);
        Timeline timeline = HostScenario.timeline(50, here, peer);
        return timeline.vertexName(timeline.target(timeline.segmentAt(HostScenario.threadOf(timeline, A), 20)));
    }

    @Test
    void whatComesAfterAWaitWasEndedIsNotWhatEndedIt() {
        host.aBlocksAtTen();
        host.packet(1, 11, true, 1000);
        host.packet(1, 12, true, 1010);
        host.facts.softInterruptEntry(20, 1, NET_RX);
        host.packet(1, 21, false, 1000);
        host.wake(1, 22, A);
        host.on(0, 23, IDLE, PREEMPTED, A);
        host.on(0, 25, A, BLOCKED, IDLE);
        host.packet(1, 27, false, 1010);
        host.wake(1, 28, A);
        Timeline timeline = host.timeline(50);
        int thread = HostScenario.threadOf(timeline, A);
        assertThat(timeline.packetSent(timeline.link(timeline.segmentAt(thread, 20)))).isEqualTo(11);
        assertThat(timeline.packetSent(timeline.link(timeline.segmentAt(thread, 26)))).isEqualTo(12);
    }

    @Test
    void aPacketWithoutAMatchLeadsToTheNetworkByThePeersAddress() {
        host.aBlocksAtTen();
        host.facts.softInterruptEntry(25, 1, NET_RX);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
        Timeline timeline = host.timeline(50);
        assertThat(HostScenario.text(timeline, A)).contains("blocked 10-30 by network 10.0.0.1");
        assertThat(timeline.caveats()).anySatisfy(caveat -> assertThat(caveat.text())
                .isEqualTo("1 wait was ended by a packet from an address that no host here is seen to use; it leads to the network."));
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
        host.aBlocksAtTen();
        host.facts.softInterruptEntry(25, 1, NET_RX);
        host.wake(1, 30, A);
        assertThat(host.timeline(50).caveats()).anySatisfy(caveat -> assertThat(caveat.text())
                .isEqualTo("1 wait was ended by a packet whose sender the traces do not tell; it leads to the network."));
    }

    @Test
    void aThreadThatPollsANetworkDeviceIsNotWhatThePacketsReceiversWaitedFor() {
        host.facts.switched(1, 1, IDLE, "swapper/1", PREEMPTED, 9, "napi/eth0-1");
        host.on(0, 10, A, BLOCKED, B);
        host.packet(0, 20, true, 1000);
        host.wake(1, 24, 9);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
        assertThat(host.after(50, A)).contains("blocked 10-30 by network t6");
    }

    @Test
    void theWholeKernelsOnlyDiskThatNobodyNamedIsCalledDisk() {
        host.aBlocksAtTen();
        host.facts.softInterruptEntry(29, 1, 4);
        host.wake(1, 30, A);
        assertThat(host.after(50, A)).contains("blocked 10-30 by disk disk");
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

    /** The same packet, where another host was recorded that sends from its address, from one time to another. */
    private String unmatched(long from, long to) {
        host.aBlocksAtTen();
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
}
