/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.text.WordTable;

/**
 * A strict parser for a JSON text sequence (RFC 8259, RFC 7464): texts, each after a record separator. Stricter than the RFC in that a name
 * must not come twice in an object. Depth and number of values are limited. O(bytes).
 */
final class JsonParser {
    private static final int MAX_DEPTH = 256;
    private static final int MAX_VALUES = 1 << 21;
    private static final byte RECORD_SEPARATOR = 0x1E;

    private final MetadataText text;
    private final byte[] bytes;
    private final int length;
    private final WordTable words = new WordTable();
    private int at;
    private int values;

    JsonParser(MetadataText text) {
        this.text = text;
        this.bytes = text.bytes();
        this.length = text.length();
    }

    /** The next text of the sequence; null at its end. Empty texts are skipped, as RFC 7464 says. */
    Json.@Nullable Value next() throws TraceReadException {
        skipSpace();
        if (at >= length) {
            return null;
        }
        if (bytes[at] != RECORD_SEPARATOR) {
            throw text.error(at, "expected a record separator (byte 0x1e) before the next fragment, but found " + shown());
        }
        while (at < length && bytes[at] == RECORD_SEPARATOR) {
            at++;
            skipSpace();
        }
        return at >= length ? null : value(0);
    }

    private void skipSpace() {
        while (at < length && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
    }

    private Json.Value value(int depth) throws TraceReadException {
        if (depth > MAX_DEPTH) {
            throw text.error(at, "JSON values are nested more than " + MAX_DEPTH + " levels deep");
        }
        values++;
        if (values > MAX_VALUES) {
            throw text.error(at, "more than " + MAX_VALUES + " JSON values are not the metadata of a tracer");
        }
        int start = at;
        int c = at < length ? bytes[at] : -1;
        switch (c) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return new Json.Str(start, string());
            case 't':
                word("true");
                return new Json.Bool(start, true);
            case 'f':
                word("false");
                return new Json.Bool(start, false);
            case 'n':
                word("null");
                return new Json.Null(start);
            default:
                if (c == '-' || (c >= '0' && c <= '9')) {
                    return number();
                }
                throw text.error(at, "expected a JSON value, but found " + shown());
        }
    }

    private Json.Obj object(int depth) throws TraceReadException {
        int start = at;
        Map<String, Json.Value> members = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (peek() == '}') {
            at++;
            return new Json.Obj(start, members);
        }
        while (true) {
            int nameStart = at;
            if (peek() != '"') {
                throw text.error(at, "expected a name in quotes, but found " + shown());
            }
            String name = string();
            skipSpace();
            take(':');
            skipSpace();
            if (members.put(name, value(depth + 1)) != null) {
                throw text.error(nameStart, "the name \"" + name + "\" comes twice in an object");
            }
            skipSpace();
            if (peek() == '}') {
                at++;
                return new Json.Obj(start, members);
            }
            take(',');
            skipSpace();
        }
    }

    private Json.Arr array(int depth) throws TraceReadException {
        int start = at;
        List<Json.Value> elements = new ArrayList<>(4);
        at++;
        skipSpace();
        if (peek() == ']') {
            at++;
            return new Json.Arr(start, elements);
        }
        while (true) {
            elements.add(value(depth + 1));
            skipSpace();
            if (peek() == ']') {
                at++;
                return new Json.Arr(start, elements);
            }
            take(',');
            skipSpace();
        }
    }

    private void word(String expected) throws TraceReadException {
        for (int i = 0; i < expected.length(); i++) {
            if (at + i >= length || bytes[at + i] != expected.charAt(i)) {
                throw text.error(at, "expected a JSON value, but found " + shown());
            }
        }
        at += expected.length();
    }

    // Complex: the grammar of a number, read in one pass.
    private Json.Value number() throws TraceReadException {
        int start = at;
        boolean negative = bytes[at] == '-';
        if (negative) {
            at++;
        }
        int first = at;
        long value = 0;
        boolean tooLarge = false;
        while (isDigit(peek())) {
            int digit = bytes[at] - '0';
            tooLarge |= Long.compareUnsigned(value, Long.divideUnsigned(-1L, 10)) > 0
                    || Long.compareUnsigned(value * 10, -1L - digit) > 0;
            value = value * 10 + digit;
            at++;
        }
        if (at == first || (bytes[first] == '0' && at - first > 1)) {
            throw text.error(start, "a JSON number must begin with one digit, and with 0 only if that is its whole integer part");
        }
        boolean integer = true;
        if (peek() == '.') {
            at++;
            digits(start);
            integer = false;
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits(start);
            integer = false;
        }
        if (negative && Long.compareUnsigned(value, Long.MIN_VALUE) > 0) {
            tooLarge = true;
        }
        return integer && !tooLarge ? new Json.Int(start, negative ? -value : value, negative && value != 0) : new Json.Real(start);
    }

    private void digits(int start) throws TraceReadException {
        int first = at;
        while (isDigit(peek())) {
            at++;
        }
        if (at == first) {
            throw text.error(start, "the JSON number has no digits after its '.' or 'e'");
        }
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private String string() throws TraceReadException {
        int start = at;
        at++;
        int hash = 0;
        while (at < length) {
            byte b = bytes[at];
            if (b == '"') {
                at++;
                return words.word(bytes, start + 1, at - start - 2, hash);
            }
            if (b == '\\' || b < 0x20) {
                break;
            }
            hash = WordTable.hash(hash, b);
            at++;
        }
        return longString(start);
    }

    /** A string with escapes or other than ASCII characters; {@code at} is at the first of them. */
    private String longString(int start) throws TraceReadException {
        StringBuilder content = new StringBuilder();
        int from = start + 1;
        while (at < length) {
            int b = bytes[at];
            if (b == '"') {
                append(content, from);
                at++;
                return content.toString();
            }
            if (b == '\\') {
                append(content, from);
                escape(content);
                from = at;
            } else if (b >= 0 && b < 0x20) {
                throw text.error(at, "control characters must be escaped in JSON strings, but here is " + shown());
            } else {
                at++;
            }
        }
        throw text.error(start, "the string that begins here does not end");
    }

    private void append(StringBuilder content, int from) {
        String part = new String(bytes, from, at - from, StandardCharsets.UTF_8);
        if (part.indexOf('\uFFFD') >= 0) {
            text.warn(from, "the string is not UTF-8; its unreadable bytes were replaced");
        }
        content.append(part);
    }

    private void escape(StringBuilder content) throws TraceReadException {
        int start = at;
        at++;
        int c = peek();
        at++;
        switch (c) {
            case '"', '\\', '/' -> content.append((char) c);
            case 'b' -> content.append('\b');
            case 'f' -> content.append('\f');
            case 'n' -> content.append('\n');
            case 'r' -> content.append('\r');
            case 't' -> content.append('\t');
            case 'u' -> {
                char unit = unit(start);
                if (Character.isHighSurrogate(unit) && peek() == '\\' && at + 1 < length && bytes[at + 1] == 'u') {
                    at += 2;
                    char low = unit(start);
                    if (!Character.isLowSurrogate(low)) {
                        throw text.error(start, "the escape sequence is half a character");
                    }
                    content.append(unit).append(low);
                } else if (Character.isSurrogate(unit)) {
                    throw text.error(start, "the escape sequence is half a character");
                } else {
                    content.append(unit);
                }
            }
            default -> throw text.error(start, "unknown escape sequence in a JSON string");
        }
    }

    private char unit(int start) throws TraceReadException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < length ? Character.digit(bytes[at], 16) : -1;
            if (digit < 0) {
                throw text.error(start, "\\u must be followed by four hexadecimal digits");
            }
            value = (value << 4) | digit;
            at++;
        }
        return (char) value;
    }

    private int peek() {
        return at < length ? bytes[at] : -1;
    }

    private void take(char expected) throws TraceReadException {
        if (peek() != expected) {
            throw text.error(at, "expected '" + expected + "', but found " + shown());
        }
        at++;
    }

    private String shown() {
        if (at >= length) {
            return "the end of the text";
        }
        int value = bytes[at] & 0xFF;
        return value > 0x20 && value < 0x7F ? "'" + (char) value + "'" : "byte 0x" + Integer.toHexString(value);
    }
}
