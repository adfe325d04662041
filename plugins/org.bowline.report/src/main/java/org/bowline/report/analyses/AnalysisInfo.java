/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Parameter;

/**
 * What an analysis is, for users.
 *
 * @param name lower case, with {@code -} between words: the command {@code bowline NAME}
 * @param title a few words: a heading, a menu entry
 * @param summary what it does, in a sentence
 * @param help what a user has to know of it beyond that, a paragraph each
 * @param needs which events it rests on, and which profile of the recorder has them, in a sentence
 * @param examples of the command, each a line
 * @param asks what it takes of a question
 * @param parameters what it can be told beyond that
 * @param helpId the page of the help that explains it, below {@code docs/}
 * @param rank its place in texts: the smallest comes first
 */
public record AnalysisInfo(String name, String title, String summary, List<String> help, String needs, List<String> examples,
        Set<Asks> asks,
        List<Parameter<?>> parameters, String helpId, int rank) {
    /** Copies the collections. */
    public AnalysisInfo {
        help = List.copyOf(help);
        examples = List.copyOf(examples);
        asks = Set.copyOf(asks);
        parameters = List.copyOf(parameters);
    }
}
