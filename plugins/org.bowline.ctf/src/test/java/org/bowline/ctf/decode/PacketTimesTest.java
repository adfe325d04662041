/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** One wrong time in a packet's header costs that packet, never the range of the trace. Packets of a second, in ns. */
class PacketTimesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 100_000 * SECOND + 123_456_789;
    private static final int PACKETS = 5;
    /** Where a packet has its begin and its end. */
    private static final int BEGIN_AT = 32;
    private static final int END_AT = 40;
    /** What {@link PacketTimes} lets pass between an event and its packet. */
    private static final long SLACK = 100_000_000;

    @TempDir Path directory;

    private static long begin(int packet) {
        return START + packet * SECOND;
    }

    /** Events at 0, 100 and 900 ms; the value tells the packet. */
    private static byte[] second(int packet, boolean fullTime) {
        TinyTrace.PacketBuilder builder = packet(begin(packet), begin(packet + 1), packet);
        if (fullTime) {
            builder.extendedTick(begin(packet), 10L * packet);
        } else {
            builder.tick(begin(packet), 10L * packet);
        }
        return builder.tick(begin(packet) + 100_000_000, 10L * packet + 1).extendedTick(begin(packet) + 900_000_000, 10L * packet + 2)
                .bytes();
    }

    private static byte[][] stream(boolean fullTime) {
        byte[][] packets = new byte[PACKETS][];
        for (int i = 0; i < PACKETS; i++) {
            packets[i] = second(i, fullTime);
        }
        return packets;
    }

    private static byte[] index(byte[][] packets) {
        long[][] entries = new long[packets.length][];
        long offset = 0;
        for (int i = 0; i < packets.length; i++) {
            entries[i] = new long[] {offset, 8L * packets[i].length, 8L * packets[i].length, begin(i), begin(i + 1), 0, 0, 0, i};
            offset += packets[i].length;
        }
        return TinyTrace.index(entries);
    }

    private static void flip(byte[] bytes, int at, int bit) {
        bytes[at + bit / 8] ^= (byte) (1 << bit % 8);
    }

    private record Told(long from, long to, int value) {
        static Told of(String line) {
            if (line.startsWith("lost(")) {
                String[] times = line.substring(5, line.indexOf(',')).split("-");
                return new Told(Long.parseLong(times[0]), Long.parseLong(times[1]), -1);
            }
            long time = Long.parseLong(line.substring(0, line.indexOf(':')));
            return new Told(time, time, Integer.parseInt(line.substring(line.indexOf(':') + 1)));
        }
    }

    /** Reads a trace of which one packet was damaged: the others are as they were, and nothing lies outside of what was recorded. */
    private void assertHolds(TinyTrace trace, int damaged, boolean rangeOfStream, String what) throws TraceReadException {
        List<Integer> others = new ArrayList<>();
        List<Integer> own = new ArrayList<>();
        try (CtfTrace open = trace.open()) {
            for (String line : TinyTrace.read(open)) {
                Told told = Told.of(line);
                assertThat(told.from()).as("%s: %s", what, line).isBetween(START - SLACK, begin(PACKETS) + SLACK);
                assertThat(told.to()).as("%s: %s", what, line).isBetween(START - SLACK, begin(PACKETS) + SLACK);
                if (told.value() >= 0) {
                    (told.value() / 10 == damaged ? own : others).add(told.value());
                    long right = begin(told.value() / 10) + new long[] {0, 100_000_000, 900_000_000}[told.value() % 10];
                    if (told.value() / 10 != damaged) {
                        assertThat(told.from()).as("%s: %s", what, line).isEqualTo(right);
                    }
                }
            }
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < PACKETS; i++) {
                if (i != damaged) {
                    expected.addAll(List.of(10 * i, 10 * i + 1, 10 * i + 2));
                }
            }
            assertThat(others).as(what).isEqualTo(expected);
            if (own.size() < 3) {
                assertThat(open.caveats()).as(what).anySatisfy(caveat -> assertThat(caveat.text()).contains("packet " + damaged));
            }
            StreamInfo info = open.streams().get(0);
            if (rangeOfStream) {
                assertThat(info.beginNanos()).as(what).isGreaterThanOrEqualTo(START);
                assertThat(info.endNanos()).as(what).isLessThanOrEqualTo(begin(PACKETS));
            }
        }
    }

    @Test
    void noBitOfABeginOrEndStretchesTheRangeOfAStreamWithAnIndex() throws TraceReadException {
        for (boolean fullTime : new boolean[] {true, false}) {
            byte[] index = index(stream(fullTime));
            for (int packet = 0; packet < PACKETS; packet++) {
                for (int bit = 0; bit < 128; bit++) {
                    byte[][] packets = stream(fullTime);
                    flip(packets[packet], BEGIN_AT, bit);
                    TinyTrace trace = new TinyTrace(directory).write("s", packets).write("index/s.idx", index);
                    assertHolds(trace, packet, true, "packet " + packet + ", bit " + bit + (fullTime ? ", full" : ""));
                    assertThat(trace.caveats()).as("packet %d, bit %d", packet, bit).containsExactly("BROKEN_PACKET 1");
                }
            }
        }
    }

    @Test
    void noBitOfABeginOrEndStretchesTheRangeOfAStreamWithoutIndex() throws TraceReadException {
        for (boolean fullTime : new boolean[] {true, false}) {
            for (int packet = 0; packet < PACKETS; packet++) {
                for (int bit = 0; bit < 128; bit++) {
                    boolean atTheEdge = packet == 0 && bit < 64 || packet == PACKETS - 1 && bit >= 64;
                    if (atTheEdge && !fullTime) {
                        continue; // nothing but the index tells when the first packet began
                    }
                    byte[][] packets = stream(fullTime);
                    flip(packets[packet], BEGIN_AT, bit);
                    assertHolds(new TinyTrace(directory).write("s", packets), packet, !atTheEdge,
                            "packet " + packet + ", bit " + bit + (fullTime ? ", full" : ""));
                }
            }
        }
    }

    @Test
    void noBitOfAnIndexStretchesTheRange() throws TraceReadException {
        byte[][] packets = stream(true);
        for (int packet = 0; packet < PACKETS; packet++) {
            for (int bit = 0; bit < 128; bit++) {
                byte[] index = index(packets);
                flip(index, 16 + 72 * packet + 24, bit);
                TinyTrace trace = new TinyTrace(directory).write("s", packets).write("index/s.idx", index);
                assertHolds(trace, packet, true, "entry " + packet + ", bit " + bit);
            }
        }
    }

    @Test
    void noBitOfAnEventsOwnTimeStretchesTheRange() throws TraceReadException {
        for (int packet = 0; packet < PACKETS; packet++) {
            for (int bit = 0; bit < 64; bit++) {
                byte[][] packets = stream(false);
                // the last event of a packet: id, class, time, value
                flip(packets[packet], packets[packet].length - 12, bit);
                assertHolds(new TinyTrace(directory).write("s", packets), packet, true, "packet " + packet + ", bit " + bit);
            }
        }
    }

    /** Packets so short that a wrong end, or begin, may be in order with its neighbours, as clocks differ by as much. A bit makes a time later in one of two traces, and earlier in the other. */
    @Test
    void aTimeThatIsBeyondThatOfANeighbourByLittleDoesNotStretchTheRange() throws TraceReadException {
        for (int bit = 0; bit < 63; bit++) {
            for (long start : new long[] {START & ~(1L << bit), START | 1L << bit}) {
                shortPackets(start, true, 1, bit + 64);
                shortPackets(start, true, 1, bit);
                shortPackets(start, false, 1, bit + 64);
                shortPackets(start, false, 1, bit);
            }
        }
    }

    /** Three packets of 0.3 ms, of one of which a bit of its times is wrong: in its entry of the index, or without an index in itself. */
    private void shortPackets(long start, boolean indexed, int packet, int bit) throws TraceReadException {
        long length = 300_000;
        byte[][] packets = new byte[3][];
        long[][] entries = new long[3][];
        long offset = 0;
        for (int i = 0; i < 3; i++) {
            long begin = start + i * length;
            packets[i] = packet(begin, begin + length, i).extendedTick(begin + 100, 10L * i).bytes();
            entries[i] = new long[] {offset, 8L * packets[i].length, 8L * packets[i].length, begin, begin + length, 0, 0, 0, i};
            offset += packets[i].length;
        }
        byte[] index = TinyTrace.index(entries);
        flip(indexed ? index : packets[packet], indexed ? 16 + 72 * packet + 24 : BEGIN_AT, bit);
        TinyTrace trace = new TinyTrace(directory.resolve(indexed ? "indexed" : "alone")).write("s", packets);
        if (indexed) {
            trace.write("index/s.idx", index);
        }
        try (CtfTrace open = trace.open()) {
            TinyTrace.read(open);
            StreamInfo info = open.streams().get(0);
            assertThat(info.beginNanos()).as("bit %d of packet %d", bit, packet).isGreaterThanOrEqualTo(start);
            assertThat(info.endNanos()).as("bit %d of packet %d", bit, packet).isLessThanOrEqualTo(start + 3 * length);
        }
    }

    @Test
    void aPacketThatEndsBeforeItBeginsIsBrokenAndItsTimeIsLost() throws TraceReadException {
        byte[][] packets = stream(false);
        flip(packets[2], BEGIN_AT, 40);
        TinyTrace trace = new TinyTrace(directory).write("s", packets);
        assertThat(trace.read()).hasSize(13).contains("lost(" + begin(2) + "-" + begin(3) + ",-1)");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
        assertThatThrownBy(() -> {
            try (CtfTrace strict = CtfTrace.open(directory, ReadOptions.STRICT)) {
                TinyTrace.read(strict);
            }
        }).isInstanceOf(TraceReadException.class).hasMessageContainingAll("packet 2", "ends before it begins");
    }

    @Test
    void aPacketThatContradictsItsNeighboursIsBroken() throws TraceReadException {
        byte[][] packets = stream(false);
        flip(packets[2], END_AT, 40);
        assertThat(new TinyTrace(directory).write("s", packets).caveats()).as("an end after all others").containsExactly("BROKEN_PACKET 1");
        // a begin before that of the packet before: the packet covers two others
        packets = stream(false);
        packets[3] = packet(begin(1) + 5_000_000, begin(4), 3).tick(begin(3), 30).bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", packets);
        assertThat(trace.read()).contains("lost(" + begin(3) + "-" + begin(4) + ",-1)").doesNotContain(begin(3) + ":30").hasSize(13);
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
    }

    @Test
    void aClockThatWasSetBackIsBelieved() throws TraceReadException {
        byte[][] packets = stream(false);
        byte[][] again = stream(false);
        byte[][] both = new byte[2 * PACKETS][];
        System.arraycopy(packets, 0, both, 0, PACKETS);
        System.arraycopy(again, 0, both, PACKETS, PACKETS);
        TinyTrace trace = new TinyTrace(directory).write("s", both);
        assertThat(trace.read()).filteredOn(line -> !line.startsWith("lost")).hasSize(2 * 3 * PACKETS);
        assertThat(trace.caveats()).doesNotContain("BROKEN_PACKET 1").contains("TIME_BACKWARD 14");
    }

    @Test
    void packetsThatOverlapOrHaveGapsOrNoTimeAtAllAreBelieved() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packet(100, SECOND, 0).tick(110, 1).bytes(),
                packet(SECOND / 2, 2 * SECOND, 1).extendedTick(SECOND + 1, 2).bytes(),
                packet(9000 * SECOND, 9000 * SECOND, 2).extendedTick(9000 * SECOND, 3).bytes(),
                packet(9000 * SECOND, 0, 3).extendedTick(9999 * SECOND, 4).bytes());
        assertThat(trace.read()).containsExactly("110:1", SECOND + 1 + ":2", 9000 * SECOND + ":3", 9999 * SECOND + ":4");
        assertThat(trace.caveats()).isEmpty();
    }

    @Test
    void eventsBehindTheEndOfTheirPacketAreReadUpToTheNextPacket() throws TraceReadException {
        // the tracer sampled the end before the last events were in
        TinyTrace trace = new TinyTrace(directory).write("s", packet(100, 200, 0).tick(110, 1).extendedTick(8 * SECOND, 2).bytes(),
                packet(9 * SECOND, 10 * SECOND, 1).extendedTick(10 * SECOND + 50_000_000, 3).extendedTick(20 * SECOND, 4).bytes());
        assertThat(trace.read()).containsExactly("110:1", 8 * SECOND + ":2", 10 * SECOND + 50_000_000 + ":3",
                "lost(" + (10 * SECOND + 50_000_000) + "-" + (10 * SECOND + 50_000_000) + ",-1)");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
    }

    @Test
    void theOnlyPacketOfAProcessorIsLostForAsLongAsTheOthersAreRecorded() throws TraceReadException {
        byte[] damaged = new TinyTrace.PacketBuilder(0xC1FC1FC1L, TinyTrace.UUID, 0, 7, begin(0) | 1L << 62, begin(PACKETS), 0, 0, 1)
                .tick(begin(0), 77).bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", stream(false)).write("t", damaged);
        assertThat(trace.read()).hasSize(16).contains("lost(" + START + "-" + begin(PACKETS) + ",-1)");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
        trace.write("s");
        assertThat(trace.read()).as("nothing tells when that was").isEmpty();
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
    }
}
