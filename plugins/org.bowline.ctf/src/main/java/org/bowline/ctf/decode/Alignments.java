/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;

/** Questions to whole trees of field classes. */
final class Alignments {
    private Alignments() {}

    /** The greatest alignment of all fields, in bits, at least 8. */
    static int greatest(TraceMetadata metadata) {
        int greatest = Math.max(8, greatest(metadata.packetHeader()));
        for (StreamClass stream : metadata.streams()) {
            greatest = Math.max(greatest, greatest(stream.packetContext()));
            greatest = Math.max(greatest, greatest(stream.eventHeader()));
            greatest = Math.max(greatest, greatest(stream.commonContext()));
            for (EventClass event : stream.events()) {
                greatest = Math.max(greatest, greatest(event.specificContext()));
                greatest = Math.max(greatest, greatest(event.payload()));
            }
        }
        return greatest;
    }

    private static int greatest(@Nullable FieldClass type) {
        if (type == null) {
            return 1;
        }
        int greatest = type.alignment();
        if (type instanceof StructClass struct) {
            for (StructClass.Member member : struct.members()) {
                greatest = Math.max(greatest, greatest(member.type()));
            }
        } else if (type instanceof ArrayClass array) {
            greatest = Math.max(greatest, greatest(array.element()));
        } else if (type instanceof VariantClass variant) {
            for (VariantClass.Option option : variant.options()) {
                greatest = Math.max(greatest, greatest(option.type()));
            }
        } else if (type instanceof OptionalClass optional) {
            greatest = Math.max(greatest, greatest(optional.type()));
        }
        return greatest;
    }

    /** Whether events tell their class. */
    static boolean hasEventId(@Nullable FieldClass type) {
        if (type instanceof IntegerClass integer) {
            return integer.roles().contains(Role.EVENT_CLASS_ID);
        } else if (type instanceof VariableIntegerClass variable) {
            return variable.roles().contains(Role.EVENT_CLASS_ID);
        } else if (type instanceof StructClass struct) {
            return struct.members().stream().anyMatch(member -> hasEventId(member.type()));
        } else if (type instanceof VariantClass variant) {
            return variant.options().stream().anyMatch(option -> hasEventId(option.type()));
        } else if (type instanceof OptionalClass optional) {
            return hasEventId(optional.type());
        }
        return false;
    }
}
