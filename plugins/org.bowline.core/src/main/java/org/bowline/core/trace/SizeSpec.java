/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.List;

import org.bowline.core.event.UserVocabulary;

/**
 * Which field tells how much work an interval was.
 *
 * @param event name of the event that has it; empty: the one that begins the interval
 * @param keyField field of the event that has the interval's key; empty: that of the interval
 * @param field the field, a number
 */
public record SizeSpec(String event, String keyField, String field) {
    /** The size that programs tell with the begin of a request, in Bowline's annotations. */
    public static final SizeSpec TOLD = new SizeSpec("", "", UserVocabulary.INTERVAL_SIZE);

    private static final List<String> WORDS = List.of("event", "key", "field");
    private static final String FORM = "write event=EVENT,key=FIELD,field=FIELD (without event it is the field of the event that begins the interval;"
            + " without key the field that is the interval's key)";

    /**
     * Reads {@code field=FIELD[,event=EVENT][,key=FIELD]}, the parts in any order.
     *
     * @throws IllegalArgumentException if the text is of another form; the message says what is wrong and how to write it
     */
    public static SizeSpec parse(String text) {
        SpecWords words = SpecWords.parse(text, WORDS, "a size", FORM);
        words.need("field");
        return new SizeSpec(words.get("event"), words.get("key"), words.get("field"));
    }

    /** The event with the sizes of an interval. */
    String event(IntervalSpec interval) {
        return event.isEmpty() ? interval.beginEvent() : event;
    }

    /** Its field with the key of an interval; empty: by thread. */
    String key(IntervalSpec interval) {
        return keyField.isEmpty() ? interval.keyField() : keyField;
    }

    /** Whether a negative number says that there is no size: in an annotation that can be without. */
    boolean mayBeWithout(IntervalSpec interval) {
        return event(interval).equals(UserVocabulary.INTERVAL_BEGIN) && field.equals(UserVocabulary.INTERVAL_SIZE);
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return (event.isEmpty() ? "" : "event=" + event + ',') + (keyField.isEmpty() ? "" : "key=" + keyField + ',') + "field=" + field;
    }

    /** For people: the event, if it was said, and the field. */
    public String name() {
        return event.isEmpty() ? field : event + '.' + field;
    }
}
