/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.KernelReader;
import org.bowline.core.model.Caveat;
import org.bowline.core.tag.TagChange;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;

/**
 * Whether the traces know the events and fields that the user named. A misspelt event would just find nothing, and a misspelt key would
 * pair events that have nothing to do with each other.
 */
public final class IntervalNames {
    private static final int MOST_LISTED = 12;
    /** Shorter ones are a part of nearly any name. */
    private static final int SHORTEST = 3;

    /** No trace has an event or field of that name; the message says what there is. */
    public static final class UnknownNameException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        UnknownNameException(String message) {
            super(message);
        }
    }

    private final Experiment experiment;

    /** The names that the traces of an experiment know. */
    public IntervalNames(Experiment experiment) {
        this.experiment = experiment;
    }

    /**
     * Looks the names up in the metadata of all traces.
     *
     * @throws UnknownNameException if there is no such event or field; the message says what there is instead
     */
    public void check(IntervalSpec interval) {
        if (interval.source() == IntervalSpec.Source.SYSTEM_CALLS) {
            if (!SocketReader.hasCalls(experiment)) {
                throw new UnknownNameException(interval.text() + ": no kernel trace has the system calls on sockets, entry and return."
                        + " Record them, too: 'bowline-record start --profile waits-network --profile syscalls'" + unread());
            }
            return;
        }
        if (interval.source() == IntervalSpec.Source.PACKETS) {
            if (experiment.hosts().stream().flatMap(host -> host.traces().stream())
                    .noneMatch(trace -> KernelReader.hasPackets(trace.metadata()))) {
                throw new UnknownNameException(interval.text() + ": no kernel trace has the packets that are sent and received."
                        + " Record them on all hosts: 'bowline-record start --profile waits-network'" + unread());
            }
            return;
        }
        Set<String> ofBegin = fields("begin", interval.beginEvent());
        Set<String> ofEnd = fields("end", interval.endEvent());
        check("key", interval.keyField(), interval.beginEvent(), ofBegin);
        check("key", interval.keyField(), interval.endEvent(), ofEnd);
        if (!has(ofEnd, interval.labelField())) { // one of the two is enough
            check("label", interval.labelField(), interval.beginEvent(), ofBegin);
        }
    }

    /**
     * Looks the names of a size up in the metadata of all traces.
     *
     * @param size which field tells how much work an interval was
     * @param interval the interval
     * @throws UnknownNameException if there is no such event or field; the message says what there is instead
     */
    public void check(SizeSpec size, IntervalSpec interval) {
        String event = size.event(interval);
        Set<String> fields = fields("event", event);
        check("key", size.key(interval), event, fields);
        check("field", size.field(), event, fields);
    }

    /**
     * Looks the names up in the metadata of all traces. The event that ends a tag needs no field.
     *
     * @throws UnknownNameException if there is no such event or field; the message says what there is instead
     */
    public void check(TagSpec tags) {
        boolean hasBytes = tags.bytesField().isEmpty();
        Set<String> last = Set.of();
        String event = "";
        for (Map.Entry<String, TagChange> one : new TreeMap<>(tags.events()).entrySet()) {
            event = one.getKey();
            last = fields(one.getValue() == TagChange.SWITCH ? "event" : one.getValue() == TagChange.PUSH ? "begin" : "end", event);
            if (one.getValue() != TagChange.POP) {
                check("path", tags.pathField(), event, last);
            }
            hasBytes |= has(last, tags.bytesField());
        }
        if (!hasBytes) {
            check("bytes", tags.bytesField(), event, last);
        }
    }

    /**
     * Looks the names up in the metadata of all traces. What is polled for must be a field of both events.
     *
     * @throws UnknownNameException if there is no such event or field; the message says what there is instead
     */
    public void check(SpinSpec spin) {
        Set<String> ofBegin = fields("begin", spin.beginEvent());
        Set<String> ofEnd = fields("end", spin.endEvent());
        check("owner", spin.ownerField(), spin.beginEvent(), ofBegin);
        check("object", spin.objectField(), spin.beginEvent(), ofBegin);
        check("object", spin.objectField(), spin.endEvent(), ofEnd);
        check("acquired", spin.acquiredField(), spin.endEvent(), ofEnd);
    }

    private static void check(String word, String field, String event, Set<String> known) {
        if (!has(known, field)) {
            throw new UnknownNameException(word + "=" + field + ": the event " + event + " has no such field; it has "
                    + (known.isEmpty() ? "none" : String.join(", ", known)));
        }
    }

    /** Looks at the first part of a path only. */
    /** Whether the event has the field in some trace. */
    boolean has(String event, String field) {
        return experiment.hosts().stream().flatMap(host -> host.traces().stream())
                .flatMap(trace -> trace.ctf().metadata().eventClasses().stream())
                .anyMatch(one -> {
                    StructClass payload = one.payload();
                    return one.name().equals(event) && payload != null
                            && payload.members().stream().anyMatch(member -> member.name().equals(field));
                });
    }

    private static boolean has(Set<String> known, String field) {
        int dot = field.indexOf('.');
        String first = dot < 0 ? field : field.substring(0, dot);
        return first.isEmpty() || first.startsWith("$") || known.contains(first);
    }

    /** The fields of all events of a name: payload and contexts. */
    private Set<String> fields(String word, String event) {
        Set<String> fields = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        boolean known = false;
        for (HostTraces host : experiment.hosts()) {
            for (OpenTrace trace : host.traces()) {
                for (StreamClass stream : trace.ctf().metadata().streams()) {
                    for (EventClass one : stream.events()) {
                        names.add(one.name());
                        if (one.name().equals(event)) {
                            known = true;
                            add(stream.commonContext(), fields);
                            add(one.specificContext(), fields);
                            add(one.payload(), fields);
                        }
                    }
                }
            }
        }
        if (!known) {
            throw new UnknownNameException(word + "=" + event + ": no trace has such an event" + similar(event, names)
                    + ". 'bowline info TRACE --events' lists all" + unread());
        }
        return fields;
    }

    /** A trace that could not be read may well have it. */
    private String unread() {
        StringBuilder text = new StringBuilder();
        for (Caveat caveat : experiment.caveats()) {
            if (Experiment.isLeftOut(caveat)) {
                text.append(text.length() == 0 ? ". It may be in a trace that cannot be read: " : " ").append(caveat.text());
            }
        }
        return text.toString();
    }

    private static void add(@Nullable StructClass struct, Set<String> fields) {
        if (struct != null) {
            struct.members().forEach(member -> fields.add(member.name()));
        }
    }

    /** Those that contain the name or a good part of it, or are of the same provider. */
    private static String similar(String event, Set<String> names) {
        String provider = event.substring(0, event.indexOf(':') + 1);
        String rest = event.substring(provider.length()).toLowerCase(Locale.ROOT);
        List<String> similar = new ArrayList<>();
        for (String name : names) {
            String own = name.substring(name.indexOf(':') + 1).toLowerCase(Locale.ROOT);
            boolean sameProvider = !provider.isEmpty() && name.startsWith(provider);
            boolean alike = Math.min(own.length(), rest.length()) >= SHORTEST && (own.contains(rest) || rest.contains(own));
            if (similar.size() < MOST_LISTED && (sameProvider || alike)) {
                similar.add(name);
            }
        }
        return similar.isEmpty() ? "" : "; similar ones: " + String.join(", ", similar);
    }
}
