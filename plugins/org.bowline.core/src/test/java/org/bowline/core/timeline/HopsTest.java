/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.PacketFact;
import org.bowline.core.sync.PacketLog;

/** Which packet of a host is one that another of its interfaces had before. */
class HopsTest {
    private static final int NONE = SegmentLog.NONE;
    private static final long PLACE = 0xffff_8881_0062_cc00L;
    private static final long MS = 1_000_000;
    private static final boolean SENT = true;
    private static final boolean RECEIVED = false;

    private final PacketLog packets = new PacketLog();
    private final Hops hops = new Hops(packets);
    private final PacketFact p = new PacketFact();
    private long now;
    private int cpu;
    private boolean inInterrupt;
    /** Of the packet that was seen last. */
    private int index = NONE;

    HopsTest() {
        p.protocol = PacketFact.TCP;
        p.addressed = true;
        p.ipVersion = 4;
        p.sourceLow = 1;
        p.destinationLow = 2;
        p.sourcePort = 3;
        p.destinationPort = 4;
        p.sequence = 5;
        p.payloadBytes = 10;
        p.ipId = 77;
        p.hopLimit = 64;
        p.buffer = PLACE;
    }

    /** One that has no identification: what is sent again is the same. */
    private void withoutIdentification(int protocol) {
        p.protocol = protocol;
        p.ipId = -1;
    }

    /** The index of what it was before, or NONE. */
    private int before(boolean sent, String name) {
        p.sent = sent;
        p.networkInterface = name;
        now++;
        int before = hops.before(now, cpu, inInterrupt, p);
        index = packets.add(now, sent, p.protocol, true, 4, 0, p.sourceLow, 0, p.destinationLow, p.sourcePort, p.destinationPort,
                p.sequence, p.acknowledgement, p.flags, p.payloadBytes, p.ipId, NONE);
        if (before != NONE) {
            packets.follow(index, before);
        }
        return before;
    }

    private void follows(boolean sent, String name) {
        int last = index;
        assertThat(before(sent, name)).isEqualTo(last);
    }

    private void isAnother(boolean sent, String name) {
        assertThat(before(sent, name)).isEqualTo(NONE);
    }

    private void opposite() {
        long from = p.sourceLow;
        int port = p.sourcePort;
        p.sourceLow = p.destinationLow;
        p.sourcePort = p.destinationPort;
        p.destinationLow = from;
        p.destinationPort = port;
    }

    @Test
    void whatIsKeptInOnePlaceAndCarriesTheSameIsOneThoughItsAddressesAreTranslated() {
        isAnother(SENT, "eth0"); // of the container
        int first = index;
        now += 30 * MS; // a shaper
        cpu = 1;
        follows(RECEIVED, "veth1");
        follows(RECEIVED, "br0");
        p.sourceLow = 90;
        p.destinationLow = 91; // as a balancer of load does
        p.hopLimit--;
        follows(SENT, "eth0");
        assertThat(packets.origin(index)).isEqualTo(first);
        assertThat(packets.isFollowed(first)).isTrue();
        assertThat(packets.isFollowed(index)).isFalse();
    }

    @Test
    void whatCarriesSomethingElseIsAnotherOneInTheSamePlace() {
        isAnother(SENT, "eth0");
        p.sequence++;
        isAnother(RECEIVED, "eth0");
        p.ipId++;
        isAnother(RECEIVED, "eth0");
        follows(RECEIVED, "br0");
    }

    @Test
    void whatIsKeptElsewhereIsAnotherOneAndSoIsWhatNobodyTellsWhere() {
        isAnother(SENT, "eth0");
        p.buffer += 256;
        isAnother(RECEIVED, "veth1");
        p.buffer = 0;
        isAnother(RECEIVED, "veth1");
        isAnother(RECEIVED, "br0");
    }

    @Test
    void whatARouterSentOnMayNotBecomeYoungerWhenItComesAgain() {
        withoutIdentification(PacketFact.TCP);
        inInterrupt = true;
        isAnother(RECEIVED, "eth0");
        p.hopLimit = 63;
        follows(SENT, "eth1");
        p.hopLimit = 64;
        isAnother(RECEIVED, "eth0");
    }

    @Test
    void aBridgeThatGivesItToOneInterfaceAfterAnotherSendsItOnce() {
        withoutIdentification(PacketFact.TCP);
        isAnother(SENT, "br0");
        follows(SENT, "veth1");
    }

    @Test
    void whatTcpSendsAgainFromTheSamePlaceIsSentTwice() {
        withoutIdentification(PacketFact.TCP);
        isAnother(SENT, "eth0");
        isAnother(SENT, "eth0");
        follows(SENT, "ens3");
        isAnother(SENT, "eth0"); // where it began
        now += 5 * MS;
        isAnother(SENT, "veth1");
        cpu = 1;
        isAnother(SENT, "br0");
    }

    @Test
    void aSegmentThatIsReceivedTwiceAtOneInterfaceIsTwo() {
        withoutIdentification(PacketFact.TCP);
        isAnother(RECEIVED, "ens3");
        isAnother(RECEIVED, "ens3");
        follows(RECEIVED, "br0");
        isAnother(RECEIVED, "ens3"); // where it began
    }

    @Test
    void anAnswerAsLongAsItsQuestionIsNotTheQuestionThatIsSentOn() {
        withoutIdentification(PacketFact.UDP);
        isAnother(SENT, "lo");
        follows(RECEIVED, "lo");
        opposite();
        inInterrupt = true;
        isAnother(SENT, "lo");
        follows(RECEIVED, "lo");
    }

    @Test
    void theNextQuestionIsSentByAThreadAndNotInAnInterrupt() {
        withoutIdentification(PacketFact.UDP);
        isAnother(SENT, "lo");
        inInterrupt = true;
        follows(RECEIVED, "lo");
        inInterrupt = false;
        isAnother(SENT, "lo");
    }

    @Test
    void datagramsOfTwoClientsAreTwo() {
        withoutIdentification(PacketFact.UDP);
        isAnother(RECEIVED, "eth0");
        p.sourcePort++;
        p.destinationPort++;
        isAnother(RECEIVED, "br0");
        p.ipId = 9;
        isAnother(RECEIVED, "veth1");
        p.sourcePort++;
        p.destinationPort++;
        isAnother(SENT, "veth2");
    }

    @Test
    void whatComesInATunnelIsInThePacketThatCameInTheSamePlaceBefore() {
        isAnother(RECEIVED, "eth0");
        int outer = index;
        p.sequence = 1_000;
        p.ipId = 5;
        isAnother(RECEIVED, "vxlan0");
        assertThat(hops.carrier()).isEqualTo(outer);
        p.ipId = 6;
        isAnother(RECEIVED, "vxlan0");
        assertThat(hops.carrier()).as("the next one of the tunnel").isEqualTo(NONE);
    }

    @Test
    void theLatestPlacesAreRemembered() {
        isAnother(SENT, "eth0");
        int first = index;
        for (int i = 1; i < 1 << 16; i++) {
            p.buffer = PLACE + 256L * i;
            isAnother(SENT, "eth0");
        }
        p.buffer = PLACE;
        assertThat(before(RECEIVED, "veth1")).isEqualTo(first);
        for (int i = 1; i < 3 << 16; i++) {
            p.buffer = PLACE - 256L * i;
            isAnother(SENT, "eth0");
        }
        p.buffer = PLACE;
        isAnother(RECEIVED, "br0");
    }
}
