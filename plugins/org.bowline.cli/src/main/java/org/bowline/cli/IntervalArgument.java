/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.trace.IntervalSpec;

/**
 * Which pairs of events make intervals: {@code begin=EVENT,end=EVENT[,key=FIELD][,label=FIELD]}.
 *
 * @param begin name of the event that begins one
 * @param end name of the event that ends one
 * @param key the field by which the two find each other; empty if they are events of the same thread
 * @param label the field that names the sort of interval; empty if it is the name of the begin event
 */
record IntervalArgument(String begin, String end, String key, String label) {
    /** Reads the form; the parts may come in any order. */
    static IntervalArgument parse(String text) {
        try {
            IntervalSpec spec = IntervalSpec.parse(text);
            return new IntervalArgument(spec.beginEvent(), spec.endEvent(), spec.keyField(), spec.labelField());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** What the engine calls it. */
    IntervalSpec spec() {
        return new IntervalSpec(begin, end, key, label);
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
