/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.trace.IntervalSpec;

/**
 * Which pairs of events make intervals.
 *
 * @param spec what the engine calls it
 */
record IntervalArgument(IntervalSpec spec) {
    /** Reads the forms of {@link IntervalSpec#parse}. */
    static IntervalArgument parse(String text) {
        try {
            return new IntervalArgument(IntervalSpec.parse(text));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    @Override
    public String toString() {
        return spec.text();
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<IntervalArgument> {
        @Override
        public IntervalArgument convert(String value) {
            return parse(value);
        }
    }
}
