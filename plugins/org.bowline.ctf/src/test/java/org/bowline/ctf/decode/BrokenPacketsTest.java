/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

class BrokenPacketsTest {
    @TempDir Path directory;

    private static byte[] first() {
        return packet(100, 200, 0).tick(110, 1).tick(120, 2).padded(64);
    }

    private static byte[] last() {
        return packet(400, 500, 2).tick(410, 5).bytes();
    }

    private void assertStrictRefuses(String... words) {
        assertThatThrownBy(() -> {
            try (CtfTrace trace = CtfTrace.open(directory, ReadOptions.STRICT)) {
                TinyTrace.read(trace);
            }
        }).isInstanceOf(TraceReadException.class).hasMessageContainingAll(words);
    }

    @Test
    void goodPacketsAreReadWithoutCaveats() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", first(), packet(200, 300, 1).tick(210, 3).say(220, "hello", 7, 8).bytes(),
                last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "210:3", "220:hello", "410:5");
        assertThat(trace.caveats()).isEmpty();
    }

    @Test
    void aPacketWithoutEventsIsNothingSpecial() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", first(), packet(200, 300, 1).padded(4096), last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "410:5");
        assertThat(trace.caveats()).isEmpty();
    }

    @Test
    void anUnknownEventCostsTheRestOfItsPacket() throws TraceReadException {
        byte[] broken = packet(200, 300, 1).tick(210, 3).raw((byte) 9, (byte) 0, (byte) 0, (byte) 0).tick(220, 4).bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", first(), broken, last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "210:3", "lost(210-300,-1)", "410:5");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
        long offset = first().length + (TinyTrace.HEADER_BITS + 64L) / 8;
        assertStrictRefuses("s, packet 1, offset 0x" + Long.toHexString(offset), "no event class with this event's id");
    }

    @Test
    void aSequenceBeyondThePacketCostsTheRestOfIt() throws TraceReadException {
        byte[] broken = packet(200, 300, 1).tick(210, 3).raw((byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 'x', (byte) 0, (byte) 200)
                .bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", first(), broken, last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "210:3", "lost(210-300,-1)", "410:5");
        assertStrictRefuses("packet 1", "longer than the rest of the packet");
    }

    @Test
    void aStringWithoutEndCostsTheRestOfItsPacket() throws TraceReadException {
        byte[] broken = packet(200, 300, 1).tick(210, 3).raw((byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 'x', (byte) 'y').bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", first(), broken, last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "210:3", "lost(210-300,-1)", "410:5");
        assertStrictRefuses("packet 1", "no end");
    }

    @Test
    void anEventThatIsCutByTheContentSizeIsNotRead() throws TraceReadException {
        TinyTrace.PacketBuilder builder = packet(200, 300, 1).tick(210, 3).tick(220, 4);
        TinyTrace trace = new TinyTrace(directory).write("s", first(), builder.content(builder.bits() - 8).bytes(), last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "210:3", "lost(210-300,-1)", "410:5");
    }

    @Test
    void zeroContentIsAPacketThatItsTracerNeverClosed() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", first(), packet(200, 0, 1).tick(210, 3).content(0).padded(4096), last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "lost(200-200,-1)", "410:5");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
        assertStrictRefuses("packet 1", "content size is 0");
    }

    @Test
    void moreContentThanPacketIsRefused() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", first(), packet(200, 300, 1).tick(210, 3).content(1 << 20).bytes(), last());
        assertThat(trace.read()).containsExactly("110:1", "120:2", "lost(200-300,-1)", "410:5");
        assertStrictRefuses("packet 1", "content is larger than the packet");
    }

    @Test
    void aPacketSizeOfZeroOrOfABrokenByteIsSkippedToTheNextMagic() throws TraceReadException {
        for (long size : new long[] {0, 8 * 100 + 3, 8, Long.MIN_VALUE + 64}) {
            TinyTrace trace = new TinyTrace(directory).write("s", first(), packet(200, 300, 1).tick(210, 3).total(size).padded(256),
                    last());
            assertThat(trace.read()).as("size %d", size).startsWith("110:1", "120:2").endsWith("410:5").doesNotContain("210:3");
            assertThat(trace.caveats()).as("size %d", size).containsExactly("BROKEN_PACKET 1");
            assertStrictRefuses("packet 1");
        }
    }

    @Test
    void aPacketSizeBeyondTheFileInTheMiddleDoesNotSwallowTheRest() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", first(), packet(200, 300, 1).tick(210, 3).total(1L << 40).padded(256),
                last());
        assertThat(trace.read()).startsWith("110:1", "120:2").endsWith("410:5");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
    }

    @Test
    void aWrongMagicNumberOrUuidOrStreamCostsThePacket() throws TraceReadException {
        byte[][] broken = {new TinyTrace.PacketBuilder(0xC1FC1FC2L, TinyTrace.UUID, 0, 0, 200, 300, 1, 0, 3).tick(210, 3).bytes(),
            new TinyTrace.PacketBuilder(0xC1FC1FC1L, "ff" + TinyTrace.UUID.substring(2), 0, 0, 200, 300, 1, 0, 3).tick(210, 3).bytes(),
            new TinyTrace.PacketBuilder(0xC1FC1FC1L, TinyTrace.UUID, 7, 0, 200, 300, 1, 0, 3).tick(210, 3).bytes()};
        String[] says = {"magic number", "UUID", "stream class"};
        for (int i = 0; i < broken.length; i++) {
            TinyTrace trace = new TinyTrace(directory).write("s", first(), broken[i], last());
            assertThat(trace.read()).as(says[i]).startsWith("110:1", "120:2").endsWith("410:5").doesNotContain("210:3");
            assertThat(trace.caveats()).as(says[i]).containsExactly("BROKEN_PACKET 1");
            assertStrictRefuses("packet 1", says[i]);
        }
    }

    @Test
    void theLastPacketIsReadAsFarAsTheFileGoes() throws TraceReadException {
        byte[] whole = packet(200, 300, 1).tick(210, 3).tick(220, 4).bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", first(), Arrays.copyOf(whole, whole.length - 3));
        assertThat(trace.read()).containsExactly("110:1", "120:2", "210:3", "lost(210-300,-1)");
        assertThat(trace.caveats()).containsExactly("TRUNCATED 1");
        assertStrictRefuses("packet 1", "file ends within the packet");
    }

    @Test
    void aCutAtAnEventsEndIsStillNoticed() throws TraceReadException {
        byte[] whole = packet(200, 300, 1).tick(210, 3).tick(220, 4).bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", Arrays.copyOf(whole, whole.length - 8));
        assertThat(trace.read()).containsExactly("210:3", "lost(210-300,-1)");
        assertThat(trace.caveats()).containsExactly("TRUNCATED 1");
    }

    @Test
    void aFileThatIsNoStreamIsNamedAndTheOthersAreRead() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", first(), packet(200, 300, 1).bytes())
                .write("notes.txt", "not a stream".getBytes(java.nio.charset.StandardCharsets.UTF_8)).write(".hidden", new byte[5])
                .write("empty");
        assertThat(trace.read()).containsExactly("110:1", "120:2");
        assertThat(trace.caveats()).containsExactly("FOREIGN_FILE 1");
        assertStrictRefuses("notes.txt", "magic");
    }

    @Test
    void aFileWithoutAPacketWhoseIndexHasSomeIsABrokenStream() throws TraceReadException {
        byte[] whole = packet(200, 300, 1).tick(210, 3).bytes();
        byte[] index = TinyTrace.index(new long[] {0, 8L * whole.length, 8L * whole.length, 200, 300, 0, 0, 0, 1});
        TinyTrace trace = new TinyTrace(directory).write("s", first()).write("t", new byte[whole.length]).write("index/t.idx", index);
        assertThat(trace.read()).containsExactly("110:1", "120:2");
        assertThat(trace.caveats()).containsExactly("INDEX_IGNORED 1", "BROKEN_PACKET 1");
        assertStrictRefuses("t, packet 0", "magic");

        trace.write("t");
        assertThat(trace.read()).containsExactly("110:1", "120:2");
        assertThat(trace.caveats()).containsExactly("TRUNCATED 1");
        assertStrictRefuses("t, packet 0", "the file is empty");

        trace.write("index/u.idx", index).write("index/v.idx", TinyTrace.index());
        assertThat(trace.read()).containsExactly("110:1", "120:2");
        assertThat(trace.caveats()).as("t is empty, u is missing").containsExactly("TRUNCATED 1", "TRUNCATED 1");
        assertStrictRefuses("u, packet 0", "the file is missing");

        trace.write("index/t.idx", TinyTrace.index()).write("index/u.idx", TinyTrace.index());
        assertThat(trace.caveats()).as("a processor without events").isEmpty();
    }

    @Test
    void aTimeThatNoLongHoldsIsABrokenPacket() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packet(100, 200, 0).tick(110, 1).extendedTick(-5, 2).bytes(),
                packet(400, 500, 1).tick(410, 5).bytes());
        assertThat(trace.read()).containsExactly("110:1", "lost(110-200,-1)", "410:5");
        assertStrictRefuses("292 years");
    }

    @Test
    void twoCursorsCountABrokenPacketOnce() throws TraceReadException {
        byte[] broken = packet(200, 300, 1).tick(210, 3).raw((byte) 9, (byte) 0, (byte) 0, (byte) 0).bytes();
        TinyTrace tiny = new TinyTrace(directory).write("s", first(), broken);
        try (CtfTrace trace = tiny.open()) {
            TinyTrace.read(trace);
            TinyTrace.read(trace);
            assertThat(trace.caveats()).singleElement().satisfies(caveat -> {
                assertThat(caveat.count()).isEqualTo(1);
                assertThat(caveat.fromNanos()).isEqualTo(210);
                assertThat(caveat.toNanos()).isEqualTo(300);
                assertThat(caveat.text()).contains("packet 1").contains("offset 0x");
            });
        }
    }

    @Test
    void packetsAtOddPlacesAreReadToo() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packet(100, 200, 0).tick(110, 1).padded(1),
                packet(200, 300, 1).say(210, "ab", 1)
                        .padded(1),
                last());
        assertThat(trace.read()).containsExactly("110:1", "210:ab", "410:5");
    }
}
