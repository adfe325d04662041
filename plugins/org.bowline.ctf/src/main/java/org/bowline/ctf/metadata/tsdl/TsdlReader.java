/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Block;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Declaration;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Item;

/**
 * Reads TSDL, the metadata language of CTF 1.8. Blocks may come in any order: the trace block is read first, then clocks, streams and
 * events. O(bytes).
 */
public final class TsdlReader {
    private static final String IMPLICIT_CLOCK = "default";
    private static final long NANOS = 1_000_000_000L;

    private final MetadataText text;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, ClockClass> clocks = new LinkedHashMap<>();
    private final Map<Long, Stream> streams = new LinkedHashMap<>();
    private final TypeScope rootScope = new TypeScope(null);
    private ByteOrder byteOrder = ByteOrder.LITTLE_ENDIAN;
    private String uuid = "";
    private @Nullable StructClass packetHeader;
    private boolean hasStreamIds;
    private TypeResolver types;

    private TsdlReader(MetadataText text) {
        this.text = text;
        this.types = new TypeResolver(text, byteOrder, clocks.keySet());
    }

    /** A stream class that still grows. */
    private static final class Stream {
        private final long id;
        private @Nullable ClockClass clock;
        private @Nullable StructClass packetContext;
        private @Nullable StructClass eventHeader;
        private @Nullable StructClass commonContext;
        private boolean hasEventIds;
        private final Map<Long, EventClass> events = new LinkedHashMap<>();

        Stream(long id) {
            this.id = id;
        }
    }

    /**
     * Reads the text.
     *
     * @throws TraceReadException if it is malformed, contradictory, too deep or too large
     */
    public static TraceMetadata read(MetadataText text) throws TraceReadException {
        return new TsdlReader(text).read();
    }

    private TraceMetadata read() throws TraceReadException {
        List<Item> items = new TsdlParser(text).parse();
        Statements trace = traceStatements(items);
        readTraceNumbers(trace);
        for (Item item : items) {
            if (item instanceof Block block && block.kind().equals("clock")) {
                readClock(new Statements(text, block));
            } else if (item instanceof Block block && block.kind().equals("env")) {
                readEnvironment(new Statements(text, block));
            }
        }
        types = new TypeResolver(text, byteOrder, clocks.keySet());
        for (Item item : items) {
            if (item instanceof Declaration declaration) {
                types.declare(declaration, rootScope);
            }
        }
        readPacketHeader(trace);
        for (Item item : items) {
            if (item instanceof Block block && block.kind().equals("stream")) {
                readStream(new Statements(text, block));
            }
        }
        for (Item item : items) {
            if (item instanceof Block block && block.kind().equals("event")) {
                readEvent(new Statements(text, block));
            }
        }
        return finish();
    }

    private Statements traceStatements(List<Item> items) throws TraceReadException {
        Statements found = null;
        for (Item item : items) {
            if (item instanceof Block block && block.kind().equals("trace")) {
                if (found != null) {
                    throw text.error(block.position(), "a second trace block");
                }
                found = new Statements(text, block);
            }
        }
        if (found == null) {
            throw text.error(text.length(), "the metadata ends without a trace block");
        }
        return found;
    }

    private void readTraceNumbers(Statements trace) throws TraceReadException {
        long major = trace.unsigned("major", Statements.REQUIRED);
        long minor = trace.unsigned("minor", Statements.REQUIRED);
        if (major != 1 || minor != 8) {
            throw text.error(trace.position(), "the trace says that it is of version " + Long.toUnsignedString(major) + "."
                    + Long.toUnsignedString(minor) + "; with this kind of metadata only 1.8 exists");
        }
        uuid = trace.uuid("uuid");
        byteOrder = switch (trace.text("byte_order", "")) {
            case "le" -> ByteOrder.LITTLE_ENDIAN;
            case "be", "network" -> ByteOrder.BIG_ENDIAN;
            case "" -> throw text.error(trace.position(), "the trace block lacks its byte_order");
            default -> throw text.error(trace.position(), "unknown byte order '" + trace.text("byte_order", "") + "'");
        };
        if (!uuid.isEmpty() && !text.packetUuid().isEmpty() && !uuid.equals(text.packetUuid())) {
            text.warn(trace.position(), "the metadata's packets have the UUID " + text.packetUuid() + ", the trace block " + uuid);
        }
    }

    private void readEnvironment(Statements block) throws TraceReadException {
        block.forEachValue((position, name, value) -> environment.put(name, value));
    }

    private void readClock(Statements block) throws TraceReadException {
        String name = block.text("name", "");
        if (name.isEmpty()) {
            throw text.error(block.position(), "a clock without a name");
        }
        long frequency = block.unsigned("freq", NANOS);
        if (frequency <= 0) {
            throw text.error(block.position(), "the clock '" + name + "' has a frequency of " + Long.toUnsignedString(frequency)
                    + " Hz; 1 to " + Long.MAX_VALUE + " are possible");
        }
        long precision = block.unsigned("precision", 0);
        ClockOffset offset = block.clockOffset(name, frequency);
        ClockClass clock = new ClockClass(name, block.text("uuid", ""), frequency, offset.seconds(), offset.cycles(), precision,
                block.truth("absolute"), block.text("description", ""));
        if (clocks.put(name, clock) != null) {
            throw text.error(block.position(), "a second clock named '" + name + "'");
        }
        block.warnOfUnknown();
    }

    /** Whole seconds and less than a second's cycles. */
    record ClockOffset(long seconds, long cycles) {}

    private void readPacketHeader(Statements trace) throws TraceReadException {
        TypeScope scope = trace.declare(types, rootScope);
        FieldContext context = new FieldContext(text, Scope.PACKET_HEADER, new EnumMap<>(Scope.class));
        StructClass header = trace.struct("packet.header", types, scope, context);
        if (header != null) {
            TsdlRoles roles = new TsdlRoles(text, trace.position(), Scope.PACKET_HEADER);
            packetHeader = roles.apply(header);
            hasStreamIds = roles.given().contains(Role.STREAM_CLASS_ID);
        }
        trace.warnOfUnknown();
    }

    private void readStream(Statements block) throws TraceReadException {
        long id = block.unsigned("id", 0);
        Stream stream = new Stream(id);
        if (streams.put(id, stream) != null) {
            throw text.error(block.position(), "a second stream with the id " + Long.toUnsignedString(id));
        }
        if (streams.size() > 1 && !hasStreamIds) {
            throw text.error(block.position(), "there are several streams, but packets do not say to which they belong: "
                    + "the packet header has no 'stream_id'");
        }
        TypeScope scope = block.declare(types, rootScope);
        Map<Scope, StructClass> earlier = earlier(null);
        FieldContext packet = new FieldContext(text, Scope.PACKET_CONTEXT, earlier);
        TsdlRoles packetRoles = new TsdlRoles(text, block.position(), Scope.PACKET_CONTEXT);
        stream.packetContext = withRoles(block.struct("packet.context", types, scope, packet), packetRoles);
        put(earlier, Scope.PACKET_CONTEXT, stream.packetContext);

        FieldContext header = new FieldContext(text, Scope.EVENT_HEADER, earlier);
        TsdlRoles headerRoles = new TsdlRoles(text, block.position(), Scope.EVENT_HEADER);
        stream.eventHeader = withRoles(block.struct("event.header", types, scope, header), headerRoles);
        put(earlier, Scope.EVENT_HEADER, stream.eventHeader);
        stream.hasEventIds = headerRoles.given().contains(Role.EVENT_CLASS_ID);

        stream.commonContext = block.struct("event.context", types, scope, new FieldContext(text, Scope.COMMON_CONTEXT, earlier));
        List<String> names = new ArrayList<>(packet.clocks());
        header.clocks().stream().filter(name -> !names.contains(name)).forEach(names::add);
        stream.clock = clockOf(block, names, packetRoles.hasUnmappedTimestamp() || headerRoles.hasUnmappedTimestamp());
        block.warnOfUnknown();
    }

    private static @Nullable StructClass withRoles(@Nullable StructClass struct, TsdlRoles roles) throws TraceReadException {
        return struct == null ? null : roles.apply(struct);
    }

    /** The clock of a stream: that of its mapped timestamps; for timestamps by name alone the trace's only clock, or one of 1 GHz. */
    private @Nullable ClockClass clockOf(Statements block, List<String> mapped, boolean unmapped) throws TraceReadException {
        if (mapped.size() > 1) {
            throw text.error(block.position(), "the stream's timestamps are mapped to several clocks: " + String.join(", ", mapped));
        }
        if (mapped.size() == 1) {
            return clocks.get(mapped.get(0));
        }
        if (!unmapped) {
            return null;
        }
        if (clocks.size() > 1) {
            throw text.error(block.position(), "the stream's timestamps do not say to which of the trace's " + clocks.size()
                    + " clocks they belong");
        }
        if (clocks.isEmpty()) {
            text.warn(block.position(), "no clock is described; the timestamps are read as nanoseconds");
            clocks.put(IMPLICIT_CLOCK, new ClockClass(IMPLICIT_CLOCK, "", NANOS, 0, 0, 0, false, ""));
        }
        return clocks.values().iterator().next();
    }

    private Map<Scope, StructClass> earlier(@Nullable Stream stream) {
        Map<Scope, StructClass> earlier = new EnumMap<>(Scope.class);
        put(earlier, Scope.PACKET_HEADER, packetHeader);
        if (stream != null) {
            put(earlier, Scope.PACKET_CONTEXT, stream.packetContext);
            put(earlier, Scope.EVENT_HEADER, stream.eventHeader);
            put(earlier, Scope.COMMON_CONTEXT, stream.commonContext);
        }
        return earlier;
    }

    private static void put(Map<Scope, StructClass> earlier, Scope scope, @Nullable StructClass struct) {
        if (struct != null) {
            earlier.put(scope, struct);
        }
    }

    private void readEvent(Statements block) throws TraceReadException {
        String name = block.text("name", "");
        if (name.isEmpty()) {
            throw text.error(block.position(), "an event without a name");
        }
        Stream stream = streamOf(block, name);
        if (!block.has("id") && !stream.events.isEmpty()) {
            throw text.error(block.position(), "the event '" + name + "' has no id, though its stream has several events");
        }
        long id = block.unsigned("id", 0);
        TypeScope scope = block.declare(types, rootScope);
        Map<Scope, StructClass> earlier = earlier(stream);
        StructClass context = block.struct("context", types, scope, new FieldContext(text, Scope.SPECIFIC_CONTEXT, earlier));
        put(earlier, Scope.SPECIFIC_CONTEXT, context);
        StructClass fields = block.struct("fields", types, scope, new FieldContext(text, Scope.PAYLOAD, earlier));
        EventClass previous = stream.events.put(id, new EventClass(stream.id, id, name, block.text("loglevel", ""), context, fields));
        if (previous != null) {
            throw text.error(block.position(), "the event '" + name + "' has the id " + Long.toUnsignedString(id) + ", which '"
                    + previous.name() + "' has already");
        }
        if (stream.events.size() > 1 && !stream.hasEventIds) {
            throw text.error(block.position(), "the stream has several event classes, but events do not say to which they belong: "
                    + "the event header has no 'id'");
        }
        block.text("model.emf.uri", "");
        block.warnOfUnknown();
    }

    private Stream streamOf(Statements block, String name) throws TraceReadException {
        if (!block.has("stream_id") && streams.size() > 1) {
            throw text.error(block.position(), "the event '" + name + "' does not say to which of the " + streams.size()
                    + " streams it belongs");
        }
        if (!block.has("stream_id") && !streams.isEmpty()) {
            return streams.values().iterator().next();
        }
        long id = block.unsigned("stream_id", 0);
        Stream stream = streams.get(id);
        if (stream != null) {
            return stream;
        }
        if (block.has("stream_id")) {
            throw text.error(block.position(), "the event '" + name + "' belongs to the stream " + Long.toUnsignedString(id)
                    + ", which is not described");
        }
        Stream implicit = new Stream(id);
        streams.put(id, implicit);
        return implicit;
    }

    private TraceMetadata finish() {
        boolean lttng = environment.getOrDefault("tracer_name", "").startsWith("lttng");
        Map<String, ClockClass> finished = new LinkedHashMap<>();
        clocks.forEach((name, clock) -> finished.put(name, lttng ? clock.atEpoch() : clock));
        List<StreamClass> classes = new ArrayList<>();
        for (Stream stream : streams.values()) {
            ClockClass clock = stream.clock;
            classes.add(new StreamClass(stream.id, clock == null ? null : finished.get(clock.id()), stream.packetContext,
                    stream.eventHeader, stream.commonContext, new ArrayList<>(stream.events.values())));
        }
        return new TraceMetadata(TraceMetadata.Format.CTF_1_8, uuid.isEmpty() ? text.packetUuid() : uuid, byteOrder, environment,
                new ArrayList<>(finished.values()), packetHeader, classes, text.warnings());
    }
}
