/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * One column of a report: a name, what its values are, and how to get the value of a row.
 *
 * @param <R> the rows
 */
public sealed interface Column<R> {
    /** As in the header line of CSV and as the key in JSON. */
    String name();

    /** What its values mean, and which there are; empty in a table for a screen alone. */
    Meaning meaning();

    /**
     * What a column is about, in Markdown: the reference page is made of it.
     *
     * @param what it tells
     * @param values unit and range
     */
    record Meaning(String what, String values) {
        /** Of a column that no file has. */
        static final Meaning NONE = new Meaning("", "");
    }

    /** Rows by their values in the column: numbers as numbers, those that have none first; texts as texts. */
    default Comparator<R> order() {
        if (this instanceof Whole<R> whole) {
            return Comparator.comparingLong(whole.value());
        }
        if (this instanceof Decimal<R> decimal) {
            return Comparator.comparing(decimal.value());
        }
        if (this instanceof Perhaps<R> perhaps) {
            return Comparator.comparing((R row) -> perhaps.value().apply(row).orElse(null),
                    Comparator.nullsFirst(Comparator.naturalOrder()));
        }
        return Comparator.comparing(((Text<R>) this).value());
    }

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
     * @param shown what a table for a screen has instead
     */
    record Text<R>(String name, Meaning meaning, boolean isValue, Function<? super R, String> value, Function<? super R, String> shown)
            implements Column<R> {}

    /** A column of 64-bit integers; {@link org.bowline.report.rows.Rows#ABSENT} stands for no value. */
    record Whole<R>(String name, Meaning meaning, Unit unit, ToLongFunction<? super R> value) implements Column<R> {}

    /** A column of decimal fractions, written with all digits they have and without an exponent. */
    record Decimal<R>(String name, Meaning meaning, Function<? super R, BigDecimal> value) implements Column<R> {}

    /** A column of decimal fractions of which a row may have none: an empty field in CSV, null in JSON. */
    record Perhaps<R>(String name, Meaning meaning, Function<? super R, Optional<BigDecimal>> value) implements Column<R> {}

    /** A column of texts. */
    static <R> Column<R> text(String name, String what, String values, Function<? super R, String> value) {
        return new Text<>(name, new Meaning(what, values), false, value, value);
    }

    /** A column of texts that are told in other words on a screen. */
    static <R> Column<R> text(String name, String what, String values, Function<? super R, String> value,
            Function<? super R, String> shown) {
        return new Text<>(name, new Meaning(what, values), false, value, shown);
    }

    /** A column of the values of a field: texts, of which some may be numbers. */
    static <R> Column<R> value(String name, String what, String values, Function<? super R, String> value) {
        return new Text<>(name, new Meaning(what, values), true, value, value);
    }

    /** A column of ids or counts. */
    static <R> Column<R> number(String name, String what, String values, ToLongFunction<? super R> value) {
        return new Whole<>(name, new Meaning(what, values), Unit.NUMBER, value);
    }

    /** A column of lengths of time, ns. */
    static <R> Column<R> duration(String name, String what, String values, ToLongFunction<? super R> value) {
        return new Whole<>(name, new Meaning(what, values), Unit.DURATION, value);
    }

    /** A column of moments, ns since the epoch. */
    static <R> Column<R> instant(String name, String what, String values, ToLongFunction<? super R> value) {
        return new Whole<>(name, new Meaning(what, values), Unit.INSTANT, value);
    }

    /** A column of decimal fractions. */
    static <R> Column<R> decimal(String name, String what, String values, Function<? super R, BigDecimal> value) {
        return new Decimal<>(name, new Meaning(what, values), value);
    }

    /** A column of decimal fractions of which a row may have none. */
    static <R> Column<R> perhaps(String name, String what, String values, Function<? super R, Optional<BigDecimal>> value) {
        return new Perhaps<>(name, new Meaning(what, values), value);
    }

    /** A column of texts in a table for a screen. */
    static <R> Column<R> text(String name, Function<? super R, String> value) {
        return new Text<>(name, Meaning.NONE, false, value, value);
    }

    /** A column of ids or counts in a table for a screen. */
    static <R> Column<R> number(String name, ToLongFunction<? super R> value) {
        return new Whole<>(name, Meaning.NONE, Unit.NUMBER, value);
    }

    /** A column of lengths of time in a table for a screen. */
    static <R> Column<R> duration(String name, ToLongFunction<? super R> value) {
        return new Whole<>(name, Meaning.NONE, Unit.DURATION, value);
    }

    /** A column of moments in a table for a screen. */
    static <R> Column<R> instant(String name, ToLongFunction<? super R> value) {
        return new Whole<>(name, Meaning.NONE, Unit.INSTANT, value);
    }
}
