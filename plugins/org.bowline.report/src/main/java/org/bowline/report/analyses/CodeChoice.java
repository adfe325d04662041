/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.Question;

/** Whether {@code --code} can be answered. */
final class CodeChoice {
    private CodeChoice() {}

    /**
     * Before anything is read.
     *
     * @throws IllegalArgumentException if it is asked for and no table is
     */
    static void check(Question question, Descriptor.Output output) {
        if (question.get(CodeQuestion.CODE) && output != Descriptor.Output.TABLE) {
            throw new IllegalArgumentException("--code chooses what --format prints: --format csv or json is needed");
        }
    }

    /**
     * Once the traces are read.
     *
     * @throws IllegalArgumentException if it is asked for and nothing was recorded that tells it
     */
    static void check(Analysis analysis) {
        if (analysis.question().get(CodeQuestion.CODE) && !CodeQuestion.isKnown(analysis)) {
            throw new IllegalArgumentException(
                    "--code: the recording has neither call stacks (profile waits-stacks) nor functions (profile functions)"
                            + " of threads that wait, so that their code is not known");
        }
    }
}
