/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Mapping;
import org.bowline.ctf.metadata.RangeSet;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariantClass;

/** Writes the event classes of a trace as babeltrace2's {@code sink.text.details} does. */
final class BabeltraceDetails {
    private final List<String> lines = new ArrayList<>();
    /** Positions of members and options that lead to the field being written. */
    private final List<Integer> path = new ArrayList<>();
    private final StreamClass stream;
    private final StructClass packetHeader;
    private EventClass event;

    private BabeltraceDetails(TraceMetadata metadata, StreamClass stream) {
        this.stream = stream;
        this.packetHeader = metadata.packetHeader();
    }

    /** One line per event class and field, of all stream classes. */
    static List<String> of(TraceMetadata metadata) {
        List<String> all = new ArrayList<>();
        for (StreamClass stream : metadata.streams()) {
            BabeltraceDetails details = new BabeltraceDetails(metadata, stream);
            details.scope("Event common context", "    ", stream.commonContext());
            stream.events().stream().sorted(Comparator.comparingLong(EventClass::id)).forEach(details::event);
            all.addAll(details.lines);
        }
        return all;
    }

    private void event(EventClass type) {
        event = type;
        lines.add("    Event class `" + type.name() + "` (ID " + type.id() + "):");
        scope("Specific context", "      ", type.specificContext());
        scope("Payload", "      ", type.payload());
    }

    private void scope(String title, String indent, StructClass struct) {
        if (struct != null) {
            field(indent + title + " field class: ", indent + "  ", struct);
        }
    }

    private void field(String head, String indent, FieldClass type) {
        if (type instanceof StructClass struct) {
            int size = struct.members().size();
            lines.add(head + "Structure (" + size + (size == 1 ? " member)" : " members)") + (size == 0 ? "" : ":"));
            for (int i = 0; i < size; i++) {
                within(i, indent + struct.members().get(i).name() + ": ", indent, struct.members().get(i).type());
            }
        } else if (type instanceof VariantClass variant) {
            lines.add(head + "Variant (unsigned integer selector) (" + variant.options().size()
                    + (variant.options().size() == 1 ? " option" : " options")
                    + ", Selector field path " + shown(variant.selector()) + "):");
            for (int i = 0; i < variant.options().size(); i++) {
                VariantClass.Option option = variant.options().get(i);
                within(i, indent + option.name() + ": " + shown(option.ranges()) + ": ", indent, option.type());
            }
        } else if (type instanceof ArrayClass array) {
            array(head, indent, array);
        } else if (type instanceof IntegerClass integer) {
            integer(head, indent, integer);
        } else if (type instanceof FloatClass real) {
            lines.add(head + (real.size() == 32 ? "Single" : "Double") + "-precision real");
        } else {
            lines.add(head + "String");
        }
    }

    private void within(int index, String head, String indent, FieldClass type) {
        path.add(index);
        field(head, indent + "  ", type);
        path.remove(path.size() - 1);
    }

    private void array(String head, String indent, ArrayClass array) {
        if (array.element() instanceof IntegerClass element && element.encoding() != TextEncoding.NONE && element.size() == 8
                && element.alignment() % 8 == 0) {
            lines.add(head + "String");
            return;
        }
        lines.add(head + (array.length() instanceof Length.Fixed fixed ? "Static array (Length " + fixed.count() + "):"
                : "Dynamic array (with length field) (Length field path " + shown(((Length.Field) array.length()).location()) + "):"));
        field(indent + "Element: ", indent + "  ", array.element());
    }

    private void integer(String head, String indent, IntegerClass integer) {
        boolean labels = integer.form() == IntegerClass.Form.ENUMERATION;
        int count = integer.mappings().size();
        lines.add(head + (integer.signed() ? "Signed " : "Unsigned ") + (labels ? "enumeration" : "integer") + " (" + integer.size()
                + "-bit, Base "
                + integer.base() + (labels ? ", " + count + (count == 1 ? " mapping" : " mappings") : "") + ")" + (count == 0 ? "" : ":"));
        integer.mappings().stream().sorted(Comparator.comparing(Mapping::label))
                .forEach(mapping -> lines.add(indent + mapping.label() + ": " + shown(mapping.ranges())));
    }

    private static String shown(RangeSet ranges) {
        return ranges.ranges().stream().map(range -> {
            String low = ranges.signed() ? Long.toString(range.low()) : Long.toUnsignedString(range.low());
            String high = ranges.signed() ? Long.toString(range.high()) : Long.toUnsignedString(range.high());
            return range.low() == range.high() ? "[" + low + "]" : "[" + low + ", " + high + "]";
        }).collect(Collectors.joining(" "));
    }

    /** babeltrace2 counts members and options where our paths have names of members only. */
    private String shown(FieldLocation location) {
        FieldClass at = switch (location.scope()) {
            case PACKET_HEADER -> packetHeader;
            case PACKET_CONTEXT -> stream.packetContext();
            case EVENT_HEADER -> stream.eventHeader();
            case COMMON_CONTEXT -> stream.commonContext();
            case SPECIFIC_CONTEXT -> event.specificContext();
            case PAYLOAD -> event.payload();
        };
        List<Integer> indexes = new ArrayList<>();
        for (String name : location.path()) {
            while (at instanceof VariantClass variant) {
                int option = path.get(indexes.size());
                indexes.add(option);
                at = variant.options().get(option).type();
            }
            StructClass struct = (StructClass) at;
            int index = 0;
            while (!struct.members().get(index).name().equals(name)) {
                index++;
            }
            indexes.add(index);
            at = struct.members().get(index).type();
        }
        String scope = switch (location.scope()) {
            case COMMON_CONTEXT -> "Event common context";
            case SPECIFIC_CONTEXT -> "Event specific context";
            case PAYLOAD -> "Event payload";
            case PACKET_CONTEXT -> "Packet context";
            default -> location.scope().toString();
        };
        return "[" + scope + ": " + indexes.stream().map(String::valueOf).collect(Collectors.joining(", ")) + "]";
    }
}
