/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class ConnectionPacketsTest {
    private static final int CONNECTIONS = 4;

    private static Timeline random(Random random) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        builder.thread(host, 1, 1, "t");
        int count = CONNECTIONS + random.nextInt(60);
        for (int i = 0; i < count; i++) {
            long sent = 1 + random.nextLong(50);
            int packet = builder.packet(sent, sent + random.nextLong(20), 0);
            builder.packetOpener(packet, Timeline.Opener.values()[random.nextInt(Timeline.Opener.values().length)]);
            builder.packetConnection(packet, random.nextInt(CONNECTIONS + 1) - 1);
            if (random.nextBoolean()) {
                builder.packetIsEmpty(packet);
            }
        }
        return builder.build();
    }

    private static int[] expected(Timeline timeline, int connection, Timeline.Opener sender, Comparator<Integer> order) {
        return IntStream.range(0, timeline.packetCount())
                .filter(packet -> timeline.packetConnection(packet) == connection && timeline.packetOpener(packet) == sender
                        && timeline.packetHasData(packet))
                .boxed().sorted(order).mapToInt(packet -> packet).toArray();
    }

    private static int[] found(ConnectionPackets packets, int connection) {
        return IntStream.range(packets.first(connection), packets.end(connection)).map(packets::packet).toArray();
    }

    @Test
    void eachSideOfAConnectionHasItsPacketsInOrderHoweverTheyWereMatched() {
        long seed = Long.getLong("bowline.seed", 20261128L);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            Timeline timeline = random(random);
            for (Timeline.Opener sender : new Timeline.Opener[] {Timeline.Opener.SENDER, Timeline.Opener.RECEIVER}) {
                ConnectionPackets come = ConnectionPackets.byArrival(timeline, sender, timeline::packetHasData);
                ConnectionPackets sent = ConnectionPackets.bySending(timeline, sender, timeline::packetHasData);
                for (int connection = 0; connection < CONNECTIONS; connection++) {
                    int[] all = expected(timeline, connection, sender, Comparator.comparingLong(timeline::packetReceived));
                    assertThat(found(come, connection)).as("seed %d, round %d", seed, round).containsExactly(all);
                    assertThat(come.isEmpty(connection)).isEqualTo(all.length == 0);
                    assertThat(found(sent, connection)).as("seed %d, round %d", seed, round)
                            .containsExactly(expected(timeline, connection, sender, Comparator.comparingLong(timeline::packetSent)));
                }
            }
        }
    }
}
