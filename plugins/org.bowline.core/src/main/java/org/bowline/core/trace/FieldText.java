/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Mapping;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;

/**
 * A field's value as text, by what the metadata says that it is: a text as it is, even if it is empty; an enumeration by its label (without
 * the underscore that TSDL puts before it), other integers as signed or unsigned decimal numbers.
 */
final class FieldText {
    private final TraceMetadata metadata;
    /** The classes of the fields by event class and slot, as far as they were asked for. */
    private final @Nullable FieldClass[][] known;
    private final boolean[][] looked;
    private final List<EventClass> events;

    FieldText(TraceMetadata metadata, int slots) {
        this.metadata = metadata;
        events = metadata.eventClasses();
        known = new FieldClass[events.size()][slots];
        looked = new boolean[events.size()][slots];
    }

    /**
     * The text of a present field.
     *
     * @param path of the slot, as in the selection
     */
    String of(EventCursor event, int slot, String path) {
        int index = event.eventClassIndex();
        if (!looked[index][slot]) {
            looked[index][slot] = true;
            known[index][slot] = find(events.get(index), path);
        }
        FieldClass type = known[index][slot];
        if (type instanceof StringClass || type instanceof TextClass) {
            return event.text(slot);
        }
        if (type instanceof FloatClass) {
            return Double.toString(event.real(slot));
        }
        if (type instanceof IntegerClass integer) {
            long value = event.integer(slot);
            return switch (integer.form()) {
                case ENUMERATION -> label(integer.mappings(), value, integer.signed());
                case BOOLEAN -> Boolean.toString(value != 0);
                default -> decimal(value, integer.signed());
            };
        }
        if (type instanceof VariableIntegerClass integer) {
            return label(integer.mappings(), event.integer(slot), integer.signed());
        }
        // a variant as a whole: whatever is in it
        String text = event.text(slot);
        return text.isEmpty() ? Long.toString(event.integer(slot)) : text;
    }

    private String label(List<Mapping> mappings, long value, boolean signed) {
        for (Mapping mapping : mappings) {
            if (mapping.ranges().contains(value)) {
                String label = mapping.label();
                boolean marked = metadata.format() == TraceMetadata.Format.CTF_1_8 && label.length() > 1 && label.charAt(0) == '_';
                return marked ? label.substring(1) : label;
            }
        }
        return decimal(value, signed);
    }

    private static String decimal(long value, boolean signed) {
        return signed ? Long.toString(value) : Long.toUnsignedString(value);
    }

    private @Nullable FieldClass find(EventClass event, String path) {
        if (path.startsWith("$specific.")) {
            return below(event.specificContext(), path.substring("$specific.".length()));
        }
        if (path.startsWith("$common.")) {
            for (StreamClass stream : metadata.streams()) {
                if (stream.id() == event.streamClassId()) {
                    return below(stream.commonContext(), path.substring("$common.".length()));
                }
            }
            return null;
        }
        return below(event.payload(), path);
    }

    /** The field class at the end of a path; names may have dots themselves. As deep as the metadata, which is bounded. */
    private static @Nullable FieldClass below(@Nullable FieldClass type, String path) {
        if (type instanceof OptionalClass optional) {
            return below(optional.type(), path);
        }
        if (path.isEmpty()) {
            return type;
        }
        if (type instanceof StructClass struct) {
            for (StructClass.Member member : struct.members()) {
                String rest = rest(path, member.name());
                FieldClass found = rest == null ? null : below(member.type(), rest);
                if (found != null) {
                    return found;
                }
            }
        } else if (type instanceof VariantClass variant) {
            for (VariantClass.Option option : variant.options()) {
                String rest = rest(path, option.name());
                FieldClass found = rest == null ? null : below(option.type(), rest);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable String rest(String path, String name) {
        if (path.equals(name)) {
            return "";
        }
        boolean inside = path.startsWith(name) && path.length() > name.length() && path.charAt(name.length()) == '.';
        return inside ? path.substring(name.length() + 1) : null;
    }
}
