/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.VariantClass;
import org.bowline.ctf.metadata.text.MetadataText;

/**
 * Gives fields their roles by CTF 1.8's reserved names, at any depth of structures and variants. The packet header's {@code uuid} is an
 * array of bytes: its element carries the role.
 */
final class TsdlRoles {
    private static final Map<String, Role> PACKET_HEADER = Map.of("magic", Role.PACKET_MAGIC, "stream_id", Role.STREAM_CLASS_ID,
            "stream_instance_id", Role.STREAM_ID);
    private static final Map<String, Role> PACKET_CONTEXT = Map.of("timestamp_begin", Role.CLOCK_TIMESTAMP, "timestamp_end",
            Role.PACKET_END_TIMESTAMP, "content_size", Role.PACKET_CONTENT_LENGTH, "packet_size", Role.PACKET_TOTAL_LENGTH,
            "events_discarded", Role.DISCARDED_EVENTS, "packet_seq_num", Role.PACKET_SEQUENCE_NUMBER, "cpu_id", Role.CPU_ID);
    private static final Map<String, Role> EVENT_HEADER = Map.of("id", Role.EVENT_CLASS_ID, "timestamp", Role.CLOCK_TIMESTAMP);

    private final MetadataText text;
    private final int position;
    private final Scope scope;
    private final Map<String, Role> byName;
    private final Set<Role> given = EnumSet.noneOf(Role.class);
    private boolean unmapped;

    /**
     * @param position of the scope's declaration, for errors
     * @param scope one that has reserved names
     */
    TsdlRoles(MetadataText text, int position, Scope scope) {
        this.text = text;
        this.position = position;
        this.scope = scope;
        this.byName = switch (scope) {
            case PACKET_HEADER -> PACKET_HEADER;
            case PACKET_CONTEXT -> PACKET_CONTEXT;
            case EVENT_HEADER -> EVENT_HEADER;
            default -> Map.of();
        };
    }

    /** The roles that were given to some field. */
    Set<Role> given() {
        return given;
    }

    /** Whether a field is a timestamp only by its name, without being mapped to a clock. */
    boolean hasUnmappedTimestamp() {
        return unmapped;
    }

    /** The same structure with roles. */
    StructClass apply(StructClass struct) throws TraceReadException {
        List<StructClass.Member> members = new ArrayList<>(struct.members().size());
        boolean changed = false;
        for (StructClass.Member member : struct.members()) {
            FieldClass type = apply(member.type(), member.name());
            changed |= type != member.type();
            members.add(type == member.type() ? member : new StructClass.Member(member.name(), type));
        }
        return changed ? new StructClass(members, struct.alignment()) : struct;
    }

    private FieldClass apply(FieldClass type, String name) throws TraceReadException {
        if (type instanceof StructClass struct) {
            return apply(struct);
        }
        if (type instanceof VariantClass variant) {
            List<VariantClass.Option> options = new ArrayList<>(variant.options().size());
            for (VariantClass.Option option : variant.options()) {
                options.add(new VariantClass.Option(option.name(), option.ranges(), apply(option.type(), option.name())));
            }
            return new VariantClass(variant.selector(), options);
        }
        if (type instanceof ArrayClass array) {
            return applyArray(array, name);
        }
        return type instanceof IntegerClass integer ? applyInteger(integer, name) : type;
    }

    private FieldClass applyArray(ArrayClass array, String name) throws TraceReadException {
        if (scope == Scope.PACKET_HEADER && name.equals("uuid") && array.element() instanceof IntegerClass element && element.size() == 8
                && array.length() instanceof Length.Fixed length && length.count() == 16) {
            given.add(Role.METADATA_UUID);
            return new ArrayClass(element.withRoles(Set.of(Role.METADATA_UUID)), array.length(), array.alignment());
        }
        FieldClass element = apply(array.element(), "");
        return element == array.element() ? array : new ArrayClass(element, array.length(), array.alignment());
    }

    private FieldClass applyInteger(IntegerClass integer, String name) throws TraceReadException {
        boolean mapped = integer.roles().contains(Role.CLOCK_TIMESTAMP);
        Role role = byName.get(name);
        if (role == null && mapped && scope == Scope.EVENT_HEADER) {
            role = Role.CLOCK_TIMESTAMP;
        }
        if (role == null) {
            return mapped ? integer.withRoles(Set.of()) : integer;
        }
        if (integer.signed() && role != Role.CPU_ID) {
            throw text.error(position, "the field '" + name + "' must be unsigned");
        }
        if (role == Role.PACKET_MAGIC && integer.size() != 32) {
            throw text.error(position, "the field 'magic' must have 32 bits");
        }
        if ((role == Role.CLOCK_TIMESTAMP || role == Role.PACKET_END_TIMESTAMP) && !mapped) {
            unmapped = true;
        }
        given.add(role);
        return integer.withRoles(Set.of(role));
    }
}
