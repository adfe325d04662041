/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What {@code bowline variance} says beside its figures. */
class VarianceTextTest {
    @Test
    void theOrderOfTheLinesAndSharesAboveTheWholeAreExplainedOnce() {
        Captured run = Captured.run("variance", Checkout.root().resolve("tests/traces/three-tier").toString(), "--interval",
                "begin=wl:req_begin,end=wl:req_end,key=req,label=type");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out().replaceAll("\\s+", " ")).containsOnlyOnce("The order is by share and by how specific a line is")
                .containsOnlyOnce("So shares may exceed 100 %, and do not add up to it.");
    }
}
