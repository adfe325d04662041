/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;

/** What the first finding says of servers that more clients make fall over. */
class FallsFirstAnswerTest {
    /** Builds of one server with 4 clients and with 16, under which each falls over for another reason, which its source tells. */
    static Stream<Arguments> falls() {
        return Stream.of(
                arguments("fallen-server/runs/ask-4-recorded/trace", "dominant-knot", "server ×4 (A) and load (A:274) bound the work"),
                arguments("fallen-server/runs/ask-16-recorded/trace", "sleep-while-awaited",
                        "server ×15 (A) sleep while others wait for them: for 307 ms, 81.2 % of the range"),
                arguments("fallen-server/runs/evict-4-recorded/trace", "dominant-knot",
                        "load (A:344), server ×4 (A) and disk vdd (A) bound the work"),
                arguments("fallen-server/runs/evict-16-recorded/trace", "dominant-knot", "server ×16 (A) and disk vdd (A) bound the work"),
                arguments("fallen-server/runs/select-4-recorded/trace", "runnable-pressure", "The 2 processors of A are 99.6 % busy"),
                arguments("fallen-server/runs/select-16-recorded/trace", "runnable-pressure", "The 2 processors of A are 98.2 % busy"),
                arguments("fallen-server/runs/backoff-4-recorded/trace", "sleep-while-awaited",
                        "server ×4 (A) sleep while others wait for them: for 197 ms, 67.8 % of the range"),
                arguments("fallen-server/runs/backoff-16-recorded/trace", "sleep-while-awaited",
                        "server ×9 (A) sleep while others wait for them: for 453 ms, 91.4 % of the range"),
                arguments("fallen-beside/runs/batch-4-recorded/trace", "dominant-knot", "server ×4 (A) and load (A:347) bound the work"),
                arguments("fallen-beside/runs/batch-16-recorded/trace", "runnable-pressure", "The 2 processors of A are 100 % busy"));
    }

    @ParameterizedTest
    @MethodSource("falls")
    void theFirstFindingOfAServerThatFallsIsWhyItsSourceSays(String name, String rule, String says) throws IOException {
        Finding first = Findings.of(FirstAnswerTest.analysis(Recording.own(name))).findings().get(0);
        assertThat(first.rule()).isEqualTo(rule);
        assertThat(first.summary()).contains(says).doesNotContainPattern(FirstAnswerTest.BESIDE);
    }
}
