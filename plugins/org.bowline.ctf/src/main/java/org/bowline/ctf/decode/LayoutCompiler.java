/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.BlobClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.RangeSet;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;

/**
 * Turns field classes into a {@link Program}. It keeps track of what is known about the position at compile time: its remainder by a power
 * of two, and its distance from the last <em>anchor</em>, a position that the machine notes. As long as nothing of dynamic size comes,
 * fields lie at constant distances from the base anchor, and no operation is needed for them at all.
 *
 * <p>Alignment that is not known at the very begin becomes {@link #headMask()}, to be applied before the base anchor is set. Recursion is
 * as deep as the field classes, which the metadata parsers limit.
 */
final class LayoutCompiler {
    /** The anchor at the begin of the event's contexts and payload. */
    static final int BASE_ANCHOR = 0;
    /** More bits than any packet has. */
    private static final long TOO_MANY_BITS = 1L << 40;
    private static final int NO_ANCHOR = -1;

    private final Map<FieldLocation, Integer> registers;
    private int nextRegister;
    private int nextAnchor;
    private final Set<Integer> loaded = new HashSet<>();

    private int[] op = new int[16];
    private long[] a = new long[16];
    private int[] b = new int[16];
    private int[] c = new int[16];
    private int size;
    private final List<SelectTable> tables = new ArrayList<>();

    private long modulus = 1;
    private long remainder;
    private long delta;
    private int anchor = NO_ANCHOR;
    private long anchorDelta;
    private boolean pristine;
    private long headMask;
    private int depth;
    private boolean impossible;
    private final Map<Integer, Field> fields = new HashMap<>();
    private Scope scope = Scope.PAYLOAD;
    private final List<String> path = new ArrayList<>();
    private int discardedSize = Long.SIZE;
    private int sequenceSize = Long.SIZE;

    /**
     * @param registers registers of fields that lengths and selectors refer to
     * @param loaded registers of those that were read before
     * @param nextRegister first free register
     * @param nextAnchor first free anchor
     */
    LayoutCompiler(Map<FieldLocation, Integer> registers, Set<Integer> loaded, int nextRegister, int nextAnchor) {
        this.registers = registers;
        this.loaded.addAll(loaded);
        this.nextRegister = nextRegister;
        this.nextAnchor = nextAnchor;
    }

    /** Begins where the position is known to be {@code remainder} modulo {@code modulus}, a power of two. */
    LayoutCompiler startAt(long startModulus, long startRemainder) {
        modulus = startModulus;
        remainder = startRemainder;
        return this;
    }

    /** Begins at the base anchor. */
    LayoutCompiler startAtBase() {
        pristine = true;
        anchor = BASE_ANCHOR;
        anchorDelta = 0;
        return this;
    }

    /** Adds a scope. */
    void add(Scope newScope, @Nullable StructClass type, @Nullable Wanted wanted) {
        if (type != null) {
            scope = newScope;
            path.clear();
            field(type, wanted);
        }
    }

    /** The program; {@link #fixedBits()} tells whether it is needed. */
    Program finish() {
        flush();
        emit(Program.END, 0, 0, 0);
        if (impossible) {
            return new Program(new int[] {Program.FAIL}, new long[] {Faults.LAYOUT}, new int[1], new int[1], new SelectTable[0]);
        }
        return new Program(Arrays.copyOf(op, size), Arrays.copyOf(a, size), Arrays.copyOf(b, size), Arrays.copyOf(c, size),
                tables.toArray(SelectTable[]::new));
    }

    /** Size of the whole in bits if it is always the same and nothing needs to be noted, else −1. To be asked before {@link #finish()}. */
    long fixedBits() {
        return size == 0 && !impossible ? delta : -1;
    }

    long headMask() {
        return headMask;
    }

    long modulus() {
        return modulus;
    }

    long remainder() {
        return remainder;
    }

    int registerCount() {
        return nextRegister;
    }

    int anchorCount() {
        return nextAnchor;
    }

    Set<Integer> loaded() {
        return loaded;
    }

    /** The wanted fields that were found, by slot. */
    Map<Integer, Field> fields() {
        return fields;
    }

    /** Bits of the counter of lost events, which wraps. */
    int discardedSize() {
        return discardedSize;
    }

    /** Bits of the packets' sequence number, which wraps. */
    int sequenceSize() {
        return sequenceSize;
    }

    private void field(FieldClass type, @Nullable Wanted wanted) {
        align(type.alignment());
        if (type instanceof IntegerClass integer) {
            integer(integer, wanted);
        } else if (type instanceof FloatClass real) {
            int form = Bits.form(real.size(), false, real.byteOrder(), real.reversedBits(), byteAligned());
            bind(wanted, Field.Shape.REAL, form, TextEncoding.NONE, null, 0);
            advance(real.size());
        } else if (type instanceof StructClass struct) {
            for (StructClass.Member member : struct.members()) {
                path.add(member.name());
                field(member.type(), wanted == null ? null : wanted.below(member.name()));
                path.remove(path.size() - 1);
            }
        } else if (type instanceof ArrayClass array) {
            array(array, wanted);
        } else if (type instanceof StringClass string) {
            bind(wanted, Field.Shape.STRING, 0, string.encoding(), null, 0);
            flush();
            emit(Program.STRING, 0, 0, string.encoding().unitBytes());
            dynamic(8, 0);
        } else if (type instanceof TextClass text) {
            bind(wanted, Field.Shape.TEXT, byteForm(), text.encoding(), text.length(), 8);
            bytes(text.length());
        } else if (type instanceof BlobClass blob) {
            if (blob.roles().contains(Role.METADATA_UUID) && scope == Scope.PACKET_HEADER) {
                emit(Program.UUID, delta, 0, 0);
            }
            bind(wanted, Field.Shape.ARRAY, byteForm(), TextEncoding.NONE, blob.length(), 8);
            bytes(blob.length());
        } else if (type instanceof VariableIntegerClass variable) {
            variable(variable, wanted);
        } else if (type instanceof VariantClass variant) {
            variant(variant, wanted);
        } else if (type instanceof OptionalClass optional) {
            optional(optional, wanted);
        }
    }

    private static int byteForm() {
        return Bits.form(8, false, ByteOrder.LITTLE_ENDIAN, false, true);
    }

    private void integer(IntegerClass type, @Nullable Wanted wanted) {
        int form = Bits.form(type.size(), type.signed(), type.byteOrder(), type.reversedBits(), byteAligned());
        bind(wanted, Field.Shape.INTEGER, form, TextEncoding.NONE, null, 0);
        Integer register = registers.get(new FieldLocation(scope, path));
        if (register != null) {
            emit(Program.LOAD, delta, register, form);
            loaded.add(register);
        }
        if (inHeaders()) {
            for (Role role : type.roles()) {
                if (role == Role.CLOCK_TIMESTAMP) {
                    emit(Program.CLOCK, delta, 0, form);
                } else if (role == Role.PACKET_END_TIMESTAMP) {
                    emit(Program.END_CLOCK, delta, 0, form);
                } else if (roleRegister(role) >= 0) {
                    emit(Program.LOAD_ROLE, delta, roleRegister(role), form);
                    noteSize(role, type.size());
                }
            }
        }
        advance(type.size());
    }

    private boolean inHeaders() {
        return scope == Scope.PACKET_HEADER || scope == Scope.PACKET_CONTEXT || scope == Scope.EVENT_HEADER;
    }

    private void noteSize(Role role, int bits) {
        if (role == Role.DISCARDED_EVENTS) {
            discardedSize = bits;
        } else if (role == Role.PACKET_SEQUENCE_NUMBER) {
            sequenceSize = bits;
        }
    }

    private static int roleRegister(Role role) {
        return switch (role) {
            case PACKET_MAGIC -> Machine.MAGIC;
            case STREAM_CLASS_ID -> Machine.STREAM_CLASS_ID;
            case STREAM_ID -> Machine.STREAM_ID;
            case PACKET_TOTAL_LENGTH -> Machine.TOTAL;
            case PACKET_CONTENT_LENGTH -> Machine.CONTENT;
            case PACKET_SEQUENCE_NUMBER -> Machine.SEQUENCE;
            case DISCARDED_EVENTS -> Machine.DISCARDED;
            case CPU_ID -> Machine.CPU;
            case EVENT_CLASS_ID -> Machine.EVENT_ID;
            case METADATA_UUID, CLOCK_TIMESTAMP, PACKET_END_TIMESTAMP -> -1;
        };
    }

    private void variable(VariableIntegerClass type, @Nullable Wanted wanted) {
        int form = Bits.variableForm(type.signed());
        bind(wanted, Field.Shape.INTEGER, form, TextEncoding.NONE, null, 0);
        flush();
        Integer register = registers.get(new FieldLocation(scope, path));
        int role = -1;
        boolean clock = false;
        if (inHeaders()) {
            for (Role each : type.roles()) {
                clock |= each == Role.CLOCK_TIMESTAMP;
                role = Math.max(role, roleRegister(each));
                if (each == Role.PACKET_END_TIMESTAMP) {
                    role = Machine.END_CYCLES;
                }
            }
        }
        if (register != null) {
            // the value is read in place, the operation that moves comes after it
            emit(Program.LOAD, 0, register, form);
            loaded.add(register);
        }
        if (clock) {
            emit(Program.VARIABLE_CLOCK, 0, -1, form);
        } else if (role >= 0) {
            emit(Program.VARIABLE_ROLE, 0, role, form);
        } else {
            emit(Program.VARIABLE, 0, -1, form);
        }
        dynamic(8, 0);
    }

    private void bytes(Length length) {
        if (length instanceof Length.Fixed fixed) {
            advance(multiply(fixed.count(), 8));
        } else if (length instanceof Length.Field field) {
            int count = register(field.location());
            flush();
            emit(Program.ELEMENTS, 8, count, 0);
            dynamic(8, 0);
        }
    }

    private void array(ArrayClass type, @Nullable Wanted wanted) {
        FieldClass element = type.element();
        boolean uuid = element instanceof IntegerClass integer && integer.roles().contains(Role.METADATA_UUID);
        if (scope == Scope.PACKET_HEADER && (uuid || (path.size() == 1 && path.get(0).equals("uuid")))) {
            emit(Program.UUID, delta, 0, 0);
        }
        long fixedBits = FixedSize.of(element);
        long stride = fixedBits < 0 ? 0 : roundUp(fixedBits, element.alignment());
        long elementBits = refersInside() ? -1 : fixedBits; // what is referred to is read, one element after the other
        if (element instanceof IntegerClass integer) {
            boolean aligned = byteAligned() && stride % 8 == 0;
            int form = Bits.form(integer.size(), integer.signed(), integer.byteOrder(), integer.reversedBits(), aligned);
            boolean text = integer.encoding() != TextEncoding.NONE && integer.size() == 8 && aligned;
            bind(wanted, text ? Field.Shape.TEXT : Field.Shape.ARRAY, form, integer.encoding(), type.length(), stride);
        } else {
            bind(wanted, Field.Shape.OPAQUE, 0, TextEncoding.NONE, type.length(), stride);
        }
        if (elementBits >= 0) {
            fixedElements(type.length(), elementBits, stride);
        } else {
            loop(type.length(), element);
        }
    }

    private void fixedElements(Length length, long elementBits, long stride) {
        if (length instanceof Length.Fixed fixed) {
            advance(fixed.count() == 0 ? 0 : multiply(fixed.count(), stride) - (stride - elementBits));
        } else if (length instanceof Length.Field field) {
            int count = register(field.location());
            flush();
            emit(Program.ELEMENTS, stride, count, (int) (stride - elementBits));
            // after n elements: the remainder is known only as far as the element's size goes
            long known = Math.min(modulus, elementBits == 0 ? modulus : Long.lowestOneBit(elementBits));
            known = stride == elementBits ? known : 1;
            dynamic(known, remainder & (known - 1));
        }
    }

    private void loop(Length length, FieldClass element) {
        int counter = nextRegister++;
        flush();
        if (length instanceof Length.Fixed fixed) {
            emit(Program.SET, fixed.count(), counter, 0);
        } else if (length instanceof Length.Field field) {
            emit(Program.COPY, 0, counter, register(field.location()));
        }
        int head = size;
        emit(Program.LOOP, 0, counter, 0);
        dynamic(1, 0);
        depth++;
        field(element, null);
        flush();
        depth--;
        emit(Program.JUMP, 0, 0, head);
        c[head] = size;
        dynamic(1, 0);
    }

    private void variant(VariantClass type, @Nullable Wanted wanted) {
        int selector = register(type.selector());
        int clear = beginBranches();
        SelectTable table = new SelectTable();
        tables.add(table);
        emit(Program.SELECT, 0, selector, tables.size() - 1);
        long startModulus = modulus;
        long startRemainder = remainder;
        long endModulus = 0;
        long endRemainder = 0;
        List<Integer> jumps = new ArrayList<>();
        for (VariantClass.Option option : type.options()) {
            table.add(option.ranges(), size);
            dynamic(startModulus, startRemainder);
            field(option.type(), wanted == null ? null : wanted.option(option.name()));
            flush();
            jumps.add(size);
            emit(Program.JUMP, 0, 0, 0);
            long common = endModulus == 0 ? modulus : Math.min(endModulus, modulus);
            while (endModulus != 0 && (endRemainder & (common - 1)) != (remainder & (common - 1))) {
                common >>= 1;
            }
            endModulus = common;
            endRemainder = remainder & (common - 1);
        }
        table.otherwise(size);
        emit(Program.FAIL, Faults.SELECTOR, 0, 0);
        for (int jump : jumps) {
            c[jump] = size;
        }
        dynamic(Math.max(1, endModulus), endRemainder);
        endBranches(clear);
    }

    private void optional(OptionalClass type, @Nullable Wanted wanted) {
        int selector = register(type.selector());
        int clear = beginBranches();
        SelectTable table = new SelectTable();
        tables.add(table);
        emit(Program.SELECT, 0, selector, tables.size() - 1);
        int content = size;
        field(type.type(), wanted);
        flush();
        RangeSet ranges = type.ranges();
        if (ranges != null) {
            table.add(ranges, content);
            table.otherwise(size);
        } else {
            table.add(new RangeSet(true, List.of(new RangeSet.Range(0, 0))), size);
            table.otherwise(content);
        }
        dynamic(1, 0);
        endBranches(clear);
    }

    /** Before a choice: what it may set is unset, so that nothing of an earlier event shows. */
    private int beginBranches() {
        flush();
        for (Map.Entry<FieldLocation, Integer> entry : registers.entrySet()) {
            if (isInside(entry.getKey())) {
                emit(Program.SET, -1, entry.getValue(), 0);
            }
        }
        int clear = size;
        if (depth == 0) {
            emit(Program.CLEAR, 0, nextAnchor, nextAnchor);
        }
        depth++;
        anchor = NO_ANCHOR;
        return clear;
    }

    private void endBranches(int clear) {
        depth--;
        if (depth == 0) {
            c[clear] = nextAnchor;
        }
    }

    private boolean isInside(FieldLocation location) {
        return location.scope() == scope && location.path().size() >= path.size() && location.path().subList(0, path.size()).equals(path);
    }

    private boolean refersInside() {
        for (FieldLocation location : registers.keySet()) {
            if (isInside(location)) {
                return true;
            }
        }
        return false;
    }

    private int register(FieldLocation location) {
        Integer register = registers.get(location);
        if (register == null || !loaded.contains(register)) {
            impossible = true;
            return 0;
        }
        return register;
    }

    private void bind(@Nullable Wanted wanted, Field.Shape shape, int form, TextEncoding encoding, @Nullable Length length, long stride) {
        if (wanted == null) {
            return;
        }
        for (Wanted.Entry entry : wanted.entries()) {
            if (!entry.rest().isEmpty()) {
                continue;
            }
            if (anchor == NO_ANCHOR) {
                anchor = nextAnchor++;
                anchorDelta = delta;
                emit(Program.ANCHOR, delta, anchor, 0);
            }
            long count = length instanceof Length.Fixed fixed ? fixed.count() : length == null ? 1 : -1;
            int countRegister = length instanceof Length.Field field ? register(field.location()) : -1;
            Field found = new Field(shape, anchor, delta - anchorDelta, form, encoding, count, countRegister, stride, null);
            fields.merge(entry.slot(), found, (before, now) -> now.withNext(before));
        }
    }

    private boolean byteAligned() {
        return modulus >= 8 && remainder % 8 == 0;
    }

    private void align(int alignment) {
        long bits = Math.max(1, alignment);
        if (modulus >= bits) {
            advance(-remainder & (bits - 1));
        } else if (pristine && size == 0 && delta == 0) {
            headMask = bits - 1;
            modulus = bits;
            remainder = 0;
        } else {
            flush();
            emit(Program.ALIGN, bits - 1, 0, 0);
            dynamic(bits, 0);
        }
    }

    private void advance(long bits) {
        delta += bits;
        if (delta > TOO_MANY_BITS || bits < 0) {
            impossible = true;
            delta = 0;
        }
        remainder = (remainder + bits) & (modulus - 1);
    }

    private void flush() {
        if (delta != 0) {
            emit(Program.SKIP, delta, 0, 0);
            delta = 0;
            anchor = NO_ANCHOR;
        }
    }

    /** After an operation of which only this is known. */
    private void dynamic(long newModulus, long newRemainder) {
        modulus = newModulus;
        remainder = newRemainder;
        anchor = NO_ANCHOR;
    }

    private void emit(int code, long valueA, int valueB, int valueC) {
        if (size == op.length) {
            op = Arrays.copyOf(op, 2 * size);
            a = Arrays.copyOf(a, 2 * size);
            b = Arrays.copyOf(b, 2 * size);
            c = Arrays.copyOf(c, 2 * size);
        }
        op[size] = code;
        a[size] = valueA;
        b[size] = valueB;
        c[size] = valueC;
        size++;
    }

    private long multiply(long count, long bits) {
        if (count < 0 || count > (bits == 0 ? Machine.EMPTY_ELEMENTS : TOO_MANY_BITS / bits)) {
            impossible = true;
            return 0;
        }
        return count * bits;
    }

    static long roundUp(long bits, long alignment) {
        long mask = Math.max(1, alignment) - 1;
        return (bits + mask) & ~mask;
    }
}
