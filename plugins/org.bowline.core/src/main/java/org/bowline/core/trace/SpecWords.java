/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What users write of events and fields: {@code word=value,word=value}, in any order, each word once.
 *
 * @param values the value of each word that was given
 * @param form how the whole is written, for messages
 */
record SpecWords(Map<String, String> values, String form) {
    /** Copies the values. */
    SpecWords {
        values = Map.copyOf(values);
    }

    /**
     * Reads a text.
     *
     * @param known the words that there are
     * @param what what the text is of, with its article, for messages
     * @throws IllegalArgumentException if a word is not known, has no value or is given twice; the message ends with the form
     */
    static SpecWords parse(String text, List<String> known, String what, String form) {
        Map<String, String> values = new LinkedHashMap<>();
        SpecWords words = new SpecWords(values, form);
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String word = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? "" : part.substring(equals + 1);
            if (!known.contains(word)) {
                throw words.wrong("'" + word + "' is not known in " + what);
            }
            if (value.isEmpty()) {
                throw words.wrong("'" + word + "' has no value");
            }
            if (values.put(word, value) != null) {
                throw words.wrong("'" + word + "' is given twice");
            }
        }
        return new SpecWords(values, form);
    }

    /**
     * That all of these were given.
     *
     * @throws IllegalArgumentException if not; the message names the first that was not
     */
    void need(String... words) {
        for (String word : words) {
            if (!has(word)) {
                throw wrong("'" + word + "' is missing");
            }
        }
    }

    /** Whether a word was given. */
    boolean has(String word) {
        return values.containsKey(word);
    }

    /** The value of a word; empty if it was not given. */
    String get(String word) {
        return values.getOrDefault(word, "");
    }

    /** The text is of another form; says what is wrong, and how to write it. */
    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + "; " + form);
    }
}
