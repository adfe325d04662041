/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.MetadataReader;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfType;

/** Packets of any content under metadata that are fine: every event that is told has its fields, the rest is refused or reported. */
final class PacketsFuzz {
    private static final Scratch SCRATCH = new Scratch();
    private static final TraceMetadata[] METADATA = {lttng(ByteOrder.LITTLE_ENDIAN, false, CtfDeclaration.Header.COMPACT),
        lttng(ByteOrder.LITTLE_ENDIAN, false, CtfDeclaration.Header.LARGE),
        lttng(ByteOrder.BIG_ENDIAN, true, CtfDeclaration.Header.COMPACT), bare(),
        json()};

    private static TraceMetadata read(String text) {
        try {
            return MetadataReader.read(SCRATCH.file("fixed/metadata", text.getBytes(StandardCharsets.UTF_8)));
        } catch (TraceReadException e) {
            throw new IllegalStateException(e);
        }
    }

    /** LTTng's packets; the magic number and UUID are left to the input, so that it gets further. */
    private static TraceMetadata lttng(ByteOrder order, boolean natural, CtfDeclaration.Header header) {
        CtfDeclaration declaration = new CtfDeclaration(order, natural, header);
        declaration.context("n", CtfType.signed(32));
        declaration.event("a", "n", CtfType.signed(32), "t", CtfType.characters(16), "s", CtfType.text());
        declaration.event("b", "a", new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(16)), "o", CtfType.unsigned(3), "p",
                CtfType.signed(13));
        declaration.event("c", "tag", CtfType.unsigned(8).labels(CtfType.label("_x", 0, 3), CtfType.label("_y", 7)), "v",
                CtfType.variant("tag", "x", CtfType.struct("k", CtfType.unsigned(64)), "y", CtfType.struct("z", CtfType.text())), "r",
                new CtfType.Real(64, 8));
        return read(declaration.tsdl());
    }

    /** No packet header, no sizes: the whole file is one packet. */
    private static TraceMetadata bare() {
        return read("/* CTF 1.8 */ trace { major = 1; minor = 8; byte_order = be; };\n"
                + "stream { event.header := struct { integer { size = 8; } id; integer { size = 16; } timestamp; }; };\n"
                + "event { name = a; id = 1; fields := struct { integer { size = 4; align = 1; } n; integer { size = 3; align = 1; } a[n]; string s; }; };\n"
                + "event { name = b; id = 2; fields := struct { }; };");
    }

    /** CTF 2: variable-length integers, optional, blob, lengths that are read. */
    private static TraceMetadata json() {
        String u8 = "{\"type\":\"fixed-length-unsigned-integer\",\"length\":8,\"alignment\":8,\"byte-order\":\"little-endian\"}";
        String leb = "{\"type\":\"variable-length-unsigned-integer\"}";
        String path = "\"origin\":\"event-record-payload\",\"path\"";
        return read("\u001e{\"type\":\"preamble\",\"version\":2}\n\u001e{\"type\":\"trace-class\"}\n"
                + "\u001e{\"type\":\"clock-class\",\"id\":\"c\",\"frequency\":1000000000}\n"
                + "\u001e{\"type\":\"data-stream-class\",\"default-clock-class-id\":\"c\",\"event-record-header-field-class\":{\"type\":\"structure\","
                + "\"member-classes\":[{\"name\":\"id\",\"field-class\":{\"type\":\"fixed-length-unsigned-integer\",\"length\":8,\"byte-order\":"
                + "\"little-endian\",\"roles\":[\"event-record-class-id\"]}},{\"name\":\"ts\",\"field-class\":{\"type\":"
                + "\"variable-length-unsigned-integer\",\"roles\":[\"default-clock-timestamp\"]}}]}}\n"
                + "\u001e{\"type\":\"event-record-class\",\"id\":1,\"name\":\"a\",\"payload-field-class\":{\"type\":\"structure\",\"member-classes\":["
                + "{\"name\":\"n\",\"field-class\":" + leb
                + "},{\"name\":\"a\",\"field-class\":{\"type\":\"dynamic-length-array\",\"element-field-class\":"
                + leb + ",\"length-field-location\":{" + path + ":[\"n\"]}}},{\"name\":\"l\",\"field-class\":" + u8
                + "},{\"name\":\"o\",\"field-class\":{\"type\":\"dynamic-length-blob\",\"length-field-location\":{" + path + ":[\"l\"]}}},"
                + "{\"name\":\"s\",\"field-class\":{\"type\":\"dynamic-length-string\",\"encoding\":\"utf-16le\",\"length-field-location\":{"
                + path
                + ":[\"l\"]}}}]}}\n");
    }

    @FuzzTest
    void areReadOrReported(FuzzedDataProvider data) throws IOException {
        TraceMetadata metadata = METADATA[data.consumeInt(0, METADATA.length - 1)];
        ReadOptions options = data.consumeBoolean() ? ReadOptions.STRICT : ReadOptions.TOLERANT;
        byte[] second = data.consumeBytes(data.consumeInt(0, 4096));
        byte[] first = data.consumeRemainingAsBytes();
        SCRATCH.clear();
        SCRATCH.file("stream_0", first);
        SCRATCH.file("stream_1", second);
        try (CtfTrace trace = CtfTrace.open(SCRATCH.folder(), metadata, options)) {
            Scratch.readAll(trace, first.length + second.length);
        } catch (TraceReadException expected) {
            // refused
        }
    }
}
