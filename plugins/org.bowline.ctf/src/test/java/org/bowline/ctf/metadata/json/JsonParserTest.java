/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.trace.Samples;

final class JsonParserTest {
    private static JsonParser parser(String text) {
        return new JsonParser(MetadataText.plain(Samples.FILE, text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Json.Value parse(String text) throws TraceReadException {
        JsonParser parser = parser("\u001e" + text);
        Json.Value value = parser.next();
        assertThat(parser.next()).isNull();
        return value;
    }

    @Test
    void integersAreExactOverBothSixtyFourBits() throws Exception {
        assertThat(parse("9223372036854775807")).hasToString("9223372036854775807");
        assertThat(parse("9223372036854775808")).hasToString("9223372036854775808").extracting(v -> ((Json.Int) v).isBig()).isEqualTo(true);
        assertThat(parse("18446744073709551615")).hasToString("18446744073709551615");
        assertThat(parse("-9223372036854775808")).hasToString("-9223372036854775808");
        assertThat(parse("-0")).hasToString("0");
        assertThat(parse("18446744073709551616")).isInstanceOf(Json.Real.class);
        assertThat(parse("-9223372036854775809")).isInstanceOf(Json.Real.class);
        assertThat(parse("99999999999999999999999999999999")).isInstanceOf(Json.Real.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "0.0", "1e5", "1E-5", "-2.5e+10"})
    void fractionsAndExponentsMakeAReal(String text) throws Exception {
        assertThat(parse(text)).isInstanceOf(Json.Real.class);
    }

    @Test
    void stringsHaveEscapesAndSurrogates() throws Exception {
        assertThat(((Json.Str) parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00é€\"")).text()).isEqualTo("\"\\/\b\f\n\r\té😀é€");
        assertThat(((Json.Str) parse("\"\"")).text()).isEmpty();
    }

    @Test
    void objectsKeepTheirOrder() throws Exception {
        assertThat(((Json.Obj) parse(" { \"b\" : [ 1 , true , null ] ,\"a\":{}, \"c\":[]}")).members().keySet()).containsExactly("b", "a",
                "c");
    }

    @Test
    void textsOfASequenceComeOneByOne() throws Exception {
        JsonParser parser = parser("\n\u001e1\n\u001e\n\u001e\u001e\"x\"\u001etrue");
        assertThat(parser.next()).isInstanceOf(Json.Int.class);
        assertThat(parser.next()).isInstanceOf(Json.Str.class);
        assertThat(parser.next()).as("the last line feed is missing").isInstanceOf(Json.Bool.class);
        assertThat(parser.next()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{| expected a name in quotes, but found the end", "[1| expected ',', but found the end", "[1 2]| expected ',', but found '2'",
        "{\"a\" 1}| expected ':'", "{\"a\":1,}| expected a name", "[1,]| expected a JSON value", "{\"a\":1,\"a\":2}| comes twice",
        "01| must begin with one digit", "-| must begin with one digit", "1.| no digits after", "1e| no digits after",
        "+1| expected a JSON value",
        "tru| expected a JSON value", "nul| expected a JSON value", "\"open| does not end", "\"\\x\"| unknown escape",
        "\"\\u12\"| four hexadecimal",
        "\"\\ud800\"| half a character", "\"\\udc00\"| half a character", "\"\\ud800\\u0041\"| half a character",
        "1 2| expected a record separator",
        "NaN| expected a JSON value", "'a'| expected a JSON value"})
    void whatIsNotJsonIsRefused(String text, String message) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(TraceReadException.class).hasMessageContaining(message);
    }

    @Test
    void controlCharactersInStringsAreRefused() {
        assertThatThrownBy(() -> parse("\"a\nb\"")).hasMessageContaining("control characters must be escaped").hasMessageContaining("0xa");
        assertThatThrownBy(() -> parse("\"a\u001eb\"")).hasMessageContaining("0x1e");
    }

    @Test
    void deepNestingIsRefusedInsteadOfOverflowingTheStack() {
        assertThatThrownBy(() -> parse("[".repeat(1_000_000))).hasMessageContaining("nested more than 256 levels deep");
        assertThatThrownBy(() -> parse("{\"a\":".repeat(1_000_000))).hasMessageContaining("nested more than 256 levels deep");
    }

    @Test
    void wordsAreFoundAgainAfterTheTableHasGrown() throws Exception {
        StringBuilder text = new StringBuilder("\u001e[");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3000; i++) {
                text.append(round + i == 0 ? "" : ",").append("\"w").append(i).append('"');
            }
        }
        Json.Arr array = (Json.Arr) parser(text.append(']').toString()).next();
        for (int i = 0; i < 3000; i++) {
            assertThat(((Json.Str) array.values().get(i)).text()).isEqualTo("w" + i)
                    .isSameAs(((Json.Str) array.values().get(3000 + i)).text());
        }
    }
}
