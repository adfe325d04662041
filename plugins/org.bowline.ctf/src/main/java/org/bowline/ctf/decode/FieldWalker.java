/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.FieldVisitor;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.BlobClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.RangeSet;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;

/**
 * Decodes all fields of one event straight from the field classes, without programs: for dumps, and as the slow twin that the programs
 * are tested against. Recursion is as deep as the field classes.
 */
final class FieldWalker {
    private final ByteBuffer bytes;
    private final long base;
    private final long limit;
    private final FieldVisitor visitor;
    private final Set<FieldLocation> references;
    private final Map<FieldLocation, Long> values = new HashMap<>();
    private final List<String> path = new ArrayList<>();
    private Scope scope = Scope.PACKET_HEADER;
    private long at;

    private FieldWalker(ByteBuffer bytes, long base, long limit, FieldVisitor visitor, Set<FieldLocation> references) {
        this.bytes = bytes;
        this.base = base;
        this.limit = limit;
        this.visitor = visitor;
        this.references = references;
    }

    /** Visits the present event of a reader. */
    static void walk(StreamReader reader, FieldVisitor visitor) throws TraceReadException {
        PacketDecoder machine = reader.machine();
        StreamClass stream = reader.layout().stream;
        EventLayout layout = reader.event();
        EventClass event = reader.eventClass();
        if (layout == null || event == null) {
            throw new IllegalStateException("the cursor is not on an event");
        }
        Set<FieldLocation> references = reader.references(event);
        FieldWalker walker = new FieldWalker(machine.bytes, machine.base, reader.limit(), visitor, references);
        try {
            walker.at = machine.base;
            walker.scope(Scope.PACKET_HEADER, reader.packetHeader());
            walker.at = machine.contextStart;
            walker.scope(Scope.PACKET_CONTEXT, stream.packetContext());
            walker.at = reader.eventStart();
            walker.scope(Scope.EVENT_HEADER, stream.eventHeader());
            walker.scope(Scope.COMMON_CONTEXT, stream.commonContext());
            walker.scope(Scope.SPECIFIC_CONTEXT, event.specificContext());
            walker.scope(Scope.PAYLOAD, event.payload());
            if (walker.at != reader.at()) {
                throw new BrokenField(
                        "its program ends " + (reader.at() - walker.at) + " bits after its fields; this is a fault of the reader");
            }
        } catch (IndexOutOfBoundsException | BrokenField e) {
            throw reader.broken("the event cannot be decoded (" + e.getMessage() + ")", e);
        }
    }

    /** What the programs refuse, too: it cannot come for an event that they have accepted. */
    private static final class BrokenField extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenField(String message) {
            super(message);
        }
    }

    private void scope(Scope newScope, @Nullable StructClass type) {
        if (type == null) {
            return;
        }
        scope = newScope;
        path.clear();
        visitor.beginScope(newScope);
        align(type.alignment());
        members(type);
        visitor.endScope(newScope);
    }

    private void members(StructClass type) {
        for (StructClass.Member member : type.members()) {
            path.add(member.name());
            field(member.name(), member.type());
            path.remove(path.size() - 1);
        }
    }

    private void field(String name, FieldClass type) {
        align(type.alignment());
        if (type instanceof IntegerClass integer) {
            long value = fixed(integer.size(),
                    Bits.form(integer.size(), integer.signed(), integer.byteOrder(), integer.reversedBits(), false));
            remember(value);
            visitor.integer(name, value, integer);
        } else if (type instanceof VariableIntegerClass variable) {
            int length = Bits.leb128Length(bytes, (int) (at >>> 3), (int) (limit >>> 3));
            if (length < 0) {
                throw new BrokenField(Faults.text(Faults.LEB128));
            }
            long value = Bits.read(bytes, Bits.variableForm(variable.signed()), at);
            at += 8L * length;
            remember(value);
            visitor.variableInteger(name, value, variable.signed());
        } else if (type instanceof FloatClass real) {
            long bits = fixed(real.size(), Bits.form(real.size(), false, real.byteOrder(), real.reversedBits(), false));
            visitor.real(name, Bits.real(bits, real.size()), Math.max(32, real.size()));
        } else if (type instanceof StringClass string) {
            int start = (int) (at >>> 3);
            int nul = Bits.indexOfNul(bytes, start, (int) (limit >>> 3), string.encoding().unitBytes());
            if (nul < 0) {
                throw new BrokenField(Faults.text(Faults.NO_NUL));
            }
            at = 8L * (nul + string.encoding().unitBytes());
            visitor.text(name, TextCache.decode(bytes, start, nul - start, string.encoding()));
        } else if (type instanceof TextClass text) {
            text(name, count(text.length(), 8), text.encoding());
        } else if (type instanceof BlobClass blob) {
            byte[] copy = new byte[count(blob.length(), 8)];
            bytes.get((int) (at >>> 3), copy);
            at += 8L * copy.length;
            visitor.blob(name, copy);
        } else if (type instanceof StructClass struct) {
            visitor.beginStruct(name);
            members(struct);
            visitor.endStruct();
        } else if (type instanceof ArrayClass array) {
            array(name, array);
        } else if (type instanceof VariantClass variant) {
            variant(name, variant);
        } else if (type instanceof OptionalClass optional) {
            long value = value(optional.selector());
            RangeSet ranges = optional.ranges();
            if (ranges == null ? value != 0 : ranges.contains(value)) {
                visitor.option(name, "");
                field(name, optional.type());
            } else {
                visitor.absent(name);
            }
        }
    }

    private void array(String name, ArrayClass array) {
        boolean isText = array.element() instanceof IntegerClass integer && integer.encoding() != TextEncoding.NONE && integer.size() == 8
                && at % 8 == 0 && integer.alignment() <= 8;
        int length = count(array.length(), isText ? 8 : 0);
        if (isText && array.element() instanceof IntegerClass integer) {
            text(name, length, integer.encoding());
            return;
        }
        visitor.beginArray(name, length);
        for (int i = 0; i < length; i++) {
            field("", array.element());
        }
        visitor.endArray();
    }

    private void variant(String name, VariantClass variant) {
        long value = value(variant.selector());
        for (VariantClass.Option option : variant.options()) {
            if (option.ranges().contains(value)) {
                visitor.option(name, option.name());
                field(name, option.type());
                return;
            }
        }
        throw new BrokenField(Faults.text(Faults.SELECTOR));
    }

    private void text(String name, int length, TextEncoding encoding) {
        int start = (int) (at >>> 3);
        int nul = Bits.indexOfNul(bytes, start, start + length, encoding.unitBytes());
        at += 8L * length;
        visitor.text(name, TextCache.decode(bytes, start, (nul < 0 ? start + length : nul) - start, encoding));
    }

    private long fixed(int size, int form) {
        long value = Bits.read(bytes, form, at);
        at += size;
        return value;
    }

    private void remember(long value) {
        FieldLocation here = new FieldLocation(scope, path);
        if (references.contains(here)) {
            values.put(here, value);
        }
    }

    private long value(FieldLocation location) {
        Long value = values.get(location);
        if (value == null) {
            throw new BrokenField(Faults.text(Faults.LAYOUT));
        }
        return value;
    }

    private int count(Length length, int elementBits) {
        long count = length instanceof Length.Fixed fixed ? fixed.count()
                : length instanceof Length.Field field ? value(field.location()) : 0;
        if (count < 0 || count > Integer.MAX_VALUE || count > limit - at + Machine.EMPTY_ELEMENTS
                || (elementBits != 0 && count > (limit - at) / elementBits)) {
            throw new BrokenField(Faults.text(Faults.LENGTH));
        }
        return (int) count;
    }

    private void align(int alignment) {
        at = base + LayoutCompiler.roundUp(at - base, alignment);
    }
}
