/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.io.Writer;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;

/**
 * A form of an analysis for other programs that is not a table: a graph, a picture, a flame graph's input, a trace for a viewer.
 *
 * @param word as in {@code --format WORD} and {@code --export WORD}
 * @param fileName in a directory of results
 * @param about what it is, in a few words
 * @param asks what the question must have beyond what the analysis needs; null if nothing
 * @param content writes it
 */
public record Form(String word, String fileName, String about, @Nullable Asks asks, Content content) {
    /** What is in the file. */
    @FunctionalInterface
    public interface Content {
        /** Writes it; does not close the writer. */
        void write(Analysis analysis, Writer out) throws IOException;
    }

    /**
     * Whether the question has what the form is of.
     *
     * @param option with which it was asked for
     * @throws IllegalArgumentException if not; the message says what is needed
     */
    public void check(String option, Question question) {
        if (asks == Asks.INTERVALS && question.intervals().isEmpty()) {
            throw new IllegalArgumentException(option + " compares slow requests with typical ones: --interval is needed");
        }
        if (asks == Asks.THREAD && question.path() == null) {
            throw new IllegalArgumentException(option + " shows the critical path of a thread: --thread is needed");
        }
    }
}
