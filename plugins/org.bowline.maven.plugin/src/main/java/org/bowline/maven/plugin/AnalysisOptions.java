/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.maven.plugin.MojoExecutionException;

import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.finding.RuleSet;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.OptionTexts;

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
        Map<Parameter<?>, String> elsewhere = ELSEWHERE.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, one -> "by the parameter " + one.getValue()));
        try {
            return OptionTexts.of(all(), elsewhere, texts).in(question, all());
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException("Parameter options, " + e.getMessage() + '.', e);
        }
    }
}
