/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.tag.TagChange;

/** What users write of events and fields. */
class SpecWordsTest {
    @Test
    void wordsMayComeInAnyOrderAndBeLeftOutWhereThatIsAllowed() {
        assertThat(IntervalSpec.parse("key=k,end=e,begin=b")).isEqualTo(new IntervalSpec("b", "e", "k", ""));
        assertThat(SpinSpec.parse("object=o,end=e,begin=b")).isEqualTo(new SpinSpec("b", "e", "", "o", ""));
        assertThat(SizeSpec.parse("key=k,field=f,event=e")).isEqualTo(new SizeSpec("e", "k", "f"));
        assertThat(SizeSpec.parse("field=f")).isEqualTo(new SizeSpec("", "", "f"));
        assertThat(TagSpec.parse("path=p,event=e").events()).containsOnly(Map.entry("e", TagChange.SWITCH));
        assertThat(IntervalSpec.parse("begin=a=b,end=e").beginEvent()).as("a value may have an equals sign").isEqualTo("a=b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "interval | begin=b              | 'end' is missing; write begin=EVENT,end=EVENT,key=FIELD",
        "interval | begin=b,end=e,kye=k  | 'kye' is not known in an interval; write begin=",
        "interval | begin=b,end=e,key    | 'key' has no value; write begin=",
        "interval | begin=b,end=e,end=f  | 'end' is given twice; write begin=",
        "interval | ''                   | '' is not known in an interval; write begin=",
        "spin     | begin=b,end=e        | it is not said whom the thread waits for; write begin=",
        "spin     | begin=b,end=b,owner=o | begin and end are the same event; write begin=",
        "spin     | end=e,owner=o        | 'begin' is missing; write begin=",
        "size     | event=e,key=k        | 'field' is missing; write event=EVENT,key=FIELD,field=FIELD",
        "size     | field=f,bytes=b      | 'bytes' is not known in a size; write event=",
        "tag      | event=e              | 'path' is missing; write event=E,path=FIELD",
        "tag      | begin=b,end=e        | 'path' is missing; write event=",
        "tag      | event=e,end=f,path=p | there is either an event, or a begin and an end; write event=",
        "tag      | begin=b,end=b,path=p | begin and end are the same event; write event="})
    void whatIsWrongIsNamedWithTheForm(String sort, String text, String message) {
        Function<String, Object> parse = switch (sort) {
            case "interval" -> IntervalSpec::parse;
            case "spin" -> SpinSpec::parse;
            case "size" -> SizeSpec::parse;
            default -> TagSpec::parse;
        };
        assertThatThrownBy(() -> parse.apply(text)).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message);
    }
}
