/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;

class LocksDescriptorTest {
    @Test
    void ofAllWithSymbolsItAloneReadsNoCode() {
        assertThat(Descriptors.installed().all()).filteredOn(one -> one.info().parameters().contains(FunctionQuestion.SYMBOLS))
                .filteredOn(one -> one.alone(Question.ALL).get(FunctionQuestion.WITHOUT_CODE)).extracting(one -> one.info().name())
                .containsExactly("locks");
    }
}
