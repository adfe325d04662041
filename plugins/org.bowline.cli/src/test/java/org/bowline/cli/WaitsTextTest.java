/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What {@code bowline waits} says above and below its list. */
class WaitsTextTest {
    private static final String REQUESTS = "These are the requests that a disk was given.";

    @Test
    void whatADiskWasGivenIsCalledRequestsAndNotWaits() {
        assertThat(text("--edge", "vdd,C:277")).startsWith("Longest of 10 requests of vdd,C:277, 54.6 ms in the range in all")
                .containsOnlyOnce(REQUESTS);
        assertThat(text("--edge", "C:277,vdd")).startsWith("Longest of 10 waits of C:277,vdd, 54.1 ms").doesNotContain(REQUESTS);
        assertThat(text("--edge", "C:277,vdd", "--edge", "vdd,C:277")).startsWith("Longest of 20 waits and requests of ");
    }

    /** What is copied from a finding or the wait-for graph. */
    @Test
    void bothEndsMayBeWrittenAsTextsPrintThem() {
        String here = text("--edge", "C:277,vdd").lines().skip(1).reduce("", (all, line) -> all + line);
        for (String edge : new String[] {"w1-backend (C:277),disk vdd (C)", "w1-backend (C:277), disk vdd (C)", "C:277, vdd"}) {
            assertThat(text("--edge", edge).lines().skip(1).reduce("", (all, line) -> all + line)).as(edge).isEqualTo(here);
        }
        Captured other = Captured.run("waits", Checkout.root().resolve("tests/traces/three-tier").toString(), "--edge",
                "w1-client (C:277),disk vdd (C)");
        assertThat(other.code()).isEqualTo(ExitCode.USAGE);
        assertThat(other.error()).contains("there is no thread and no resource 'w1-client (C:277)'");
    }

    private static String text(String... more) {
        String[] all = new String[more.length + 2];
        all[0] = "waits";
        all[1] = Checkout.root().resolve("tests/traces/three-tier").toString();
        System.arraycopy(more, 0, all, 2, more.length);
        Captured run = Captured.run(all);
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        return run.out();
    }
}
