/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What is not worth making faster, on the command line. */
class BackgroundTest {
    private static final String TRACES = Checkout.root().resolve("tests/traces").toString();

    private static String waitFor(String recording, String... options) {
        Captured run = Captured
                .run(Stream.concat(Stream.of("wait-for", TRACES + '/' + recording), Stream.of(options)).toArray(String[]::new));
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        return run.out();
    }

    @Test
    void ofAWholeRecordingTheKnotsOfTheTracerAreInTheBackgroundAndOfItsWorkNoneIs() {
        String text = waitFor("lock-contention", "--range", "all", "--show-all", "--knots");
        assertThat(text).contains("knot 1 (in the background), 3 members", "Knots 1 and 2 are in the background: no worker is in them",
                "Without them the other knot stays as it is.");
        assertThat(waitFor("lock-contention", "--knots")).doesNotContain("background");
        assertThat(waitFor("lock-contention", "--range", "all", "--show-all", "--knots", "--format", "csv").lines()
                .map(line -> line.substring(line.lastIndexOf(',', line.lastIndexOf(',') - 1) + 1)).distinct().toList())
                .containsExactlyInAnyOrder("background,round", "yes,0", "no,0");
    }

    @Test
    void whoIsMarkedTakesTheOnlyKnotAwayAndTheCaveatTellsWhoIsNotThere() {
        String text = waitFor("wperf-example", "--knots", "--worker", "w2-gen", "--background", "nobody");
        assertThat(text).as("a worker waits for it through others").doesNotContain("in the background:")
                .contains("--background nobody: the recording has no such thread, so it marks none.");
        assertThat(waitFor("lock-contention", "--range", "all", "--show-all", "--knots", "--worker", "lttng-consumerd"))
                .contains("Workers are the threads that --worker names.").doesNotContain("knot 1 (in the background)");
    }

    @Test
    void anEventLoopWaitsForItsClientBetweenRequestsAndForItsFilesInThem() {
        List<String> loop = waitFor("tagged-server", "--format", "csv").lines().filter(line -> line.contains(",s-loop,thread,A,27"))
                .toList();
        assertThat(loop).filteredOn(line -> line.contains(",between-requests,")).singleElement().asString()
                .contains("s-loop,thread,A,277,s-client");
        assertThat(loop).anyMatch(line -> line.contains("s-loop,thread,A,278,s-files") && line.endsWith(",,1,,1,"));
        assertThat(waitFor("tagged-server")).contains("s-client (A:277)", ", for new work", "Waits for new work: ");
        assertThat(waitFor("tagged-server", "--format", "svg")).contains("class=\"edge new-work",
                "for new work, so not worth making shorter");
        assertThat(waitFor("lock-contention")).as("nobody asks over a connection").doesNotContain("new work");
        assertThat(waitFor("wperf-example")).contains("Waits for new work: w2-A (A:276) for w2-gen (A:281).");
        assertThat(waitFor("wperf-example", "--new-work", "w2-A,w2-B"))
                .contains("Waits for new work: w2-A (A:276) for w2-B (A:284); w2-A (A:276) for w2-gen (A:281).");
    }
}
