/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.event.UserVocabulary;

/**
 * Which pairs of events tell that a thread polls instead of sleeping. Both are of the thread that polls.
 *
 * @param beginEvent it begins to poll
 * @param endEvent it polls no longer
 * @param ownerField field of the begin with the thread id of who has what is polled for; empty, or a value of 0: it is who polled for the same object last, and got it
 * @param objectField field of both with what is polled for; empty if there is none
 * @param acquiredField field of the end that is 0 if the thread has not got it; empty: it has
 */
public record SpinSpec(String beginEvent, String endEvent, String ownerField, String objectField, String acquiredField) {
    /** Those of Bowline's annotations. */
    public static final SpinSpec ANNOTATIONS = new SpinSpec(UserVocabulary.SPIN_BEGIN, UserVocabulary.SPIN_END, UserVocabulary.SPIN_OWNER,
            UserVocabulary.SPIN_OBJECT, UserVocabulary.SPIN_ACQUIRED);

    private static final List<String> WORDS = List.of("begin", "end", "owner", "object", "acquired");
    private static final String FORM = "write begin=EVENT,end=EVENT,owner=FIELD or begin=EVENT,end=EVENT,object=FIELD,"
            + " and perhaps ,acquired=FIELD";

    /**
     * Reads {@code begin=EVENT,end=EVENT,owner=FIELD}, or {@code object=FIELD} instead of the owner or beside it, perhaps with {@code acquired=FIELD}; the parts may come in any order.
     *
     * @throws IllegalArgumentException if the text is of another form; the message says what is wrong and how to write it
     */
    public static SpinSpec parse(String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String word = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            if (!WORDS.contains(word)) {
                throw wrong("'" + word + "' is not known in a spin");
            }
            if (value.isEmpty()) {
                throw wrong("'" + word + "' has no value");
            }
            if (parts.put(word, value) != null) {
                throw wrong("'" + word + "' is given twice");
            }
        }
        for (String word : WORDS.subList(0, 2)) {
            if (!parts.containsKey(word)) {
                throw wrong("'" + word + "' is missing");
            }
        }
        if (!parts.containsKey("owner") && !parts.containsKey("object")) {
            throw wrong("it is not said whom the thread waits for");
        }
        SpinSpec spec = new SpinSpec(parts.getOrDefault("begin", ""), parts.getOrDefault("end", ""), parts.getOrDefault("owner", ""),
                parts.getOrDefault("object", ""), parts.getOrDefault("acquired", ""));
        if (spec.beginEvent.equals(spec.endEvent)) {
            throw wrong("begin and end are the same event");
        }
        return spec;
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + "; " + FORM);
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return "begin=" + beginEvent + ",end=" + endEvent + (ownerField.isEmpty() ? "" : ",owner=" + ownerField)
                + (objectField.isEmpty() ? "" : ",object=" + objectField) + (acquiredField.isEmpty() ? "" : ",acquired=" + acquiredField);
    }
}
