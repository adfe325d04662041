/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.maven.plugin.MojoExecutionException;

import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.finding.RuleSet;
import org.bowline.report.analyses.Descriptors;

/**
 * The options of the analyses, as {@code bowline analyze} has them: the analyses describe them, so a new one is known here without a parameter of the plug-in. Goals ask what the command
 * asks: also what nobody sets has a value, and so what only some recordings have, as call stacks, is read.
 */
final class AnalysisOptions {
    /** Those that the plug-in has parameters for. */
    static final Map<Parameter<?>, String> ELSEWHERE = Map.of(RuleSet.PARAMETER, "rules", TagQuestion.EVENTS, "tags");

    private AnalysisOptions() {}

    /** Those that a project may name, in the order of the analyses. */
    static List<Parameter<?>> all() {
        return Descriptors.installed().parameters().stream().filter(one -> !ELSEWHERE.containsKey(one)).toList();
    }

    /**
     * The question with the options that are said.
     *
     * @param texts each {@code NAME=VALUE}, or {@code NAME} of one that has no value
     * @throws MojoExecutionException if there is none of that name, or the value is of another form
     */
    static Question in(Question question, List<String> texts) throws MojoExecutionException {
        Map<Parameter<?>, List<String>> values = new HashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            Parameter<?> option = named(text, equals < 0 ? text : text.substring(0, equals).strip());
            if (option.isFlag() != equals < 0) {
                throw wrong(text, option.isFlag() ? "the option " + option.name() + " has no value, write " + option.name()
                        : "the option needs a value, write " + option.name() + '=' + option.form());
            }
            values.computeIfAbsent(option, key -> new ArrayList<>()).add(equals < 0 ? "" : text.substring(equals + 1).strip());
        }
        Question asked = question;
        for (Parameter<?> option : all()) {
            asked = with(asked, option, values.getOrDefault(option, List.of()));
        }
        return asked;
    }

    private static Parameter<?> named(String text, String name) throws MojoExecutionException {
        for (Map.Entry<Parameter<?>, String> other : ELSEWHERE.entrySet()) {
            if (other.getKey().name().equals(name)) {
                throw wrong(text, "this is said by the parameter " + other.getValue());
            }
        }
        for (Parameter<?> option : all()) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        throw wrong(text, "there is no option '" + name + "'; there are "
                + all().stream().map(Parameter::name).sorted().collect(Collectors.joining(", ")));
    }

    private static <T> Question with(Question question, Parameter<T> option, List<String> values) throws MojoExecutionException {
        try {
            return question.with(option, option.read(values));
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException("Parameter options, " + option.name() + ": " + e.getMessage() + '.', e);
        }
    }

    private static MojoExecutionException wrong(String text, String why) {
        return new MojoExecutionException("Parameter options, '" + text + "': " + why + '.');
    }
}
