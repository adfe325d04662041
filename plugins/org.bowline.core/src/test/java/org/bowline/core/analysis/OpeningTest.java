/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.counter.CounterLog;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.trace.OpenOptions;

class OpeningTest {
    private static final Question SYMBOLS = Question.WORK.with(FunctionQuestion.SYMBOLS, List.of());
    private static final Question OF_LOCKS = SYMBOLS.with(FunctionQuestion.WITHOUT_CODE, true);

    private static Analysis analysis(String recording, Question question) throws IOException {
        return Analysis.of(List.of(Recordings.own(recording)), OpenOptions.DEFAULT, question, Progress.NONE);
    }

    @Test
    void whoseSymbolsNameLocksAloneReadsNoCallStacks() throws IOException {
        assertThat(analysis("journal-stacks", SYMBOLS).get(StackQuestion.RECORDED).stacks()).isNotNull();
        assertThat(analysis("journal-stacks", OF_LOCKS).get(StackQuestion.RECORDED).stacks()).isNull();
    }

    @Test
    void whoseSymbolsNameLocksAloneReadsNeitherFunctionsNorCounters() throws IOException {
        Analysis code = analysis("counted-functions", SYMBOLS);
        assertThat(code.get(FunctionQuestion.NAMES).functions()).isNotNull();
        assertThat(code.get(CounterQuestion.LOG)).isNotSameAs(CounterLog.EMPTY);
        Analysis locks = analysis("counted-functions", OF_LOCKS);
        assertThat(locks.get(FunctionQuestion.NAMES).functions()).isNull();
        assertThat(locks.get(CounterQuestion.LOG)).isSameAs(CounterLog.EMPTY);
    }
}
