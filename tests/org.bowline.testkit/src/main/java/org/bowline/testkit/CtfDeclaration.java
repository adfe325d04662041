/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.bowline.testkit.CtfType.Struct;

/**
 * What a trace in LTTng's shape declares: one stream class, its events, environment and clock. {@link #tsdl()} gives the metadata, a
 * {@link CtfWriter} the bytes. Change nothing after the first stream was opened.
 */
public final class CtfDeclaration {
    /** How an event's id and time are recorded. */
    public enum Header {
        /** 5 bits of id and 27 of time. */
        COMPACT,
        /** 16 bits of id and 32 of time. */
        LARGE
    }

    /** A declared event class. */
    public static final class Event {
        final int id;
        final String name;
        final Struct fields;
        final int logLevel;
        @Nullable FieldProgram program;

        private Event(int id, String name, Struct fields, int logLevel) {
            this.id = id;
            this.name = name;
            this.fields = fields;
            this.logLevel = logLevel;
        }

        /** As declared. */
        public String name() {
            return name;
        }
    }

    private final ByteOrder order;
    private final boolean natural;
    private final Header header;
    private final Map<String, Object> environment = new LinkedHashMap<>();
    private final List<Event> events = new ArrayList<>();
    private UUID uuid = new UUID(0x0110c4d1719c4e44L, 0x98988aad9a8e741bL);
    private UUID clockUuid = new UUID(0x308fe81308874861L, 0x9cbcf29f77082602L);
    private long frequency = 1_000_000_000L;
    private long offsetSeconds;
    private long offset;
    private Struct context = CtfType.struct();

    /** A declaration of the x86 kind: little endian, byte aligned, large headers. */
    public CtfDeclaration() {
        this(ByteOrder.LITTLE_ENDIAN, false, Header.LARGE);
    }

    /**
     * @param order of all fields that do not say their own
     * @param natural whether integers are aligned to their size (as on machines other than x86) instead of to bytes
     */
    public CtfDeclaration(ByteOrder order, boolean natural, Header header) {
        this.order = order;
        this.natural = natural;
        this.header = header;
    }

    /** Adds a line to the environment: a text or an integer. */
    public CtfDeclaration env(String key, Object value) {
        environment.put(key, value);
        return this;
    }

    /** The trace's own identity. */
    public CtfDeclaration uuid(UUID newUuid) {
        uuid = newUuid;
        return this;
    }

    /** The clock: its identity, and time since the epoch = offsetSeconds + (offsetCycles + cycles) / frequency. */
    public CtfDeclaration clock(UUID identity, long frequencyHz, long newOffsetSeconds, long offsetCycles) {
        clockUuid = identity;
        frequency = frequencyHz;
        offsetSeconds = newOffsetSeconds;
        offset = offsetCycles;
        return this;
    }

    /** Context fields of every event: name, type, name, type ... */
    public CtfDeclaration context(Object... namesAndTypes) {
        context = natural(CtfType.struct(namesAndTypes));
        return this;
    }

    /** Declares an event class: name, type, name, type ... */
    public Event event(String name, Object... namesAndTypes) {
        return event(-1, name, namesAndTypes);
    }

    /** Declares an event class with a log level (as UST does). */
    public Event event(int logLevel, String name, Object... namesAndTypes) {
        Event event = new Event(events.size(), name, natural(CtfType.struct(namesAndTypes)), logLevel);
        event.program = new FieldProgram(event.fields, order);
        events.add(event);
        return event;
    }

    ByteOrder order() {
        return order;
    }

    Header headerKind() {
        return header;
    }

    UUID uuid() {
        return uuid;
    }

    private Struct natural(Struct struct) {
        return natural ? struct.natural() : struct;
    }

    Struct packetHeader() {
        return natural(CtfType.struct("magic", CtfType.unsigned(32), "uuid", new CtfType.Array(CtfType.unsigned(8), 16), "stream_id",
                CtfType.unsigned(32),
                "stream_instance_id", CtfType.unsigned(64)));
    }

    Struct packetContext() {
        CtfType.Int time = CtfType.unsigned(64).clock("monotonic");
        CtfType.Int u64 = CtfType.unsigned(64);
        return natural(CtfType.struct("timestamp_begin", time, "timestamp_end", time, "content_size", u64, "packet_size", u64,
                "packet_seq_num", u64,
                "events_discarded", u64, "cpu_id", CtfType.unsigned(32)));
    }

    Struct eventHeader() {
        boolean compact = header == Header.COMPACT;
        int idBits = compact ? 5 : 16;
        int timeBits = compact ? 27 : 32;
        int last = (1 << idBits) - 1;
        CtfType.Int id = CtfType.unsigned(idBits).labels(CtfType.label("compact", 0, last - 1), CtfType.label("extended", last));
        CtfType.Int time = CtfType.unsigned(timeBits).clock("monotonic");
        return natural(CtfType.struct("id", id, "v", CtfType.variant("id", "compact", CtfType.struct("timestamp", time), "extended",
                CtfType.struct("id", CtfType.unsigned(32), "timestamp", CtfType.unsigned(64).clock("monotonic")))));
    }

    /** Declared minimum alignment of the event header: LTTng's. */
    int eventHeaderAlignment() {
        if (!natural) {
            return 8;
        }
        return header == Header.COMPACT ? 32 : 16;
    }

    Struct eventContext() {
        return context;
    }

    /** The metadata text. */
    public String tsdl() {
        StringBuilder b = new StringBuilder("/* CTF 1.8 */\n\n");
        b.append("trace {\n\tmajor = 1;\n\tminor = 8;\n\tuuid = \"").append(uuid).append("\";\n\tbyte_order = ")
                .append(order == ByteOrder.BIG_ENDIAN ? "be" : "le").append(";\n\tpacket.header := ").append(packetHeader().body("\t", ""))
                .append(";\n};\n\n");
        b.append("env {\n");
        environment.forEach((key, value) -> {
            b.append('\t').append(key).append(" = ");
            b.append(value instanceof Number ? value.toString() : '"' + value.toString() + '"').append(";\n");
        });
        b.append("};\n\nclock {\n\tname = \"monotonic\";\n\tuuid = \"").append(clockUuid)
                .append("\";\n\tdescription = \"Monotonic Clock\";\n\tfreq = ")
                .append(frequency).append("; /* Frequency, in Hz */\n\toffset_s = ").append(offsetSeconds).append(";\n\toffset = ")
                .append(offset)
                .append(";\n};\n\n");
        b.append("stream {\n\tid = 0;\n\tevent.header := ").append(eventHeader().body("\t", "")).append(" align(")
                .append(eventHeaderAlignment())
                .append(");\n\tpacket.context := ").append(packetContext().body("\t", "")).append(";\n");
        if (!context.members().isEmpty()) {
            b.append("\tevent.context := ").append(context.body("\t", "_")).append(";\n");
        }
        b.append("};\n\n");
        for (Event event : events) {
            b.append("event {\n\tname = \"").append(event.name).append("\";\n\tid = ").append(event.id).append(";\n\tstream_id = 0;\n");
            if (event.logLevel >= 0) {
                b.append("\tloglevel = ").append(event.logLevel).append(";\n");
            }
            b.append("\tfields := ").append(event.fields.body("\t", "_")).append(";\n};\n\n");
        }
        return b.toString();
    }
}
