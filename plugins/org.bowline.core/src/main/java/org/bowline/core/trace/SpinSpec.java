/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.List;

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
        SpecWords words = SpecWords.parse(text, WORDS, "a spin", FORM);
        words.need("begin", "end");
        if (!words.has("owner") && !words.has("object")) {
            throw words.wrong("it is not said whom the thread waits for");
        }
        SpinSpec spec = new SpinSpec(words.get("begin"), words.get("end"), words.get("owner"), words.get("object"), words.get("acquired"));
        if (spec.beginEvent.equals(spec.endEvent)) {
            throw words.wrong("begin and end are the same event");
        }
        return spec;
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return "begin=" + beginEvent + ",end=" + endEvent + (ownerField.isEmpty() ? "" : ",owner=" + ownerField)
                + (objectField.isEmpty() ? "" : ",object=" + objectField) + (acquiredField.isEmpty() ? "" : ",acquired=" + acquiredField);
    }
}
