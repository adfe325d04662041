/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.bowline.ctf.trace.Samples.PRELUDE;
import static org.bowline.ctf.trace.Samples.TRACE;
import static org.bowline.ctf.trace.Samples.payload;
import static org.bowline.ctf.trace.Samples.read;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.ctf.TraceReadException;

final class TsdlErrorsTest {
    static Stream<Arguments> fields() {
        return Stream.of(
                Arguments.of("nothing x;", "unknown type 'nothing'"),
                Arguments.of("struct nothing x;", "unknown type 'struct nothing'"),
                Arguments.of("struct s { struct s x; } y;", "unknown type 'struct s'"),
                Arguments.of("typealias loop := loop; loop x;", "unknown type 'loop'"),
                Arguments.of("variant nothing <a> x;", "unknown type 'variant nothing'"),
                Arguments.of("integer { align = 8; } x;", "an integer without a size"),
                Arguments.of("integer x;", "an integer without a size"),
                Arguments.of("integer { size = 65; } x;", "'size' is 65; 1 to 64"),
                Arguments.of("integer { size = 0; } x;", "'size' is 0"),
                Arguments.of("integer { size = -8; } x;", "'size' is -8"),
                Arguments.of("integer { size = big; } x;", "'size' must be a number"),
                Arguments.of("integer { size = 18446744073709551615; } x;", "'size' is 18446744073709551615"),
                Arguments.of("integer { size = 8; align = 3; } x;", "not a power of two"),
                Arguments.of("integer { size = 8; align = 0; } x;", "'align' is 0"),
                Arguments.of("struct {} align(12) x;", "not a power of two"),
                Arguments.of("integer { size = 8; byte_order = middle; } x;", "unknown byte order 'middle'"),
                Arguments.of("integer { size = 8; base = 7; } x;", "unknown base '7'"),
                Arguments.of("integer { size = 8; signed = maybe; } x;", "'signed' must be true or false"),
                Arguments.of("integer { size = 8; encoding = EBCDIC; } x;", "unknown encoding 'EBCDIC'"),
                Arguments.of("integer { size = 8; map = monotonic; } x;", "must be clock.NAME.value"),
                Arguments.of("integer { size = 8; map = clock.none.value; } x;", "unknown clock 'none'"),
                Arguments.of("floating_point { exp_dig = 7; mant_dig = 25; } x;", "7 exponent and 25 mantissa"),
                Arguments.of("floating_point x;", "0 exponent"),
                Arguments.of("enum : uint8_t { } x;", "an enumeration without labels"),
                Arguments.of("enum : uint8_t { a = 5 ... 3 } x;", "ends before it begins"),
                Arguments.of("enum : uint64_t { a = 18446744073709551615, b } x;", "has no value"),
                Arguments.of("enum { a = 18446744073709551615 } x;", "greater than a signed integer holds"),
                Arguments.of("enum : struct {} { a } x;", "recorded as an integer"),
                Arguments.of("enum : uint8_t { a b } x;", "expected ',' or '}'"),
                Arguments.of("uint8_t x[-1];", "an array of -1 elements"),
                Arguments.of("uint8_t x[2147483648];", "an array of 2147483648 elements"),
                Arguments.of("uint8_t x[n];", "no integer field 'n'"),
                Arguments.of("string n; uint8_t x[n];", "no integer field 'n'"),
                Arguments.of("int n; uint8_t x[n];", "the length field 'n' is signed"),
                Arguments.of("uint8_t x[event.fields.y];", "no integer field 'event.fields.y'"),
                Arguments.of("uint8_t t; variant <t> { uint8_t a; } v;", "the tag 't' is not an enumeration"),
                Arguments.of("variant v { uint8_t a; }; variant v x;", "a variant without a tag"),
                Arguments.of("enum : uint8_t { a } t; variant <t> { } v;", "a variant without options"),
                Arguments.of("enum : uint8_t { a } t; variant <t> { uint8_t a; uint8_t _a; } v;", "has an option '_a' already"),
                Arguments.of("uint8_t a; uint8_t _a;", "has a field '_a' already"),
                Arguments.of("typedef uint8_t a; typedef uint16_t a;", "the type name 'a' is declared twice"),
                Arguments.of("struct s {}; struct s {};", "'struct s' is declared twice"),
                Arguments.of("uint8_t;", "names neither a field nor a type"),
                Arguments.of("struct s { } *x;", "only a named type can be a pointer"),
                Arguments.of("uint8_t *x;", "unknown type 'uint8_t *'"),
                Arguments.of("uint8_t 5;", "expected a name, but found 5"),
                Arguments.of("uint8_t x", "expected ';', but found '}'"),
                Arguments.of("uint8_t x[3;", "expected ']'"),
                Arguments.of("struct x;", "unknown type 'struct x'"),
                Arguments.of("integer { size = 08; } x;", "not a digit of a number of base 8"),
                Arguments.of("integer { size = 0x; } x;", "has no digits"),
                Arguments.of("integer { size = 8q; } x;", "must not be followed by 'q'"),
                Arguments.of("integer { size = 18446744073709551616; } x;", "greater than 64 bits hold"),
                Arguments.of("enum : uint8_t { a = -9223372036854775809 } x;", "less than 64 bits hold"),
                Arguments.of("enum : uint8_t { a = '' } x;", "character constant is empty"),
                Arguments.of("enum : uint8_t { a = 'ab' } x;", "does not end after one character"),
                Arguments.of("enum : uint8_t { \"\\q\" } x;", "unknown escape"),
                Arguments.of("enum : uint8_t { \"\\777\" } x;", "one byte"),
                Arguments.of("enum : uint8_t { \"open } x;\n", "does not end on its line"),
                Arguments.of("uint8_t x; @", "unexpected character '@'"),
                Arguments.of("uint8_t x; \u0001", "unexpected byte 0x1"),
                Arguments.of("uint8_t x; /* open", "comment that begins here does not end"));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void aWrongFieldIsRefused(String fields, String message) {
        assertThatThrownBy(() -> payload(fields)).isInstanceOf(TraceReadException.class).hasMessageContaining(message)
                .hasMessageContaining("line ");
    }

    static Stream<Arguments> blocks() {
        String header = "packet.header := struct { uint8_t stream_id; };";
        String twoStreams = "trace { major = 1; minor = 8; byte_order = le; " + header + " }; stream { id = 1; }; stream { id = 2; };";
        return Stream.of(
                Arguments.of("", "the metadata ends without a trace block"),
                Arguments.of(TRACE + TRACE, "a second trace block"),
                Arguments.of("trace { minor = 8; byte_order = le; };", "lacks 'major'"),
                Arguments.of("trace { major = 1; minor = 9; byte_order = le; };", "of version 1.9"),
                Arguments.of("trace { major = 1; minor = 8; };", "lacks its byte_order"),
                Arguments.of("trace { major = 1; minor = 8; byte_order = native; };", "unknown byte order 'native'"),
                Arguments.of("trace { major = 1; minor = 8; byte_order = le; uuid = \"short\"; };", "'uuid' is not a UUID"),
                Arguments.of("trace { major = 1; major = 1; minor = 8; byte_order = le; };", "told twice"),
                Arguments.of("trace { major = 1; minor = 8; byte_order = le; packet.header := uint8_t; };", "a structure is needed"),
                Arguments.of("trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint8_t magic; }; };",
                        "'magic' must have 32 bits"),
                Arguments.of("trace { major = 1; minor = 8; byte_order = le; packet.header := struct { int stream_id; }; };",
                        "'stream_id' must be unsigned"),
                Arguments.of(TRACE + "clock { freq = 1; };", "a clock without a name"),
                Arguments.of(TRACE + "clock { name = c; freq = 0; };", "a frequency of 0 Hz"),
                Arguments.of(TRACE + "clock { name = c; freq = 18446744073709551615; };", "a frequency of 18446744073709551615 Hz"),
                Arguments.of(TRACE + "clock { name = c; freq = 1; offset_s = 9223372036854775807; offset = 5; };", "out of range"),
                Arguments.of(TRACE + "clock { name = c; }; clock { name = c; };", "a second clock named 'c'"),
                Arguments.of(TRACE + "clock { name = c; absolute = perhaps; };", "'absolute' must be true or false"),
                Arguments.of(TRACE + "stream { id = 1; }; stream { id = 2; };", "the packet header has no 'stream_id'"),
                Arguments.of(TRACE + "stream { id = 1; }; stream { id = 1; };", "a second stream with the id 1"),
                Arguments.of(TRACE + "stream { id = -1; };", "'id' must be a number from 0"),
                Arguments.of(TRACE + "event { id = 1; };", "an event without a name"),
                Arguments.of(TRACE + "stream { id = 1; }; event { name = e; stream_id = 2; };", "the stream 2, which is not described"),
                Arguments.of(TRACE + "event { name = e; stream_id = 0; };", "the stream 0, which is not described"),
                Arguments.of(twoStreams + "event { name = e; };", "does not say to which of the 2 streams"),
                Arguments.of(TRACE + "event { name = e; id = 1; }; event { name = f; id = 1; };", "the id 1, which 'e' has already"),
                Arguments.of(TRACE + "event { name = e; id = 1; }; event { name = f; };", "'f' has no id"),
                Arguments.of(TRACE + "event { name = e; id = 1; }; event { name = f; id = 2; };", "the event header has no 'id'"),
                Arguments.of(
                        TRACE + "stream { event.header := struct { uint64_t timestamp; }; }; clock { name = a; }; clock { name = b; };",
                        "which of the trace's 2 clocks"),
                Arguments.of(TRACE + "clock { name = a; }; clock { name = b; }; stream { event.header := struct {"
                        + "integer { size = 32; map = clock.a.value; } x; integer { size = 32; map = clock.b.value; } y; }; };",
                        "several clocks: a, b"),
                Arguments.of(TRACE + "uint8_t x;", "begins neither a block nor a declaration"),
                Arguments.of(TRACE + "struct s { uint8_t a; } x;", "a field cannot be declared outside"),
                Arguments.of(TRACE + "struct s { nothing a; };", "unknown type 'nothing'"),
                Arguments.of(TRACE + "{", "expected a block or a declaration"),
                Arguments.of(TRACE + "event { name = e;", "the block 'event' that begins here does not end"),
                Arguments.of(TRACE + "novelty { { }", "the block 'novelty' that begins here does not end"),
                Arguments.of(TRACE + "typealias integer { size = 8; } := ;", "expected the alias's name"));
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void aWrongBlockIsRefused(String blocks, String message) {
        assertThatThrownBy(() -> read(PRELUDE + blocks)).isInstanceOf(TraceReadException.class).hasMessageContaining(message);
    }

    @Test
    void anErrorNamesLineColumnAndOffset() {
        String text = "/* CTF 1.8 */\n" + TRACE + "  enum x;\n";
        TraceReadException error = catchThrowableOfType(TraceReadException.class, () -> read(text));
        assertThat(error).hasMessageContaining("line 3, column 3: unknown type 'enum x'");
        assertThat(error.offsetBytes()).isEqualTo(text.indexOf("enum x"));
    }

    @Test
    void anotherVersionInTheFirstCommentIsRefused() {
        assertThatThrownBy(() -> read("/* CTF 1.7 */" + TRACE)).hasMessageContaining("CTF 1.7");
    }

    @Test
    void deepNestingIsRefusedInsteadOfOverflowingTheStack() {
        assertThatThrownBy(() -> payload("struct { ".repeat(100_000))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("nested more than 64 levels deep");
        assertThatThrownBy(() -> payload("enum : ".repeat(100_000))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("nested more than 64 levels deep");
        assertThatThrownBy(() -> payload("uint8_t x" + "[1]".repeat(100_000) + ";")).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("dimensions");
        assertThatThrownBy(() -> payload("uint8_t " + "*".repeat(100_000) + "x;")).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("stars");
    }

    @Test
    void nestingThroughNamesIsLimitedToo() {
        StringBuilder types = new StringBuilder("struct s0 { uint8_t n; uint8_t x[n]; };");
        for (int i = 1; i < 200; i++) {
            types.append("struct s").append(i).append(" { struct s").append(i - 1).append(" x; };");
        }
        assertThatThrownBy(() -> read(PRELUDE + TRACE + types)).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("nested more than 64 levels deep");
    }

    @Test
    void aFewLinesCannotStandForBillionsOfFields() {
        for (String leaf : new String[] {"uint8_t a;", "uint8_t n; uint8_t x[n];"}) {
            StringBuilder types = new StringBuilder("struct s0 { ").append(leaf).append(" };");
            for (int i = 1; i < 40; i++) {
                String previous = "struct s" + (i - 1);
                types.append("struct s").append(i).append(" { ").append(previous).append(" a; ").append(previous).append(" b; };");
            }
            assertThatThrownBy(() -> read(PRELUDE + TRACE + types)).as(leaf).isInstanceOf(TraceReadException.class)
                    .hasMessageContaining("more than 1048576 fields");
        }
        StringBuilder aliases = new StringBuilder("typealias struct { uint8_t a; } := t0;");
        for (int i = 1; i < 40; i++) {
            aliases.append("typealias struct { t").append(i - 1).append(" a; t").append(i - 1).append(" b; } := t").append(i).append(";");
        }
        assertThatThrownBy(() -> read(PRELUDE + TRACE + aliases)).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("more than 1048576 fields");
    }

    @Test
    void labelsCountAsFieldsDo() {
        StringBuilder text = new StringBuilder("struct s { uint8_t n; uint8_t x[n]; enum : uint16_t { l0");
        for (int i = 1; i < 20_000; i++) {
            text.append(", l").append(i);
        }
        text.append(" } e; };");
        for (int i = 0; i < 100; i++) {
            text.append("event { name = e; id = ").append(i).append("; fields := struct s; };");
        }
        assertThatThrownBy(() -> read(PRELUDE + TRACE + "stream { event.header := struct { uint8_t id; }; };" + text))
                .isInstanceOf(TraceReadException.class).hasMessageContaining("more than 1048576 fields and labels");
    }

    @Test
    void lookingUpManyReferencesInManyFieldsComesToAnEnd() {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            fields.append("uint8_t f").append(i).append(';');
        }
        for (int i = 0; i < 20_000; i++) {
            fields.append("uint8_t x").append(i).append("[f19999];");
        }
        assertThatThrownBy(() -> payload(fields.toString())).isInstanceOf(TraceReadException.class).hasMessageContaining("steps");
    }
}
