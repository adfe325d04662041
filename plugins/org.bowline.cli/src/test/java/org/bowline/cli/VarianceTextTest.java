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

    @Test
    void aLabelThatIsANumberIsCalledByItsFieldAsInTheOtherTexts() {
        String sample = Checkout.root().resolve("tests/traces/three-tier").toString();
        String requests = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";
        assertThat(Captured.run("variance", sample, "--interval", requests).out()).contains("  type 1: 10 intervals, mean 11.4 ms");
        assertThat(Captured.run("what-if", sample, "--edge", "B:273,C:277", "--interval", requests).out())
                .containsPattern("\n  type 1 +10  11.4 ms");
    }
}
