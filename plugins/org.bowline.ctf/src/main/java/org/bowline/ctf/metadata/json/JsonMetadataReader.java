/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.text.MetadataPackets;
import org.bowline.ctf.metadata.text.MetadataText;

/** Reads the fragments of CTF 2's metadata, in their order. O(bytes). */
public final class JsonMetadataReader {
    private final MetadataText text;
    private final JsonReader json;
    private final FieldClassReader fieldClasses;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, Clock> clocks = new LinkedHashMap<>();
    private final Map<Long, Stream> streams = new LinkedHashMap<>();
    private String uuid = "";
    private boolean hasTrace;
    private boolean hasStreamIds;
    private @Nullable StructClass packetHeader;

    private JsonMetadataReader(MetadataText text) {
        this.text = text;
        this.json = new JsonReader(text);
        this.fieldClasses = new FieldClassReader(text, json);
    }

    /** A clock class, and whether it says what its origin is. */
    private record Clock(ClockClass clock, boolean hasOrigin) {}

    /** A data stream class that still grows. */
    private record Stream(long id, @Nullable String clock, @Nullable StructClass packetContext, @Nullable StructClass eventHeader,
            @Nullable StructClass commonContext, boolean hasEventIds, Map<Long, EventClass> events) {}

    /**
     * Reads the sequence.
     *
     * @throws TraceReadException if it is malformed, contradictory, too deep or too large
     */
    public static TraceMetadata read(MetadataText text) throws TraceReadException {
        return new JsonMetadataReader(text).read();
    }

    private TraceMetadata read() throws TraceReadException {
        JsonParser parser = new JsonParser(text);
        boolean first = true;
        for (Json.Value value = parser.next(); value != null; value = parser.next()) {
            Json.Obj fragment = json.object(value, "a metadata fragment");
            String type = json.string(fragment, "type");
            if (first != type.equals("preamble")) {
                throw json.error(fragment, first ? "the metadata begins with a fragment '" + type + "' instead of its preamble"
                        : "a second preamble");
            }
            first = false;
            readFragment(type, fragment);
        }
        if (first) {
            throw text.error(0, "the metadata has no fragments");
        }
        return finish();
    }

    private void readFragment(String type, Json.Obj fragment) throws TraceReadException {
        switch (type) {
            case "preamble" -> readPreamble(fragment);
            case "field-class-alias" -> fieldClasses.alias(json.need(fragment, "name"), json.need(fragment, "field-class"));
            case "trace-class" -> readTrace(fragment);
            case "clock-class" -> readClock(fragment);
            case "data-stream-class" -> readStream(fragment);
            case "event-record-class" -> readEvent(fragment);
            default -> text.warn(fragment.position(), "the unknown fragment '" + type + "' was ignored");
        }
    }

    private void readPreamble(Json.Obj fragment) throws TraceReadException {
        Json.Value version = json.need(fragment, "version");
        if (!(version instanceof Json.Int number) || number.bits() != 2) {
            throw json.error(version, "the metadata is of another version than CTF 2");
        }
        uuid = uuid(fragment);
        Json.Obj extensions = json.optionalObject(fragment, "extensions");
        if (extensions != null && !extensions.members().isEmpty()) {
            throw json.error(extensions, "the trace uses extensions of the format, which cannot be read: "
                    + String.join(", ", extensions.members().keySet()));
        }
    }

    /** A UUID as an array of 16 bytes; empty if not told. */
    private String uuid(Json.Obj object) throws TraceReadException {
        Json.Value written = JsonReader.optional(object, "uuid");
        if (written == null) {
            return "";
        }
        List<Json.Value> values = json.array(written, "\"uuid\"");
        if (values.size() != 16) {
            throw json.error(written, "a UUID must be 16 numbers");
        }
        byte[] bytes = new byte[16];
        for (int i = 0; i < 16; i++) {
            bytes[i] = (byte) json.bounded(values.get(i), "uuid", 0, 255);
        }
        return MetadataPackets.uuid(bytes, 0);
    }

    private void readTrace(Json.Obj fragment) throws TraceReadException {
        if (hasTrace) {
            throw json.error(fragment, "a second trace class");
        }
        if (!streams.isEmpty()) {
            throw json.error(fragment, "the trace class must come before the data stream classes");
        }
        hasTrace = true;
        Json.Obj written = json.optionalObject(fragment, "environment");
        if (written != null) {
            for (Map.Entry<String, Json.Value> entry : written.members().entrySet()) {
                Json.Value value = entry.getValue();
                if (value instanceof Json.Str || value instanceof Json.Int) {
                    environment.put(entry.getKey(), value instanceof Json.Str string ? string.text() : value.toString());
                } else {
                    text.warn(value.position(),
                            "the environment variable '" + entry.getKey() + "' is neither text nor integer and was ignored");
                }
            }
        }
        packetHeader = fieldClasses.root(JsonReader.optional(fragment, "packet-header-field-class"), Scope.PACKET_HEADER,
                new EnumMap<>(Scope.class));
        hasStreamIds = fieldClasses.given().contains(Role.STREAM_CLASS_ID);
    }

    private void readClock(Json.Obj fragment) throws TraceReadException {
        String name = json.string(fragment, "name", "");
        String id = json.string(fragment, "id", name);
        Json.Value writtenFrequency = json.need(fragment, "frequency");
        long frequency = json.bounded(writtenFrequency, "frequency", 1, Long.MAX_VALUE);
        BigInteger cyclesASecond = BigInteger.valueOf(frequency);
        Json.Obj offset = json.optionalObject(fragment, "offset-from-origin");
        BigInteger cycles = big(offset, "cycles").add(big(offset, "seconds").multiply(cyclesASecond));
        BigInteger rest = cycles.mod(cyclesASecond);
        BigInteger seconds = cycles.subtract(rest).divide(cyclesASecond);
        if (seconds.bitLength() >= Long.SIZE) {
            throw json.error(fragment, "the offset of the clock '" + id + "' is out of range");
        }
        Json.Value origin = JsonReader.optional(fragment, "origin");
        boolean epoch = origin instanceof Json.Str string && string.text().equals("unix-epoch");
        if (origin instanceof Json.Str && !epoch) {
            throw json.error(origin, "unknown origin of a clock");
        }
        ClockClass clock = new ClockClass(id, json.string(fragment, "uid", uuid(fragment)), frequency, seconds.longValue(),
                rest.longValue(),
                json.unsigned(fragment, "precision", 0), epoch, json.string(fragment, "description", ""));
        if (clocks.put(id, new Clock(clock, origin != null)) != null) {
            throw json.error(fragment, "a second clock class with the id '" + id + "'");
        }
    }

    private BigInteger big(Json.@Nullable Obj offset, String name) throws TraceReadException {
        Json.Value value = offset == null ? null : JsonReader.optional(offset, name);
        return value == null ? BigInteger.ZERO : new BigInteger(json.integer(value, "\"" + name + "\"").toString());
    }

    private void readStream(Json.Obj fragment) throws TraceReadException {
        long id = json.unsigned(fragment, "id", 0);
        if (!streams.isEmpty() && !hasStreamIds) {
            throw json.error(fragment, "there are several data stream classes, but packets do not say to which they belong: "
                    + "no field of the packet header has the role 'data-stream-class-id'");
        }
        String clock = json.string(fragment, "default-clock-class-id", json.string(fragment, "default-clock-class-name", ""));
        if (!clock.isEmpty() && !clocks.containsKey(clock)) {
            throw json.error(fragment, "the data stream class has the unknown default clock class '" + clock + "'");
        }
        Map<Scope, StructClass> earlier = new EnumMap<>(Scope.class);
        put(earlier, Scope.PACKET_HEADER, packetHeader);
        StructClass packetContext = fieldClasses.root(JsonReader.optional(fragment, "packet-context-field-class"), Scope.PACKET_CONTEXT,
                earlier);
        put(earlier, Scope.PACKET_CONTEXT, packetContext);
        boolean timed = hasTimes(fieldClasses.given());
        StructClass header = fieldClasses.root(JsonReader.optional(fragment, "event-record-header-field-class"), Scope.EVENT_HEADER,
                earlier);
        put(earlier, Scope.EVENT_HEADER, header);
        timed |= hasTimes(fieldClasses.given());
        boolean hasEventIds = fieldClasses.given().contains(Role.EVENT_CLASS_ID);
        if (timed && clock.isEmpty()) {
            throw json.error(fragment, "the data stream class has timestamps, but no default clock class");
        }
        StructClass common = fieldClasses.root(JsonReader.optional(fragment, "event-record-common-context-field-class"),
                Scope.COMMON_CONTEXT,
                earlier);
        Stream stream = new Stream(id, clock.isEmpty() ? null : clock, packetContext, header, common, hasEventIds, new LinkedHashMap<>());
        if (streams.put(id, stream) != null) {
            throw json.error(fragment, "a second data stream class with the id " + Long.toUnsignedString(id));
        }
    }

    private static boolean hasTimes(Set<Role> roles) {
        return roles.contains(Role.CLOCK_TIMESTAMP) || roles.contains(Role.PACKET_END_TIMESTAMP);
    }

    private static void put(Map<Scope, StructClass> earlier, Scope scope, @Nullable StructClass struct) {
        if (struct != null) {
            earlier.put(scope, struct);
        }
    }

    private void readEvent(Json.Obj fragment) throws TraceReadException {
        long id = json.unsigned(fragment, "id", 0);
        long streamId = json.unsigned(fragment, "data-stream-class-id", 0);
        String name = json.string(fragment, "name", "");
        Stream stream = streams.get(streamId);
        if (stream == null) {
            throw json.error(fragment, "the event record class '" + name + "' belongs to the data stream class "
                    + Long.toUnsignedString(streamId) + ", which was not described before");
        }
        Map<Scope, StructClass> earlier = new EnumMap<>(Scope.class);
        put(earlier, Scope.PACKET_HEADER, packetHeader);
        put(earlier, Scope.PACKET_CONTEXT, stream.packetContext);
        put(earlier, Scope.EVENT_HEADER, stream.eventHeader);
        put(earlier, Scope.COMMON_CONTEXT, stream.commonContext);
        StructClass specific = fieldClasses.root(JsonReader.optional(fragment, "specific-context-field-class"), Scope.SPECIFIC_CONTEXT,
                earlier);
        put(earlier, Scope.SPECIFIC_CONTEXT, specific);
        StructClass payload = fieldClasses.root(JsonReader.optional(fragment, "payload-field-class"), Scope.PAYLOAD, earlier);
        EventClass previous = stream.events.put(id, new EventClass(streamId, id, name, logLevel(fragment), specific, payload));
        if (previous != null) {
            throw json.error(fragment, "the event record class '" + name + "' has the id " + Long.toUnsignedString(id) + ", which '"
                    + previous.name() + "' has already");
        }
        if (stream.events.size() > 1 && !stream.hasEventIds) {
            throw json.error(fragment, "the data stream class has several event record classes, but event records do not say to which they "
                    + "belong: no field of their header has the role 'event-record-class-id'");
        }
    }

    /** LTTng and babeltrace keep the log level in an attribute of their own name space. */
    private static String logLevel(Json.Obj fragment) {
        for (String attributes : List.of("attributes", "user-attributes")) {
            if (JsonReader.optional(fragment, attributes) instanceof Json.Obj namespaces) {
                for (String namespace : List.of("lttng.org,2009", "babeltrace.org,2020")) {
                    Json.Value level = JsonReader.optional(namespaces, namespace) instanceof Json.Obj own
                            ? JsonReader.optional(own, "log-level") : null;
                    if (level instanceof Json.Str || level instanceof Json.Int) {
                        return level instanceof Json.Str string ? string.text() : level.toString();
                    }
                }
            }
        }
        return "";
    }

    private TraceMetadata finish() {
        boolean lttng = environment.getOrDefault("tracer_name", "").startsWith("lttng");
        Map<String, ClockClass> finished = new LinkedHashMap<>();
        clocks.forEach((id, clock) -> finished.put(id, lttng && !clock.hasOrigin ? clock.clock.atEpoch() : clock.clock));
        List<StreamClass> classes = new ArrayList<>();
        for (Stream stream : streams.values()) {
            classes.add(new StreamClass(stream.id, stream.clock == null ? null : finished.get(stream.clock), stream.packetContext,
                    stream.eventHeader, stream.commonContext, new ArrayList<>(stream.events.values())));
        }
        return new TraceMetadata(TraceMetadata.Format.CTF_2, uuid, ByteOrder.BIG_ENDIAN, environment, new ArrayList<>(finished.values()),
                packetHeader, classes, text.warnings());
    }
}
