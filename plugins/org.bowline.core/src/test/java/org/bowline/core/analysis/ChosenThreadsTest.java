/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.waitfor.Knot;

/** What the choice of threads leaves of the knots of recordings. */
class ChosenThreadsTest {
    private static Analysis ask(String recording, Question question) throws IOException {
        return Merging.view(Analysis.of(List.of(Recordings.own(recording)), OpenOptions.DEFAULT, question, Progress.NONE));
    }

    private static Question of(String name) {
        return Question.WORK.from(timeline -> thread -> timeline.name(thread).equals(name));
    }

    private static List<Set<String>> knots(Analysis analysis) {
        return analysis.knots().stream().filter(knot -> knot.kind() == Knot.Kind.KNOT).map(knot -> {
            Set<String> members = new TreeSet<>();
            IntStream.range(0, knot.vertexCount()).mapToObj(knot::vertex).map(analysis::phraseOfGraph).forEach(members::add);
            return members;
        }).toList();
    }

    @ParameterizedTest
    @CsvSource({"first-answers/shared-processor, h-client", "first-answers/shared-processor, h-server", "three-tier, w1-client",
        "three-tier, w1-backend", "tagged-server/slow, s-files", "first-answers/thread-per-request, h-client"})
    void theKnotThatAChosenThreadIsInIsThatOfEverybody(String recording, String name) throws IOException {
        List<Set<String>> whole = knots(ask(recording, Question.WORK));
        assertThat(whole.get(0)).anyMatch(member -> member.startsWith(name));
        assertThat(knots(ask(recording, of(name)))).isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource("tagged-server/slow, s-tidy")
    void whoIsInNoKnotAndWaitsForNoneChoosesNobodyElse(String recording, String name) throws IOException {
        Analysis analysis = ask(recording, of(name));
        Timeline timeline = analysis.timeline();
        assertThat(IntStream.range(0, timeline.threadCount()).filter(analysis.graph()::startsChains)).isNotEmpty()
                .allMatch(thread -> timeline.name(thread).equals(name));
    }
}
