/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptors;

/** Caveats are sentences: one event is not "1 events". */
class CaveatWordsTest {
    /** One thing with the word for many; what is left are verbs, and units of one letter or two. */
    private static final Pattern WRONG = Pattern.compile("(?<![\\d.,])\\b1 (?!is\\b|was\\b|has\\b|does\\b|ns\\b|us\\b|ms\\b)[a-z]+s\\b");

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "lost-events", "lock-contention", "wperf-example", "journal-stacks"})
    void oneThingIsNotMany(String recording) throws IOException {
        List<IntervalSpec> requests = recording.startsWith("three-tier") || recording.equals("lost-events") ? List.of(Recording.REQUESTS)
                : List.of();
        for (Question.Part part : requests.isEmpty() ? List.of(Question.Part.ALL) : List.of(Question.Part.values())) {
            List<Caveat> caveats = Descriptors.installed().caveats(Analysis.of(List.of(Recording.own(recording)), OpenOptions.DEFAULT,
                    Question.ALL.about(requests, part).with(FunctionQuestion.SYMBOLS, List.of()), Progress.NONE));
            assertThat(caveats).isNotEmpty().allSatisfy(caveat -> assertThat(caveat.text()).doesNotContainPattern(WRONG));
        }
    }
}
