/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bowline.ctf.trace.Samples.PRELUDE;
import static org.bowline.ctf.trace.Samples.member;
import static org.bowline.ctf.trace.Samples.payload;
import static org.bowline.ctf.trace.Samples.read;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.VariantClass;

final class TsdlReferencesTest {
    /** Every scope has a field {@code len} and one of its own. */
    private static final String SCOPES = PRELUDE + """
            trace { major = 1; minor = 8; byte_order = le; packet.header := struct { uint8_t len; uint8_t ph; }; };
            stream {
                packet.context := struct { uint8_t len; uint8_t pc; };
                event.header := struct { uint8_t len; uint8_t eh; };
                event.context := struct { uint8_t len; uint8_t cc; struct { uint8_t deep; } in; };
            };
            """;

    private static FieldLocation lengthOf(FieldClass array) {
        return ((Length.Field) ((ArrayClass) array).length()).location();
    }

    private static FieldLocation locate(String reference) throws TraceReadException {
        StructClass payload = read(SCOPES + "event { name = e; context := struct { uint8_t len; uint8_t sc; };"
                + "fields := struct { uint8_t len; uint8_t pl; uint8_t x[" + reference + "]; }; };").eventClasses().get(0).payload();
        return lengthOf(member(payload, "x"));
    }

    private static FieldLocation at(Scope scope, String... path) {
        return new FieldLocation(scope, List.of(path));
    }

    @Test
    void aPlainNameIsFoundInTheNearestScope() throws Exception {
        assertThat(locate("len")).isEqualTo(at(Scope.PAYLOAD, "len"));
        assertThat(locate("sc")).isEqualTo(at(Scope.SPECIFIC_CONTEXT, "sc"));
        assertThat(locate("cc")).isEqualTo(at(Scope.COMMON_CONTEXT, "cc"));
        assertThat(locate("eh")).isEqualTo(at(Scope.EVENT_HEADER, "eh"));
        assertThat(locate("pc")).isEqualTo(at(Scope.PACKET_CONTEXT, "pc"));
        assertThat(locate("ph")).isEqualTo(at(Scope.PACKET_HEADER, "ph"));
        assertThat(locate("in.deep")).isEqualTo(at(Scope.COMMON_CONTEXT, "in", "deep"));
    }

    @Test
    void anAbsoluteNameGoesToItsScope() throws Exception {
        assertThat(locate("trace.packet.header.len")).isEqualTo(at(Scope.PACKET_HEADER, "len"));
        assertThat(locate("stream.packet.context.len")).isEqualTo(at(Scope.PACKET_CONTEXT, "len"));
        assertThat(locate("stream.event.header.len")).isEqualTo(at(Scope.EVENT_HEADER, "len"));
        assertThat(locate("stream.event.context.len")).isEqualTo(at(Scope.COMMON_CONTEXT, "len"));
        assertThat(locate("stream.event.context.in.deep")).isEqualTo(at(Scope.COMMON_CONTEXT, "in", "deep"));
        assertThat(locate("event.context.len")).isEqualTo(at(Scope.SPECIFIC_CONTEXT, "len"));
        assertThat(locate("event.fields.len")).isEqualTo(at(Scope.PAYLOAD, "len"));
    }

    @Test
    void enclosingStructuresComeBeforeOtherScopesInnermostFirst() throws Exception {
        StructClass payload = payload("""
                uint8_t len; uint8_t outer;
                struct { uint8_t len; struct { uint8_t a[len]; uint8_t b[outer]; uint8_t c[event.fields.len];
                    uint8_t d[event.fields.s.len]; } t; } s;
                """);
        StructClass inner = (StructClass) member((StructClass) member(payload, "s"), "t");
        assertThat(lengthOf(member(inner, "a"))).isEqualTo(at(Scope.PAYLOAD, "s", "len"));
        assertThat(lengthOf(member(inner, "b"))).isEqualTo(at(Scope.PAYLOAD, "outer"));
        assertThat(lengthOf(member(inner, "c"))).isEqualTo(at(Scope.PAYLOAD, "len"));
        assertThat(lengthOf(member(inner, "d"))).isEqualTo(at(Scope.PAYLOAD, "s", "len"));
    }

    @Test
    void onlyEarlierFieldsAreFound() {
        assertThatThrownBy(() -> payload("uint8_t x[len]; uint8_t len;")).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("no integer field 'len' is recorded before");
    }

    @Test
    void pathsGoThroughVariantsAndArraysWithoutAComponent() throws Exception {
        StructClass payload = payload("""
                enum : uint8_t { a, b } tag;
                variant <tag> { struct { uint8_t n; uint8_t x[n]; } a; struct { uint8_t n; } b; } v;
                struct { uint8_t n; uint8_t x[n]; } list[2];
                uint8_t y[v.n]; uint8_t z[v.b.n];
                """);
        VariantClass variant = (VariantClass) member(payload, "v");
        assertThat(lengthOf(member((StructClass) variant.options().get(0).type(), "x"))).isEqualTo(at(Scope.PAYLOAD, "v", "n"));
        StructClass element = (StructClass) ((ArrayClass) member(payload, "list")).element();
        assertThat(lengthOf(member(element, "x"))).isEqualTo(at(Scope.PAYLOAD, "list", "n"));
        assertThat(lengthOf(member(payload, "y"))).isEqualTo(at(Scope.PAYLOAD, "v", "n"));
        assertThat(lengthOf(member(payload, "z"))).isEqualTo(at(Scope.PAYLOAD, "v", "n"));
    }

    @Test
    void theSameNamedTypeFindsItsFieldsAnewWhereverItIsUsed() throws Exception {
        StructClass payload = read(
                SCOPES + "struct list { uint8_t x[n]; }; event { name = e; context := struct { uint8_t n; struct list l; };"
                        + "fields := struct { struct list early; uint8_t n; struct list late; }; };")
                .eventClasses().get(0).payload();
        assertThat(lengthOf(member((StructClass) member(payload, "early"), "x"))).isEqualTo(at(Scope.SPECIFIC_CONTEXT, "n"));
        assertThat(lengthOf(member((StructClass) member(payload, "late"), "x"))).isEqualTo(at(Scope.PAYLOAD, "n"));
    }

    @Test
    void underscoresOfReferencesAndFieldsMatch() throws Exception {
        StructClass payload = payload("uint8_t __x_length; uint8_t _x[ __x_length ];");
        assertThat(lengthOf(member(payload, "x"))).isEqualTo(at(Scope.PAYLOAD, "_x_length"));
    }
}
