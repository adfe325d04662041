/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.MetadataReader;

class StreamsTest {
    @TempDir Path directory;

    private static TinyTrace.PacketBuilder of(long instance, long begin, long sequence) {
        return new TinyTrace.PacketBuilder(0xC1FC1FC1L, TinyTrace.UUID, 0, instance, begin, begin + 99, sequence, 0, 3);
    }

    @Test
    void filesOfOneStreamAreReadOneAfterTheOther() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("c_3_1", of(4, 100, 0).tick(110, 1).bytes())
                .write("c_3_0", of(4, 200, 1).tick(210, 2).bytes())
                .write("other", of(5, 150, 0).tick(160, 3).bytes());
        assertThat(trace.read()).containsExactly("110:1", "160:3", "210:2");
        CtfTrace open = trace.open();
        assertThat(open.streams()).hasSize(2);
        assertThat(open.streams().get(0).files()).containsExactly(trace.file("c_3_1"), trace.file("c_3_0"));
        assertThat(open.streams().get(0).packets()).isEqualTo(2);
        assertThat(open.streams().get(0).cpu()).isEqualTo(3);
        assertThat(open.streams().get(0).beginNanos()).isEqualTo(100);
        assertThat(open.streams().get(0).endNanos()).isEqualTo(299);
    }

    @Test
    void splitFilesWithoutStreamIdAreKnownByTheirNames() throws TraceReadException {
        String old = TinyTrace.metadata("", "").replace("uint64_t stream_instance_id;", "").replace("uint64_t spare;",
                "uint64_t spare; uint64_t more;");
        TinyTrace trace = new TinyTrace(directory).metadataText(old);
        trace.write("c_3_0", old(200, 3, 2)).write("c_3_1", old(100, 3, 1)).write("c_2_0", old(100, 2, 3)).write("c_1", old(100, 1, 4));
        assertThat(trace.read()).hasSize(4);
        assertThat(trace.open().streams()).extracting(stream -> stream.files().size()).containsExactlyInAnyOrder(1, 1, 2);
    }

    /** Without the stream id in the header; as many bits as the other packets. */
    private static byte[] old(long begin, int cpu, int value) {
        BitWriter out = BitWriter.littleEndian().u32(0xC1FC1FC1L);
        for (String pair : TinyTrace.UUID.replace("-", "").split("(?<=\\G..)")) {
            out.u8(Integer.parseInt(pair, 16));
        }
        out.u32(0).u64(begin).u64(begin + 99).u64(TinyTrace.HEADER_BITS + 64).u64(TinyTrace.HEADER_BITS + 64).u64(0).u64(0).u32(cpu).u64(0)
                .u64(0);
        return out.integer(1, 5).integer(begin + 5, 27).u32(value).toBytes();
    }

    @Test
    void equalTimesComeInTheOrderOfTheStreams() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory);
        for (int i = 9; i >= 0; i--) {
            trace.write("s" + i, of(i, 100, 0).tick(110, i).tick(110, 10 + i).tick(120, 20 + i).bytes());
        }
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            expected.add("110:" + i);
            expected.add("110:" + (10 + i));
        }
        for (int i = 0; i < 10; i++) {
            expected.add("120:" + (20 + i));
        }
        assertThat(trace.read()).isEqualTo(expected);
    }

    @Test
    void manyStreamsMergeAsASortDoes() throws TraceReadException {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            TinyTrace trace = new TinyTrace(directory.resolve("r" + round));
            record Tick(long time, int stream, int value) {}
            List<Tick> all = new ArrayList<>();
            int streams = 1 + random.nextInt(20);
            int value = 0;
            for (int s = 0; s < streams; s++) {
                byte[] file = {};
                long time = random.nextInt(50);
                for (int p = random.nextInt(4); p >= 0; p--) {
                    TinyTrace.PacketBuilder packet = of(s, time, 0);
                    for (int e = random.nextInt(30); e > 0; e--) {
                        time += random.nextInt(random.nextBoolean() ? 4 : 400);
                        packet.tick(time, value);
                        all.add(new Tick(time, s, value++));
                    }
                    file = BitWriter.join(file, packet.bytes());
                }
                trace.write(String.format("s%02d", s), file);
            }
            all.sort(Comparator.comparingLong(Tick::time).thenComparingInt(Tick::stream));
            List<String> expected = new ArrayList<>();
            all.forEach(tick -> expected.add(tick.time() + ":" + tick.value()));
            List<String> read = new ArrayList<>(trace.read());
            read.removeIf(line -> line.startsWith("lost"));
            assertThat(read).as(Seeds.hint(seed)).isEqualTo(expected);
        }
    }

    @Test
    void timeThatGoesBackwardIsHeldAndCounted() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packet(100, 200, 0).tick(110, 1).tick(190, 2).bytes(),
                packet(150, 300, 1).tick(160, 3).tick(170, 4).tick(250, 5).bytes());
        assertThat(trace.read()).containsExactly("110:1", "190:2", "190:3", "190:4", "250:5");
        assertThat(trace.caveats()).containsExactly("TIME_BACKWARD 2");
        try (CtfTrace open = trace.open()) {
            TinyTrace.read(open);
            TinyTrace.read(open);
            assertThat(open.caveats()).singleElement().satisfies(caveat -> {
                assertThat(caveat.count()).isEqualTo(2);
                assertThat(caveat.fromNanos()).isEqualTo(160);
                assertThat(caveat.toNanos()).isEqualTo(190);
            });
        }
    }

    @Test
    void packetsThatOverlapAreFineIfTheirEventsDoNot() throws TraceReadException {
        // as LTTng 2.1 wrote them: babeltrace2 2.0 gives up here
        TinyTrace trace = new TinyTrace(directory).write("s", packet(100, 200, 0).tick(110, 1).bytes(),
                packet(195, 300, 1).tick(196, 2).bytes());
        assertThat(trace.read()).containsExactly("110:1", "196:2");
        assertThat(trace.caveats()).isEmpty();
    }

    @Test
    void aTwentySevenBitClockWrapsAndAnExtendedHeaderJumps() throws TraceReadException {
        long begin = 0x0FFFFFF0L;
        TinyTrace trace = new TinyTrace(directory).write("s",
                packet(begin, 1L << 50, 0).tick(begin, 1).tick(0x10, 2).extendedTick(1L << 40, 3)
                        .tick((1L << 40) + 5, 4).bytes());
        assertThat(trace.read()).containsExactly(begin + ":1", 0x10000010L + ":2", (1L << 40) + ":3", (1L << 40) + 5 + ":4");
    }

    @Test
    void anEndedCursorStaysEndedAndAClosedOneTellsNothing() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", of(0, 100, 0).tick(110, 1).bytes());
        EventCursor cursor = trace.open().cursor(EventSelection.everything());
        assertThat(cursor.progress()).isBetween(0.0, 0.1);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.progress()).isEqualTo(1);
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isFalse();
        cursor.close();
        assertThat(cursor.next()).isFalse();
    }

    @Test
    void anInterruptedThreadReadsAndStaysInterrupted() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", of(0, 100, 0).tick(110, 1).bytes());
        Thread.currentThread().interrupt();
        try (CtfTrace open = CtfTrace.open(directory, MetadataReader.read(trace.file("metadata")),
                org.bowline.ctf.ReadOptions.STRICT)) {
            assertThat(TinyTrace.read(open)).containsExactly("110:1");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
