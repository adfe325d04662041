/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.PacketFact;
import org.bowline.core.sync.PacketLog;

/** Which of several packets that a CPU took together ends the wait of a thread. */
class ArrivalsTest {
    private static final int CPU = 3;
    private static final int READER = 5;
    private static final int OTHER = 6;
    private static final int DATA = 10;
    private static final int READERS = 1005;
    private static final int OTHERS = 1006;
    private static final int NOBODYS = 1007;

    private final PacketLog packets = new PacketLog();
    private final SocketOwners owners = new SocketOwners(packets);
    private final Arrivals arrivals = new Arrivals(packets, owners);

    ArrivalsTest() {
        owners.sent(segment(READERS, true, DATA), READER);
        owners.sent(segment(OTHERS, true, DATA), OTHER);
    }

    /** A segment that the host sends from a port, or gets there. */
    private static PacketFact segment(int port, boolean sent, int bytes) {
        PacketFact packet = new PacketFact();
        packet.sent = sent;
        packet.protocol = PacketFact.TCP;
        packet.addressed = true;
        packet.ipVersion = 4;
        packet.sourceLow = sent ? 1 : 2;
        packet.destinationLow = sent ? 2 : 1;
        packet.sourcePort = sent ? port : 80;
        packet.destinationPort = sent ? 80 : port;
        packet.flags = 0x10;
        packet.payloadBytes = bytes;
        return packet;
    }

    private int takes(PacketFact p) {
        return takes(p, SegmentLog.NONE);
    }

    private int takes(PacketFact p, int before) {
        int index = packets.add(packets.size(), false, p.protocol, p.addressed, p.ipVersion, p.sourceHigh, p.sourceLow, p.destinationHigh,
                p.destinationLow, p.sourcePort, p.destinationPort, packets.size(), 1, p.flags, p.payloadBytes, packets.size(),
                SegmentLog.NONE);
        arrivals.received(CPU, index, p, before);
        return index;
    }

    private int takes(int port, int bytes) {
        return takes(segment(port, false, bytes));
    }

    private int endsWaitOfReader(int last) {
        return arrivals.endsWait(CPU, READER, last);
    }

    @Test
    void theOneOfItsConnectionBeforeThoseOfOthers() {
        int own = takes(READERS, DATA);
        takes(NOBODYS, DATA);
        int last = takes(OTHERS, DATA);
        assertThat(endsWaitOfReader(last)).isEqualTo(own);
    }

    @Test
    void ofAPacketThatComesToOneInterfaceAfterAnotherTheLast() {
        int bridge = takes(NOBODYS, DATA); // before its address is translated
        int own = takes(segment(READERS, false, DATA), bridge);
        int last = takes(OTHERS, DATA);
        assertThat(endsWaitOfReader(last)).isEqualTo(own);
    }

    @Test
    void noneThatWasSentOn() {
        int own = takes(READERS, 0);
        int last = takes(NOBODYS, DATA);
        arrivals.sentOn(CPU, last);
        assertThat(endsWaitOfReader(SegmentLog.NONE)).isEqualTo(own);
        arrivals.sentOn(CPU, own);
        assertThat(endsWaitOfReader(SegmentLog.NONE)).isEqualTo(SegmentLog.NONE);
    }

    @Test
    void dataOfAConnectionOnWhichNobodySendsBeforeItsOwnAcknowledgement() {
        int data = takes(NOBODYS, DATA);
        int last = takes(READERS, 0);
        assertThat(endsWaitOfReader(last)).isEqualTo(data);
    }

    @Test
    void itsOwnAcknowledgementBeforeDataOfOthersAndTheseBeforeTheirAcknowledgements() {
        int acknowledgement = takes(READERS, 0);
        int last = takes(OTHERS, DATA);
        assertThat(endsWaitOfReader(last)).isEqualTo(acknowledgement);
        int data = takes(OTHERS, DATA);
        last = takes(OTHERS, 0);
        assertThat(endsWaitOfReader(last)).isEqualTo(data);
    }

    @Test
    void ofSeveralAlikeTheLast() {
        takes(READERS, DATA);
        int second = takes(READERS, DATA);
        int last = takes(OTHERS, DATA);
        assertThat(endsWaitOfReader(last)).isEqualTo(second);
    }

    @Test
    void whatWasHandedOnIsNotWithWhatComesAfterIt() {
        int own = takes(READERS, DATA);
        assertThat(endsWaitOfReader(takes(OTHERS, DATA))).isEqualTo(own);
        int last = takes(OTHERS, DATA);
        assertThat(endsWaitOfReader(last)).isEqualTo(last);
    }

    @Test
    void whatWasTakenBeforeIsForgottenWhereNothingIsKnownInBetween() {
        takes(READERS, DATA);
        arrivals.clear(CPU);
        int last = takes(OTHERS, DATA);
        assertThat(endsWaitOfReader(last)).isEqualTo(last);
    }

    @Test
    void aPacketWithoutAddressesIsOfNobodysConnection() {
        PacketFact opaque = segment(OTHERS, false, DATA);
        opaque.addressed = false;
        int unknown = takes(opaque);
        int last = takes(OTHERS, DATA);
        assertThat(endsWaitOfReader(last)).isEqualTo(unknown);
    }

    @Test
    void ofMoreThanTheKernelTakesTogetherTheLatestCount() {
        takes(READERS, DATA);
        int last = SegmentLog.NONE;
        for (int i = 0; i < 64; i++) {
            last = takes(OTHERS, DATA);
        }
        assertThat(endsWaitOfReader(last)).isEqualTo(last);
        assertThat(arrivals.endsWait(CPU + 100, READER, last)).as("a CPU that took none").isEqualTo(last);
    }
}
