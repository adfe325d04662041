/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.FieldVisitor;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Mapping;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.TraceMetadata;

/**
 * Prints an event as {@code babeltrace2 --no-delta --names all} does, from its name on: {@code NAME, stream.packet.context = { ... },
 * event.fields = { ... }}. Left out is what babeltrace2 leaves out: packet and event headers, and fields that it understands itself (sizes,
 * times, counters of packets and lost events). One printer a trace; not thread-safe.
 */
public final class PrettyPrinter implements FieldVisitor {
    private static final Set<Role> NOT_SHOWN = Set.of(Role.PACKET_MAGIC, Role.METADATA_UUID, Role.STREAM_CLASS_ID, Role.STREAM_ID,
            Role.PACKET_TOTAL_LENGTH, Role.PACKET_CONTENT_LENGTH, Role.CLOCK_TIMESTAMP, Role.PACKET_END_TIMESTAMP,
            Role.PACKET_SEQUENCE_NUMBER,
            Role.DISCARDED_EVENTS, Role.EVENT_CLASS_ID);

    private final StringBuilder out = new StringBuilder();
    /** For each open compound: whether it is an array, and how many fields it has so far. */
    private boolean[] isArray = new boolean[32];
    private int[] fields = new int[32];
    private int depth;
    private boolean hidden;
    private int scopeAt;
    /** Closing braces to add after the next field, because it is the content of a variant. */
    private int[] braces = new int[32];

    /** A printer for the events of a trace. */
    public PrettyPrinter(TraceMetadata metadata) {

    }

    /** The present event of a cursor. */
    public String print(String eventName, EventCursor cursor) throws TraceReadException {
        out.setLength(0);
        out.append(eventName);
        depth = 0;
        cursor.visit(this);
        return out.toString();
    }

    @Override
    public void beginScope(Scope scope) {
        String name = switch (scope) {
            case PACKET_CONTEXT -> "stream.packet.context";
            case COMMON_CONTEXT -> "stream.event.context";
            case SPECIFIC_CONTEXT -> "event.context";
            case PAYLOAD -> "event.fields";
            case PACKET_HEADER, EVENT_HEADER -> "";
        };
        hidden = name.isEmpty();
        if (!hidden) {
            scopeAt = out.length();
            out.append(", ").append(name).append(" = {");
            push(false);
        }
    }

    @Override
    public void endScope(Scope scope) {
        if (!hidden) {
            boolean empty = fields[depth] == 0;
            depth--;
            if (scope == Scope.PACKET_CONTEXT && empty) {
                out.setLength(scopeAt);
            } else {
                out.append(" }");
            }
        }
        hidden = false;
    }

    @Override
    public void beginStruct(String name) {
        if (hidden) {
            return;
        }
        field(name);
        out.append('{');
        push(false);
    }

    @Override
    public void endStruct() {
        if (hidden) {
            return;
        }
        out.append(" }");
        depth--;
        done();
    }

    @Override
    public void beginArray(String name, int length) {
        if (hidden) {
            return;
        }
        field(name);
        out.append('[');
        push(true);
    }

    @Override
    public void endArray() {
        if (hidden) {
            return;
        }
        out.append(" ]");
        depth--;
        done();
    }

    @Override
    public void option(String name, String optionName) {
        if (hidden) {
            return;
        }
        field(name);
        out.append("{ ");
        braces[depth]++;
    }

    @Override
    public void integer(String name, long value, IntegerClass type) {
        if (hidden || depth == 1 && type.roles().stream().anyMatch(NOT_SHOWN::contains)) {
            return;
        }
        field(name);
        switch (type.form()) {
            case ENUMERATION -> {
                out.append("( ");
                labels(value, type.mappings());
                out.append(" : container = ");
                number(value, type.size(), type.signed(), type.base());
                out.append(" )");
            }
            case BOOLEAN -> out.append(value != 0 ? "true" : "false");
            case BIT_ARRAY, BIT_MAP -> out.append("0x").append(Long.toHexString(value).toUpperCase(Locale.ROOT));
            case NUMBER -> number(value, type.size(), type.signed(), type.base());
        }
        done();
    }

    private void labels(long value, List<Mapping> mappings) {
        StringJoiner labels = new StringJoiner(", ");
        int count = 0;
        for (Mapping mapping : mappings) {
            if (mapping.ranges().contains(value)) {
                labels.add(quoted(mapping.label()));
                count++;
            }
        }
        if (count == 0) {
            out.append("<unknown>");
        } else if (count == 1) {
            out.append(labels);
        } else {
            out.append("{ ").append(labels).append(" }");
        }
    }

    private void number(long value, int size, boolean signed, int base) {
        switch (base) {
            case 2 -> {
                out.append("0b");
                for (int bit = size - 1; bit >= 0; bit--) {
                    out.append((value >>> bit & 1) == 0 ? '0' : '1');
                }
            }
            case 8 -> {
                long shown = value;
                int digits = (size + 2) / 3;
                if (signed && digits * 3 < 64) {
                    shown &= (1L << digits * 3) - 1;
                }
                out.append('0').append(Long.toOctalString(shown));
            }
            case 16 -> {
                int digits = (size + 3) / 4;
                long shown = digits == 16 ? value : value & (1L << digits * 4) - 1;
                out.append("0x").append(Long.toHexString(shown).toUpperCase(Locale.ROOT));
            }
            default -> out.append(signed ? Long.toString(value) : Long.toUnsignedString(value));
        }
    }

    @Override
    public void variableInteger(String name, long value, boolean signed) {
        if (hidden) {
            return;
        }
        field(name);
        number(value, 64, signed, 10);
        done();
    }

    @Override
    public void real(String name, double value, int bits) {
        if (hidden) {
            return;
        }
        field(name);
        out.append(general(value));
        done();
    }

    /** As C's {@code %g} prints it: six significant digits. */
    static String general(double value) {
        if (Double.isNaN(value)) {
            return (Double.doubleToRawLongBits(value) < 0 ? "-" : "") + "nan";
        }
        if (Double.isInfinite(value)) {
            return value < 0 ? "-inf" : "inf";
        }
        if (value == 0) {
            return Double.doubleToRawLongBits(value) < 0 ? "-0" : "0";
        }
        // exact binary value, ties to even, as C does; String.format rounds the shortest decimal form up
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(6, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < -4 || exponent >= 6) {
            String digits = trim(rounded.movePointLeft(exponent).setScale(5, RoundingMode.UNNECESSARY).toPlainString());
            return digits + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        }
        return trim(rounded.setScale(Math.max(5 - exponent, 0), RoundingMode.UNNECESSARY).toPlainString());
    }

    private static String trim(String digits) {
        if (digits.indexOf('.') < 0) {
            return digits;
        }
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, digits.charAt(end - 1) == '.' ? end - 1 : end);
    }

    @Override
    public void text(String name, String value) {
        if (hidden) {
            return;
        }
        field(name);
        out.append(quoted(value));
        done();
    }

    private static String quoted(String value) {
        StringBuilder b = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\', '\'', '"', '?' -> b.append('\\').append(c);
                case 0x07 -> b.append("\\a");
                case '\b' -> b.append("\\b");
                case 0x1b -> b.append("\\e");
                case '\f' -> b.append("\\f");
                case '\n' -> b.append("\\n");
                case '\r' -> b.append("\\r");
                case '\t' -> b.append("\\t");
                case 0x0b -> b.append("\\v");
                default -> {
                    if (c < 0x20 || c == 0x7f) {
                        b.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
                    } else {
                        b.append(c);
                    }
                }
            }
        }
        return b.append('"').toString();
    }

    @Override
    public void blob(String name, byte[] bytes) {
        if (hidden) {
            return;
        }
        field(name);
        out.append('{');
        for (byte b : bytes) {
            out.append(String.format(Locale.ROOT, " %02x", b));
        }
        out.append(" }");
        done();
    }

    @Override
    public void absent(String name) {
        if (hidden) {
            return;
        }
        field(name);
        out.append("<none>");
        done();
    }

    private void push(boolean array) {
        depth++;
        if (depth == isArray.length) {
            isArray = java.util.Arrays.copyOf(isArray, depth * 2);
            fields = java.util.Arrays.copyOf(fields, depth * 2);
            braces = java.util.Arrays.copyOf(braces, depth * 2);
        }
        isArray[depth] = array;
        fields[depth] = 0;
        braces[depth] = 0;
    }

    /** Separator and name of the next field of the innermost compound; none for the content of a variant. */
    private void field(String name) {
        if (braces[depth] > 0) {
            return;
        }
        out.append(fields[depth] == 0 ? " " : ", ");
        if (isArray[depth]) {
            out.append('[').append(fields[depth]).append("] = ");
        } else {
            out.append(name).append(" = ");
        }
        fields[depth]++;
    }

    /** A field is complete: so are the variants that it was the content of. */
    private void done() {
        while (braces[depth] > 0) {
            out.append(" }");
            braces[depth]--;
        }
    }
}
