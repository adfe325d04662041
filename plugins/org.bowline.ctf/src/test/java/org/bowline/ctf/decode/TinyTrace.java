/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** A trace as LTTng lays it out, made by hand: packet header, context and compact event headers, one event class {@code tick}. */
final class TinyTrace {
    static final String UUID = "01020304-0506-0708-090a-0b0c0d0e0f10";
    /** Bits before the first event of a packet. */
    static final int HEADER_BITS = 8 * (4 + 16 + 4 + 8 + 5 * 8 + 8 + 4 + 8);

    private final Path directory;

    TinyTrace(Path directory) {
        this.directory = directory;
        write("metadata", metadata("", "").getBytes(StandardCharsets.UTF_8));
    }

    /** The metadata, with more text at its end. */
    static String metadata(String clock, String more) {
        return "/* CTF 1.8 */\ntypealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
                + "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
                + "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
                + "trace { major = 1; minor = 8; uuid = \"" + UUID + "\"; byte_order = le;\n"
                + "packet.header := struct { uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; uint64_t stream_instance_id; }; };\n"
                + "clock { name = mono; freq = 1000000000; offset = 0; " + clock + " };\n"
                + "typealias integer { size = 27; align = 1; signed = false; map = clock.mono.value; } := uint27_clock_t;\n"
                + "typealias integer { size = 64; align = 8; signed = false; map = clock.mono.value; } := uint64_clock_t;\n"
                + "stream { id = 0; packet.context := struct { uint64_clock_t timestamp_begin; uint64_clock_t timestamp_end;"
                + " uint64_t content_size; uint64_t packet_size; uint64_t packet_seq_num; uint64_t events_discarded; uint32_t cpu_id;"
                + " uint64_t spare; };\n"
                + "event.header := struct { enum : integer { size = 5; align = 1; signed = false; } { compact = 0 ... 30, extended = 31 } id;"
                + " variant <id> { struct { uint27_clock_t timestamp; } compact; struct { uint32_t id; uint64_clock_t timestamp; } extended; } v;"
                + " } align(8); };\n"
                + "event { name = tick; id = 1; stream_id = 0; fields := struct { uint32_t value; }; };\n"
                + "event { name = say; id = 2; stream_id = 0; fields := struct { string what; uint8_t n; uint32_t list[n]; }; };\n" + more;
    }

    Path directory() {
        return directory;
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    TinyTrace metadataText(String text) {
        write("metadata", text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    TinyTrace write(String name, byte[]... parts) {
        try {
            Files.createDirectories(directory);
            Path path = directory.resolve(name);
            if (path.getParent() != null) {
                Files.createDirectories(path.getParent());
            }
            Files.write(path, BitWriter.join(parts));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    CtfTrace open() throws TraceReadException {
        return CtfTrace.open(directory, ReadOptions.TOLERANT);
    }

    /** {@code time:value} of every tick, {@code lost(from-until,count)} of every notice. */
    static List<String> read(CtfTrace trace) throws TraceReadException {
        EventSelection.Builder selection = EventSelection.builder();
        selection.add("tick", "value");
        selection.add("say", "what");
        List<String> seen = new ArrayList<>();
        try (EventCursor cursor = trace.cursor(selection.build())) {
            while (cursor.next()) {
                if (cursor.kind() == EventCursor.LOST) {
                    seen.add("lost(" + cursor.timeNanos() + "-" + cursor.lostUntilNanos() + "," + cursor.lostCount() + ")");
                } else {
                    seen.add(cursor.timeNanos() + ":" + (cursor.kind() == 0 ? cursor.integer(0) : cursor.text(0)));
                }
            }
        }
        return seen;
    }

    List<String> read() throws TraceReadException {
        try (CtfTrace trace = open()) {
            return read(trace);
        }
    }

    /** Kinds and counts of all caveats after reading everything. */
    List<String> caveats() throws TraceReadException {
        try (CtfTrace trace = open()) {
            read(trace);
            List<String> kinds = new ArrayList<>();
            for (ReadCaveat caveat : trace.caveats()) {
                kinds.add(caveat.kind() + " " + caveat.count());
            }
            return kinds;
        }
    }

    /** Builds a packet; sizes are filled in at the end unless set. */
    static final class PacketBuilder {
        private final BitWriter out = BitWriter.littleEndian();
        private long content = -1;
        private long total;
        private boolean totalTold;

        PacketBuilder(long begin, long end, long sequence, long discarded, int cpu) {
            this(0xC1FC1FC1L, UUID, 0, 0, begin, end, sequence, discarded, cpu);
        }

        PacketBuilder(long magic, String uuid, long streamClass, long instance, long begin, long end, long sequence, long discarded,
                int cpu) {
            out.u32(magic);
            for (String pair : uuid.replace("-", "").split("(?<=\\G..)")) {
                out.u8(Integer.parseInt(pair, 16));
            }
            out.u32(streamClass).u64(instance).u64(begin).u64(end).u64(0).u64(0).u64(sequence).u64(discarded).u32(cpu).u64(0);
        }

        PacketBuilder tick(long time, long value) {
            out.align(8).integer(1, 5).integer(time & 0x7FFFFFF, 27).u32(value);
            return this;
        }

        PacketBuilder extendedTick(long time, long value) {
            out.align(8).integer(31, 5).align(8).u32(1).u64(time).u32(value);
            return this;
        }

        PacketBuilder say(long time, String what, int... list) {
            out.align(8).integer(2, 5).integer(time & 0x7FFFFFF, 27).string(what).u8(list.length);
            for (int element : list) {
                out.u32(element);
            }
            return this;
        }

        PacketBuilder raw(byte... more) {
            out.bytes(more);
            return this;
        }

        PacketBuilder content(long bits) {
            content = bits;
            return this;
        }

        PacketBuilder total(long bits) {
            total = bits;
            totalTold = true;
            return this;
        }

        long bits() {
            return out.position();
        }

        /** The packet, padded to a multiple of some bytes. */
        byte[] padded(int bytes) {
            long bits = out.position();
            out.align(8 * bytes);
            out.patch(8 * (4 + 16 + 4 + 8 + 16), content < 0 ? bits : content, 64);
            out.patch(8 * (4 + 16 + 4 + 8 + 24), totalTold ? total : out.position(), 64);
            return out.toBytes();
        }

        byte[] bytes() {
            return padded(1);
        }
    }

    static PacketBuilder packet(long begin, long end, long sequence) {
        return new PacketBuilder(begin, end, sequence, 0, 3);
    }

    /** An index file, version 1.1, for packets of these sizes. */
    static byte[] index(long[]... entries) {
        ByteBuffer out = ByteBuffer.allocate(16 + 72 * entries.length).order(ByteOrder.BIG_ENDIAN);
        out.putInt(0xC1F1DCC1).putInt(1).putInt(1).putInt(72);
        for (long[] entry : entries) {
            for (long value : entry) {
                out.putLong(value);
            }
        }
        return out.array();
    }
}
