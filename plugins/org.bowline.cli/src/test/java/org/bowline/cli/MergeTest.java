/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Several threads as one vertex of the wait-for graph, on the command line. */
class MergeTest {
    private static final String TRACES = Checkout.root().resolve("tests/traces").toString();

    private static String waitFor(String recording, String... options) {
        Captured run = Captured
                .run(Stream.concat(Stream.of("wait-for", TRACES + '/' + recording), Stream.of(options)).toArray(String[]::new));
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        return run.out();
    }

    private static long sum(String csv, String column) {
        List<String> lines = csv.lines().toList();
        int index = Arrays.asList(lines.get(0).split(",")).indexOf(column);
        return lines.stream().skip(1).mapToLong(line -> Long.parseLong(line.split(",", -1)[index])).sum();
    }

    @Test
    void theFourThreadsOfTheLockAreOneThatWaitsForItself() {
        assertThat(waitFor("lock-contention", "--merge", "similar")).contains("Merged: 4 threads as 1 vertex of the wait-for graph",
                "w3-T* ×4 (A): by their names, and what they wait for, up to 4 at a time",
                "w3-T* ×4 (A) wait for each other: 87.9 ms (61.9 %) each, 321 waits, each holds up 1.0 thread");
        assertThat(waitFor("lock-contention")).doesNotContain("Merged");
    }

    @Test
    void mergingLosesNoTimeOfARecording() {
        String single = waitFor("lock-contention", "--range", "all", "--format", "csv");
        String merged = waitFor("lock-contention", "--range", "all", "--merge-threads", "w3-*", "--format", "csv");
        for (String column : List.of("weight_ns", "direct_ns", "waits", "waker_ns", "holder_ns")) {
            assertThat(sum(merged, column)).as(column).isEqualTo(sum(single, column)).isPositive();
        }
        assertThat(merged.lines().count()).isLessThan(single.lines().count());
        assertThat(merged).contains("A,,w3-* ×7,pool,A,,w3-* ×7,pool,");
    }

    @Test
    void theCommandsOfTheShellThatRecordedAreOneThatTheShellWaitsFor() {
        String text = waitFor("lock-contention", "--range", "all", "--show-all", "--merge", "short");
        assertThat(text).contains("children of sh ×3 (A): short-lived, made by sh (A:168), one at a time");
        assertThat(waitFor("lock-contention", "--range", "all", "--merge", "short", "--format", "csv"))
                .contains("A,168,sh,thread,A,,children of sh ×3,pool,", ",3,short-lived");
    }

    @Test
    void knotsPictureAndOtherFormsAreOfTheMergedGraph() {
        assertThat(waitFor("lock-contention", "--merge", "similar", "--knots", "--format", "csv").lines().toList()).hasSize(2)
                .last().asString().contains("w3-T* ×4,pool,A,,w3-T* ×4,pool");
        assertThat(waitFor("lock-contention", "--merge", "similar", "--format", "svg")).contains("w3-T* ×4");
        assertThat(waitFor("lock-contention", "--merge", "similar", "--format", "dot")).contains("w3-T* ×4");
        assertThat(waitFor("lock-contention", "--merge", "similar", "--format", "graphml")).contains("w3-T* ×4");
        assertThat(waitFor("lock-contention", "--merge", "similar", "--format", "collapsed")).contains("w3-T* ×4;waits for pool");
    }

    @Test
    void whatIsMergedMayBeMuchLessThanWhatIsAskedFor() {
        assertThat(waitFor("wperf-example", "--process", "w2-A", "--merge-threads", "w2-*", "--merge", "similar"))
                .contains("w2-* ×", "by --merge-threads");
        assertThat(waitFor("wperf-example", "--merge-threads", "nobody"))
                .contains("--merge-threads nobody: the range has fewer than two threads of one host that are named so");
        assertThat(waitFor("wperf-example", "--merge", "short")).contains("no threads of the range are such");
        Captured wrong = Captured.run("wait-for", TRACES + "/wperf-example", "--merge", "all");
        assertThat(wrong.code()).isNotEqualTo(ExitCode.FINE);
        assertThat(wrong.error()).contains("is not usual, none, short or similar");
    }

    @Test
    void thresholdsAreThoseOfTheMergedGraph() {
        Captured single = Captured.run("thresholds", TRACES + "/lock-contention");
        Captured merged = Captured.run("thresholds", TRACES + "/lock-contention", "--merge", "similar");
        assertThat(merged.code()).isEqualTo(ExitCode.FINE);
        assertThat(single.out()).doesNotContain("What is left of 1 edge");
        assertThat(merged.out()).contains("What is left of 1 edge");
    }
}
