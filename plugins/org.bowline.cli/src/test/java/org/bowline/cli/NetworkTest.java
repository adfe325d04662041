/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** The network between two hosts as a vertex of the wait-for graph, on the command line. */
class NetworkTest {
    private static final String TRACES = Checkout.root().resolve("tests/traces").toString();

    private static String run(String command, String recording, String... options) {
        Captured run = Captured
                .run(Stream.concat(Stream.of(command, TRACES + '/' + recording), Stream.of(options)).toArray(String[]::new));
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        return run.out();
    }

    @Test
    void aFarServerAndItsClientAreInAKnotWithTheNetwork() {
        assertThat(run("wait-for", "first-answers/far-server", "--network")).contains("knot 1, 3 members:",
                "h-client (A:265) waits for network A-B: 824 ms (47.3 %) ± 641 ms, 48 waits, each holds up 2.0 threads",
                "h-server (B:267) waits for network A-B: 674 ms (38.6 %) ± 630 ms, 48 waits, each holds up 2.0 threads, for new work",
                "network A-B waits for h-server (B:267): 881 ms (50.5 %), 49 packets", "Clocks: by how much the direct time");
        assertThat(run("wait-for", "first-answers/far-server")).doesNotContain("network A-B", "±").contains("knot 1, 2 members:",
                "h-client (A:265) waits for h-server (B:267): 1.61 s (92.6 %), 49 waits");
    }

    @Test
    void whereTheKernelKeepsSendsBackTheNetworkIsNoLargePart() {
        assertThat(run("wait-for", "first-answers/kept-sends", "--network")).contains("knot 1, 3 members:",
                "q-client (A:270) waits for q-server (B:269): 2.21 s (87.3 %) ± 11.2 ms, 39 waits, each holds up 1.8 threads",
                "q-server (B:269) waits for network A-B: 325 ms (12.9 %) ± 22.0 ms, 78 waits, each holds up 1.6 threads, for new work");
    }

    @Test
    void aFastNetworkLeavesTheKnotOfThreeTiersAsItIs() {
        assertThat(run("wait-for", "three-tier", "--network", "--knots")).contains("knot 1, 4 members")
                .contains("w1-server (B:273) waits for w1-backend (C:277): 314 ms (48.5 %)").doesNotContain("waits for network");
    }

    @Test
    void theTableSaysHowFarEachTimeMayBeOff() {
        String plain = run("wait-for", "first-answers/far-server", "--format", "csv");
        String csv = run("wait-for", "first-answers/far-server", "--network", "--format", "csv");
        assertThat(plain.lines().findFirst().orElseThrow()).doesNotContain("clock_error_ns");
        assertThat(csv.lines().findFirst().orElseThrow()).endsWith(",target_merged,clock_error_ns");
        assertThat(csv).contains("A,265,h-client,thread,,,A-B,network,", ",network,");
        // nothing is lost: each thread waits as long as before
        assertThat(direct(csv, "h-client")).isEqualTo(direct(plain, "h-client")).isPositive();
        assertThat(direct(csv, "h-server")).isEqualTo(direct(plain, "h-server")).isPositive();
    }

    private static long direct(String csv, String source) {
        List<String> lines = csv.lines().toList();
        List<String> names = Arrays.asList(lines.get(0).split(","));
        return lines.stream().skip(1).map(line -> line.split(",", -1)).filter(fields -> fields[names.indexOf("source_name")].equals(source))
                .mapToLong(fields -> Long.parseLong(fields[names.indexOf("direct_ns")])).sum();
    }

    @Test
    void theFindingNamesTheNetworkOnceAndWhatToLookAtNext() {
        assertThat(run("findings", "first-answers/far-server", "--network"))
                .contains("h-client (A:265), network A-B and h-server (B:267) bound the work", "--edge A:265,A-B --network")
                .doesNotContain("and the network between A and B,");
        assertThat(run("waits", "first-answers/far-server", "--edge", "A:265,A-B", "--network")).contains("network A-B");
    }

    @Test
    void ofOneHostItSaysThatNothingIsOnItsWay() {
        assertThat(run("wait-for", "wperf-example", "--network")).contains("and there is only one host.");
        assertThat(run("wait-for", "wperf-example")).doesNotContain("--network");
    }
}
