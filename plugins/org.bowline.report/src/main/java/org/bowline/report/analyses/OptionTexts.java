/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;

/**
 * Options of analyses as texts, each {@code NAME=VALUE}, or {@code NAME} of one that has no value: as a build and the desktop keep them. Several texts of one option are several values, in their order. Immutable.
 */
public final class OptionTexts {
    private final Map<Parameter<?>, List<String>> values;

    private OptionTexts(Map<Parameter<?>, List<String>> values) {
        this.values = values;
    }

    /**
     * Takes texts apart, and reads no value yet.
     *
     * @param options those that may be said
     * @param elsewhere those that are said in another way, each with the end of the sentence "this is said …"
     * @throws IllegalArgumentException if there is no such option, or one lacks a value or has one too many; the message begins with the text
     */
    public static OptionTexts of(List<Parameter<?>> options, Map<Parameter<?>, String> elsewhere, List<String> texts) {
        Map<Parameter<?>, List<String>> values = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            Parameter<?> option = named(text, equals < 0 ? text : text.substring(0, equals).strip(), options, elsewhere);
            if (option.isFlag() != equals < 0) {
                throw wrong(text, option.isFlag() ? "the option " + option.name() + " has no value, write " + option.name()
                        : "the option needs a value, write " + option.name() + '=' + option.form());
            }
            values.computeIfAbsent(option, key -> new ArrayList<>()).add(equals < 0 ? "" : text.substring(equals + 1).strip());
        }
        return new OptionTexts(values);
    }

    private static Parameter<?> named(String text, String name, List<Parameter<?>> options, Map<Parameter<?>, String> elsewhere) {
        for (Map.Entry<Parameter<?>, String> other : elsewhere.entrySet()) {
            if (other.getKey().name().equals(name)) {
                throw wrong(text, "this is said " + other.getValue());
            }
        }
        for (Parameter<?> option : options) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        throw wrong(text, "there is no option '" + name + "'; there are "
                + options.stream().map(Parameter::name).sorted().collect(Collectors.joining(", ")));
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException('\'' + text + "': " + why);
    }

    /** Whether an option is among them. */
    public boolean says(Parameter<?> option) {
        return values.containsKey(option);
    }

    /**
     * A question with what is said.
     *
     * @throws IllegalArgumentException if a value is of another form; the message begins with the option
     */
    public Question in(Question question) {
        return in(question, List.copyOf(values.keySet()));
    }

    /**
     * A question with a value of each of some options, of those that are not said the usual one: so asks who wants everything that a recording tells.
     *
     * @throws IllegalArgumentException if a value is of another form; the message begins with the option
     */
    public Question in(Question question, List<Parameter<?>> options) {
        Question asked = question;
        for (Parameter<?> option : options) {
            asked = with(asked, option, values.getOrDefault(option, List.of()));
        }
        return asked;
    }

    private static <T> Question with(Question question, Parameter<T> option, List<String> values) {
        try {
            return question.with(option, option.read(values));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option.name() + ": " + e.getMessage(), e);
        }
    }
}
