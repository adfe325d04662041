/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.ctf.trace.Samples.PRELUDE;
import static org.bowline.ctf.trace.Samples.TRACE;
import static org.bowline.ctf.trace.Samples.member;
import static org.bowline.ctf.trace.Samples.payload;
import static org.bowline.ctf.trace.Samples.read;

import java.nio.ByteOrder;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Mapping;
import org.bowline.ctf.metadata.RangeSet;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariantClass;

final class TsdlTypesTest {
    private static IntegerClass integer(String attributes) throws Exception {
        return (IntegerClass) member(payload("integer {" + attributes + "} x;"), "x");
    }

    @Test
    void anIntegerHasItsDefaults() throws Exception {
        assertThat(integer("size = 16;")).isEqualTo(new IntegerClass(IntegerClass.Form.NUMBER, 16, 8, false, ByteOrder.LITTLE_ENDIAN, false,
                10, TextEncoding.NONE, List.of(), java.util.Set.of()));
        assertThat(integer("size = 5;").alignment()).isEqualTo(1);
    }

    @Test
    void anIntegerHasWhatIsWritten() throws Exception {
        IntegerClass integer = integer("size = 0x40; align = 64; signed = TRUE; byte_order = network; base = hex; encoding = UTF8;");
        assertThat(integer.size()).isEqualTo(64);
        assertThat(integer.alignment()).isEqualTo(64);
        assertThat(integer.signed()).isTrue();
        assertThat(integer.byteOrder()).isEqualTo(ByteOrder.BIG_ENDIAN);
        assertThat(integer.base()).isEqualTo(16);
        assertThat(integer.encoding()).isEqualTo(TextEncoding.UTF8);
    }

    @Test
    void basesHaveNames() throws Exception {
        for (String name : List.of("decimal", "dec", "d", "i", "u", "10")) {
            assertThat(integer("size = 8; base = " + name + ";").base()).as(name).isEqualTo(10);
        }
        for (String name : List.of("hexadecimal", "hex", "x", "X", "p", "16", "0x10", "020")) {
            assertThat(integer("size = 8; base = " + name + ";").base()).as(name).isEqualTo(16);
        }
        for (String name : List.of("octal", "oct", "o", "8")) {
            assertThat(integer("size = 8; base = " + name + ";").base()).as(name).isEqualTo(8);
        }
        for (String name : List.of("binary", "b", "2", "0b10")) {
            assertThat(integer("size = 8; base = " + name + ";").base()).as(name).isEqualTo(2);
        }
    }

    @Test
    void nativeByteOrderIsThatOfTheTraceBlockEvenBeforeIt() throws Exception {
        TraceMetadata metadata = read("typealias integer { size = 16; byte_order = native; } := n;"
                + "event { name = e; fields := struct { n a; integer { size = 8; byte_order = le; } b; }; };"
                + "trace { major = 1; minor = 8; byte_order = be; };");
        StructClass payload = metadata.eventClasses().get(0).payload();
        assertThat(((IntegerClass) member(payload, "a")).byteOrder()).isEqualTo(ByteOrder.BIG_ENDIAN);
        assertThat(((IntegerClass) member(payload, "b")).byteOrder()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void floatingPointNumbersHaveTheirSizes() throws Exception {
        StructClass payload = payload("floating_point { exp_dig = 8; mant_dig = 24; byte_order = be; align = 32; } f;"
                + "floating_point { exp_dig = 11; mant_dig = 53; } d;");
        assertThat(member(payload, "f")).isEqualTo(new FloatClass(32, 32, ByteOrder.BIG_ENDIAN, false));
        assertThat(member(payload, "d")).isEqualTo(new FloatClass(64, 1, ByteOrder.LITTLE_ENDIAN, false));
    }

    @Test
    void stringsMayNameTheirEncoding() throws Exception {
        StructClass payload = payload("string a; string { encoding = ASCII; } b;");
        assertThat(member(payload, "a")).isEqualTo(new StringClass(TextEncoding.UTF8));
        assertThat(member(payload, "b")).isEqualTo(new StringClass(TextEncoding.UTF8));
    }

    @Test
    void oneUnderscoreIsTakenFromNamesOfFieldsAndOptionsButNotFromLabels() throws Exception {
        StructClass payload = payload("""
                enum : uint8_t { _a, __b } __tag;
                variant <__tag> { string _a; uint8_t __b; } _v;
                uint8_t plain;
                """);
        assertThat(payload.members()).extracting(StructClass.Member::name).containsExactly("_tag", "v", "plain");
        VariantClass variant = (VariantClass) member(payload, "v");
        assertThat(variant.selector()).isEqualTo(new FieldLocation(Scope.PAYLOAD, List.of("_tag")));
        assertThat(variant.options()).extracting(VariantClass.Option::name).containsExactly("a", "_b");
        assertThat(variant.options().get(1).ranges().contains(1)).isTrue();
        assertThat(((IntegerClass) member(payload, "_tag")).mappings()).extracting(Mapping::label).containsExactly("_a", "__b");
    }

    @Test
    void optionsMatchLabelsThatDifferByTheUnderscoreOnly() throws Exception {
        VariantClass variant = (VariantClass) member(payload("enum : uint8_t { ipv4 = 4 } t; variant <t> { uint8_t _ipv4; } v;"), "v");
        assertThat(variant.options().get(0).ranges().contains(4)).isTrue();
    }

    @Test
    void anOptionWithoutALabelIsNeverChosen() throws Exception {
        VariantClass variant = (VariantClass) member(payload("enum : uint8_t { a } t; variant <t> { uint8_t a; string b; } v;"), "v");
        assertThat(variant.options().get(1).ranges().ranges()).isEmpty();
    }

    @Test
    void enumerationsCountOnFromThePreviousLabel() throws Exception {
        IntegerClass type = (IntegerClass) member(payload("enum : uint8_t { a, b = 3 ... 5, c, \"d e\" = 0x10, f, a = 20 } x;"), "x");
        assertThat(type.form()).isEqualTo(IntegerClass.Form.ENUMERATION);
        assertThat(type.mappings()).containsExactly(mapping("a", 0, 0, 20, 20), mapping("b", 3, 5), mapping("c", 6, 6),
                mapping("d e", 16, 16), mapping("f", 17, 17));
    }

    private static Mapping mapping(String label, long... bounds) {
        List<RangeSet.Range> ranges = new java.util.ArrayList<>();
        for (int i = 0; i < bounds.length; i += 2) {
            ranges.add(new RangeSet.Range(bounds[i], bounds[i + 1]));
        }
        return new Mapping(label, new RangeSet(false, ranges));
    }

    @Test
    void enumerationsHoldTheGreatestValuesOfEitherSign() throws Exception {
        IntegerClass unsigned = (IntegerClass) member(
                payload("enum : uint64_t { top = 18446744073709551615, zero = 0, all = 0 ... 18446744073709551615 } x;"),
                "x");
        assertThat(unsigned.mappings().get(0).ranges().contains(-1L)).isTrue();
        assertThat(unsigned.mappings().get(2).ranges().contains(Long.MIN_VALUE)).isTrue();
        IntegerClass signed = (IntegerClass) member(payload("enum { low = -9223372036854775808, minus = -5 ... -1, next } x;"), "x");
        assertThat(signed.signed()).as("the container is int").isTrue();
        assertThat(signed.mappings().get(0).ranges().contains(Long.MIN_VALUE)).isTrue();
        assertThat(signed.mappings().get(2).ranges().contains(0)).isTrue();
    }

    @Test
    void characterConstantsAreNumbers() throws Exception {
        IntegerClass type = (IntegerClass) member(payload("enum : uint8_t { a = 'A', tab = '\\t' } x;"), "x");
        assertThat(type.mappings()).containsExactly(mapping("a", 65, 65), mapping("tab", 9, 9));
    }

    @Test
    void dimensionsNestFromLeftToRight() throws Exception {
        ArrayClass outer = (ArrayClass) member(payload("uint16_t x[2][3];"), "x");
        assertThat(outer.length()).isEqualTo(new Length.Fixed(2));
        assertThat(((ArrayClass) outer.element()).length()).isEqualTo(new Length.Fixed(3));
        assertThat(outer.alignment()).isEqualTo(8);
    }

    @Test
    void anEmptyArrayStillAligns() throws Exception {
        StructClass payload = payload("uint8_t a; integer { size = 8; align = 16; } b[0];");
        assertThat(member(payload, "b").alignment()).isEqualTo(16);
        assertThat(payload.alignment()).isEqualTo(16);
    }

    @Test
    void aStructureAlignsAsItsGreatestMemberOrAsDeclared() throws Exception {
        StructClass payload = payload("struct { int a; uint8_t b; } s; struct { uint8_t a; } align(64) t; struct {} u;");
        assertThat(member(payload, "s").alignment()).isEqualTo(32);
        assertThat(member(payload, "t").alignment()).isEqualTo(64);
        assertThat(member(payload, "u").alignment()).isEqualTo(1);
        assertThat(payload.alignment()).isEqualTo(64);
    }

    @Test
    void aVariantDoesNotAlignByItself() throws Exception {
        StructClass payload = payload("enum : uint8_t { a } t; variant <t> { int a; } v;");
        assertThat(member(payload, "v").alignment()).isEqualTo(1);
        assertThat(payload.alignment()).isEqualTo(8);
    }

    @Test
    void typesAreNamedInMoreThanOneWay() throws Exception {
        StructClass payload = payload("""
                typedef uint8_t uuid_t[4], byte;
                typealias integer { size = 64; } := unsigned long long;
                typealias unsigned long long := size_t;
                typealias integer { size = 32; base = 16; } := void *;
                typealias uint16_t [3] := triple;
                struct point { uint8_t x, y; };
                enum color : uint8_t { red };
                uuid_t id; const byte b; size_t n; void *p; const unsigned const long long q; struct point at; enum color c; triple t;
                """);
        assertThat(((ArrayClass) member(payload, "id")).length()).isEqualTo(new Length.Fixed(4));
        assertThat(((IntegerClass) member(payload, "b")).size()).isEqualTo(8);
        assertThat(((IntegerClass) member(payload, "n")).size()).isEqualTo(64);
        assertThat(((IntegerClass) member(payload, "p")).base()).isEqualTo(16);
        assertThat(((IntegerClass) member(payload, "q")).size()).isEqualTo(64);
        assertThat(((StructClass) member(payload, "at")).members()).hasSize(2);
        assertThat(((IntegerClass) member(payload, "c")).form()).isEqualTo(IntegerClass.Form.ENUMERATION);
        assertThat(((ArrayClass) member(payload, "t")).length()).isEqualTo(new Length.Fixed(3));
    }

    @Test
    void innerNamesHideOuterOnesAndEndWithTheirScope() throws Exception {
        StructClass payload = payload("""
                struct { typealias integer { size = 4; } := uint8_t; uint8_t x; struct s { string z; }; struct s y; } inner;
                struct s { uint8_t a; }; struct s outer; uint8_t after;
                """);
        assertThat(((IntegerClass) member((StructClass) member(payload, "inner"), "x")).size()).isEqualTo(4);
        assertThat(((IntegerClass) member(payload, "after")).size()).isEqualTo(8);
        assertThat(((StructClass) member(payload, "outer")).members().get(0).name()).isEqualTo("a");
    }

    @Test
    void aNameMeansWhatItMeantWhereItsTypeWasDeclared() throws Exception {
        TraceMetadata metadata = read(PRELUDE + TRACE + "typealias integer { size = 3; } := t; struct s { t a; };"
                + "event { name = e; typealias integer { size = 7; } := t; fields := struct { struct s x; t y; }; };");
        StructClass payload = metadata.eventClasses().get(0).payload();
        assertThat(((IntegerClass) member((StructClass) member(payload, "x"), "a")).size()).isEqualTo(3);
        assertThat(((IntegerClass) member(payload, "y")).size()).isEqualTo(7);
    }

    @Test
    void aVariantGetsItsTagWhereItIsUsed() throws Exception {
        StructClass payload = payload("""
                variant choice { uint8_t a; string b; };
                enum : uint8_t { a, b } first; variant choice <first> v;
                struct { enum : uint8_t { b, a } second; variant choice <second> w; } s;
                """);
        assertThat(((VariantClass) member(payload, "v")).selector().path()).containsExactly("first");
        VariantClass inner = (VariantClass) member((StructClass) member(payload, "s"), "w");
        assertThat(inner.selector().path()).containsExactly("s", "second");
        assertThat(inner.options().get(0).ranges().contains(1)).isTrue();
    }

    @Test
    void wordsThatAreKeywordsElsewhereMayNameFieldsAndLabels() throws Exception {
        StructClass payload = payload("string string; uint8_t event; enum : uint8_t { int, struct, align } env; struct {} align(8) align;");
        assertThat(payload.members()).extracting(StructClass.Member::name).containsExactly("string", "event", "env", "align");
    }
}
