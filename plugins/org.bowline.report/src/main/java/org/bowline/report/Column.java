/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * One column of a report: a name, what its values are, and how to get the value of a row.
 *
 * @param <R> the rows
 */
public sealed interface Column<R> {
    /** The value of a {@link Whole} column in a row that has none: an empty field in CSV, null in JSON. */
    long ABSENT = Long.MIN_VALUE;

    /** As in the header line of CSV and as the key in JSON. */
    String name();

    /** What a whole number counts; decides how it looks in a text table, never how it is written to CSV or JSON. */
    enum Unit {
        /** Things: an id, a count, a level. */
        NUMBER,
        /** A length of time in nanoseconds. */
        DURATION,
        /** A moment of reference time, nanoseconds since the epoch. */
        INSTANT
    }

    /**
     * A column of texts, never null, perhaps empty.
     *
     * @param isValue whether they are values of a field, which may be numbers
     */
    record Text<R>(String name, boolean isValue, Function<? super R, String> value) implements Column<R> {}

    /** A column of 64-bit integers; {@link #ABSENT} stands for no value. */
    record Whole<R>(String name, Unit unit, ToLongFunction<? super R> value) implements Column<R> {}

    /** A column of decimal fractions, written with all digits they have and without an exponent. */
    record Decimal<R>(String name, Function<? super R, BigDecimal> value) implements Column<R> {}

    /** A column of decimal fractions of which a row may have none: an empty field in CSV, null in JSON. */
    record Perhaps<R>(String name, Function<? super R, Optional<BigDecimal>> value) implements Column<R> {}

    /** A column of texts. */
    static <R> Column<R> text(String name, Function<? super R, String> value) {
        return new Text<>(name, false, value);
    }

    /** A column of the values of a field: texts, of which some may be numbers. */
    static <R> Column<R> value(String name, Function<? super R, String> value) {
        return new Text<>(name, true, value);
    }

    /** A column of ids or counts. */
    static <R> Column<R> number(String name, ToLongFunction<? super R> value) {
        return new Whole<>(name, Unit.NUMBER, value);
    }

    /** A column of lengths of time, ns. */
    static <R> Column<R> duration(String name, ToLongFunction<? super R> value) {
        return new Whole<>(name, Unit.DURATION, value);
    }

    /** A column of moments, ns since the epoch. */
    static <R> Column<R> instant(String name, ToLongFunction<? super R> value) {
        return new Whole<>(name, Unit.INSTANT, value);
    }

    /** A column of decimal fractions. */
    static <R> Column<R> decimal(String name, Function<? super R, BigDecimal> value) {
        return new Decimal<>(name, value);
    }

    /** A column of decimal fractions of which a row may have none. */
    static <R> Column<R> perhaps(String name, Function<? super R, Optional<BigDecimal>> value) {
        return new Perhaps<>(name, value);
    }
}
