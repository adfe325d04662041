/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.ClockSync.Options;
import org.bowline.core.testing.Seeds;

/** Streams whose segments come again, and in any order. */
final class StreamTest {
    private static final long FIRST = 1L << 40;
    private static final int ACK = 16;

    /** Notes what it gets; may only count it. */
    private static final class Notes implements MatchSink {
        private final List<String> lines = new ArrayList<>();
        private final boolean keep;
        private long pairs;

        Notes(boolean keep) {
            this.keep = keep;
        }

        @Override
        public void sent(int host, int packet, boolean relayed) {
            if (keep) {
                lines.add("sent " + host + ' ' + packet + ' ' + relayed);
            }
        }

        @Override
        public void pair(int sendHost, int sendPacket, int receiveHost, int receivePacket, Order order, boolean another) {
            pairs++;
            if (keep) {
                lines.add("pair " + sendHost + ' ' + sendPacket + ' ' + receiveHost + ' ' + receivePacket + ' ' + order + ' ' + another);
            }
        }
    }

    private static void add(PacketLog log, long nanos, boolean sent, long sequence, int bytes) {
        log.add(nanos, sent, PacketLog.TCP, true, 4, 0, 1, 0, 2, 3, 4, sequence, 1, ACK, bytes, PacketLog.UNKNOWN, 0);
    }

    @Test
    void segmentsInAnyOrderMatchAsIfEachWereComparedWithAll() {
        for (int round = 0; round < 300; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            int hosts = 2 + random.nextInt(2);
            // few are alike: below the bound nothing may be missing
            int segments = 20 + random.nextInt(round % 10 == 0 ? 3_000 : 300);
            int bytes = Math.max(1, segments * (1 + random.nextInt(20)));
            int longest = 1 + random.nextInt(12);
            boolean late = random.nextBoolean();
            List<PacketLog> logs = new ArrayList<>();
            for (int host = 0; host < hosts; host++) {
                logs.add(new PacketLog());
            }
            Notes found = new Notes(true);
            Notes expected = new Notes(true);
            Stream stream = new Stream(1, 0, 0, new Waiting(Long.MAX_VALUE), found);
            NaiveStream oracle = new NaiveStream(expected);
            for (int i = 0; i < segments; i++) {
                int host = random.nextInt(hosts);
                boolean sent = late ? i > segments / 2 : random.nextBoolean();
                long start = random.nextInt(bytes);
                int length = 1 + random.nextInt(longest);
                PacketLog log = logs.get(host);
                add(log, i, sent, start, length);
                int packet = log.size() - 1;
                stream.add(log, host, packet, i, true);
                if (sent) {
                    oracle.send(host, packet, FIRST + start, FIRST + start + length);
                } else {
                    oracle.receive(host, packet, FIRST + start, FIRST + start + length);
                }
            }
            assertThat(found.lines).as(Seeds.name(seed)).isEqualTo(expected.lines);
        }
    }

    @Test
    void segmentsThatRepeatForEverAreComparedAFewTimesEach() {
        int repeats = 20_000;
        for (int kind = 0; kind < 4; kind++) {
            PacketLog sender = new PacketLog();
            PacketLog receiver = new PacketLog();
            Notes found = new Notes(false);
            Waiting waiting = new Waiting(Long.MAX_VALUE);
            Stream stream = new Stream(1, 0, 0, waiting, found);
            for (int i = 0; i < repeats; i++) {
                // in turns; all sent before all are received; all received first; sends of growing length
                boolean sent = kind == 0 ? i % 2 == 0 : kind == 2 ? i >= repeats / 2 : i < repeats / 2;
                int length = kind < 3 ? 100 : sent ? 1 + i : 1;
                PacketLog log = sent ? sender : receiver;
                add(log, i, sent, 0, length);
                stream.add(log, sent ? 0 : 1, log.size() - 1, i, true);
            }
            assertThat(found.pairs).as("kind %d", kind).isBetween(1L, (long) repeats * (Segments.MOST_ALIKE + 1));
            assertThat(waiting.passedOverCount()).as("kind %d", kind).isPositive();
            if (kind != 3) {
                assertThat(waiting.held()).as("kind %d", kind).isLessThanOrEqualTo(2 * Segments.MOST_ALIKE);
            }
        }
    }

    @Test
    void packetsThatRepeatTooOftenAreTold() {
        PacketLog sender = new PacketLog();
        PacketLog receiver = new PacketLog();
        for (int i = 0; i < 1_000; i++) {
            add(sender, 10L * i, true, 5, 100);
            add(receiver, 10L * i + 5, false, 5, 100);
        }
        SyncResult result = ClockSync.run(List.of(sender, receiver), new String[] {"a", "b"}, new long[2], new long[] {10_000, 10_005},
                Options.DEFAULT, () -> false);
        assertThat(result.caveats()).filteredOn(caveat -> caveat.kind() == SyncCaveat.Kind.TOO_MANY_ALIKE).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("64 packets of a connection are alike", "damaged"));
    }

    @Test
    void theOldestOfManyAlikeIsNotTakenForTheFirst() {
        PacketLog sender = new PacketLog();
        PacketLog receiver = new PacketLog();
        List<String> certain = new ArrayList<>();
        Stream stream = new Stream(1, 0, 0, new Waiting(Long.MAX_VALUE), new MatchSink() {
            @Override
            public void sent(int host, int packet, boolean relayed) {
                // nothing to see
            }

            @Override
            public void pair(int sendHost, int sendPacket, int receiveHost, int receivePacket, Order order, boolean another) {
                if (order == Order.CERTAIN) {
                    certain.add(sendPacket + " to " + receivePacket);
                }
            }
        });
        for (int i = 0; i < 3 * Segments.MOST_ALIKE; i++) {
            add(sender, i, true, 0, 100);
            stream.add(sender, 0, i, i, true);
        }
        add(receiver, 1_000, false, 0, 100);
        stream.add(receiver, 1, 0, 1_000, true);
        assertThat(certain).isEmpty();
    }
}
