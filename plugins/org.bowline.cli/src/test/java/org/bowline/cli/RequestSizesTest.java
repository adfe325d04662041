/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The variance of requests at equal sizes, on a recording. */
class RequestSizesTest {
    private static final String REQUESTS = "begin=wl:req_begin,end=wl:req_end,key=req";

    private static Captured variance(String interval, String... more) {
        List<String> words = new ArrayList<>(
                List.of("variance", Checkout.root().resolve("tests/traces/three-tier").toString(), "--interval",
                        interval));
        words.addAll(Arrays.asList(more));
        return Captured.run(words.toArray(String[]::new));
    }

    @Test
    void plainAndAdjustedFiguresStandBesideEachOther() {
        String text = variance(REQUESTS, "--size", "event=wl:req_begin,key=req,field=type").out();
        assertThat(text).contains("60 intervals, mean 9.90 ms, standard deviation 3.48 ms", "23.4 % of the variance goes with the size",
                "of the variance  at equal sizes", "88.4 %           75.2 %").doesNotContain("size-", "no size");
        assertThat(variance(REQUESTS, "--size", "field=type").out()).as("a field of the event that begins it")
                .isEqualTo(text.replace("wl:req_begin.type", "type"));
        assertThat(variance(REQUESTS).out()).as("nobody asked").doesNotContain("equal sizes");
    }

    @Test
    void requestsWithoutANumberAreLeftOutAndTold() {
        assertThat(variance(REQUESTS, "--size", "field=procname").out())
                .contains("No label has two intervals with a critical path and a size.",
                        "60 intervals have a size that is not a number in the field procname; they are left out of the variance.");
        assertThat(variance(REQUESTS, "--size", "event=wl:stage_begin,field=type").out())
                .contains(
                        "50 intervals have several sizes: more than one event with the field wl:stage_begin.type was recorded with the same key",
                        "The sizes (wl:stage_begin.type) do not differ: there is nothing to adjust.");
        assertThat(variance("begin=wl:stage_begin,end=wl:stage_end,key=req", "--size", "event=wl:req_begin,field=type").out())
                .contains("130 intervals have no size: no event with the field wl:req_begin.type was recorded with the same key",
                        "50 events with a size (wl:req_begin.type) came with the key of no interval, or when none or several");
    }

    @Test
    void whatNoTraceHasIsAnErrorThatSaysWhatThereIs() {
        assertThat(variance(REQUESTS, "--size", "field=bytes").error())
                .contains("--size field=bytes: the event wl:req_begin has no such field;"
                        + " it has name, procname, req, type");
        assertThat(variance(REQUESTS, "--size", "event=wl:size,field=bytes").error())
                .contains("--size event=wl:size: no trace has such an event");
        assertThat(variance(REQUESTS, "--size", "event=wl:req_begin").error()).contains("'field' is missing; write event=EVENT,key=FIELD");
        assertThat(variance(REQUESTS, "--size", "field=type", "--size", "field=req").error())
                .contains("'--size' (SPEC) should be specified only once");
        assertThat(variance("syscalls=recv..send", "--size", "field=type").error()).contains("--size needs intervals of events");
    }

    @Test
    void onlyNumbersCount() {
        String csv = variance(REQUESTS, "--size", "field=type", "--format", "csv").out();
        assertThat(csv.lines().findFirst().orElseThrow()).endsWith(
                "score_ns2,adjusted_contribution_ns2,adjusted_share,adjusted_score_ns2,size_share,ns_per_size");
        assertThat(csv.lines().skip(1)).allMatch(line -> line.split(",", -1).length >= 27 && !line.endsWith(","));
        assertThat(variance(REQUESTS, "--format", "csv").out().lines().skip(1)).as("without sizes")
                .allMatch(line -> line.endsWith(",,,,,"));
    }
}
