/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bowline.ctf.trace.Samples.jsonPayload;
import static org.bowline.ctf.trace.Samples.member;
import static org.bowline.ctf.trace.Samples.read;
import static org.bowline.ctf.trace.Samples.sequence;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.BlobClass;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Mapping;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.RangeSet;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;

final class JsonMetadataTest {
    private static final String PREAMBLE = "{'type':'preamble','version':2,'uuid':[42,100,34,208,108,238,17,224,140,8,203,7,"
            + "215,179,165,100]}";
    private static final String STREAM = "{'type':'data-stream-class'}";
    private static final String U8 = "{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'little-endian','alignment':8}";

    private static String member(String name, String fieldClass) {
        return "{'name':'" + name + "','field-class':" + fieldClass + "}";
    }

    private static FieldClass field(String fieldClass) throws TraceReadException {
        return jsonPayload(member("x", fieldClass)).members().get(0).type();
    }

    private static String structure(String... members) {
        return "{'type':'structure','member-classes':[" + String.join(",", members) + "]}";
    }

    private static FieldLocation at(Scope scope, String... path) {
        return new FieldLocation(scope, List.of(path));
    }

    private static IntegerClass integer(IntegerClass.Form form, int size, int alignment, boolean signed, ByteOrder order, boolean reversed,
            int base,
            List<Mapping> mappings) {
        return new IntegerClass(form, size, alignment, signed, order, reversed, base, TextEncoding.NONE, mappings, Set.of());
    }

    @Test
    void fixedLengthNumbersHaveTheirFormsAndDefaults() throws Exception {
        assertThat(field("{'type':'fixed-length-unsigned-integer','length':5,'byte-order':'big-endian'}"))
                .isEqualTo(integer(IntegerClass.Form.NUMBER, 5, 1, false, ByteOrder.BIG_ENDIAN, false, 10, List.of()));
        assertThat(field(
                "{'type':'fixed-length-signed-integer','length':64,'byte-order':'little-endian','alignment':64,"
                        + "'preferred-display-base':16}"))
                .isEqualTo(integer(IntegerClass.Form.NUMBER, 64, 64, true, ByteOrder.LITTLE_ENDIAN, false, 16, List.of()));
        assertThat(field("{'type':'fixed-length-boolean','length':8,'byte-order':'little-endian'}"))
                .isEqualTo(integer(IntegerClass.Form.BOOLEAN, 8, 1, false, ByteOrder.LITTLE_ENDIAN, false, 10, List.of()));
        assertThat(field("{'type':'fixed-length-bit-array','length':3,'byte-order':'little-endian'}"))
                .isEqualTo(integer(IntegerClass.Form.BIT_ARRAY, 3, 1, false, ByteOrder.LITTLE_ENDIAN, false, 10, List.of()));
        assertThat(field("{'type':'fixed-length-bit-map','length':16,'byte-order':'little-endian','flags':{'a':[[0,0],[3,4]]}}"))
                .isEqualTo(integer(IntegerClass.Form.BIT_MAP, 16, 1, false, ByteOrder.LITTLE_ENDIAN, false, 10,
                        List.of(new Mapping("a", ranges(false, 0, 0, 3, 4)))));
        assertThat(field("{'type':'fixed-length-floating-point-number','length':64,'byte-order':'big-endian','alignment':32}"))
                .isEqualTo(new FloatClass(64, 32, ByteOrder.BIG_ENDIAN, false));
    }

    private static RangeSet ranges(boolean signed, long... bounds) {
        List<RangeSet.Range> ranges = new java.util.ArrayList<>();
        for (int i = 0; i < bounds.length; i += 2) {
            ranges.add(new RangeSet.Range(bounds[i], bounds[i + 1]));
        }
        return new RangeSet(signed, ranges);
    }

    @Test
    void theBitOrderIsReversedOnlyAgainstTheByteOrder() throws Exception {
        String type = "{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'%s','bit-order':'%s'}";
        assertThat(((IntegerClass) field(type.formatted("little-endian", "first-to-last"))).reversedBits()).isFalse();
        assertThat(((IntegerClass) field(type.formatted("little-endian", "last-to-first"))).reversedBits()).isTrue();
        assertThat(((IntegerClass) field(type.formatted("big-endian", "first-to-last"))).reversedBits()).isTrue();
        assertThat(((IntegerClass) field(type.formatted("big-endian", "last-to-first"))).reversedBits()).isFalse();
    }

    @Test
    void mappingsMakeAnEnumerationOfExactValues() throws Exception {
        IntegerClass unsigned = (IntegerClass) field("{'type':'fixed-length-unsigned-integer','length':64,'byte-order':'little-endian',"
                + "'mappings':{'low':[[0,30]],'top':[[18446744073709551615,18446744073709551615]]}}");
        assertThat(unsigned.form()).isEqualTo(IntegerClass.Form.ENUMERATION);
        assertThat(unsigned.mappings()).containsExactly(new Mapping("low", ranges(false, 0, 30)),
                new Mapping("top", ranges(false, -1, -1)));
        VariableIntegerClass signed = (VariableIntegerClass) field("{'type':'variable-length-signed-integer',"
                + "'mappings':{'all':[[-9223372036854775808,9223372036854775807]]}}");
        assertThat(signed.mappings()).containsExactly(new Mapping("all", ranges(true, Long.MIN_VALUE, Long.MAX_VALUE)));
    }

    @Test
    void valuesThatTheSignednessExcludesAreCutOff() throws Exception {
        IntegerClass unsigned = (IntegerClass) field("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'little-endian',"
                + "'mappings':{'a':[[-5,5],[-9,-8]]}}");
        assertThat(unsigned.mappings()).containsExactly(new Mapping("a", ranges(false, 0, 5)));
        IntegerClass signed = (IntegerClass) field("{'type':'fixed-length-signed-integer','length':8,'byte-order':'little-endian',"
                + "'mappings':{'a':[[5,18446744073709551615],[9223372036854775808,9223372036854775809]]}}");
        assertThat(signed.mappings()).containsExactly(new Mapping("a", ranges(true, 5, Long.MAX_VALUE)));
    }

    @Test
    void stringsAndBlobsHaveLengthsAndEncodings() throws Exception {
        assertThat(field("{'type':'null-terminated-string'}")).isEqualTo(new StringClass(TextEncoding.UTF8));
        assertThat(field("{'type':'null-terminated-string','encoding':'utf-16le'}")).isEqualTo(new StringClass(TextEncoding.UTF16LE));
        assertThat(field("{'type':'static-length-string','length':16,'encoding':'utf-32be'}"))
                .isEqualTo(new TextClass(new Length.Fixed(16), TextEncoding.UTF32BE));
        assertThat(field("{'type':'static-length-blob','length':3,'media-type':'image/png'}"))
                .isEqualTo(new BlobClass(new Length.Fixed(3), "image/png", Set.of()));
        StructClass payload = jsonPayload(member("n", U8),
                member("t", "{'type':'dynamic-length-string','length-field-location':{'path':['n']}}"),
                member("b", "{'type':'dynamic-length-blob','length-field-location':{'origin':'event-record-payload','path':['n']}}"));
        assertThat(payload.members().get(1).type())
                .isEqualTo(new TextClass(new Length.Field(at(Scope.PAYLOAD, "n")), TextEncoding.UTF8));
        assertThat(payload.members().get(2).type())
                .isEqualTo(new BlobClass(new Length.Field(at(Scope.PAYLOAD, "n")), "application/octet-stream", Set.of()));
    }

    @Test
    void namesAreKeptAsTheyAre() throws Exception {
        assertThat(jsonPayload(member("_a", U8), member("__b", U8), member("", U8), member("a", U8)).members())
                .extracting(StructClass.Member::name).containsExactly("_a", "__b", "", "a");
    }

    @Test
    void arraysAndStructuresHaveMinimumAlignments() throws Exception {
        ArrayClass array = (ArrayClass) field(
                "{'type':'static-length-array','length':3,'minimum-alignment':32,'element-field-class':" + U8 + "}");
        assertThat(array.alignment()).isEqualTo(32);
        assertThat(array.length()).isEqualTo(new Length.Fixed(3));
        assertThat(field("{'type':'structure','minimum-alignment':4,'member-classes':[" + member("a", U8) + "]}").alignment()).isEqualTo(8);
        assertThat(field("{'type':'structure','minimum-alignment':64}").alignment()).isEqualTo(64);
    }

    @Test
    void anOptionalIsSelectedByABooleanOrByRanges() throws Exception {
        StructClass payload = jsonPayload(member("flag", "{'type':'fixed-length-boolean','length':8,'byte-order':'little-endian'}"),
                member("kind", "{'type':'variable-length-signed-integer'}"),
                member("a", "{'type':'optional','selector-field-location':{'path':['flag']},'field-class':" + U8 + "}"),
                member("b", "{'type':'optional','selector-field-location':{'path':['kind']},'selector-field-ranges':[[-3,3]],'field-class':"
                        + U8 + "}"));
        OptionalClass byFlag = (OptionalClass) payload.members().get(2).type();
        assertThat(byFlag.selector()).isEqualTo(at(Scope.PAYLOAD, "flag"));
        assertThat(byFlag.ranges()).isNull();
        assertThat(((OptionalClass) payload.members().get(3).type()).ranges()).isEqualTo(ranges(true, -3, 3));
    }

    @Test
    void aVariantsOptionsNeedNoNames() throws Exception {
        StructClass payload = jsonPayload(member("t", U8),
                member("v", "{'type':'variant','selector-field-location':{'path':['t']},'options':["
                        + "{'selector-field-ranges':[[0,1]],'field-class':" + U8 + "},{'name':'s','selector-field-ranges':[[2,2],[5,9]],"
                        + "'field-class':{'type':'null-terminated-string'}}]}"));
        VariantClass variant = (VariantClass) payload.members().get(1).type();
        assertThat(variant.options()).extracting(VariantClass.Option::name).containsExactly("", "s");
        assertThat(variant.options().get(1).ranges()).isEqualTo(ranges(false, 2, 2, 5, 9));
    }

    private static String array(String location) {
        return "{'type':'dynamic-length-array','element-field-class':" + U8 + ",'length-field-location':" + location + "}";
    }

    private static FieldLocation lengthOf(FieldClass array) {
        return ((Length.Field) ((ArrayClass) array).length()).location();
    }

    @Test
    void locationsAreAbsoluteRelativeOrOfADraft() throws Exception {
        StructClass payload = jsonPayload(member("n", U8), member("s", structure(member("n", U8),
                member("t", structure(member("near", array("{'path':['n']}")), member("up", array("{'path':[null,'n']}")),
                        member("far", array("{'path':[null,null,'n']}")),
                        member("abs", array("{'origin':'event-record-payload','path':['n']}")),
                        member("inside", array("{'origin':'event-record-payload','path':['s','n']}")),
                        member("draft", array("['event-record-payload','n']")))))));
        StructClass inner = (StructClass) ((StructClass) payload.members().get(1).type()).members().get(1).type();
        assertThat(inner.members()).extracting(m -> lengthOf(m.type())).containsExactly(at(Scope.PAYLOAD, "s", "n"),
                at(Scope.PAYLOAD, "s", "n"),
                at(Scope.PAYLOAD, "n"), at(Scope.PAYLOAD, "n"), at(Scope.PAYLOAD, "s", "n"), at(Scope.PAYLOAD, "n"));
    }

    @Test
    void originsLeadToEveryEarlierScope() throws Exception {
        TraceMetadata metadata = read(sequence(PREAMBLE,
                "{'type':'trace-class','packet-header-field-class':" + structure(member("n", U8)) + "}",
                "{'type':'data-stream-class','packet-context-field-class':" + structure(member("n", U8))
                        + ",'event-record-header-field-class':"
                        + structure(member("n", U8)) + ",'event-record-common-context-field-class':" + structure(member("n", U8)) + "}",
                "{'type':'event-record-class','specific-context-field-class':" + structure(member("n", U8)) + ",'payload-field-class':"
                        + structure(member("a", array("{'origin':'packet-header','path':['n']}")),
                                member("b", array("{'origin':'packet-context','path':['n']}")),
                                member("c", array("{'origin':'event-record-header','path':['n']}")),
                                member("d", array("{'origin':'event-record-common-context','path':['n']}")),
                                member("e", array("{'origin':'event-record-specific-context','path':['n']}")))
                        + "}"));
        assertThat(metadata.eventClasses().get(0).payload().members()).extracting(m -> lengthOf(m.type()).scope()).containsExactly(
                Scope.PACKET_HEADER, Scope.PACKET_CONTEXT, Scope.EVENT_HEADER, Scope.COMMON_CONTEXT, Scope.SPECIFIC_CONTEXT);
    }

    @Test
    void rolesAndClocksMakeAWholeTrace() throws Exception {
        TraceMetadata metadata = read(sequence(PREAMBLE,
                "{'type':'field-class-alias','name':'u32','field-class':{'type':'fixed-length-unsigned-integer','length':32,"
                        + "'byte-order':'little-endian'}}",
                "{'type':'field-class-alias','name':'ts','field-class':{'type':'fixed-length-unsigned-integer','length':64,"
                        + "'byte-order':'little-endian','roles':['default-clock-timestamp']}}",
                "{'type':'field-class-alias','name':'ctx','field-class':" + structure(member("begin", "'ts'"), member("cpu_id", "'u32'"),
                        member("end", "{'type':'fixed-length-unsigned-integer','length':64,'byte-order':'little-endian',"
                                + "'roles':['packet-end-default-clock-timestamp']}"))
                        + "}",
                "{'type':'trace-class','namespace':'lttng.org,2009','name':'','uid':'x',"
                        + "'environment':{'tracer_name':'lttng-modules','n':-3,"
                        + "'big':18446744073709551615},'packet-header-field-class':"
                        + structure(member("m",
                                "{'type':'fixed-length-unsigned-integer','length':32,'byte-order':'little-endian',"
                                        + "'roles':['packet-magic-number']}"),
                                member("u", "{'type':'static-length-blob','length':16,'roles':['metadata-stream-uuid']}"),
                                member("s",
                                        "{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'little-endian',"
                                                + "'roles':['data-stream-class-id']}"))
                        + "}",
                "{'type':'clock-class','id':'c','name':'monotonic','uid':'boot','frequency':1000,'precision':4,"
                        + "'offset-from-origin':{'seconds':-2,'cycles':1500},'description':'d'}",
                "{'type':'data-stream-class','id':18446744073709551615,'default-clock-class-id':'c','packet-context-field-class':'ctx',"
                        + "'event-record-header-field-class':"
                        + structure(member("i", "{'type':'variable-length-unsigned-integer','roles':['event-record-class-id']}"),
                                member("t", "'ts'"))
                        + "}",
                "{'type':'event-record-class','data-stream-class-id':18446744073709551615,'id':7,'name':'p:e','payload-field-class':"
                        + structure(member("t", "'ts'")) + ",'attributes':{'lttng.org,2009':{'log-level':'debug:line'}}}",
                "{'type':'event-record-class','data-stream-class-id':18446744073709551615,'id':8,'namespace':'n','name':'f'}"));
        assertThat(metadata.format()).isEqualTo(TraceMetadata.Format.CTF_2);
        assertThat(metadata.uuid()).isEqualTo("2a6422d0-6cee-11e0-8c08-cb07d7b3a564");
        assertThat(metadata.environment()).containsExactly(Map.entry("tracer_name", "lttng-modules"), Map.entry("n", "-3"),
                Map.entry("big", "18446744073709551615"));
        ClockClass clock = new ClockClass("c", "boot", 1000, -1, 500, 4, true, "d");
        assertThat(metadata.clocks()).containsExactly(clock);
        assertThat(metadata.streams()).singleElement().satisfies(stream -> {
            assertThat(stream.id()).isEqualTo(-1L);
            assertThat(stream.clock()).isEqualTo(clock);
            assertThat(stream.packetContext().members()).extracting(m -> ((IntegerClass) m.type()).roles())
                    .containsExactly(Set.of(Role.CLOCK_TIMESTAMP), Set.of(Role.CPU_ID), Set.of(Role.PACKET_END_TIMESTAMP));
            assertThat(((VariableIntegerClass) stream.eventHeader().members().get(0).type()).roles()).containsExactly(Role.EVENT_CLASS_ID);
            assertThat(stream.events()).extracting(EventClass::name).containsExactly("p:e", "f");
        });
        EventClass event = metadata.eventClasses().get(0);
        assertThat(event.logLevel()).isEqualTo("debug:line");
        assertThat(((IntegerClass) event.payload().members().get(0).type()).roles()).as("a timestamp means nothing in a payload").isEmpty();
        assertThat(((BlobClass) metadata.packetHeader().members().get(1).type()).roles()).containsExactly(Role.METADATA_UUID);
        assertThat(metadata.warnings()).singleElement().asString().contains("means nothing here");
    }

    @Test
    void onlyTheUnixEpochAndLttngsClocksWithoutOriginAreAbsolute() throws Exception {
        String clock = "{'type':'clock-class','id':'c','frequency':1%s}";
        assertThat(read(sequence(PREAMBLE, clock.formatted(""))).clocks().get(0).absolute()).isFalse();
        assertThat(read(sequence(PREAMBLE, clock.formatted(",'origin':'unix-epoch'"))).clocks().get(0).absolute()).isTrue();
        String lttng = "{'type':'trace-class','environment':{'tracer_name':'lttng-ust'}}";
        assertThat(read(sequence(PREAMBLE, lttng, clock.formatted(""))).clocks().get(0).absolute()).isTrue();
        assertThat(read(sequence(PREAMBLE, lttng, clock.formatted(",'origin':{'name':'big bang','uid':'1'}"))).clocks().get(0).absolute())
                .isFalse();
    }

    @Test
    void draftsSpellSomeThingsDifferently() throws Exception {
        TraceMetadata metadata = read(sequence(PREAMBLE,
                "{'type':'clock-class','name':'c','frequency':5,'uuid':[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,255]}",
                "{'type':'data-stream-class','default-clock-class-name':'c','event-record-header-field-class':"
                        + structure(member("id", "{'type':'fixed-length-unsigned-enumeration','length':16,'byte-order':'little-endian',"
                                + "'mappings':{'a':[[0,1]]},'roles':['event-record-class-id']}"))
                        + "}",
                "{'type':'event-record-class','name':'e','user-attributes':{'babeltrace.org,2020':{'log-level':'critical'}}}"));
        assertThat(metadata.clocks().get(0).uuid()).isEqualTo("00010203-0405-0607-0809-0a0b0c0d0eff");
        assertThat(metadata.streams().get(0).clock().id()).isEqualTo("c");
        assertThat(((IntegerClass) metadata.streams().get(0).eventHeader().members().get(0).type()).form())
                .isEqualTo(IntegerClass.Form.ENUMERATION);
        assertThat(metadata.eventClasses().get(0).logLevel()).isEqualTo("critical");
    }

    @Test
    void unknownAttributesAreIgnoredUnknownFragmentsWarnedOf() throws Exception {
        TraceMetadata metadata = read(sequence("{'type':'preamble','version':2,'extensions':{},'color':[1.5e3]}", "{'type':'novelty'}",
                "{'type':'data-stream-class','extensions':{'x':{'y':true}},'attributes':{'x':null}}"));
        assertThat(metadata.warnings()).singleElement().asString().contains("novelty").contains("line 2, column 2");
    }

    static Stream<Arguments> fields() {
        String location = "'selector-field-location':{'path':['u']}";
        return Stream.of(
                Arguments.of("'nothing'", "no field class alias 'nothing'"),
                Arguments.of("5", "a field class must be an object"),
                Arguments.of("{}", "the object lacks \"type\""),
                Arguments.of("{'type':'quantum'}", "unknown type of field class 'quantum'"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':65,'byte-order':'little-endian'}", "\"length\" is 65"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':0,'byte-order':'little-endian'}", "\"length\" is 0"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':-8,'byte-order':'little-endian'}", "\"length\" is -8"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8.0,'byte-order':'little-endian'}", "an integer of 64 bits"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8}", "lacks \"byte-order\""),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'middle'}", "unknown byte order"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'big-endian','bit-order':'x'}",
                        "unknown bit order"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'big-endian','alignment':3}",
                        "not a power of two"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'big-endian','preferred-display-base':7}",
                        "base of 7"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'big-endian','mappings':{'a':[]}}",
                        "at least one"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'big-endian','mappings':{'a':[[1]]}}",
                        "two numbers"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'big-endian','mappings':{'a':[[2,1]]}}",
                        "ends before"),
                Arguments.of("{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'big-endian','mappings':{'a':[[1,-1]]}}",
                        "ends before"),
                Arguments.of("{'type':'fixed-length-floating-point-number','length':128,'byte-order':'big-endian'}",
                        "128 bits; 16, 32 and 64"),
                Arguments.of("{'type':'null-terminated-string','encoding':'ebcdic'}", "unknown encoding"),
                Arguments.of("{'type':'static-length-string','length':2147483648}", "\"length\" is 2147483648"),
                Arguments.of("{'type':'static-length-array','length':1}", "lacks \"element-field-class\""),
                Arguments.of("{'type':'dynamic-length-blob','length-field-location':{'path':['none']}}", "no integer field 'none'"),
                Arguments.of("{'type':'dynamic-length-blob','length-field-location':{'path':['i']}}", "not an unsigned integer"),
                Arguments.of("{'type':'dynamic-length-blob','length-field-location':{'path':['b']}}", "not an unsigned integer"),
                Arguments.of("{'type':'dynamic-length-blob','length-field-location':{'path':[]}}", "path of the field location is empty"),
                Arguments.of("{'type':'dynamic-length-blob','length-field-location':{'path':[null,'u']}}", "no integer field 'u'"),
                Arguments.of("{'type':'dynamic-length-blob','length-field-location':{'origin':'moon','path':['u']}}", "unknown origin"),
                Arguments.of("{'type':'dynamic-length-blob','length-field-location':{'origin':'packet-header','path':[null]}}",
                        "leads out of its origin"),
                Arguments.of("{'type':'optional'," + location + ",'field-class':" + U8 + "}", "no \"selector-field-ranges\""),
                Arguments.of("{'type':'variant'," + location + ",'options':[]}", "a variant without options"),
                Arguments.of("{'type':'variant','selector-field-location':{'path':['b']},'options':[]}", "selected by a boolean"),
                Arguments.of("{'type':'structure','member-classes':[" + member("a", U8) + "," + member("a", U8) + "]}",
                        "has a member 'a' already"));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void aWrongFieldClassIsRefused(String fieldClass, String message) {
        assertThatThrownBy(() -> jsonPayload(member("u", U8),
                member("i", "{'type':'fixed-length-signed-integer','length':8,'byte-order':'little-endian'}"),
                member("b", "{'type':'fixed-length-boolean','length':8,'byte-order':'little-endian'}"), member("x", fieldClass)))
                .isInstanceOf(TraceReadException.class).hasMessageContaining(message).hasMessageContaining("line 3");
    }

    static Stream<Arguments> fragments() {
        String event = "{'type':'event-record-class','name':'e','id':1}";
        String clock = "{'type':'clock-class','id':'c','frequency':1}";
        String timed = structure(member("t",
                "{'type':'fixed-length-unsigned-integer','length':8,'byte-order':'little-endian','roles':['default-clock-timestamp']}"));
        return Stream.of(
                Arguments.of(List.of("{'type':'trace-class'}"), "instead of its preamble"),
                Arguments.of(List.of("[]"), "a metadata fragment must be an object"),
                Arguments.of(List.of("{}"), "lacks \"type\""),
                Arguments.of(List.of("{'type':'preamble','version':3}"), "another version than CTF 2"),
                Arguments.of(List.of("{'type':'preamble'}"), "lacks \"version\""),
                Arguments.of(List.of("{'type':'preamble','version':2,'uuid':[1]}"), "a UUID must be 16 numbers"),
                Arguments.of(List.of("{'type':'preamble','version':2,'extensions':{'x.org':{'y':{}}}}"),
                        "extensions of the format, which cannot be read: x.org"),
                Arguments.of(List.of(PREAMBLE, PREAMBLE), "a second preamble"),
                Arguments.of(List.of(PREAMBLE, "{'type':'trace-class'}", "{'type':'trace-class'}"), "a second trace class"),
                Arguments.of(List.of(PREAMBLE, STREAM, "{'type':'trace-class'}"), "must come before the data stream classes"),
                Arguments.of(List.of(PREAMBLE, "{'type':'trace-class','packet-header-field-class':" + U8 + "}"), "must be a structure"),
                Arguments.of(List.of(PREAMBLE, clock, clock), "a second clock class"),
                Arguments.of(List.of(PREAMBLE, "{'type':'clock-class','id':'c','frequency':0}"), "\"frequency\" is 0"),
                Arguments.of(List.of(PREAMBLE, "{'type':'clock-class','id':'c','frequency':1,'origin':'moon'}"),
                        "unknown origin of a clock"),
                Arguments.of(List.of(PREAMBLE, "{'type':'data-stream-class','default-clock-class-id':'c'}"),
                        "unknown default clock class 'c'"),
                Arguments.of(List.of(PREAMBLE, "{'type':'data-stream-class','packet-context-field-class':" + timed + "}"),
                        "no default clock class"),
                Arguments.of(List.of(PREAMBLE, STREAM, STREAM), "'data-stream-class-id'"),
                Arguments.of(List.of(PREAMBLE, event), "data stream class 0, which was not described before"),
                Arguments.of(List.of(PREAMBLE, STREAM, event, event), "the id 1, which 'e' has already"),
                Arguments.of(List.of(PREAMBLE, STREAM, event, "{'type':'event-record-class','id':2}"), "'event-record-class-id'"),
                Arguments.of(List.of(PREAMBLE, "{'type':'field-class-alias','name':'a','field-class':'a'}"), "no field class alias 'a'"),
                Arguments.of(List.of(PREAMBLE, "{'type':'field-class-alias','name':'a','field-class':" + U8 + "}",
                        "{'type':'field-class-alias','name':'a','field-class':" + U8 + "}"), "a second field class alias"));
    }

    @ParameterizedTest
    @MethodSource("fragments")
    void aWrongFragmentIsRefused(List<String> fragments, String message) {
        assertThatThrownBy(() -> read(sequence(fragments.toArray(new String[0])))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aTextWithoutRecordSeparatorIsRefused() {
        assertThatThrownBy(() -> read("{\"type\":\"preamble\",\"version\":2}")).hasMessageContaining("record separator");
        assertThatThrownBy(() -> read("\u001e")).hasMessageContaining("no fragments");
    }

    @Test
    void aFewAliasesCannotStandForBillionsOfFields() {
        StringBuilder text = new StringBuilder(sequence(PREAMBLE, "{'type':'field-class-alias','name':'a0','field-class':" + U8 + "}"));
        for (int i = 1; i < 60; i++) {
            String previous = "'a" + (i - 1) + "'";
            text.append(sequence("{'type':'field-class-alias','name':'a" + i + "','field-class':"
                    + structure(member("a", previous), member("b", previous)) + "}"));
        }
        assertThatThrownBy(() -> read(text.toString())).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("more than 1048576 fields");
    }

    @Test
    void labelsAndRolesCountAsFieldsDo() {
        String labels = String.join(",", java.util.Collections.nCopies(20_000, "[1,1]"));
        String roles = String.join(",", java.util.Collections.nCopies(20_000, "'event-record-class-id'"));
        for (String attribute : List.of("'mappings':{'a':[" + labels + "]}", "'roles':[" + roles + "]")) {
            String alias = "{'type':'field-class-alias','name':'a','field-class':{'type':'variable-length-unsigned-integer'," + attribute
                    + "}}";
            String header = structure(
                    java.util.stream.IntStream.range(0, 100).mapToObj(i -> member("m" + i, "'a'")).toArray(String[]::new));
            assertThatThrownBy(
                    () -> read(sequence(PREAMBLE, alias, "{'type':'data-stream-class','event-record-header-field-class':" + header + "}")))
                    .isInstanceOf(TraceReadException.class).hasMessageContaining("more than 1048576 fields and labels");
        }
    }

    @Test
    void chainsOfAliasesAreLimited() {
        StringBuilder text = new StringBuilder(sequence(PREAMBLE, "{'type':'field-class-alias','name':'a0','field-class':" + U8 + "}"));
        for (int i = 1; i < 1000; i++) {
            text.append(sequence("{'type':'field-class-alias','name':'a" + i + "','field-class':'a" + (i - 1) + "'}"));
        }
        assertThatThrownBy(() -> read(text.toString())).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("more than 64 levels deep");
    }
}
