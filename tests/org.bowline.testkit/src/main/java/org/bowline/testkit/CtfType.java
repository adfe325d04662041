/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A field's type, from which both the TSDL text and the bytes are made. Alignments are in bits; the factory methods give the packed (byte
 * aligned) types of x86, {@link #natural()} those of other machines.
 */
public sealed interface CtfType {
    /** Alignment of the first bit. */
    int alignment();

    /** The TSDL text of a field of this type. */
    String tsdl(String field, String indent);

    /** The same type with every integer and number of 16, 32 and 64 bits aligned to its size. */
    CtfType natural();

    /**
     * An integer or enumeration.
     *
     * @param order null for the trace's own
     * @param text whether arrays of it are text
     * @param clock name of the clock it is a time of; empty for none
     * @param labels of an enumeration; empty for a number
     */
    record Int(int size, int alignment, boolean signed, int base, @Nullable ByteOrder order, boolean text, String clock, List<Label> labels)
            implements CtfType {
        /** Copies the list. */
        public Int {
            labels = List.copyOf(labels);
        }

        /** The same with another display base. */
        public Int base(int newBase) {
            return new Int(size, alignment, signed, newBase, order, text, clock, labels);
        }

        /** The same with a fixed byte order. */
        public Int order(ByteOrder newOrder) {
            return new Int(size, alignment, signed, base, newOrder, text, clock, labels);
        }

        /** The same with another alignment in bits. */
        public Int align(int bits) {
            return new Int(size, bits, signed, base, order, text, clock, labels);
        }

        /** The same as a time of a clock. */
        public Int clock(String name) {
            return new Int(size, alignment, signed, base, order, text, name, labels);
        }

        /** The same as an enumeration. */
        public Int labels(Label... newLabels) {
            return new Int(size, alignment, signed, base, order, text, clock, List.of(newLabels));
        }

        @Override
        public Int natural() {
            boolean whole = size == 16 || size == 32 || size == 64;
            return whole ? align(size) : this;
        }

        private String body() {
            StringBuilder b = new StringBuilder("integer { size = ").append(size).append("; align = ").append(alignment)
                    .append("; signed = ")
                    .append(signed ? 1 : 0).append("; encoding = ").append(text ? "UTF8" : "none").append("; base = ").append(base)
                    .append(';');
            if (order != null) {
                b.append(" byte_order = ").append(order == ByteOrder.BIG_ENDIAN ? "be" : "le").append(';');
            }
            if (!clock.isEmpty()) {
                b.append(" map = clock.").append(clock).append(".value;");
            }
            return b.append(" }").toString();
        }

        @Override
        public String tsdl(String field, String indent) {
            if (labels.isEmpty()) {
                return indent + body() + ' ' + field + ";\n";
            }
            StringBuilder b = new StringBuilder(indent).append("enum : ").append(body()).append(" {\n");
            for (Label label : labels) {
                b.append(indent).append("\t\"").append(label.name).append("\" = ").append(label.low);
                if (label.low != label.high) {
                    b.append(" ... ").append(label.high);
                }
                b.append(",\n");
            }
            return b.append(indent).append("} ").append(field).append(";\n").toString();
        }
    }

    /** A label of an enumeration and its range. */
    record Label(String name, long low, long high) {}

    /** An IEEE 754 number of 32 or 64 bits. */
    record Real(int size, int alignment) implements CtfType {
        @Override
        public Real natural() {
            return new Real(size, size);
        }

        @Override
        public String tsdl(String field, String indent) {
            return indent + "floating_point { exp_dig = " + (size == 32 ? 8 : 11) + "; mant_dig = " + (size == 32 ? 24 : 53) + "; align = "
                    + alignment
                    + "; } " + field + ";\n";
        }
    }

    /** Text that ends with a NUL. */
    record Text() implements CtfType {
        @Override
        public int alignment() {
            return 8;
        }

        @Override
        public Text natural() {
            return this;
        }

        @Override
        public String tsdl(String field, String indent) {
            return indent + "string " + field + ";\n";
        }
    }

    /** As many integers as {@code length} says; text if they are characters. */
    record Array(Int element, int length) implements CtfType {
        @Override
        public int alignment() {
            return element.alignment();
        }

        @Override
        public Array natural() {
            return new Array(element.natural(), length);
        }

        @Override
        public String tsdl(String field, String indent) {
            return indent + element.body() + ' ' + field + '[' + length + "];\n";
        }
    }

    /** A length, then as many integers; the length field is declared before it as LTTng does: {@code _NAME_length}. */
    record Sequence(Int lengthType, Int element) implements CtfType {
        @Override
        public int alignment() {
            return Math.max(lengthType.alignment(), element.alignment());
        }

        @Override
        public Sequence natural() {
            return new Sequence(lengthType.natural(), element.natural());
        }

        @Override
        public String tsdl(String field, String indent) {
            String length = '_' + field + "_length";
            return indent + lengthType.body() + ' ' + length + ";\n" + indent + element.body() + ' ' + field + "[ " + length + " ];\n";
        }
    }

    /** Fields one after the other. */
    record Struct(List<Member> members) implements CtfType {
        /** Copies the list. */
        public Struct {
            members = List.copyOf(members);
        }

        @Override
        public int alignment() {
            int alignment = 1;
            for (Member member : members) {
                alignment = Math.max(alignment, member.type.alignment());
            }
            return alignment;
        }

        @Override
        public Struct natural() {
            List<Member> all = new ArrayList<>();
            for (Member member : members) {
                all.add(new Member(member.name, member.type.natural()));
            }
            return new Struct(all);
        }

        @Override
        public String tsdl(String field, String indent) {
            return indent + body(indent, "_") + ' ' + field + ";\n";
        }

        /** The type without a name; {@code prefix} goes before the names of its members. */
        String body(String indent, String prefix) {
            StringBuilder b = new StringBuilder("struct {\n");
            for (Member member : members) {
                b.append(member.type.tsdl(prefix + member.name, indent + '\t'));
            }
            return b.append(indent).append('}').toString();
        }
    }

    /** A named field. */
    record Member(String name, CtfType type) {}

    /** One of several structures, chosen by the label of an enumeration that is an earlier member of the same structure. */
    record Variant(String tag, List<Member> options) implements CtfType {
        /** Copies the list. */
        public Variant {
            options = List.copyOf(options);
        }

        @Override
        public int alignment() {
            return 1;
        }

        @Override
        public Variant natural() {
            List<Member> all = new ArrayList<>();
            for (Member option : options) {
                all.add(new Member(option.name, option.type.natural()));
            }
            return new Variant(tag, all);
        }

        @Override
        public String tsdl(String field, String indent) {
            String prefix = field.startsWith("_") ? "_" : "";
            StringBuilder b = new StringBuilder(indent).append("variant <").append(prefix).append(tag).append("> {\n");
            for (Member option : options) {
                b.append(indent).append('\t').append(((Struct) option.type).body(indent + '\t', prefix)).append(' ').append(prefix)
                        .append(option.name).append(";\n");
            }
            return b.append(indent).append("} ").append(field).append(";\n").toString();
        }
    }

    /** An unsigned integer, byte aligned, decimal. */
    static Int unsigned(int bits) {
        return new Int(bits, bits % 8 == 0 ? 8 : 1, false, 10, null, false, "", List.of());
    }

    /** A signed integer, byte aligned, decimal. */
    static Int signed(int bits) {
        return new Int(bits, bits % 8 == 0 ? 8 : 1, true, 10, null, false, "", List.of());
    }

    /** Text in a fixed number of bytes, NUL padded: LTTng's comm. */
    static Array characters(int bytes) {
        return new Array(new Int(8, 8, true, 10, null, true, "", List.of()), bytes);
    }

    /** Text that ends with a NUL. */
    static Text text() {
        return new Text();
    }

    /** A structure of name, type, name, type ... */
    static Struct struct(Object... namesAndTypes) {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            members.add(new Member((String) namesAndTypes[i], (CtfType) namesAndTypes[i + 1]));
        }
        return new Struct(members);
    }

    /** A variant of option, structure, option, structure ... */
    static Variant variant(String tag, Object... namesAndTypes) {
        return new Variant(tag, struct(namesAndTypes).members());
    }

    /** A label of one value. */
    static Label label(String name, long value) {
        return new Label(name, value, value);
    }

    /** A label of a range. */
    static Label label(String name, long low, long high) {
        return new Label(name, low, high);
    }
}
