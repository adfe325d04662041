/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.util.Locale;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.tsdl.TsdlLexer.Kind;
import org.bowline.ctf.metadata.tsdl.TsdlTree.FloatType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.IntegerType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Name;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Numeral;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Order;
import org.bowline.ctf.metadata.tsdl.TsdlTree.StringType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Text;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Value;

/** The attributes in braces of {@code integer}, {@code floating_point} and {@code string}: what they may be, and what they mean. */
final class TsdlAttributes {
    private static final int MAX_BITS = 64;
    private static final long MAX_ALIGNMENT = 1L << 20;

    private final MetadataText text;
    private final TsdlLexer lexer;
    private final TsdlParser parser;

    TsdlAttributes(MetadataText text, TsdlLexer lexer, TsdlParser parser) {
        this.text = text;
        this.lexer = lexer;
        this.parser = parser;
    }

    /** Takes one attribute at a time. */
    private interface Taker {
        /** Whether the attribute is known. */
        boolean take(int position, String name, Value value) throws TraceReadException;
    }

    private void attributes(String type, Taker taker) throws TraceReadException {
        lexer.next();
        while (lexer.kind() != Kind.CLOSE_BRACE) {
            int position = lexer.start();
            String name = parser.expectWord();
            parser.expect(Kind.ASSIGN);
            int valuePosition = lexer.start();
            Value value = parser.value();
            parser.expect(Kind.SEMICOLON);
            if (!taker.take(valuePosition, name, value)) {
                text.warn(position, "the unknown attribute '" + name + "' of " + type + " was ignored");
            }
        }
        lexer.next();
    }

    /** {@code integer { … }}; the word is taken already. */
    IntegerType integer(int position) throws TraceReadException {
        IntegerAttributes found = new IntegerAttributes();
        if (lexer.kind() == Kind.OPEN_BRACE) {
            attributes("integer", found);
        }
        if (found.size == 0) {
            throw text.error(position, "an integer without a size");
        }
        int alignment = found.alignment != 0 ? found.alignment : found.size % Byte.SIZE == 0 ? Byte.SIZE : 1;
        return new IntegerType(position, found.size, alignment, found.signed, found.order, found.base, found.encoding,
                found.clock.isEmpty() ? null : found.clock);
    }

    private final class IntegerAttributes implements Taker {
        private int size;
        private int alignment;
        private boolean signed;
        private Order order = Order.NATIVE;
        private int base = 10;
        private TextEncoding encoding = TextEncoding.NONE;
        private String clock = "";

        @Override
        public boolean take(int position, String name, Value value) throws TraceReadException {
            switch (name) {
                case "size" -> size = (int) number(position, name, value, 1, MAX_BITS);
                case "align" -> alignment = alignment(position, value);
                case "signed" -> signed = truth(position, name, value);
                case "byte_order" -> order = order(position, value);
                case "base" -> base = base(position, value);
                case "encoding" -> encoding = encoding(position, value);
                case "map" -> clock = clock(position, value);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** {@code floating_point { … }}; the word is taken already. */
    FloatType floatingPoint(int position) throws TraceReadException {
        FloatAttributes found = new FloatAttributes();
        if (lexer.kind() == Kind.OPEN_BRACE) {
            attributes("floating_point", found);
        }
        int size = found.exponent + found.mantissa;
        boolean known = (size == 16 && found.exponent == 5) || (size == 32 && found.exponent == 8) || (size == 64 && found.exponent == 11);
        if (!known) {
            throw text.error(position, "a floating-point number of " + found.exponent + " exponent and " + found.mantissa
                    + " mantissa digits; 5 and 11, 8 and 24, 11 and 53 are known");
        }
        return new FloatType(position, size, found.alignment, found.order);
    }

    private final class FloatAttributes implements Taker {
        private int exponent;
        private int mantissa;
        private int alignment = 1;
        private Order order = Order.NATIVE;

        @Override
        public boolean take(int position, String name, Value value) throws TraceReadException {
            switch (name) {
                case "exp_dig" -> exponent = (int) number(position, name, value, 1, MAX_BITS);
                case "mant_dig" -> mantissa = (int) number(position, name, value, 1, MAX_BITS);
                case "align" -> alignment = alignment(position, value);
                case "byte_order" -> order = order(position, value);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** {@code string} or {@code string { … }}; the word is taken already. */
    StringType string(int position) throws TraceReadException {
        if (lexer.kind() == Kind.OPEN_BRACE) {
            attributes("string", (at, name, value) -> {
                if (name.equals("encoding")) {
                    encoding(at, value);
                    return true;
                }
                return false;
            });
        }
        return new StringType(position, TextEncoding.UTF8);
    }

    /** A power of two of bits. */
    int alignment(int position, Value value) throws TraceReadException {
        long bits = number(position, "align", value, 1, MAX_ALIGNMENT);
        if (Long.bitCount(bits) != 1) {
            throw text.error(position, "an alignment of " + bits + " bits, which is not a power of two");
        }
        return (int) bits;
    }

    private long number(int position, String name, Value value, long least, long most) throws TraceReadException {
        if (!(value instanceof Numeral number)) {
            throw text.error(position, "'" + name + "' must be a number");
        }
        if (number.isBig() || number.bits() < least || number.bits() > most) {
            throw text.error(position, "'" + name + "' is " + number + "; " + least + " to " + most + " are possible");
        }
        return number.bits();
    }

    private static String word(Value value) {
        return value instanceof Name name ? name.text() : value instanceof Text quoted ? quoted.text() : value.toString();
    }

    private boolean truth(int position, String name, Value value) throws TraceReadException {
        if (value instanceof Numeral number) {
            return number.bits() != 0;
        }
        return switch (word(value)) {
            case "true", "TRUE" -> true;
            case "false", "FALSE" -> false;
            default -> throw text.error(position, "'" + name + "' must be true or false");
        };
    }

    private Order order(int position, Value value) throws TraceReadException {
        return switch (word(value)) {
            case "native" -> Order.NATIVE;
            case "le" -> Order.LITTLE;
            case "be", "network" -> Order.BIG;
            default -> throw text.error(position, "unknown byte order '" + word(value) + "'; native, le, be and network are known");
        };
    }

    private int base(int position, Value value) throws TraceReadException {
        return switch (word(value)) {
            case "10", "decimal", "dec", "d", "i", "u" -> 10;
            case "16", "hexadecimal", "hex", "x", "X", "p" -> 16;
            case "8", "octal", "oct", "o" -> 8;
            case "2", "binary", "b" -> 2;
            default -> throw text.error(position, "unknown base '" + word(value) + "'; 2, 8, 10, 16 and their names are known");
        };
    }

    private TextEncoding encoding(int position, Value value) throws TraceReadException {
        return switch (word(value).toLowerCase(Locale.ROOT)) {
            case "none" -> TextEncoding.NONE;
            case "utf8", "utf-8", "ascii" -> TextEncoding.UTF8;
            default -> throw text.error(position, "unknown encoding '" + word(value) + "'; none, UTF8 and ASCII are known");
        };
    }

    private String clock(int position, Value value) throws TraceReadException {
        String name = word(value);
        if (name.startsWith("clock.") && name.endsWith(".value") && name.length() > "clock..value".length()) {
            return name.substring("clock.".length(), name.length() - ".value".length());
        }
        throw text.error(position, "'map' must be clock.NAME.value, but is '" + name + "'");
    }
}
