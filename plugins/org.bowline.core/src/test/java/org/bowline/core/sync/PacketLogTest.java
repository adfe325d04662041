/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.column.ShortColumn;

final class PacketLogTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261126L);
    private static final long MS = 1_000_000L;
    private static final int SYN = 2;
    private static final int ACK = 16;

    /** A packet of one of many connections; the number tells its addresses and ports. */
    private static void add(PacketLog log, int connection, int sequence, int flags) {
        log.add(log.size(), true, PacketLog.TCP, true, 6, 1, connection, 3, 4 + connection % 3, connection & 0xffff, 80, sequence, 1, flags,
                100,
                PacketLog.UNKNOWN, 7);
    }

    /** Bytes of all elements of all columns that an object holds, by reflection: no field is left out, also none that is added later. */
    private static long bytes(Object holder) throws ReflectiveOperationException {
        long bytes = 0;
        for (Field field : holder.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive() || field.get(holder) == null) {
                continue;
            }
            Object value = field.get(holder);
            if (value instanceof LongColumn longs) {
                bytes += (long) longs.size() * Long.BYTES;
            } else if (value instanceof IntColumn ints) {
                bytes += (long) ints.size() * Integer.BYTES;
            } else if (value instanceof ShortColumn shorts) {
                bytes += (long) shorts.size() * Short.BYTES;
            } else if (value instanceof ByteColumn ofBytes) {
                bytes += ofBytes.size();
            } else if (value instanceof int[] index) {
                assertThat(index.length).as("what is looked for while packets come").isLessThanOrEqualTo(1 << 17);
            } else {
                bytes += bytes(value);
            }
        }
        return bytes;
    }

    @Test
    void aPacketTakes34BytesUntilItIsMatchedAnd16Afterwards() throws ReflectiveOperationException {
        PacketLog log = new PacketLog();
        int packets = 100_000;
        int connections = 50;
        for (int i = 0; i < packets; i++) {
            add(log, i % connections, i, ACK);
        }
        long ofConnections = (long) connections * Flows.BYTES_PER_FLOW;
        assertThat(bytes(log)).isEqualTo(34L * packets + ofConnections)
                .isEqualTo((long) PacketLog.BYTES_PER_PACKET * packets + ofConnections);
        log.letGoKeys();
        assertThat(bytes(log)).isEqualTo(16L * packets + ofConnections)
                .isEqualTo((long) PacketLog.BYTES_PER_MATCHED_PACKET * packets + ofConnections);
        log.letGo();
        assertThat(bytes(log)).isLessThanOrEqualTo(ofConnections);
    }

    @Test
    void packetsAreOfTheirConnectionsHoweverManyOthersComeBetween() throws ReflectiveOperationException {
        PacketLog log = new PacketLog();
        int connections = 150_000;
        for (int i = 0; i < 2 * connections; i++) {
            add(log, i % connections, i, i < connections ? SYN : ACK);
        }
        for (int i = 0; i < connections; i++) {
            boolean all = PacketLog.sameFlow(log, i, log, i + connections) && log.flowHash(i) == log.flowHash(i + connections)
                    && log.sourcePort(i) == (i & 0xffff) && log.destinationPort(i) == 80
                    && !PacketLog.sameFlow(log, i, log, (i + 1) % connections) && log.opensConnection(i)
                    && !log.opensConnection(i + connections);
            assertThat(all).as("connection %d", i).isTrue();
        }
        long[] opened = new long[1];
        log.eachOpened((hash, opposite) -> opened[0]++);
        assertThat(opened[0]).isEqualTo(connections);
        assertThat(bytes(log)).as("each connection twice, as all others came between").isLessThanOrEqualTo(
                2L * connections * (PacketLog.BYTES_PER_PACKET + Flows.BYTES_PER_FLOW));
    }

    @Test
    void whatWasLetGoCannotBeAskedAndTheRestCan() {
        PacketLog log = new PacketLog();
        add(log, 0xabcd, 1, SYN);
        long hash = log.flowHash(0);
        long address = log.addressHash(0, true);
        log.letGoKeys();
        assertThat(log.flowHash(0)).isEqualTo(hash);
        assertThat(log.addressHash(0, true)).isEqualTo(address);
        assertThat(log.sourceAddress(0)).isEqualTo("0:0:0:1:0:0:0:abcd");
        assertThat(log.ref(0)).isEqualTo(7);
        assertThat(log.isSent(0)).isTrue();
        assertThat(log.protocol(0)).isEqualTo(PacketLog.TCP);
        assertThatIllegalStateException().isThrownBy(() -> log.payloadBytes(0)).withMessageContaining("let go");
        assertThatIllegalStateException().isThrownBy(() -> log.keyHash(0));
        assertThatIllegalStateException().isThrownBy(() -> add(log, 1, 1, ACK));
        assertThat(log.size()).isEqualTo(1);
    }

    @Test
    void aLogThatCameThroughAStreamIsTheSameAndTakesMorePackets() throws IOException, ClassNotFoundException {
        PacketLog log = new PacketLog();
        add(log, 1, 1, SYN);
        add(log, 2, 1, ACK);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(log);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            PacketLog back = (PacketLog) in.readObject();
            add(back, 2, 1, ACK);
            assertThat(back.size()).isEqualTo(3);
            assertThat(PacketLog.sameKey(log, 1, back, 2)).isTrue();
            assertThat(PacketLog.sameFlow(log, 0, back, 2)).isFalse();
            assertThat(back.keyHash(0)).isEqualTo(log.keyHash(0));
            assertThat(back.oppositeFlowHash(0)).isEqualTo(log.oppositeFlowHash(0)).isNotEqualTo(log.flowHash(0));
        }
    }

    private static SimulatedNetwork talking(long seconds) {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(7_000 * MS, 40);
        int c = net.host(-3_000 * MS, -15);
        net.conversation(a, b, 0, seconds * 1_000 * MS, 2 * MS, 100_000, 150_000);
        net.conversation(b, c, 0, seconds * 1_000 * MS, 3 * MS, 80_000, 120_000);
        return net;
    }

    @Test
    void whatIsLetGoWhenPacketsAreMatchedIsNotMissedByTheClocks() {
        SimulatedNetwork net = talking(1);
        SyncResult expected = net.synchronise(ClockSync.Options.DEFAULT);
        for (boolean coarse : new boolean[] {true, false}) {
            SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withCoarse(coarse), true);
            assertThat(result.clocks()).hasToString(expected.clocks().toString());
            assertThat(result.evidence()).isEqualTo(expected.evidence());
            assertThat(result.caveats()).isEqualTo(expected.caveats());
            assertThat(net.wrongMatches(result)).isZero();
        }
    }

    @Test
    void whatTheMatcherHoldsDoesNotGrowWithTheLengthOfTheRecording() {
        long shortly = talking(2).synchronise(ClockSync.Options.DEFAULT).peakHeld();
        SyncResult longer = talking(20).synchronise(ClockSync.Options.DEFAULT);
        assertThat(longer.peakHeld()).isLessThan(2 * shortly);
        assertThat(longer.peakUnmatched()).isLessThan(500);
    }

    @Test
    void whatCarriesNothingIsToldAndWhatOnlyAcknowledges() {
        PacketLog log = new PacketLog();
        int[] flags = {ACK, SYN, SYN, ACK, ACK, ACK, ACK | 1, ACK | 4};
        for (int i = 0; i < flags.length; i++) {
            log.add(i, true, PacketLog.TCP, true, 6, 1, 2, 3, 4, 5_000, 80, i, 1, flags[i], i == 4 ? 100 : 0, PacketLog.UNKNOWN, 7);
        }
        log.add(8, true, PacketLog.UDP, true, 6, 1, 2, 3, 4, 5_000, 80, 0, 0, 0, 0, PacketLog.UNKNOWN, 7);
        assertThat(IntStream.range(0, 9).mapToObj(i -> (log.isEmpty(i) ? "empty" : "") + (log.acknowledges(i) ? ", acknowledges" : "")))
                .containsExactly("empty, acknowledges", "", "", "empty", "", "empty, acknowledges", "empty", "empty", "");
    }

    @Test
    void whatCarriesSomeDataAndDoesNotFillASegmentIsSmall() {
        PacketLog log = new PacketLog();
        int[] bytes = {0, 1, 999, 1_000, PacketLog.UNKNOWN};
        for (int i = 0; i < bytes.length; i++) {
            log.add(i, true, PacketLog.TCP, true, 6, 1, 2, 3, 4, 5_000, 80, i, 1, ACK, bytes[i], PacketLog.UNKNOWN, 7);
        }
        log.add(5, true, PacketLog.UDP, true, 6, 1, 2, 3, 4, 5_000, 80, 0, 0, 0, 10, PacketLog.UNKNOWN, 7);
        assertThat(IntStream.range(0, log.size()).filter(log::isSmall)).containsExactly(1, 2);
    }
}
