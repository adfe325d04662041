/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.PacketLog;
import org.bowline.core.timeline.Timeline.Opener;

class OpenersTest {
    private static final int SYNCHRONISE = 0x02;
    private static final int ACKNOWLEDGE = 0x10;

    private final PacketLog log = new PacketLog();

    private int tcp(boolean addressed, long from, int fromPort, long to, int toPort, int flags) {
        return log.add(log.size(), true, PacketLog.TCP, addressed, 4, 0, from, 0, to, fromPort, toPort, 1, 1, flags, 0, -1, -1);
    }

    private Opener of(int packet) {
        return new Openers(List.of(log), new Translations(List.of(log))).of(0, log, packet);
    }

    @Test
    void whoAskedForTheConnectionOpenedItWhateverThePorts() {
        tcp(true, 1, 500, 2, 40_000, SYNCHRONISE);
        int answer = tcp(true, 2, 40_000, 1, 500, SYNCHRONISE | ACKNOWLEDGE);
        int data = tcp(true, 1, 500, 2, 40_000, ACKNOWLEDGE);
        assertThat(of(data)).isEqualTo(Opener.SENDER);
        assertThat(of(answer)).isEqualTo(Opener.RECEIVER);
    }

    @Test
    void aConnectionThatIsOlderThanTheRecordingIsToldByItsPorts() {
        assertThat(of(tcp(true, 1, 45_000, 2, 5_432, ACKNOWLEDGE))).isEqualTo(Opener.SENDER);
        assertThat(of(tcp(true, 2, 5_432, 1, 45_000, ACKNOWLEDGE))).isEqualTo(Opener.RECEIVER);
        assertThat(of(tcp(true, 1, 32_767, 2, 32_768, ACKNOWLEDGE))).isEqualTo(Opener.RECEIVER);
    }

    @Test
    void whereThePortsDoNotTellItIsNotKnown() {
        assertThat(of(tcp(true, 1, 45_000, 2, 46_000, ACKNOWLEDGE))).isEqualTo(Opener.UNKNOWN);
        assertThat(of(tcp(true, 1, 80, 2, 443, ACKNOWLEDGE))).isEqualTo(Opener.UNKNOWN);
        assertThat(of(tcp(false, 1, 45_000, 2, 80, ACKNOWLEDGE))).as("a tracer that gives no addresses").isEqualTo(Opener.UNKNOWN);
    }

    @Test
    void anotherConnectionBetweenTheSameHostsIsOpenedByWhoAskedForThatOne() {
        tcp(true, 1, 45_000, 2, 46_000, SYNCHRONISE);
        int other = tcp(true, 1, 45_001, 2, 46_000, ACKNOWLEDGE);
        int back = tcp(true, 2, 45_000, 1, 46_000, ACKNOWLEDGE);
        assertThat(of(other)).isEqualTo(Opener.UNKNOWN);
        assertThat(of(back)).as("same ports, other hosts").isEqualTo(Opener.UNKNOWN);
    }
}
