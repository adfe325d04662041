/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import org.junit.jupiter.api.Assumptions;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;

/** Metadata for tests: written here, from the repository's recordings, from the shared traces. */
public final class Samples {
    /** A path for messages. */
    public static final Path FILE = Path.of("metadata");

    /** The trace block and the integers that every example uses. */
    public static final String PRELUDE = """
            /* CTF 1.8 */
            typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
            typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
            typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
            typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
            typealias integer { size = 32; align = 32; signed = true; } := int;
            """;

    /** A little endian trace without a packet header. */
    public static final String TRACE = "trace { major = 1; minor = 8; byte_order = le; };\n";

    private Samples() {}

    /** Reads metadata given as text. */
    public static TraceMetadata read(String text) throws TraceReadException {
        return MetadataReader.read(FILE, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads metadata given as bytes. */
    public static TraceMetadata read(byte[] bytes) throws TraceReadException {
        return MetadataReader.read(FILE, bytes);
    }

    /** The payload of the only event, whose fields are given in TSDL. */
    public static StructClass payload(String fields) throws TraceReadException {
        TraceMetadata metadata = read(PRELUDE + TRACE + "event { name = e; fields := struct {" + fields + "}; };");
        return metadata.eventClasses().get(0).payload();
    }

    /** The field of this name. */
    public static FieldClass member(StructClass struct, String name) {
        return struct.members().stream().filter(member -> member.name().equals(name)).findFirst().orElseThrow().type();
    }

    /** JSON fragments as a text sequence; single quotes stand for double ones. */
    public static String sequence(String... fragments) {
        StringBuilder text = new StringBuilder();
        for (String fragment : fragments) {
            text.append('\u001e').append(fragment.replace('\'', '"')).append('\n');
        }
        return text.toString();
    }

    /** The payload of the only event of CTF 2 metadata, whose field class is given in JSON with single quotes. */
    public static StructClass jsonPayload(String... members) throws TraceReadException {
        TraceMetadata metadata = read(sequence("{'type':'preamble','version':2}", "{'type':'data-stream-class'}",
                "{'type':'event-record-class','name':'e','payload-field-class':{'type':'structure','member-classes':["
                        + String.join(",", members) + "]}}"));
        return metadata.eventClasses().get(0).payload();
    }

    /** Puts a text into metadata packets of {@code contentBytes} of text each. */
    public static byte[] packets(String text, ByteOrder order, byte[] uuid, int contentBytes, int paddingBytes) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        int count = Math.max(1, (content.length + contentBytes - 1) / contentBytes);
        ByteBuffer file = ByteBuffer.allocate(content.length + count * (37 + paddingBytes)).order(order);
        for (int i = 0; i < count; i++) {
            int from = i * contentBytes;
            int length = Math.min(contentBytes, content.length - from);
            file.putInt(0x75D11D57).put(uuid).putInt(0).putInt((37 + length) * 8).putInt((37 + length + paddingBytes) * 8);
            file.put((byte) 0).put((byte) 0).put((byte) 0).put((byte) 1).put((byte) 8);
            file.put(content, from, length).put(new byte[paddingBytes]);
        }
        return file.array();
    }

    /** The repository's root: the folder that holds {@code .mvn}. */
    public static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.isDirectory(at.resolve(".mvn"))) {
            at = at.getParent();
        }
        if (at == null) {
            throw new IllegalStateException("no folder with .mvn above " + Path.of("").toAbsolutePath());
        }
        return at;
    }

    /** The shared traces; skips the test where they are absent. */
    public static Path sharedTraces() {
        String property = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        Path shared = property != null ? Path.of(property) : root().resolveSibling("shared");
        Path traces = shared.resolve("traces");
        Assumptions.assumeTrue(Files.isDirectory(traces), "no shared traces at " + traces + "; set BOWLINE_SHARED");
        return traces;
    }

    /** All metadata files of the repository's own recordings. */
    public static List<byte[]> recorded() throws IOException {
        List<byte[]> all = new ArrayList<>();
        for (String zip : List.of("three-tier/A.zip", "three-tier-ctf2/A.zip")) {
            try (ZipFile archive = new ZipFile(root().resolve("tests/traces").resolve(zip).toFile())) {
                for (ZipEntry entry : archive.stream().filter(e -> e.getName().endsWith("/metadata")).toList()) {
                    try (InputStream in = archive.getInputStream(entry)) {
                        all.add(in.readAllBytes());
                    }
                }
            }
        }
        return all;
    }
}
