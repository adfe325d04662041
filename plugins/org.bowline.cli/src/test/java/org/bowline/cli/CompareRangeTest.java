/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which part of each run {@code compare} looks at. */
class CompareRangeTest {
    private static final String SLOW = Checkout.root().resolve("tests/traces/tagged-server/slow").toString();
    private static final String FAST = Checkout.root().resolve("tests/traces/tagged-server/fast").toString();

    @Test
    void annotatedRequestsAreIntervalsWithoutBeingNamed() {
        Captured run = Captured.run("compare", SLOW, FAST, "--range", "intervals", "--no-progress");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("get");
    }

    @Test
    void whoSaysThatThereAreNoIntervalsCannotChooseTheirRange() {
        Captured run = Captured.run("compare", SLOW, FAST, "--range", "intervals", "--interval", "none");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("--range intervals needs intervals");
    }

    @Test
    void whereARunHasNoRequestsTheirRangeIsRefusedInsteadOfAnotherOne() {
        String none = Checkout.root().resolve("tests/traces/lock-contention").toString();
        Captured run = Captured.run("compare", SLOW, none, "--range", "intervals", "--no-progress");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("--range intervals: " + none + " has no annotated requests", "--interval");
    }

    @Test
    void theHelpNamesNoOptionThatTheCommandLacks() {
        assertThat(Captured.run("compare", "--help").out()).contains("--range=work|all|intervals").doesNotContain("--from", "--to ");
    }
}
