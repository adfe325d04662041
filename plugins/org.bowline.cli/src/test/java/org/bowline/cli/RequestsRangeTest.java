/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings of all of a recording lead to its requests with {@code --range all}. */
class RequestsRangeTest {
    private static final String TRACE = Checkout.root().resolve("tests/traces/tagged-server/slow").toString();

    @ParameterizedTest
    @ValueSource(strings = {"requests", "variance", "instrument-next"})
    void whatAFindingSaysToTypeNextIsTaken(String command) {
        Captured usual = Captured.run(command, TRACE, "--no-progress");
        assertThat(usual.code()).as(usual.error()).isEqualTo(ExitCode.FINE);
        for (String range : new String[] {"work", "intervals"}) {
            assertThat(Captured.run(command, TRACE, "--no-progress", "--range", range).out()).as(range).isEqualTo(usual.out());
        }
        Captured all = Captured.run(command, TRACE, "--no-progress", "--range", "all");
        assertThat(all.code()).as(all.error()).isEqualTo(ExitCode.FINE);
        assertThat(all.out()).as("the same requests").startsWith(usual.out().lines().findFirst().orElseThrow());
    }

    @Test
    void howManyEndPerSecondIsOfTheRange() {
        assertThat(Captured.run("requests", TRACE, "--no-progress").out()).contains("103 ms   45.3 ");
        assertThat(Captured.run("requests", TRACE, "--no-progress", "--range", "all").out()).contains("103 ms   8.2 ");
    }

    @ParameterizedTest
    @CsvSource({"requests, --range", "variance, --range", "instrument-next, --range"})
    void theHelpTellsIt(String command, String option) {
        assertThat(Captured.run(command, "--help").out()).contains(option + "=work|all|intervals");
    }
}
