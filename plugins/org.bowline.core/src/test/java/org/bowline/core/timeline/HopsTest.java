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

    private final PacketLog packets = new PacketLog();
    private final FrameLog frames = new FrameLog();
    private final Hops hops = new Hops(packets, frames);
    private long now;
    private int index;
    /** Without one as IPv6 has none: so that what is sent again is the same. */
    private int ipId = -1;
    private int sequence = 5;
    private long place = PLACE;

    /** The index of what was before, or NONE; its own is then in {@link #index}. */
    private int before(boolean sent, String name, int from) {
        PacketFact p = new PacketFact();
        p.sent = sent;
        p.protocol = PacketFact.TCP;
        p.addressed = true;
        p.ipVersion = 4;
        p.sourceLow = from;
        p.sequence = sequence;
        p.acknowledgement = 1;
        p.flags = 24;
        p.payloadBytes = 10;
        p.ipId = ipId;
        p.networkInterface = name;
        p.frameBytes = 100;
        p.buffer = place;
        now++;
        int before = hops.before(now, p);
        index = packets.add(now, sent, p.protocol, true, 4, 0, from, 0, 2, 3, 4, sequence, 1, 24, 10, ipId, NONE);
        if (before != NONE) {
            packets.follow(index, before);
        }
        if (sent) {
            frames.add(now, p, NONE, index);
        }
        return before;
    }

    private int sent(String name) {
        return before(true, name, 1);
    }

    private int received() {
        return before(false, "", 1);
    }

    @Test
    void whatIsKeptInOnePlaceAndCarriesTheSameIsOneThoughItsAddressIsTranslated() {
        assertThat(sent("eth0")).isEqualTo(NONE);
        int first = index;
        assertThat(received()).isEqualTo(first);
        assertThat(received()).isEqualTo(first + 1);
        assertThat(before(true, "ens3", 77)).isEqualTo(first + 2);
        assertThat(packets.origin(index)).isEqualTo(first);
        assertThat(packets.isFollowed(first)).isTrue();
        assertThat(packets.isFollowed(index)).isFalse();
    }

    @Test
    void whatCarriesSomethingElseIsAnotherOneInTheSamePlace() {
        sent("eth0");
        sequence++;
        assertThat(received()).isEqualTo(NONE);
        ipId = 7;
        assertThat(received()).isEqualTo(NONE);
        assertThat(received()).isEqualTo(index - 1);
    }

    @Test
    void whatIsKeptElsewhereIsAnotherOneAndSoIsWhatNobodyTellsWhere() {
        sent("eth0");
        place += 256;
        assertThat(received()).isEqualTo(NONE);
        place = 0;
        assertThat(received()).isEqualTo(NONE);
        assertThat(received()).isEqualTo(NONE);
    }

    @Test
    void aBridgeThatGivesItToOneInterfaceAfterAnotherSendsItOnce() {
        assertThat(sent("br0")).isEqualTo(NONE);
        assertThat(sent("veth1")).isEqualTo(index - 1);
    }

    @Test
    void whatTcpSendsAgainFromTheSamePlaceIsSentTwice() {
        sent("eth0");
        now += 20 * MS;
        assertThat(sent("eth0")).as("by the interface").isEqualTo(NONE);
        assertThat(sent("ens3")).isEqualTo(index - 1);
        now += 20 * MS;
        assertThat(sent("eth0")).as("by the interface at which it begins").isEqualTo(NONE);
        now += 51 * MS;
        assertThat(sent("veth1")).as("by the time").isEqualTo(NONE);
    }

    @Test
    void theLatestPlacesAreRemembered() {
        sent("eth0");
        int first = index;
        for (int i = 1; i < 1 << 16; i++) {
            place = PLACE + 256L * i;
            sent("eth0");
        }
        place = PLACE;
        assertThat(received()).isEqualTo(first);
        for (int i = 1; i < 1 << 17; i++) {
            place = PLACE - 256L * i;
            sent("eth0");
        }
        place = PLACE;
        assertThat(received()).isEqualTo(NONE);
    }
}
