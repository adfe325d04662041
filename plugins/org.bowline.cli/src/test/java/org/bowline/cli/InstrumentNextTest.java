/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

/** What is said of a recording in which no functions were recorded; of others see FunctionRoundsTest and FunctionsTest. */
class InstrumentNextTest {
    private static final String REQUESTS = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";

    private static Captured next(String... more) {
        List<String> words = new ArrayList<>(List.of("instrument-next", Checkout.root().resolve("tests/traces/three-tier").toString()));
        words.addAll(Arrays.asList(more));
        return Captured.run(words.toArray(String[]::new));
    }

    @Test
    void withoutFunctionsTheFirstRoundIsToldWithTheEventsThatAreTheRequests() {
        Captured run = next("--interval", REQUESTS);
        assertThat(run.code()).as(run.error()).isZero();
        assertThat(run.out()).contains(
                "No functions were recorded. Build the program with -finstrument-functions, and begin with the function that handles a request:",
                "sudo bowline-record start --profile waits-network --profile waits-disk --event 'wl:*' --profile functions --functions FUNCTION -- COMMAND")
                .doesNotContain("--profile requests", "Next round");
        assertThat(next("--interval", "syscalls=recv..send").out())
                .contains("--profile waits-network --profile waits-disk --profile syscalls --event 'wl:*' --profile functions");
        assertThat(next("--interval", REQUESTS, "--format", "csv").out()).hasLineCount(1)
                .startsWith("label,rank,function,role,parent,file,known_by,factor,share,score_ns2,record,round,call_paths");
    }

    @Test
    void howManyFactorsIsANumberAndIntervalsAreNeeded() {
        assertThat(next("--interval", REQUESTS, "--factors", "0").error()).contains("--factors").contains("is not a number from 1 to 1000");
        assertThat(next("--interval", REQUESTS, "--factors", "1001").error()).contains("is not a number from 1 to 1000");
        assertThat(next("--interval", REQUESTS, "--factors", "1000").code()).isZero();
        assertThat(next().error()).contains("--interval is needed");
    }
}
