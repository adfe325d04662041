/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

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
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;

/**
 * Random metadata and, for it, random events with what a reader must find in them: what a visitor must be told, and the value of every field
 * that a path can name. It knows nothing of programs, positions or {@link Bits}.
 */
final class RandomTrace {
    private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
    private static final ByteOrder BIG = ByteOrder.BIG_ENDIAN;

    /** An event that was written. */
    record Expected(int eventClass, List<String> visited, Map<String, String> values) {}

    private final Random random;
    private final ByteOrder order;
    private final TraceMetadata metadata;
    private final List<Expected> events = new ArrayList<>();
    private final byte[] packet;
    private int names;

    // while generating: the integers that later fields may refer to
    private List<FieldLocation> usable = new ArrayList<>();
    private Scope scope = Scope.PAYLOAD;
    private boolean refer = true;

    // while writing
    private final BitWriter out;
    private Map<FieldLocation, Long> written = new HashMap<>();
    private List<String> visited = new ArrayList<>();
    private Map<String, String> values = new TreeMap<>();
    private final List<String> path = new ArrayList<>();
    private final Map<FieldLocation, Integer> small = new HashMap<>();

    RandomTrace(Random random, int eventCount) {
        this.random = random;
        order = random.nextBoolean() ? LITTLE : BIG;
        out = new BitWriter(order);
        metadata = shapes();
        StreamClass stream = metadata.streams().get(0);
        Map<FieldLocation, Long> ofPacket = new HashMap<>();
        List<String> packetVisited = new ArrayList<>();
        Map<String, String> packetValues = new TreeMap<>();
        write(Scope.PACKET_CONTEXT, stream.packetContext(), "$packet.", -1);
        ofPacket.putAll(written);
        packetVisited.addAll(visited);
        packetValues.putAll(values);
        for (int i = 0; i < eventCount; i++) {
            int which = random.nextInt(stream.events().size());
            EventClass event = stream.events().get(which);
            written = new HashMap<>(ofPacket);
            visited = new ArrayList<>(packetVisited);
            values = new TreeMap<>(packetValues);
            write(Scope.EVENT_HEADER, stream.eventHeader(), "$header.", event.id());
            write(Scope.COMMON_CONTEXT, stream.commonContext(), "$common.", -1);
            write(Scope.SPECIFIC_CONTEXT, event.specificContext(), "$specific.", -1);
            write(Scope.PAYLOAD, event.payload(), "", -1);
            events.add(new Expected(which, visited, values));
        }
        packet = out.toBytes();
    }

    TraceMetadata metadata() {
        return metadata;
    }

    private TraceMetadata shapes() {
        StructClass context = structure(Scope.PACKET_CONTEXT, 3, List.of());
        // the id first, in some size; refers to nothing
        IntegerClass id = integer(8, random.nextInt(3) == 0 ? 8 : 1, false, order, false, Set.of(Role.EVENT_CLASS_ID));
        StructClass header = structure(Scope.EVENT_HEADER, random.nextInt(3), List.of(new StructClass.Member("id", id)));
        StructClass common = random.nextBoolean() ? structure(Scope.COMMON_CONTEXT, 2, List.of()) : null;
        List<EventClass> classes = new ArrayList<>();
        List<FieldLocation> before = List.copyOf(usable);
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            usable = new ArrayList<>(before);
            StructClass specific = random.nextBoolean() ? structure(Scope.SPECIFIC_CONTEXT, 2, List.of()) : null;
            classes.add(new EventClass(0, 5L * i, "e" + i, "", specific, structure(Scope.PAYLOAD, random.nextInt(7), List.of())));
        }
        return new TraceMetadata(TraceMetadata.Format.CTF_2, "", order, Map.of(), List.of(), null,
                List.of(new StreamClass(0, null, context, header, common, classes)), List.of());
    }

    byte[] packet() {
        return packet;
    }

    List<Expected> events() {
        return events;
    }

    // shapes

    private StructClass structure(Scope newScope, int members, List<StructClass.Member> first) {
        scope = newScope;
        path.clear();
        List<StructClass.Member> all = new ArrayList<>(first);
        for (int i = 0; i < members; i++) {
            all.add(member(2));
        }
        return struct(all);
    }

    private StructClass struct(List<StructClass.Member> members) {
        int alignment = random.nextInt(5) == 0 ? 1 << random.nextInt(7) : 1;
        for (StructClass.Member member : members) {
            alignment = Math.max(alignment, member.type().alignment());
        }
        return new StructClass(members, alignment);
    }

    private StructClass.Member member(int depth) {
        String name = "f" + names++;
        path.add(name);
        FieldClass type = shape(depth);
        path.remove(path.size() - 1);
        return new StructClass.Member(name, type);
    }

    private FieldClass shape(int depth) {
        int what = random.nextInt(depth > 0 ? 15 : 9);
        switch (what) {
            case 0, 1, 2:
                return number();
            case 3:
                return reference();
            case 4:
                return new FloatClass(new int[] {16, 32, 64}[random.nextInt(3)], 1 << random.nextInt(7), order, random.nextInt(4) == 0);
            case 5:
                return new StringClass(random.nextInt(4) == 0 ? TextEncoding.UTF16LE : TextEncoding.UTF8);
            case 6:
                return new TextClass(length(8), TextEncoding.UTF8);
            case 7:
                return new BlobClass(length(5), "", Set.of());
            case 8:
                return new VariableIntegerClass(random.nextBoolean(), 10, List.of(), Set.of());
            case 9, 10:
                FieldClass element = random.nextInt(3) > 0 ? number() : inside(depth);
                int alignment = Math.max(element.alignment(), random.nextInt(4) == 0 ? 16 : 1);
                return new ArrayClass(element, length(6), alignment);
            case 11:
                List<StructClass.Member> members = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    members.add(member(depth - 1));
                }
                return struct(members);
            case 12:
                return new ArrayClass(text(), length(9), 8);
            case 13:
                FieldLocation tag = selector();
                if (tag == null) {
                    return number();
                }
                List<VariantClass.Option> options = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    long low = i == 0 ? 0 : 1L << i;
                    RangeSet.Range last = new RangeSet.Range(low, i == 2 ? -1 : (2L << i) - 1);
                    options.add(new VariantClass.Option("o" + i, new RangeSet(false, List.of(last)), inside(depth)));
                }
                return new VariantClass(tag, options);
            default:
                FieldLocation flag = selector();
                if (flag == null) {
                    return number();
                }
                RangeSet ranges = random.nextBoolean() ? null : new RangeSet(false, List.of(new RangeSet.Range(2, 5)));
                return new OptionalClass(flag, ranges, inside(depth));
        }
    }

    /** A shape within an array, variant or optional: nothing outside refers into it. */
    private FieldClass inside(int depth) {
        boolean before = refer;
        refer = false;
        List<FieldLocation> outside = usable;
        usable = new ArrayList<>(usable);
        FieldClass type = shape(depth - 1);
        usable = outside;
        refer = before;
        return type;
    }

    private IntegerClass text() {
        return new IntegerClass(IntegerClass.Form.NUMBER, 8, 8, true, order, false, 10, TextEncoding.UTF8, List.of(), Set.of());
    }

    private IntegerClass number() {
        boolean other = random.nextInt(4) == 0;
        if (other) {
            // the other byte order must not share a byte
            return integer(8 << random.nextInt(4), 8, random.nextBoolean(), order == LITTLE ? BIG : LITTLE, false, Set.of());
        }
        int size = random.nextBoolean() ? 8 << random.nextInt(4) : 1 + random.nextInt(64);
        return integer(size, 1 << random.nextInt(7), random.nextBoolean(), order, random.nextInt(5) == 0, Set.of());
    }

    /** An unsigned integer with small values that later fields may use. */
    private IntegerClass reference() {
        IntegerClass type = integer(3 + random.nextInt(30), 1 << random.nextInt(6), false, order, false, Set.of());
        FieldLocation here = new FieldLocation(scope, path);
        usable.add(here);
        small.put(here, 6);
        return type;
    }

    private static IntegerClass integer(int size, int alignment, boolean signed, ByteOrder order, boolean reversed, Set<Role> roles) {
        return new IntegerClass(IntegerClass.Form.NUMBER, size, alignment, signed, order, reversed, 10, TextEncoding.NONE, List.of(),
                roles);
    }

    private FieldLocation selector() {
        return usable.isEmpty() ? null : usable.get(random.nextInt(usable.size()));
    }

    private Length length(int most) {
        FieldLocation field = random.nextBoolean() ? selector() : null;
        return field == null ? new Length.Fixed(random.nextInt(most)) : new Length.Field(field);
    }

    // values

    private void write(Scope newScope, StructClass type, String prefix, long id) {
        if (type == null) {
            return;
        }
        scope = newScope;
        path.clear();
        visited.add("scope " + newScope);
        out.align(type.alignment());
        for (StructClass.Member member : type.members()) {
            path.add(member.name());
            write(member.name(), member.type(), prefix + member.name(), true, id);
            path.remove(path.size() - 1);
        }
        visited.add("end");
    }

    private void write(String name, FieldClass type, String slot, boolean named, long id) {
        out.align(type.alignment());
        if (type instanceof IntegerClass integer) {
            long value = random.nextLong() >>> random.nextInt(64);
            FieldLocation here = new FieldLocation(scope, path);
            if (small.containsKey(here)) {
                value = random.nextInt(small.get(here));
            }
            if (integer.roles().contains(Role.EVENT_CLASS_ID)) {
                value = id;
            }
            value = integer.signed() ? value << (64 - integer.size()) >> (64 - integer.size())
                    : value << (64 - integer.size()) >>> (64 - integer.size());
            out.integer(value, integer.size(), integer.byteOrder(), integer.reversedBits());
            written.put(here, value);
            leaf(name, slot, named, "" + value);
        } else if (type instanceof VariableIntegerClass variable) {
            long value = random.nextLong() >> random.nextInt(64);
            out.leb128(value, variable.signed());
            leaf(name, slot, named, "" + value);
        } else if (type instanceof FloatClass real) {
            double value = random.nextInt(2000) / 8.0 - 125;
            long bits = real.size() == 64 ? Double.doubleToRawLongBits(value)
                    : real.size() == 32 ? Float.floatToRawIntBits((float) value) : half(value);
            out.integer(bits, real.size(), real.byteOrder(), real.reversedBits());
            leaf(name, slot, named, "" + value);
        } else if (type instanceof StringClass string) {
            String text = "grün".repeat(random.nextInt(4)) + "x".repeat(random.nextInt(9));
            boolean wide = string.encoding() == TextEncoding.UTF16LE;
            out.bytes(text.getBytes(wide ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8)).u8(0);
            if (wide) {
                out.u8(0);
            }
            leaf(name, slot, named, text);
        } else if (type instanceof TextClass text) {
            leaf(name, slot, named, text((int) count(text.length())));
        } else if (type instanceof BlobClass blob) {
            byte[] bytes = new byte[(int) count(blob.length())];
            random.nextBytes(bytes);
            out.bytes(bytes);
            visited.add(name + " blob " + java.util.Arrays.toString(bytes));
            if (named) {
                List<String> each = new ArrayList<>();
                for (byte b : bytes) {
                    each.add("" + (b & 0xFF));
                }
                values.put(slot, "" + each);
            }
        } else if (type instanceof StructClass struct) {
            visited.add(name + " {");
            for (StructClass.Member member : struct.members()) {
                path.add(member.name());
                write(member.name(), member.type(), slot + "." + member.name(), named, id);
                path.remove(path.size() - 1);
            }
            visited.add("}");
        } else if (type instanceof ArrayClass array) {
            int count = (int) count(array.length());
            if (array.element() instanceof IntegerClass element && element.encoding() != TextEncoding.NONE) {
                leaf(name, slot, named, text(count));
                return;
            }
            visited.add(name + " [" + count);
            int from = visited.size();
            for (int i = 0; i < count; i++) {
                write("", array.element(), slot, false, id);
            }
            if (named && array.element() instanceof IntegerClass) {
                List<String> each = new ArrayList<>();
                visited.subList(from, visited.size()).forEach(line -> each.add(line.substring(1)));
                values.put(slot, "" + each);
            }
            visited.add("]");
        } else if (type instanceof VariantClass variant) {
            long tag = written.get(variant.selector());
            for (VariantClass.Option option : variant.options()) {
                if (option.ranges().contains(tag)) {
                    visited.add(name + " option " + option.name());
                    write(name, option.type(), slot + "." + option.name(), named, id);
                    return;
                }
            }
        } else if (type instanceof OptionalClass optional) {
            long tag = written.get(optional.selector());
            if (optional.ranges() == null ? tag != 0 : optional.ranges().contains(tag)) {
                visited.add(name + " option ");
                write(name, optional.type(), slot, named, id);
            } else {
                visited.add(name + " absent");
            }
        }
    }

    private static long half(double value) {
        if (value == 0) {
            return 0;
        }
        int exponent = Math.getExponent(value);
        long fraction = Math.round((Math.abs(value) / Math.scalb(1.0, exponent) - 1) * 1024);
        return (value < 0 ? 0x8000 : 0) | (long) (exponent + 15) << 10 | fraction;
    }

    private String text(int length) {
        int used = length == 0 ? 0 : random.nextInt(length + 1);
        out.text("y".repeat(used), length);
        return "y".repeat(used);
    }

    private void leaf(String name, String slot, boolean named, String value) {
        visited.add(name + " " + value);
        if (named) {
            values.put(slot, value);
        }
    }

    private long count(Length length) {
        return length instanceof Length.Fixed fixed ? fixed.count() : written.get(((Length.Field) length).location());
    }

    /** All field paths that an event of this trace has had. */
    List<String> paths(int eventClass) {
        Map<String, String> all = new LinkedHashMap<>();
        for (Expected event : events) {
            if (event.eventClass() == eventClass) {
                all.putAll(event.values());
            }
        }
        return List.copyOf(all.keySet());
    }
}
