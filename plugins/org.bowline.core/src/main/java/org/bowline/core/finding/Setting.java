/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Percent;

/**
 * A threshold of a rule, or what it is to look at: a named, typed value with a range.
 *
 * @param <T> its values
 */
public final class Setting<T extends Comparable<T>> {
    /** Sorts of values, and how they are written. */
    public enum Kind {
        /** A share: {@code 20%}. A {@link Double}, 1 is 100 %. */
        SHARE,
        /** A length of time: {@code 18s}, {@code 5ms}, {@code 250us}, {@code 4000ns}. A {@link Long} of ns. */
        DURATION,
        /** A whole number. A {@link Long}. */
        COUNT,
        /** A number, perhaps with a fraction. A {@link Double}. */
        NUMBER,
        /** Words that say what the rule is to look at, empty unless the user gives some; several texts become one, with commas. A {@link String}. */
        TEXT
    }

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(?:\\.\\d{1,9})?");
    private static final Pattern COUNT = Pattern.compile("\\d{1,15}");

    private final String name;
    private final Kind kind;
    private final Class<T> type;
    private final T standard;
    private final T least;
    private final T most;
    private final String meaning;
    private final Consumer<String> check;

    private Setting(String name, Kind kind, Class<T> type, T standard, T least, T most, String meaning, Consumer<String> check) {
        this.name = name;
        this.kind = kind;
        this.type = type;
        this.standard = standard;
        this.least = least;
        this.most = most;
        this.meaning = meaning;
        this.check = check;
    }

    /** A share between 0 and 1,000,000 %. */
    public static Setting<Double> share(String name, double standard, String meaning) {
        return new Setting<>(name, Kind.SHARE, Double.class, standard, 0.0, 1e4, meaning, text -> {});
    }

    /** A length of time. */
    public static Setting<Long> duration(String name, long standardNanos, String meaning) {
        return new Setting<>(name, Kind.DURATION, Long.class, standardNanos, 0L, Long.MAX_VALUE, meaning, text -> {});
    }

    /** A whole number. */
    public static Setting<Long> count(String name, long standard, long least, String meaning) {
        return new Setting<>(name, Kind.COUNT, Long.class, standard, least, Long.MAX_VALUE, meaning, text -> {});
    }

    /** A number. */
    public static Setting<Double> number(String name, double standard, String meaning) {
        return new Setting<>(name, Kind.NUMBER, Double.class, standard, 0.0, 1e15, meaning, text -> {});
    }

    /**
     * Words, none unless the user gives some. {@code RULE=WORDS} is short for {@code RULE.NAME=WORDS}.
     *
     * @param check throws IllegalArgumentException with a message for the user if they are of another form
     */
    public static Setting<String> text(String name, Consumer<String> check, String meaning) {
        return new Setting<>(name, Kind.TEXT, String.class, "", "", "", meaning, check);
    }

    /** Its name within the rule. */
    public String name() {
        return name;
    }

    /** The sort of its values. */
    public Kind kind() {
        return kind;
    }

    /** Its value unless the user gives another one. */
    public T standard() {
        return standard;
    }

    /** What it decides, as a phrase. */
    public String meaning() {
        return meaning;
    }

    /** Makes a value that was kept without its type one of this setting. */
    T cast(Object value) {
        return type.cast(value);
    }

    /** The default value as the user would write it. */
    public String standardText() {
        return switch (kind) {
            case SHARE -> Percent.option(BigDecimal.valueOf((Double) standard));
            case DURATION -> Duration.option((Long) standard);
            case COUNT -> standard.toString();
            case NUMBER -> BigDecimal.valueOf((Double) standard).stripTrailingZeros().toPlainString();
            case TEXT -> (String) standard;
        };
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException if the text has another form, or the value is out of range; the message says what is possible
     */
    public T parse(String text) {
        if (kind == Kind.TEXT) {
            if (!text.isEmpty()) {
                check.accept(text);
            }
            return type.cast(text);
        }
        T value = type.cast(switch (kind) {
            case SHARE -> (Object) Percent.parse(text).orElseThrow(() -> refuse(text)).doubleValue();
            case DURATION -> Duration.parse(text).orElseThrow(() -> refuse(text));
            case COUNT -> Long.valueOf(matching(COUNT, text));
            case NUMBER -> Double.valueOf(matching(NUMBER, text));
            case TEXT -> text;
        });
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("'" + text + "' is out of range: at least " + least + " is possible");
        }
        return value;
    }

    private String matching(Pattern form, String text) {
        if (!form.matcher(text).matches()) {
            throw refuse(text);
        }
        return text;
    }

    private IllegalArgumentException refuse(String text) {
        return new IllegalArgumentException("'" + text + "' is not a " + kind.name().toLowerCase(Locale.ROOT) + "; write " + switch (kind) {
            case SHARE -> "a share like 20%";
            case DURATION -> "a time like 18s, 5ms, 250us or 4000ns";
            case COUNT -> "a whole number like 12";
            case NUMBER -> "a number like 1.5";
            case TEXT -> "words";
        });
    }
}
