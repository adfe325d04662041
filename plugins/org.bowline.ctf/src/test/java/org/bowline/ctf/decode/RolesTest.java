/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.metadata.BlobClass;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.trace.CtfTrace;

/** Meaning comes from roles, whatever the names and kinds of the fields that carry them. */
class RolesTest {
    private static final ClockClass CLOCK = new ClockClass("c", "", 1_000_000_000, 0, 0, 0, true, "");

    @TempDir Path directory;

    private static StructClass.Member variable(String name, Role role) {
        return new StructClass.Member(name, new VariableIntegerClass(false, 10, List.of(), Set.of(role)));
    }

    private static StructClass.Member fixed(String name, int size, ByteOrder order, Role... roles) {
        return new StructClass.Member(name,
                new IntegerClass(IntegerClass.Form.NUMBER, size, 8, false, order, false, 10, TextEncoding.NONE, List.of(),
                        Set.of(roles)));
    }

    private static StructClass struct(StructClass.Member... members) {
        int alignment = 1;
        for (StructClass.Member member : members) {
            alignment = Math.max(alignment, member.type().alignment());
        }
        return new StructClass(List.of(members), alignment);
    }

    private static TraceMetadata metadata(String uuid, StructClass packetHeader, StreamClass... streams) {
        return new TraceMetadata(TraceMetadata.Format.CTF_2, uuid, ByteOrder.LITTLE_ENDIAN, Map.of(), List.of(CLOCK), packetHeader,
                List.of(streams),
                List.of());
    }

    private static EventClass event(long stream, long id, String name) {
        return new EventClass(stream, id, name, "", null, struct(fixed("v", 8, ByteOrder.LITTLE_ENDIAN)));
    }

    private List<String> read(TraceMetadata metadata, byte[]... files) throws IOException {
        for (int i = 0; i < files.length; i++) {
            Files.write(directory.resolve("s" + i), files[i]);
        }
        EventSelection.Builder selection = EventSelection.builder();
        for (EventClass event : metadata.eventClasses()) {
            selection.add(event.name(), "v");
        }
        List<String> seen = new ArrayList<>();
        try (CtfTrace trace = CtfTrace.open(directory, metadata, ReadOptions.STRICT);
                EventCursor cursor = trace.cursor(selection.build())) {
            while (cursor.next()) {
                seen.add(cursor.timeNanos() + " " + metadata.eventClasses().get(cursor.eventClassIndex()).name() + " " + cursor.integer(0));
                cursor.visit(IgnoreFields.ALL);
            }
        }
        return seen;
    }

    @Test
    void variableLengthIdsTimesAndSizesWork() throws IOException {
        StructClass context = struct(variable("a", Role.PACKET_TOTAL_LENGTH), variable("b", Role.PACKET_CONTENT_LENGTH),
                variable("c", Role.CLOCK_TIMESTAMP), variable("d", Role.PACKET_END_TIMESTAMP));
        StructClass header = struct(variable("x", Role.EVENT_CLASS_ID), variable("y", Role.CLOCK_TIMESTAMP));
        TraceMetadata metadata = metadata("", null,
                new StreamClass(0, CLOCK, context, header, null, List.of(event(0, 3, "three"), event(0, 1L << 40, "large"))));
        BitWriter out = BitWriter.littleEndian();
        out.leb128(8 * 40, false).leb128(8 * 31, false).leb128(100_000, false).leb128(1L << 28, false);
        // 7 bits of time extend the 100,000 before; then 14 bits; then a full value
        out.leb128(3, false).leb128(100_010 & 0x7F, false).u8(11);
        out.leb128(1L << 40, false).leb128(100_300 & 0x3FFF, false).u8(12);
        out.leb128(3, false).leb128(1L << 28, false).u8(13);
        long contentBytes = out.position() / 8;
        assertThat(contentBytes).isEqualTo(31);
        out.align(8 * 40);
        assertThat(read(metadata, out.toBytes())).containsExactly("100010 three 11", "100300 large 12", (1L << 28) + " three 13");
    }

    @Test
    void streamsAreToldApartByClassAndStreamIdAndTheUuidMayBeABlob() throws IOException {
        FieldClass blob = new BlobClass(new Length.Fixed(16), "", Set.of(Role.METADATA_UUID));
        StructClass packetHeader = struct(fixed("m", 32, ByteOrder.BIG_ENDIAN, Role.PACKET_MAGIC), new StructClass.Member("u", blob),
                fixed("k", 8, ByteOrder.LITTLE_ENDIAN, Role.STREAM_CLASS_ID), fixed("i", 16, ByteOrder.BIG_ENDIAN, Role.STREAM_ID));
        StructClass context = struct(fixed("t", 64, ByteOrder.BIG_ENDIAN, Role.CLOCK_TIMESTAMP),
                fixed("n", 16, ByteOrder.LITTLE_ENDIAN, Role.PACKET_TOTAL_LENGTH));
        StructClass header = struct(fixed("t", 16, ByteOrder.BIG_ENDIAN, Role.CLOCK_TIMESTAMP));
        TraceMetadata metadata = metadata(TinyTrace.UUID, packetHeader,
                new StreamClass(4, CLOCK, context, header, null, List.of(event(4, 0, "four"))),
                new StreamClass(9, CLOCK, context, null, null, List.of(event(9, 0, "nine"))));
        byte[] file0 = BitWriter.join(packet(4, 0x0102, 500, true, 510, 1), packet(4, 0x0102, 600, true, 610, 2));
        byte[] file1 = packet(9, 7, 550, false, 0, 3);
        byte[] file2 = packet(4, 0x0102, 400, true, 410, 4);
        assertThat(read(metadata, file0, file1, file2)).containsExactly("410 four 4", "510 four 1", "550 nine 3", "610 four 2");
        try (CtfTrace trace = CtfTrace.open(directory, metadata, ReadOptions.STRICT)) {
            assertThat(trace.streams()).hasSize(2);
            assertThat(trace.streams().get(0).streamClassId()).isEqualTo(4);
            assertThat(trace.streams().get(0).files()).hasSize(2);
        }
    }

    private static byte[] packet(int streamClass, int instance, long begin, boolean timed, long time, int value) {
        BitWriter out = BitWriter.littleEndian().integer(0xC1FC1FC1L, 32, ByteOrder.BIG_ENDIAN, false);
        for (String pair : TinyTrace.UUID.replace("-", "").split("(?<=\\G..)")) {
            out.u8(Integer.parseInt(pair, 16));
        }
        out.u8(streamClass).integer(instance, 16, ByteOrder.BIG_ENDIAN, false).integer(begin, 64, ByteOrder.BIG_ENDIAN, false);
        out.u16(8L * (33 + (timed ? 3 : 1)));
        if (timed) {
            out.integer(time, 16, ByteOrder.BIG_ENDIAN, false);
        }
        return out.u8(value).toBytes();
    }

    @Test
    void aFileWithoutAnyPacketFieldIsOnePacket() throws IOException {
        StructClass header = struct(fixed("i", 8, ByteOrder.LITTLE_ENDIAN, Role.EVENT_CLASS_ID));
        TraceMetadata metadata = metadata("", null, new StreamClass(0, null, null, header, null, List.of(event(0, 5, "five"))));
        assertThat(read(metadata, new byte[] {5, 1, 5, 2, 5, 3}, new byte[] {5, 4})).containsExactly("0 five 1", "0 five 2", "0 five 3",
                "0 five 4");
    }

    @Test
    void fieldsOfAPacketAtAnOddPlaceAreAlignedFromItsOwnBegin() throws IOException {
        StructClass context = struct(fixed("n", 16, ByteOrder.LITTLE_ENDIAN, Role.PACKET_TOTAL_LENGTH),
                fixed("t", 8, ByteOrder.LITTLE_ENDIAN, Role.CLOCK_TIMESTAMP));
        IntegerClass wide = new IntegerClass(IntegerClass.Form.NUMBER, 32, 64, false, ByteOrder.LITTLE_ENDIAN, false, 10, TextEncoding.NONE,
                List.of(),
                Set.of());
        EventClass event = new EventClass(0, 0, "e", "", null, struct(new StructClass.Member("v", wide)));
        TraceMetadata metadata = metadata("", null, new StreamClass(0, CLOCK, context, null, null, List.of(event)));
        byte[][] packets = new byte[5][];
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < packets.length; i++) {
            packets[i] = BitWriter.littleEndian().u16(8L * 20).u8(i).align(64).u32(10L + i).align(64).u32(20L + i).toBytes();
            expected.add(i + " e " + (10 + i));
            expected.add(i + " e " + (20 + i));
        }
        assertThat(read(metadata, BitWriter.join(packets))).isEqualTo(expected);
    }
}
