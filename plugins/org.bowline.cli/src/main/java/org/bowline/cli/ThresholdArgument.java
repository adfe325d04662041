/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A weight as the user writes it: a share of the range ({@code 20%}) or a length of time ({@code 18s}, {@code 5ms}, {@code 250us},
 * {@code 4000ns}). A number alone could mean either, so it is refused.
 *
 * @param value per cent, or nanoseconds
 * @param percent whether it is a share
 */
record ThresholdArgument(BigDecimal value, boolean percent) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?) ?(%|s|ms|us|µs|ns)");

    /** Reads any of the forms. */
    static ThresholdArgument parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is no threshold; write a share of the range like 20%, or a time like 18s, 5ms, 250us or 4000ns");
        }
        BigDecimal number = new BigDecimal(form.group(1));
        return switch (form.group(2)) {
            case "%" -> new ThresholdArgument(number, true);
            case "s" -> new ThresholdArgument(number.movePointRight(9), false);
            case "ms" -> new ThresholdArgument(number.movePointRight(6), false);
            case "us", "µs" -> new ThresholdArgument(number.movePointRight(3), false);
            default -> new ThresholdArgument(number, false);
        };
    }

    /** In nanoseconds, at most {@link Long#MAX_VALUE}. */
    long nanos(long rangeNanos) {
        BigDecimal nanos = percent ? value.movePointLeft(2).multiply(BigDecimal.valueOf(rangeNanos)) : value;
        return nanos.setScale(0, RoundingMode.HALF_UP).min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    /** For picocli. */
    static final class Converter implements ITypeConverter<ThresholdArgument> {
        @Override
        public ThresholdArgument convert(String value) {
            return parse(value);
        }
    }
}
