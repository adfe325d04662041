/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

import java.util.ArrayList;
import java.util.List;

/**
 * What a consumer wants of a trace: event classes by name, and of each the fields by path. Everything else is skipped by size.
 *
 * <p>A field path is dotted and starts in the event's payload, or in another scope after a prefix: {@code $header.}, {@code $packet.}
 * (packet context), {@code $common.} (stream event context), {@code $specific.} (event context). A variant's options are path
 * components ({@code network_header.ipv4.saddr}), as are members of structures; names are as babeltrace2 prints them: without the leading
 * underscore that TSDL adds.
 */
public final class EventSelection {
    private final List<Request> requests;
    private final boolean everything;

    private EventSelection(List<Request> requests, boolean everything) {
        this.requests = List.copyOf(requests);
        this.everything = everything;
    }

    /** A wanted event class: the index in {@link #requests()} is the event's <em>kind</em>, the index of a field its <em>slot</em>. */
    public record Request(String event, List<String> fields) {
        /** Copies the list. */
        public Request {
            fields = List.copyOf(fields);
        }
    }

    /** All events of all classes, no fields (read them with {@link EventCursor#visit}); every kind is 0 or more: the event class index. */
    public static EventSelection everything() {
        return new EventSelection(List.of(), true);
    }

    /** Starts a selection. */
    public static Builder builder() {
        return new Builder();
    }

    /** The wanted classes, in the order of their kinds. */
    public List<Request> requests() {
        return requests;
    }

    /** Whether all events are wanted; the kind is then {@link EventCursor#eventClassIndex()}. */
    public boolean isEverything() {
        return everything;
    }

    /** Collects requests. */
    public static final class Builder {
        private final List<Request> requests = new ArrayList<>();

        /**
         * Asks for an event class. Several requests may name the same event: the first wins. A class or field that the trace lacks is no
         * error: its events never come, its slot is never {@link EventCursor#has present}, like that of an empty path.
         *
         * @return the kind of these events, counted from 0
         */
        public int add(String event, String... fields) {
            requests.add(new Request(event, List.of(fields)));
            return requests.size() - 1;
        }

        /** The finished selection. */
        public EventSelection build() {
            return new EventSelection(requests, false);
        }
    }
}
