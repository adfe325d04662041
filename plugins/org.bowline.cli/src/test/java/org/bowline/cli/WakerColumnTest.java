/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The column of {@code bowline off-cpu} with the code of who ended a wait. */
class WakerColumnTest {
    private static final String WPERF = Checkout.root().resolve("tests/traces/wperf-example").toString();

    @Test
    void itIsThereOnlyIfALineHasSomethingInIt() {
        assertThat(Captured.run("off-cpu", WPERF).out()).contains("Off-CPU: ", "longest").doesNotContain("which was in");
        assertThat(Captured.run("off-cpu", WPERF, "--waker", "--top", "3").out()).containsPattern("what +which was in");
        assertThat(Captured.run("off-cpu", WPERF, "--format", "csv").out().lines().findFirst()).get().asString().contains("waker");
    }
}
