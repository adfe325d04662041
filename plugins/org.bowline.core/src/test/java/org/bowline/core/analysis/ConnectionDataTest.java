/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class ConnectionDataTest {
    private final TimelineBuilder builder = new TimelineBuilder();

    private int packet(long sent, long received, Timeline.Opener opener) {
        int packet = builder.packet(sent, received, 0);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, 0);
        return packet;
    }

    private static int[] of(ConnectionPackets packets) {
        return IntStream.range(packets.first(0), packets.end(0)).map(packets::packet).toArray();
    }

    @Test
    void theDataOfEachSideIsInTheOrderOfItsArrivalWithoutWhatCarriesNone() {
        builder.segment(builder.thread(builder.host("h"), 3, 3, "t"), 0, 100, ThreadState.RUNNING, 0);
        int late = packet(1, 30, Timeline.Opener.SENDER);
        int early = packet(2, 10, Timeline.Opener.SENDER);
        builder.packetAcknowledges(packet(3, 12, Timeline.Opener.SENDER));
        builder.packetConnects(packet(4, 14, Timeline.Opener.RECEIVER));
        int answer = packet(5, 16, Timeline.Opener.RECEIVER);
        packet(6, 18, Timeline.Opener.UNKNOWN);
        ConnectionData data = Analysis.of(builder.build()).build().get(ConnectionData.RESULT);
        assertThat(of(data.asks())).containsExactly(early, late);
        assertThat(of(data.answers())).containsExactly(answer);
    }
}
