/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.trace.CtfTrace;

/**
 * Leaves out of a trace's metadata the events that were not recorded, five of six in a kernel's. Trace Compass parses metadata each time it looks at a trace, which took it two fifths of what it computes in these
 * tests. No stream changes. In CTF 1.8 only, as LTTng writes it.
 */
final class RecordedEvents {
    private static final int PACKET = 0x75D11D57;
    private static final int HEADER_BYTES = 37;
    private static final int CONTENT_AT = 24;
    private static final Pattern EVENT = Pattern.compile("(?ms)^event \\{$.*?^\\tid = (\\d+);$.*?^\\tstream_id = (\\d+);$.*?^\\};\\n+");
    /** Of each metadata, as traces are unpacked again and again. */
    private static final Map<ByteBuffer, byte[]> SHORTENED = new HashMap<>();

    private RecordedEvents() {}

    /** Shortens the metadata of a trace that may be written to. */
    static void only(Path trace) throws IOException {
        Path file = trace.resolve("metadata");
        ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        if (whole.capacity() < HEADER_BYTES || whole.getInt(0) != PACKET) {
            return;
        }
        byte[] known = SHORTENED.get(whole);
        if (known == null) {
            known = packet(whole, shorten(text(whole), recorded(trace)).getBytes(StandardCharsets.UTF_8));
            SHORTENED.put(whole, known);
        }
        Files.write(file, known);
    }

    /** One packet with the header of those there were. */
    private static byte[] packet(ByteBuffer packets, byte[] text) {
        int bits = (HEADER_BYTES + text.length) * Byte.SIZE;
        return ByteBuffer.allocate(HEADER_BYTES + text.length).order(ByteOrder.LITTLE_ENDIAN).put(packets.array(), 0, HEADER_BYTES)
                .putInt(CONTENT_AT, bits).putInt(CONTENT_AT + Integer.BYTES, bits).put(text).array();
    }

    /** The text that is in packets of LTTng's. */
    private static String text(ByteBuffer packets) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < packets.capacity(); at += packets.getInt(at + CONTENT_AT + Integer.BYTES) / Byte.SIZE) {
            int bytes = packets.getInt(at + CONTENT_AT) / Byte.SIZE - HEADER_BYTES;
            text.append(new String(packets.array(), at + HEADER_BYTES, bytes, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private static String shorten(String text, Set<String> recorded) {
        return EVENT.matcher(text)
                .replaceAll(event -> recorded.contains(key(event.group(2), event.group(1))) ? Matcher.quoteReplacement(event.group()) : "");
    }

    private static Set<String> recorded(Path trace) throws TraceReadException {
        Set<String> recorded = new HashSet<>();
        try (CtfTrace open = CtfTrace.open(trace, ReadOptions.TOLERANT);
                EventCursor cursor = open.cursor(EventSelection.everything())) {
            BitSet seen = new BitSet();
            while (cursor.next()) {
                if (cursor.kind() != EventCursor.LOST) {
                    seen.set(cursor.eventClassIndex());
                }
            }
            seen.stream().forEach(index -> {
                EventClass event = open.metadata().eventClasses().get(index);
                recorded.add(key(Long.toString(event.streamClassId()), Long.toString(event.id())));
            });
        }
        return recorded;
    }

    private static String key(String stream, String event) {
        return stream + ':' + event;
    }
}
