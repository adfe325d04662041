/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Which pairs of events make intervals: {@code begin=EVENT,end=EVENT[,key=FIELD][,label=FIELD]}.
 *
 * @param begin name of the event that begins one
 * @param end name of the event that ends one
 * @param key the field by which the two find each other; empty if they are events of the same thread
 * @param label the field that names the sort of interval; empty if it is the name of the begin event
 */
record IntervalArgument(String begin, String end, String key, String label) {
    private static final List<String> WORDS = List.of("begin", "end", "key", "label");
    private static final String FORM = "write begin=EVENT,end=EVENT,key=FIELD,label=FIELD (key and label may be left out)";

    /** Reads the form; the parts may come in any order. */
    static IntervalArgument parse(String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String word = equals < 0 ? part : part.substring(0, equals);
            if (!WORDS.contains(word)) {
                throw new TypeConversionException("'" + word + "' is not known in an interval; " + FORM);
            }
            String value = equals < 0 ? "" : part.substring(equals + 1);
            if (value.isEmpty()) {
                throw new TypeConversionException("'" + word + "' has no value; " + FORM);
            }
            if (parts.put(word, value) != null) {
                throw new TypeConversionException("'" + word + "' is given twice; " + FORM);
            }
        }
        for (String word : WORDS.subList(0, 2)) {
            if (!parts.containsKey(word)) {
                throw new TypeConversionException("'" + word + "' is missing; " + FORM);
            }
        }
        return new IntervalArgument(parts.getOrDefault("begin", ""), parts.getOrDefault("end", ""), parts.getOrDefault("key", ""),
                parts.getOrDefault("label", ""));
    }

    @Override
    public String toString() {
        return "begin=" + begin + ",end=" + end + (key.isEmpty() ? "" : ",key=" + key) + (label.isEmpty() ? "" : ",label=" + label);
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<IntervalArgument> {
        @Override
        public IntervalArgument convert(String value) {
            return parse(value);
        }
    }
}
