/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.text.WordTable;

/**
 * Cuts TSDL into tokens, one at a time: {@link #next()} moves on, the fields of the present token stay readable until then. Comments, white
 * space and line continuations are skipped. O(bytes); allocates a string only for a word that was not seen before.
 */
final class TsdlLexer {
    /** What a token is. */
    enum Kind {
        /** The end of the text. */
        END("the end of the text"),
        /** A word; keywords are words, too: the parser knows where they matter. */
        WORD("a word"),
        /** Text in double quotes. */
        STRING("a string"),
        /** An integer; character constants are integers, too. */
        NUMBER("a number"),
        /** &#123;. */
        OPEN_BRACE("'{'"),
        /** &#125;. */
        CLOSE_BRACE("'}'"),
        /** [. */
        OPEN_BRACKET("'['"),
        /** ]. */
        CLOSE_BRACKET("']'"),
        /** (. */
        OPEN_PARENTHESIS("'('"),
        /** ). */
        CLOSE_PARENTHESIS("')'"),
        /** &lt;. */
        LESS("'<'"),
        /** &gt;. */
        GREATER("'>'"),
        /** ;. */
        SEMICOLON("';'"),
        /** ,. */
        COMMA("','"),
        /** :. */
        COLON("':'"),
        /** :=. */
        TYPE_ASSIGN("':='"),
        /** =. */
        ASSIGN("'='"),
        /** . or -&gt;. */
        DOT("'.'"),
        /** .... */
        ELLIPSIS("'...'"),
        /** -. */
        MINUS("'-'"),
        /** +. */
        PLUS("'+'"),
        /** *. */
        STAR("'*'");

        final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private static final int MAX_STRING_BYTES = 1 << 20;

    private final MetadataText text;
    private final byte[] bytes;
    private final int length;
    private int at;

    private Kind kind = Kind.END;
    private int start;
    private String word = "";
    private long number;

    private final WordTable words = new WordTable();

    TsdlLexer(MetadataText text) {
        this.text = text;
        this.bytes = text.bytes();
        this.length = text.length();
    }

    /** The present token. */
    Kind kind() {
        return kind;
    }

    /** Where the present token begins. */
    int start() {
        return start;
    }

    /** The word, or the content of the string. */
    String word() {
        return word;
    }

    /** The number; unsigned. */
    long number() {
        return number;
    }

    /** The present token for an error message. */
    String shown() {
        return switch (kind) {
            case WORD -> "'" + (word.length() > 60 ? word.substring(0, 60) + "…" : word) + "'";
            case STRING -> "\"" + (word.length() > 60 ? word.substring(0, 60) + "…" : word) + "\"";
            case NUMBER -> Long.toUnsignedString(number);
            default -> kind.text;
        };
    }

    /** Moves to the next token. */
    Kind next() throws TraceReadException {
        skipSpace();
        start = at;
        if (at >= length) {
            kind = Kind.END;
            return kind;
        }
        int c = bytes[at];
        if (isWordStart(c)) {
            readWord();
        } else if (c >= '0' && c <= '9') {
            readNumber();
        } else if (c == '"') {
            readString();
        } else if (c == '\'') {
            readCharacter();
        } else {
            readSign(c);
        }
        return kind;
    }

    private void skipSpace() throws TraceReadException {
        while (at < length) {
            int c = bytes[at];
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                at++;
            } else if (c == '/' && peek(1) == '*') {
                skipComment();
            } else if (c == '/' && peek(1) == '/') {
                skipLine();
            } else if (c == '\\' && peek(1) == '\n') {
                at += 2;
            } else if (c == '\\' && peek(1) == '\r' && peek(2) == '\n') {
                at += 3;
            } else {
                return;
            }
        }
    }

    private void skipComment() throws TraceReadException {
        int from = at;
        at += 2;
        while (at + 1 < length && !(bytes[at] == '*' && bytes[at + 1] == '/')) {
            at++;
        }
        if (at + 1 >= length) {
            throw text.error(from, "the comment that begins here does not end");
        }
        at += 2;
    }

    private void skipLine() {
        while (at < length && bytes[at] != '\n') {
            at += bytes[at] == '\\' && at + 1 < length ? 2 : 1;
        }
    }

    private int peek(int distance) {
        return at + distance < length ? bytes[at + distance] : -1;
    }

    private static boolean isWordStart(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private void readWord() {
        int hash = 0;
        while (at < length && (isWordStart(bytes[at]) || isDigit(bytes[at]))) {
            hash = WordTable.hash(hash, bytes[at]);
            at++;
        }
        kind = Kind.WORD;
        word = words.word(bytes, start, at - start, hash);
    }

    // Complex: the grammar of a number, with its bases, limits and suffixes.
    private void readNumber() throws TraceReadException {
        int base = 10;
        if (bytes[at] == '0') {
            int mark = peek(1) | 0x20;
            if (mark == 'x') {
                base = 16;
                at += 2;
            } else if (mark == 'b') {
                base = 2;
                at += 2;
            } else {
                base = 8;
            }
        }
        long value = 0;
        int digits = 0;
        while (at < length) {
            int digit = Character.digit(bytes[at], 16);
            if (digit < 0) {
                break;
            }
            if (digit >= base) {
                throw text.error(at, "'" + (char) bytes[at] + "' is not a digit of a number of base " + base);
            }
            if (Long.compareUnsigned(value, Long.divideUnsigned(-1L, base)) > 0
                    || Long.compareUnsigned(value * base, -1L - digit) > 0) {
                throw text.error(start, "the number is greater than 64 bits hold");
            }
            value = value * base + digit;
            digits++;
            at++;
        }
        if (digits == 0) {
            throw text.error(start, "the number has no digits");
        }
        int suffix = 0;
        while (at < length && suffix < 3 && ((bytes[at] | 0x20) == 'u' || (bytes[at] | 0x20) == 'l')) {
            at++;
            suffix++;
        }
        if (at < length && (isWordStart(bytes[at]) || isDigit(bytes[at]))) {
            throw text.error(at, "a number must not be followed by '" + (char) bytes[at] + "'");
        }
        kind = Kind.NUMBER;
        number = value;
    }

    // Complex: reads a string in one pass, and does not copy one without escapes.
    private void readString() throws TraceReadException {
        at++;
        int from = at;
        while (at < length && bytes[at] != '"' && bytes[at] != '\\' && bytes[at] != '\n') {
            at++;
        }
        kind = Kind.STRING;
        if (at < length && bytes[at] == '"') {
            word = decode(from, Arrays.copyOfRange(bytes, from, at), at - from);
            at++;
            return;
        }
        byte[] content = new byte[64 + at - from];
        int count = at - from;
        System.arraycopy(bytes, from, content, 0, count);
        while (true) {
            if (at >= length || bytes[at] == '\n') {
                throw text.error(start, "the string that begins here does not end on its line");
            }
            if (count > MAX_STRING_BYTES) {
                throw text.error(start, "the string that begins here is longer than " + MAX_STRING_BYTES + " bytes");
            }
            if (bytes[at] == '"') {
                at++;
                word = decode(from, content, count);
                return;
            }
            if (count == content.length) {
                content = Arrays.copyOf(content, 2 * count);
            }
            if (bytes[at] != '\\') {
                content[count++] = bytes[at++];
            } else if (peek(1) == '\n') {
                at += 2;
            } else if (peek(1) == '\r' && peek(2) == '\n') {
                at += 3;
            } else {
                content[count++] = readEscape();
            }
        }
    }

    private String decode(int from, byte[] content, int count) {
        String decoded = new String(content, 0, count, StandardCharsets.UTF_8);
        if (decoded.indexOf('\uFFFD') >= 0) {
            text.warn(from, "the string is not UTF-8; its unreadable bytes were replaced");
        }
        return decoded;
    }

    private void readCharacter() throws TraceReadException {
        at++;
        if (at >= length || bytes[at] == '\n' || bytes[at] == '\'') {
            throw text.error(start, "the character constant is empty");
        }
        byte value = bytes[at] == '\\' ? readEscape() : bytes[at++];
        if (at >= length || bytes[at] != '\'') {
            throw text.error(start, "the character constant does not end after one character");
        }
        at++;
        kind = Kind.NUMBER;
        number = value & 0xFF;
    }

    /** Reads an escape sequence of C; {@code at} is at its backslash. */
    private byte readEscape() throws TraceReadException {
        int from = at;
        int c = peek(1);
        at += 2;
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'a':
                return 7;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'v':
                return 0x0B;
            case 'e':
                return 0x1B;
            case '"':
            case '\'':
            case '\\':
            case '?':
                return (byte) c;
            case 'x':
                return readEscapeDigits(from, 16, 2);
            case '0':
            case '1':
            case '2':
            case '3':
            case '4':
            case '5':
            case '6':
            case '7':
                at--;
                return readEscapeDigits(from, 8, 3);
            default:
                throw text.error(from, "unknown escape sequence in a string or character");
        }
    }

    private byte readEscapeDigits(int from, int base, int most) throws TraceReadException {
        int value = 0;
        int digits = 0;
        while (digits < most && at < length && Character.digit(bytes[at], base) >= 0) {
            value = value * base + Character.digit(bytes[at], base);
            digits++;
            at++;
        }
        if (digits == 0 || value > 0xFF) {
            throw text.error(from, "an escape sequence must stand for a value of one byte");
        }
        return (byte) value;
    }

    private void readSign(int c) throws TraceReadException {
        int size = 1;
        switch (c) {
            case '{' -> kind = Kind.OPEN_BRACE;
            case '}' -> kind = Kind.CLOSE_BRACE;
            case '[' -> kind = Kind.OPEN_BRACKET;
            case ']' -> kind = Kind.CLOSE_BRACKET;
            case '(' -> kind = Kind.OPEN_PARENTHESIS;
            case ')' -> kind = Kind.CLOSE_PARENTHESIS;
            case '<' -> kind = Kind.LESS;
            case '>' -> kind = Kind.GREATER;
            case ';' -> kind = Kind.SEMICOLON;
            case ',' -> kind = Kind.COMMA;
            case '=' -> kind = Kind.ASSIGN;
            case '+' -> kind = Kind.PLUS;
            case '*' -> kind = Kind.STAR;
            case ':' -> {
                size = peek(1) == '=' ? 2 : 1;
                kind = size == 2 ? Kind.TYPE_ASSIGN : Kind.COLON;
            }
            case '-' -> {
                size = peek(1) == '>' ? 2 : 1;
                kind = size == 2 ? Kind.DOT : Kind.MINUS;
            }
            case '.' -> {
                size = peek(1) == '.' && peek(2) == '.' ? 3 : 1;
                kind = size == 3 ? Kind.ELLIPSIS : Kind.DOT;
            }
            default -> {
                int value = c & 0xFF;
                throw text.error(at, "unexpected " + (value > 0x20 && value < 0x7F ? "character '" + (char) value + "'" : "byte 0x"
                        + Integer.toHexString(value)));
            }
        }
        at += size;
    }
}
