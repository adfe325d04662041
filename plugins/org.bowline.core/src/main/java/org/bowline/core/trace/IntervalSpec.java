/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which pairs of events make named intervals.
 *
 * @param beginEvent name of the event that begins one
 * @param endEvent name of the event that ends one
 * @param keyField field whose value pairs them (payload first, then contexts); empty: by thread
 * @param labelField field whose value names the sort of interval; empty: the begin event's name
 */
public record IntervalSpec(String beginEvent, String endEvent, String keyField, String labelField) {
    /** Checks the events' names. */
    public IntervalSpec {
        if (beginEvent.isEmpty() || endEvent.isEmpty()) {
            throw new IllegalArgumentException("an interval needs a begin and an end event");
        }
    }

    private static final List<String> WORDS = List.of("begin", "end", "key", "label");
    private static final String FORM = "write begin=EVENT,end=EVENT,key=FIELD,label=FIELD (key and label may be left out)";

    /**
     * Reads {@code begin=EVENT,end=EVENT[,key=FIELD][,label=FIELD]}; the parts may come in any order.
     *
     * @throws IllegalArgumentException if the text is of another form; the message says what is wrong and how to write it
     */
    public static IntervalSpec parse(String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String word = equals < 0 ? part : part.substring(0, equals);
            if (!WORDS.contains(word)) {
                throw new IllegalArgumentException("'" + word + "' is not known in an interval; " + FORM);
            }
            String value = equals < 0 ? "" : part.substring(equals + 1);
            if (value.isEmpty()) {
                throw new IllegalArgumentException("'" + word + "' has no value; " + FORM);
            }
            if (parts.put(word, value) != null) {
                throw new IllegalArgumentException("'" + word + "' is given twice; " + FORM);
            }
        }
        for (String word : WORDS.subList(0, 2)) {
            if (!parts.containsKey(word)) {
                throw new IllegalArgumentException("'" + word + "' is missing; " + FORM);
            }
        }
        return new IntervalSpec(parts.getOrDefault("begin", ""), parts.getOrDefault("end", ""), parts.getOrDefault("key", ""),
                parts.getOrDefault("label", ""));
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return "begin=" + beginEvent + ",end=" + endEvent + (keyField.isEmpty() ? "" : ",key=" + keyField)
                + (labelField.isEmpty() ? "" : ",label=" + labelField);
    }
}
