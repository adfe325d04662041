/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.BlobClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Mapping;
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
import org.bowline.ctf.metadata.fields.FieldStack;
import org.bowline.ctf.metadata.text.MetadataText;

/**
 * Makes field classes of JSON objects. An alias is read anew wherever it is used, because its locations and roles mean something else
 * there; number and depth of classes are limited after that.
 */
final class FieldClassReader {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_CLASSES = 1 << 20;
    private static final int MAX_BITS = 64;
    private static final long MAX_ALIGNMENT = 1L << 20;
    private static final FieldLocation UNBOUND = new FieldLocation(Scope.PACKET_HEADER, List.of());

    private static final Map<String, Role> ROLES = Map.ofEntries(
            Map.entry("packet-magic-number", Role.PACKET_MAGIC),
            Map.entry("metadata-stream-uuid", Role.METADATA_UUID),
            Map.entry("data-stream-class-id", Role.STREAM_CLASS_ID),
            Map.entry("data-stream-id", Role.STREAM_ID),
            Map.entry("packet-total-length", Role.PACKET_TOTAL_LENGTH),
            Map.entry("packet-content-length", Role.PACKET_CONTENT_LENGTH),
            Map.entry("default-clock-timestamp", Role.CLOCK_TIMESTAMP),
            Map.entry("packet-end-default-clock-timestamp", Role.PACKET_END_TIMESTAMP),
            Map.entry("packet-sequence-number", Role.PACKET_SEQUENCE_NUMBER),
            Map.entry("discarded-event-record-counter-snapshot", Role.DISCARDED_EVENTS),
            Map.entry("event-record-class-id", Role.EVENT_CLASS_ID));
    /** Which roles mean something in which scope. */
    private static final Map<Scope, Set<Role>> ROLES_OF = Map.of(
            Scope.PACKET_HEADER, Set.of(Role.PACKET_MAGIC, Role.METADATA_UUID, Role.STREAM_CLASS_ID, Role.STREAM_ID),
            Scope.PACKET_CONTEXT, Set.of(Role.PACKET_TOTAL_LENGTH, Role.PACKET_CONTENT_LENGTH, Role.CLOCK_TIMESTAMP,
                    Role.PACKET_END_TIMESTAMP, Role.PACKET_SEQUENCE_NUMBER, Role.DISCARDED_EVENTS),
            Scope.EVENT_HEADER, Set.of(Role.CLOCK_TIMESTAMP, Role.EVENT_CLASS_ID));

    private final MetadataText text;
    private final JsonReader json;
    private final LocationReader locations;
    private final Map<String, Json.Value> aliases = new HashMap<>();
    private final Map<Integer, IntegerClass> integers = new HashMap<>();
    private final Set<Role> given = EnumSet.noneOf(Role.class);
    private int classes;

    FieldClassReader(MetadataText text, JsonReader json) {
        this.text = text;
        this.json = json;
        this.locations = new LocationReader(json);
    }

    /** Keeps a field class under a name, after checking it. */
    void alias(Json.Value name, Json.Value fieldClass) throws TraceReadException {
        read(fieldClass, FieldStack.unbound(text), 0);
        if (aliases.put(json.string(name, "\"name\""), fieldClass) != null) {
            throw json.error(name, "a second field class alias of this name");
        }
    }

    /** The structure that makes up a scope; null if none is given. */
    @Nullable
    StructClass root(Json.@Nullable Value fieldClass, Scope scope, Map<Scope, StructClass> earlier) throws TraceReadException {
        given.clear();
        if (fieldClass == null) {
            return null;
        }
        if (read(fieldClass, new FieldStack(text, scope, earlier), 0) instanceof StructClass struct) {
            return struct;
        }
        throw json.error(fieldClass, "the field class here must be a structure");
    }

    /** The roles that the last {@link #root} gave. */
    Set<Role> given() {
        return given;
    }

    private FieldClass read(Json.Value written, FieldStack stack, int depth) throws TraceReadException {
        count(written);
        if (depth > MAX_DEPTH) {
            throw json.error(written, "field classes are nested more than " + MAX_DEPTH + " levels deep");
        }
        if (written instanceof Json.Str name) {
            Json.Value meant = aliases.get(name.text());
            if (meant == null) {
                throw json.error(written, "no field class alias '" + name.text() + "' is known here");
            }
            return read(meant, stack, depth + 1);
        }
        Json.Obj object = json.object(written, "a field class");
        String type = json.string(object, "type");
        return switch (type) {
            case "fixed-length-unsigned-integer" -> fixed(object, IntegerClass.Form.NUMBER, false, "mappings", stack);
            case "fixed-length-signed-integer" -> fixed(object, IntegerClass.Form.NUMBER, true, "mappings", stack);
            case "fixed-length-unsigned-enumeration" -> fixed(object, IntegerClass.Form.ENUMERATION, false, "mappings", stack);
            case "fixed-length-signed-enumeration" -> fixed(object, IntegerClass.Form.ENUMERATION, true, "mappings", stack);
            case "fixed-length-bit-array" -> fixed(object, IntegerClass.Form.BIT_ARRAY, false, "", stack);
            case "fixed-length-bit-map" -> fixed(object, IntegerClass.Form.BIT_MAP, false, "flags", stack);
            case "fixed-length-boolean" -> fixed(object, IntegerClass.Form.BOOLEAN, false, "", stack);
            case "fixed-length-floating-point-number" -> real(object);
            case "variable-length-unsigned-integer", "variable-length-unsigned-enumeration" -> variable(object, false, stack);
            case "variable-length-signed-integer", "variable-length-signed-enumeration" -> variable(object, true, stack);
            case "null-terminated-string" -> new StringClass(encoding(object));
            case "static-length-string" -> new TextClass(staticLength(object), encoding(object));
            case "dynamic-length-string" -> new TextClass(dynamicLength(object, stack), encoding(object));
            case "static-length-blob" -> blob(object, staticLength(object), stack);
            case "dynamic-length-blob" -> blob(object, dynamicLength(object, stack), stack);
            case "structure" -> structure(object, stack, depth);
            case "static-length-array" -> array(object, staticLength(object), stack, depth);
            case "dynamic-length-array" -> array(object, dynamicLength(object, stack), stack, depth);
            case "optional" -> optional(object, stack, depth);
            case "variant" -> variant(object, stack, depth);
            default -> throw json.error(json.need(object, "type"), "unknown type of field class '" + type + "'");
        };
    }

    private void count(Json.Value written) throws TraceReadException {
        classes++;
        if (classes > MAX_CLASSES) {
            throw json.error(written, "more than " + MAX_CLASSES + " fields and labels, once aliases are replaced by what they stand for");
        }
    }

    private IntegerClass fixed(Json.Obj object, IntegerClass.Form form, boolean signed, String mappingName, FieldStack stack)
            throws TraceReadException {
        int size = (int) json.bounded(json.need(object, "length"), "length", 1, MAX_BITS);
        int alignment = alignment(object, "alignment");
        ByteOrder order = byteOrder(object);
        boolean reversed = reversedBits(object, order);
        int base = base(object);
        List<Mapping> mappings = mappingName.isEmpty() ? List.of() : mappings(object, mappingName, signed);
        Set<Role> roles = roles(object, stack, signed || (form != IntegerClass.Form.NUMBER && form != IntegerClass.Form.ENUMERATION));
        IntegerClass.Form finalForm = form == IntegerClass.Form.NUMBER && !mappings.isEmpty() ? IntegerClass.Form.ENUMERATION : form;
        if (roles.contains(Role.PACKET_MAGIC) && size != 32) {
            throw json.error(object, "the packet's magic number must have 32 bits");
        }
        if (!mappings.isEmpty() || !roles.isEmpty()) {
            return new IntegerClass(finalForm, size, alignment, signed, order, reversed, base, TextEncoding.NONE, mappings, roles);
        }
        int key = size | (Integer.numberOfTrailingZeros(alignment) << 7) | (base << 12) | (signed ? 1 << 17 : 0)
                | (order == ByteOrder.BIG_ENDIAN ? 1 << 18 : 0) | (reversed ? 1 << 19 : 0) | (finalForm.ordinal() << 20);
        IntegerClass known = integers.get(key);
        if (known == null) {
            known = new IntegerClass(finalForm, size, alignment, signed, order, reversed, base, TextEncoding.NONE, List.of(), Set.of());
            integers.put(key, known);
        }
        return known;
    }

    private FloatClass real(Json.Obj object) throws TraceReadException {
        Json.Value length = json.need(object, "length");
        int size = (int) json.bounded(length, "length", 1, 256);
        if (size != 16 && size != 32 && size != 64) {
            throw json.error(length, "a floating-point number of " + size + (size == 1 ? " bit" : " bits") + "; 16, 32 and 64 can be read");
        }
        ByteOrder order = byteOrder(object);
        return new FloatClass(size, alignment(object, "alignment"), order, reversedBits(object, order));
    }

    private VariableIntegerClass variable(Json.Obj object, boolean signed, FieldStack stack) throws TraceReadException {
        return new VariableIntegerClass(signed, base(object), mappings(object, "mappings", signed), roles(object, stack, signed));
    }

    private BlobClass blob(Json.Obj object, Length length, FieldStack stack) throws TraceReadException {
        Set<Role> roles = roles(object, stack, false);
        if (roles.contains(Role.METADATA_UUID) && !(length instanceof Length.Fixed fixed && fixed.count() == 16)) {
            throw json.error(object, "the metadata stream's UUID must have 16 bytes");
        }
        return new BlobClass(length, json.string(object, "media-type", "application/octet-stream"), roles);
    }

    private StructClass structure(Json.Obj object, FieldStack stack, int depth) throws TraceReadException {
        stack.beginStruct();
        int alignment = alignment(object, "minimum-alignment");
        for (Json.Value element : json.array(object, "member-classes")) {
            Json.Obj member = json.object(element, "a member class");
            String name = json.string(member, "name");
            stack.beginMember(name);
            FieldClass type = read(json.need(member, "field-class"), stack, depth + 1);
            if (stack.depth() == 1 && stack.scope() == Scope.PACKET_CONTEXT && name.equals("cpu_id") && type instanceof IntegerClass integer
                    && integer.roles().isEmpty()) {
                type = integer.withRoles(Set.of(Role.CPU_ID));
            }
            alignment = Math.max(alignment, type.alignment());
            if (!stack.endMember(name, type)) {
                throw json.error(member, "the structure has a member '" + name + "' already");
            }
        }
        return new StructClass(stack.endStruct(), alignment);
    }

    private ArrayClass array(Json.Obj object, Length length, FieldStack stack, int depth) throws TraceReadException {
        FieldClass element = read(json.need(object, "element-field-class"), stack, depth + 1);
        return new ArrayClass(element, length, Math.max(element.alignment(), alignment(object, "minimum-alignment")));
    }

    private OptionalClass optional(Json.Obj object, FieldStack stack, int depth) throws TraceReadException {
        Json.Value written = json.need(object, "selector-field-location");
        FieldStack.Found selector = locations.read(written, stack);
        Json.Value writtenRanges = JsonReader.optional(object, "selector-field-ranges");
        boolean bool = selector != null && selector.isBoolean();
        if (selector != null && !bool && writtenRanges == null) {
            throw json.error(object, "the optional's selector is a number, but no \"selector-field-ranges\" are given");
        }
        RangeSet ranges = bool || writtenRanges == null ? null : ranges(writtenRanges, selector != null && selector.signed());
        FieldClass type = read(json.need(object, "field-class"), stack, depth + 1);
        return new OptionalClass(selector == null ? UNBOUND : selector.location(), ranges, type);
    }

    private VariantClass variant(Json.Obj object, FieldStack stack, int depth) throws TraceReadException {
        Json.Value written = json.need(object, "selector-field-location");
        FieldStack.Found selector = locations.read(written, stack);
        if (selector != null && selector.isBoolean()) {
            throw json.error(written, "a variant cannot be selected by a boolean");
        }
        List<VariantClass.Option> options = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Json.Value element : json.array(json.need(object, "options"), "\"options\"")) {
            Json.Obj option = json.object(element, "an option");
            String name = json.string(option, "name", "");
            if (!name.isEmpty() && !names.add(name)) {
                throw json.error(option, "the variant has an option '" + name + "' already");
            }
            RangeSet ranges = ranges(json.need(option, "selector-field-ranges"), selector != null && selector.signed());
            options.add(new VariantClass.Option(name, ranges, read(json.need(option, "field-class"), stack, depth + 1)));
        }
        if (options.isEmpty()) {
            throw json.error(object, "a variant without options");
        }
        return new VariantClass(selector == null ? UNBOUND : selector.location(), options);
    }

    private Length staticLength(Json.Obj object) throws TraceReadException {
        return new Length.Fixed(json.bounded(json.need(object, "length"), "length", 0, Integer.MAX_VALUE));
    }

    private Length dynamicLength(Json.Obj object, FieldStack stack) throws TraceReadException {
        Json.Value written = json.need(object, "length-field-location");
        FieldStack.Found found = locations.read(written, stack);
        if (found != null && (found.signed() || found.isBoolean())) {
            throw json.error(written, "the length field is not an unsigned integer");
        }
        return new Length.Field(found == null ? UNBOUND : found.location());
    }

    private Set<Role> roles(Json.Obj object, FieldStack stack, boolean impossible) throws TraceReadException {
        List<Json.Value> written = json.array(object, "roles");
        Scope scope = stack.scope();
        if (written.isEmpty() || scope == null) {
            return Set.of();
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (Json.Value value : written) {
            count(value);
            String name = json.string(value, "a role");
            Role role = ROLES.get(name);
            if (role == null) {
                text.warn(value.position(), "the unknown role '" + name + "' was ignored");
            } else if (!ROLES_OF.getOrDefault(scope, Set.of()).contains(role)) {
                text.warn(value.position(), "the role '" + name + "' means nothing here and was ignored");
            } else if (impossible) {
                throw json.error(value, "a field of the role '" + name + "' must be an unsigned integer");
            } else {
                roles.add(role);
            }
        }
        given.addAll(roles);
        return roles;
    }

    private List<Mapping> mappings(Json.Obj object, String name, boolean signed) throws TraceReadException {
        Json.Obj written = json.optionalObject(object, name);
        if (written == null) {
            return List.of();
        }
        List<Mapping> mappings = new ArrayList<>(written.members().size());
        for (Map.Entry<String, Json.Value> entry : written.members().entrySet()) {
            mappings.add(new Mapping(entry.getKey(), ranges(entry.getValue(), signed)));
        }
        return mappings;
    }

    private RangeSet ranges(Json.Value written, boolean signed) throws TraceReadException {
        List<RangeSet.Range> ranges = new ArrayList<>(1);
        for (Json.Value value : json.array(written, "integer ranges")) {
            count(value);
            List<Json.Value> bounds = json.array(value, "an integer range");
            if (bounds.size() != 2) {
                throw json.error(value, "an integer range must be two numbers");
            }
            Json.Int low = json.integer(bounds.get(0), "a bound of an integer range");
            Json.Int high = json.integer(bounds.get(1), "a bound of an integer range");
            if (before(high, low)) {
                throw json.error(value, "the integer range ends before it begins");
            }
            addRange(ranges, low, high, signed);
        }
        if (json.array(written, "integer ranges").isEmpty()) {
            throw json.error(written, "there must be at least one integer range");
        }
        return new RangeSet(signed, ranges);
    }

    private static boolean before(Json.Int a, Json.Int b) {
        if (a.negative() != b.negative()) {
            return a.negative();
        }
        return Long.compareUnsigned(a.bits(), b.bits()) < 0;
    }

    /** Adds the part of a range that a value of this signedness can have. */
    private static void addRange(List<RangeSet.Range> ranges, Json.Int low, Json.Int high, boolean signed) {
        if (signed) {
            if (!low.isBig()) {
                ranges.add(new RangeSet.Range(low.bits(), high.isBig() ? Long.MAX_VALUE : high.bits()));
            }
        } else if (!high.negative()) {
            ranges.add(new RangeSet.Range(low.negative() ? 0 : low.bits(), high.bits()));
        }
    }

    private int alignment(Json.Obj object, String name) throws TraceReadException {
        Json.Value written = JsonReader.optional(object, name);
        if (written == null) {
            return 1;
        }
        long bits = json.bounded(written, name, 1, MAX_ALIGNMENT);
        if (Long.bitCount(bits) != 1) {
            throw json.error(written, "an alignment of " + bits + " bits, which is not a power of two");
        }
        return (int) bits;
    }

    private ByteOrder byteOrder(Json.Obj object) throws TraceReadException {
        Json.Value written = json.need(object, "byte-order");
        return switch (json.string(written, "\"byte-order\"")) {
            case "little-endian" -> ByteOrder.LITTLE_ENDIAN;
            case "big-endian" -> ByteOrder.BIG_ENDIAN;
            default -> throw json.error(written, "unknown byte order; little-endian and big-endian are known");
        };
    }

    private boolean reversedBits(Json.Obj object, ByteOrder order) throws TraceReadException {
        Json.Value written = JsonReader.optional(object, "bit-order");
        if (written == null) {
            return false;
        }
        return switch (json.string(written, "\"bit-order\"")) {
            case "first-to-last" -> order == ByteOrder.BIG_ENDIAN;
            case "last-to-first" -> order == ByteOrder.LITTLE_ENDIAN;
            default -> throw json.error(written, "unknown bit order; first-to-last and last-to-first are known");
        };
    }

    private int base(Json.Obj object) throws TraceReadException {
        Json.Value written = JsonReader.optional(object, "preferred-display-base");
        if (written == null) {
            return 10;
        }
        int base = (int) json.bounded(written, "preferred-display-base", 2, 16);
        if (base != 2 && base != 8 && base != 10 && base != 16) {
            throw json.error(written, "a display base of " + base + "; 2, 8, 10 and 16 are known");
        }
        return base;
    }

    private TextEncoding encoding(Json.Obj object) throws TraceReadException {
        Json.Value written = JsonReader.optional(object, "encoding");
        if (written == null) {
            return TextEncoding.UTF8;
        }
        return switch (json.string(written, "\"encoding\"")) {
            case "utf-8" -> TextEncoding.UTF8;
            case "utf-16be" -> TextEncoding.UTF16BE;
            case "utf-16le" -> TextEncoding.UTF16LE;
            case "utf-32be" -> TextEncoding.UTF32BE;
            case "utf-32le" -> TextEncoding.UTF32LE;
            default -> throw json.error(written, "unknown encoding; utf-8, utf-16be, utf-16le, utf-32be and utf-32le are known");
        };
    }
}
