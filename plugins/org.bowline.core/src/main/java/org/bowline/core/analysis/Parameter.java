/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one analysis can be told beyond range, threads, threshold and intervals. Compared by identity: a constant of the class that reads it.
 *
 * @param <T> its values; immutable
 */
public final class Parameter<T> {
    private final String name;
    private final String form;
    private final String help;
    private final Supplier<T> usual;
    private final BiFunction<T, String, T> read;
    private final boolean once;

    /**
     * A parameter that may be given several times.
     *
     * @param name lower case, with {@code -} between words: the option {@code --NAME}
     * @param form of its values, for people: {@code N}, {@code RULE.SETTING=VALUE}
     * @param help one or two sentences
     * @param usual what holds if nothing is said
     * @param read the value after one more text was given; throws IllegalArgumentException with a message for the user
     */
    public Parameter(String name, String form, String help, Supplier<T> usual, BiFunction<T, String, T> read) {
        this(name, form, help, usual, read, false);
    }

    private Parameter(String name, String form, String help, Supplier<T> usual, BiFunction<T, String, T> read, boolean once) {
        this.name = name;
        this.form = form;
        this.help = help;
        this.usual = usual;
        this.read = read;
        this.once = once;
    }

    /** A parameter of one value: who gives it twice is told, as one of the two would be lost. */
    public static <T> Parameter<T> once(String name, String form, String help, Supplier<T> usual, Function<String, T> read) {
        return new Parameter<>(name, form, help, usual, (before, text) -> read.apply(text), true);
    }

    /** One that is said or not: an option without a value. */
    public static Parameter<Boolean> flag(String name, String help) {
        return new Parameter<>(name, "", help, () -> false, (before, text) -> true);
    }

    /** Whether it is said or not, and has no value. */
    public boolean isFlag() {
        return form.isEmpty();
    }

    /** Whether it has one value and may be given only once. */
    public boolean isOnce() {
        return once;
    }

    /** As in {@code --NAME}. */
    public String name() {
        return name;
    }

    /** The form of its values. */
    public String form() {
        return form;
    }

    /** What it is for. */
    public String help() {
        return help;
    }

    /** What holds if nothing is said. */
    public T usual() {
        return usual.get();
    }

    /**
     * The value after all texts, in their order.
     *
     * @throws IllegalArgumentException if one is of another form, or there are more than there may be; the message begins with it
     */
    public T read(Iterable<String> texts) {
        T value = usual();
        int given = 0;
        for (String text : texts) {
            given++;
            if (once && given > 1) {
                throw new IllegalArgumentException(text + ": is one more than the one value that there may be; give it once");
            }
            try {
                value = read.apply(value, text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(text + ": " + e.getMessage(), e);
            }
        }
        return value;
    }

    @Override
    public String toString() {
        return "--" + name;
    }
}
