/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --label} of labels that are there, and of some that are not. */
class LabelOptionTest {
    private static final String THREE = Checkout.root().resolve("tests/traces/three-tier").toString();

    private static Captured run(String command, String... labels) {
        List<String> all = new ArrayList<>(List.of(command.split(" ")));
        all.addAll(List.of(THREE, "--interval", "begin=wl:req_begin,end=wl:req_end,key=req,label=type"));
        for (String label : labels) {
            all.addAll(List.of("--label", label));
        }
        return Captured.run(all.toArray(new String[0]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"requests", "critical-path", "variance", "off-cpu --on-path", "requests --format csv", "analyze"})
    void aLabelThatNoIntervalHasIsAWrongUsageAndThoseThereAreNamed(String command) {
        Captured run = run(command, "0,1");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("no interval in the range has the label '0,1' that --label names. The labels are '0', '1', '2'");
    }

    @Test
    void ofSeveralLabelsThoseThatAreThereAreLookedAt() {
        Captured run = run("requests", "1", "putt");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("Requests: 10 intervals", "No interval in the range has the label 'putt'");
    }

    @Test
    void whatSetsTwoLabelsApartIsSaidOnceAndOfThreeForEach() {
        String two = run("requests", "0", "1").out();
        assertThat(two).contains("What sets the labels apart", "more than those of type 0 (").doesNotContain("less than those of");
        assertThat(run("requests", "0", "1", "2").out().split(" than those of other labels ")).hasSize(4);
    }
}
