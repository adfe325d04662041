/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.bowline.core.event.UserVocabulary;
import org.bowline.core.tag.TagChange;

/**
 * Which events tell the module that a thread is in.
 *
 * @param events what they are called, and what each does
 * @param pathField field that names the module; only the events that enter one need it
 * @param bytesField field with the number of bytes that the module works on; empty if there is none
 */
public record TagSpec(Map<String, TagChange> events, String pathField, String bytesField) {
    /** Those of Bowline's annotations. */
    public static final TagSpec ANNOTATIONS = new TagSpec(Map.of(UserVocabulary.TAG_PUSH, TagChange.PUSH, UserVocabulary.TAG_POP,
            TagChange.POP, UserVocabulary.TAG_SWITCH, TagChange.SWITCH), UserVocabulary.TAG_PATH, "");

    /** How a specification is written. */
    public static final String FORM = "event=E,path=FIELD or begin=E,end=E,path=FIELD, and perhaps ,bytes=FIELD";
    private static final List<String> WORDS = List.of("event", "begin", "end", "path", "bytes");

    /** Copies the events. */
    public TagSpec {
        events = Map.copyOf(events);
    }

    /**
     * Reads {@code event=E,path=FIELD[,bytes=FIELD]}, an event with which a thread takes up other work, or {@code begin=E,end=E,path=FIELD[,bytes=FIELD]}, a pair that may
     * nest; the parts may come in any order.
     *
     * @throws IllegalArgumentException if the text is of another form; the message says what is wrong and how to write it
     */
    public static TagSpec parse(String text) {
        SpecWords words = SpecWords.parse(text, WORDS, "a tag", "write " + FORM);
        boolean single = words.has("event");
        words.need(single ? new String[] {"path"} : new String[] {"begin", "end", "path"});
        String begin = words.get("begin");
        String end = words.get("end");
        if (single && !(begin + end).isEmpty()) {
            throw words.wrong("there is either an event, or a begin and an end");
        }
        if (!single && begin.equals(end)) {
            throw words.wrong("begin and end are the same event");
        }
        return new TagSpec(single ? Map.of(words.get("event"), TagChange.SWITCH) : Map.of(begin, TagChange.PUSH, end, TagChange.POP),
                words.get("path"), words.get("bytes"));
    }

    /** Those before, and one more as {@link #parse} reads it. */
    public static List<TagSpec> plus(List<TagSpec> before, String text) {
        List<TagSpec> all = new ArrayList<>(before);
        all.add(parse(text));
        return List.copyOf(all);
    }

    /** As {@link #parse} reads it; empty for what has no such form, as {@link #ANNOTATIONS}. */
    public String text() {
        String begin = nameOf(TagChange.PUSH);
        String end = nameOf(TagChange.POP);
        String single = nameOf(TagChange.SWITCH);
        String first = events.size() == 1 && !single.isEmpty() ? "event=" + single
                : events.size() == 2 && !begin.isEmpty() && !end.isEmpty() ? "begin=" + begin + ",end=" + end : "";
        return first.isEmpty() ? "" : first + ",path=" + pathField + (bytesField.isEmpty() ? "" : ",bytes=" + bytesField);
    }

    private String nameOf(TagChange change) {
        return events.entrySet().stream().filter(event -> event.getValue() == change).map(Map.Entry::getKey).findFirst().orElse("");
    }
}
