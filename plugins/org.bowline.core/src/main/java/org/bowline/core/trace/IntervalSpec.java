/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.List;

/**
 * Which pairs of events make named intervals.
 *
 * @param source where they come from
 * @param beginEvent name of the event that begins one; of system calls and packets {@code recv} or {@code send}
 * @param endEvent name of the event that ends one; of system calls and packets the other of these two
 * @param keyField field whose value pairs them (payload first, then contexts); empty: by thread
 * @param labelField field whose value names the sort of interval; empty: the begin event's name, of system calls and packets the process's name
 */
public record IntervalSpec(Source source, String beginEvent, String endEvent, String keyField, String labelField) {
    /** Where begin and end of an interval are recorded. */
    public enum Source {
        /** In two events that the user names. */
        EVENTS,
        /** In the system calls on sockets: {@link org.bowline.core.interval.SocketIntervals}. */
        SYSTEM_CALLS,
        /** In the packets of connections between hosts: {@link org.bowline.core.interval.PacketIntervals}. */
        PACKETS
    }

    /** Who answers: from what it received to what it sent. */
    public static final IntervalSpec ANSWERS = new IntervalSpec(Source.SYSTEM_CALLS, "recv", "send", "", "");
    /** Who asks: from what it sent to what it received. */
    public static final IntervalSpec ASKS = new IntervalSpec(Source.SYSTEM_CALLS, "send", "recv", "", "");

    /** Who answers: from the packet that arrives to the one that is sent. */
    public static final IntervalSpec ANSWERED_PACKETS = new IntervalSpec(Source.PACKETS, "recv", "send", "", "");
    /** Who asks: from the packet that is sent to the one that arrives. */
    public static final IntervalSpec ASKED_PACKETS = new IntervalSpec(Source.PACKETS, "send", "recv", "", "");

    /** Checks the events' names. */
    public IntervalSpec {
        if (beginEvent.isEmpty() || endEvent.isEmpty()) {
            throw new IllegalArgumentException("an interval needs a begin and an end event");
        }
    }

    /** Of two events. */
    public IntervalSpec(String beginEvent, String endEvent, String keyField, String labelField) {
        this(Source.EVENTS, beginEvent, endEvent, keyField, labelField);
    }

    private static final List<String> WORDS = List.of("begin", "end", "key", "label");
    private static final String SYSTEM_CALLS = "syscalls";
    private static final String PACKETS = "packets";
    private static final String FORM = "write begin=EVENT,end=EVENT,key=FIELD,label=FIELD (key and label may be left out),"
            + " or syscalls=recv..send, syscalls=send..recv, packets=recv..send or packets=send..recv";

    /**
     * Reads {@code begin=EVENT,end=EVENT[,key=FIELD][,label=FIELD]}, the parts in any order, or {@code recv..send} or {@code send..recv} of {@code syscalls} or {@code packets}.
     *
     * @throws IllegalArgumentException if the text is of another form; the message says what is wrong and how to write it
     */
    public static IntervalSpec parse(String text) {
        for (IntervalSpec ends : List.of(ANSWERS, ASKS, ANSWERED_PACKETS, ASKED_PACKETS)) {
            if (text.equals(ends.text())) {
                return ends;
            }
        }
        for (String word : List.of(SYSTEM_CALLS, PACKETS)) {
            if (text.startsWith(word + "=")) {
                throw new IllegalArgumentException("'" + text + "': intervals of " + (word.equals(PACKETS) ? word : "system calls")
                        + " are recv..send (of who answers) or send..recv (of who asks), and have no key or label");
            }
        }
        SpecWords words = SpecWords.parse(text, WORDS, "an interval", FORM);
        words.need("begin", "end");
        return new IntervalSpec(words.get("begin"), words.get("end"), words.get("key"), words.get("label"));
    }

    /** As {@link #parse} reads it. */
    public String text() {
        if (source != Source.EVENTS) {
            return (source == Source.PACKETS ? PACKETS : SYSTEM_CALLS) + "=" + beginEvent + ".." + endEvent;
        }
        return "begin=" + beginEvent + ",end=" + endEvent + (keyField.isEmpty() ? "" : ",key=" + keyField)
                + (labelField.isEmpty() ? "" : ",label=" + labelField);
    }
}
