/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.trace.IntervalSpec;

/**
 * Which pairs of events make intervals.
 *
 * @param spec what the engine calls it; null for no intervals at all
 */
record IntervalArgument(@Nullable IntervalSpec spec) {
    private static final String NONE = "none";

    /** Reads the forms of {@link IntervalSpec#parse}, and {@code none}. */
    static IntervalArgument parse(String text) {
        if (text.equals(NONE)) {
            return new IntervalArgument(null);
        }
        try {
            return new IntervalArgument(IntervalSpec.parse(text));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    @Override
    public String toString() {
        return spec == null ? NONE : spec.text();
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<IntervalArgument> {
        @Override
        public IntervalArgument convert(String value) {
            return parse(value);
        }
    }
}
