/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.ctf.trace.Samples.PRELUDE;
import static org.bowline.ctf.trace.Samples.TRACE;
import static org.bowline.ctf.trace.Samples.member;
import static org.bowline.ctf.trace.Samples.read;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariantClass;

final class TsdlBlocksTest {
    private static final String LTTNG = PRELUDE + """
            trace {
                major = 1; minor = 8; byte_order = le; uuid = "2A6422D0-6cee-11e0-8c08-cb07d7b3a564";
                packet.header := struct { uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; uint64_t stream_instance_id; };
            };
            env { hostname = "A"; tracer_name = "lttng-modules"; tracer_major = 2; zero = -5; big = 18446744073709551615; };
            clock { name = monotonic; uuid = "boot"; description = "Monotonic Clock"; freq = 1000000000; offset = 1795198412436683768; };
            typealias integer { size = 27; align = 1; map = clock.monotonic.value; } := uint27_clock_t;
            typealias integer { size = 64; align = 8; map = clock.monotonic.value; } := uint64_clock_t;
            struct packet_context {
                uint64_clock_t timestamp_begin; uint64_clock_t timestamp_end; uint64_t content_size; uint64_t packet_size;
                uint64_t packet_seq_num; uint64_t events_discarded; uint32_t cpu_id;
            };
            struct event_header_compact {
                enum : integer { size = 5; align = 1; } { compact = 0 ... 30, extended = 31 } id;
                variant <id> {
                    struct { uint27_clock_t timestamp; } compact;
                    struct { uint32_t id; uint64_clock_t timestamp; } extended;
                } v;
            } align(8);
            event { name = "first"; id = 3; stream_id = 7; loglevel = 13; fields := struct { uint64_clock_t _when; }; };
            stream { id = 7; event.header := struct event_header_compact; packet.context := struct packet_context; };
            event { name = "second"; id = 1; stream_id = 7; };
            """;

    private static Set<Role> roles(FieldClass type) {
        return ((IntegerClass) type).roles();
    }

    @Test
    void reservedNamesGiveRoles() throws Exception {
        TraceMetadata metadata = read(LTTNG);
        StructClass packetHeader = metadata.packetHeader();
        assertThat(roles(member(packetHeader, "magic"))).containsExactly(Role.PACKET_MAGIC);
        assertThat(roles(((ArrayClass) member(packetHeader, "uuid")).element())).containsExactly(Role.METADATA_UUID);
        assertThat(roles(member(packetHeader, "stream_id"))).containsExactly(Role.STREAM_CLASS_ID);
        assertThat(roles(member(packetHeader, "stream_instance_id"))).containsExactly(Role.STREAM_ID);
        StructClass context = metadata.streams().get(0).packetContext();
        assertThat(roles(member(context, "timestamp_begin"))).containsExactly(Role.CLOCK_TIMESTAMP);
        assertThat(roles(member(context, "timestamp_end"))).containsExactly(Role.PACKET_END_TIMESTAMP);
        assertThat(roles(member(context, "content_size"))).containsExactly(Role.PACKET_CONTENT_LENGTH);
        assertThat(roles(member(context, "packet_size"))).containsExactly(Role.PACKET_TOTAL_LENGTH);
        assertThat(roles(member(context, "packet_seq_num"))).containsExactly(Role.PACKET_SEQUENCE_NUMBER);
        assertThat(roles(member(context, "events_discarded"))).containsExactly(Role.DISCARDED_EVENTS);
        assertThat(roles(member(context, "cpu_id"))).containsExactly(Role.CPU_ID);
        StructClass header = metadata.streams().get(0).eventHeader();
        assertThat(roles(member(header, "id"))).containsExactly(Role.EVENT_CLASS_ID);
        VariantClass variant = (VariantClass) member(header, "v");
        StructClass extended = (StructClass) variant.options().get(1).type();
        assertThat(roles(member(extended, "id"))).containsExactly(Role.EVENT_CLASS_ID);
        assertThat(roles(member(extended, "timestamp"))).containsExactly(Role.CLOCK_TIMESTAMP);
        assertThat(header.alignment()).isEqualTo(8);
    }

    @Test
    void fieldsOfEventsHaveNoRoles() throws Exception {
        assertThat(roles(member(read(LTTNG).eventClasses().get(0).payload(), "when"))).isEmpty();
    }

    @Test
    void blocksMayComeInAnyOrderAndEventsKeepTheirs() throws Exception {
        StreamClass stream = read(LTTNG).streams().get(0);
        assertThat(stream.id()).isEqualTo(7);
        assertThat(stream.events()).extracting(EventClass::name).containsExactly("first", "second");
        assertThat(stream.events().get(0)).extracting(EventClass::id, EventClass::logLevel).containsExactly(3L, "13");
        assertThat(stream.events().get(1).payload()).isNull();
    }

    @Test
    void traceAndEnvironmentAreKept() throws Exception {
        TraceMetadata metadata = read(LTTNG);
        assertThat(metadata.uuid()).isEqualTo("2a6422d0-6cee-11e0-8c08-cb07d7b3a564");
        assertThat(metadata.byteOrder()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(metadata.environment()).containsExactly(Map.entry("hostname", "A"), Map.entry("tracer_name", "lttng-modules"),
                Map.entry("tracer_major", "2"), Map.entry("zero", "-5"), Map.entry("big", "18446744073709551615"));
        assertThat(metadata.warnings()).isEmpty();
    }

    @Test
    void theClockOfAStreamIsTheOneItsTimestampsAreMappedTo() throws Exception {
        assertThat(read(LTTNG).streams().get(0).clock()).isEqualTo(new ClockClass("monotonic", "boot", 1_000_000_000L, 1_795_198_412L,
                436_683_768L, 0, true, "Monotonic Clock"));
    }

    private static ClockClass clock(String attributes) throws Exception {
        return read(TRACE + "clock { name = c; " + attributes + " };").clocks().get(0);
    }

    @Test
    void clockOffsetsAreBroughtToLessThanASecond() throws Exception {
        assertThat(clock("freq = 1000; offset_s = 5; offset = 2500;")).extracting(ClockClass::offsetSeconds, ClockClass::offsetCycles)
                .containsExactly(7L, 500L);
        assertThat(clock("freq = 1000; offset_s = -5; offset = -1;")).extracting(ClockClass::offsetSeconds, ClockClass::offsetCycles)
                .containsExactly(-6L, 999L);
        assertThat(clock("offset = 18446744073709551615;")).extracting(ClockClass::offsetSeconds, ClockClass::offsetCycles)
                .containsExactly(18_446_744_073L, 709_551_615L);
    }

    @Test
    void aClockHasTheStandardsDefaults() throws Exception {
        assertThat(clock("")).isEqualTo(new ClockClass("c", "", 1_000_000_000L, 0, 0, 0, false, ""));
        assertThat(clock("absolute = TRUE; precision = 10;")).extracting(ClockClass::absolute, ClockClass::precisionCycles).containsExactly(
                true,
                10L);
    }

    private static final String UNMAPPED = "stream { event.header := struct { uint8_t id; uint64_t timestamp; };"
            + "packet.context := struct { uint64_t timestamp_begin; }; }; event { name = e; id = 0; };";

    @Test
    void timestampsWithoutAMappingBelongToTheOnlyClock() throws Exception {
        StreamClass stream = read(PRELUDE + TRACE + "clock { name = only; freq = 7; };" + UNMAPPED).streams().get(0);
        assertThat(stream.clock().id()).isEqualTo("only");
        assertThat(roles(member(stream.eventHeader(), "timestamp"))).containsExactly(Role.CLOCK_TIMESTAMP);
    }

    @Test
    void timestampsWithoutAnyClockAreNanosecondsWithAWarning() throws Exception {
        TraceMetadata metadata = read(PRELUDE + TRACE + UNMAPPED);
        assertThat(metadata.streams().get(0).clock().frequencyHz()).isEqualTo(1_000_000_000L);
        assertThat(metadata.warnings()).singleElement().asString().contains("no clock is described");
    }

    @Test
    void aMappedFieldOfTheHeaderIsATimestampWhateverItsName() throws Exception {
        StreamClass stream = read(PRELUDE + TRACE + "clock { name = c; }; stream { event.header := struct { uint8_t id;"
                + "integer { size = 32; map = clock.c.value; } ts; }; };").streams().get(0);
        assertThat(roles(member(stream.eventHeader(), "ts"))).containsExactly(Role.CLOCK_TIMESTAMP);
    }

    @Test
    void eventsWithoutStreamsMakeOne() throws Exception {
        TraceMetadata metadata = read(TRACE + "event { name = e; };");
        assertThat(metadata.streams()).singleElement().satisfies(stream -> {
            assertThat(stream.id()).isZero();
            assertThat(stream.clock()).isNull();
            assertThat(stream.events()).hasSize(1);
        });
    }

    @Test
    void anEventWithoutAStreamIdBelongsToTheOnlyStream() throws Exception {
        assertThat(read(TRACE + "stream { id = 9; }; event { name = e; };").eventClasses().get(0).streamClassId()).isEqualTo(9);
    }

    @Test
    void unknownBlocksAndAttributesAreWarnings() throws Exception {
        TraceMetadata metadata = read("""
                novelty { a { b } [ ] ; };
                callsite { name = x; func = y; };
                trace { major = 1; minor = 8; byte_order = le; color = 3; };
                event {
                    name = e; model.emf.uri = "http://x"; weight = 1;
                    fields := struct { integer { size = 8; taste = sour; } a; };
                };
                """);
        assertThat(metadata.warnings()).hasSize(4);
        assertThat(metadata.warnings()).anySatisfy(w -> assertThat(w).contains("line 1, column 1").contains("novelty"))
                .anySatisfy(w -> assertThat(w).contains("line 3").contains("color")).anySatisfy(w -> assertThat(w).contains("weight"))
                .anySatisfy(w -> assertThat(w).contains("taste"));
    }

    @Test
    void commentsContinuationsAndLineEndsAreSpace() throws Exception {
        TraceMetadata metadata = read(
                "/* CTF 1.8 */\r\ntrace \\\r\n{ major = 1; // one\r\n minor /* * / */ = \\\n 8; byte_order = le; };;\r\nenv { "
                        + "a = \"x\\\ny\"; };");
        assertThat(metadata.environment("a")).isEqualTo("xy");
    }

    @Test
    void stringsHaveTheEscapesOfC() throws Exception {
        TraceMetadata metadata = read(TRACE + "env { a = \"\\t\\\"\\\\\\x41\\101\\n?\\?\\'\"; b = \"h\u00e9\u20ac\\303\\251\"; };");
        assertThat(metadata.environment("a")).isEqualTo("\t\"\\AA\n??'");
        assertThat(metadata.environment("b")).isEqualTo("hé€é");
    }

    @Test
    void unreadableBytesInStringsAreReplacedWithAWarning() throws Exception {
        byte[] bytes = (TRACE + "env { a = \"x?y\"; };").getBytes(StandardCharsets.ISO_8859_1);
        bytes[bytes.length - 7] = (byte) 0xE9;
        TraceMetadata metadata = read(bytes);
        assertThat(metadata.environment("a")).isEqualTo("x\uFFFDy");
        assertThat(metadata.warnings()).singleElement().asString().contains("not UTF-8");
    }

    @Test
    void numbersHaveCsFormsAndSuffixes() throws Exception {
        TraceMetadata metadata = read(
                TRACE + "env { a = 0x7fUL; b = 017ll; c = 0b101u; d = 42L; e = - 9223372036854775808; f = +1; g = 'A'; };");
        assertThat(metadata.environment().values()).containsExactly("127", "15", "5", "42", "-9223372036854775808", "1", "65");
    }
}
