/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.sync.SyncResult.Host;
import org.bowline.core.sync.SyncResult.Packets;
import org.bowline.tracecompass.core.ThreeTier;

/** How well the clocks of an experiment are known, in one line. */
final class ClockReportTest {
    private static String report(int reference, Host... hosts) {
        SyncResult of = ThreeTier.result().sync();
        return ClockReport.of(new SyncResult(reference, List.of(hosts), of.clocks(), of.caveats(), of.coarse(), of.peakUnmatched(),
                of.peakHeld(), of.matches(), of.evidence()));
    }

    private static Host host(String name, SyncQuality quality, long midNanos, Packets packets) {
        return new Host(name, quality, -1, new ArrayList<>(), 0, 0, 0, midNanos, packets);
    }

    @Test
    void theErrorIsThatWhereTheHostsPacketsAre() {
        assertThat(report(1, host("A", SyncQuality.ACCURATE, 9_000_000, new Packets(0, 1, 288_000, 0)),
                host("B", SyncQuality.ACCURATE, 0, null), host("C", SyncQuality.APPROXIMATE, 826_000, null)))
                .isEqualTo("3 hosts on one clock: A accurate ± 288 µs, B is the reference, C approximate ± 826 µs");
    }

    @Test
    void whatHasNoBoundIsSaidToBeUnknown() {
        assertThat(report(0, host("A", SyncQuality.ACCURATE, 0, null), host("B", SyncQuality.APPROXIMATE, Long.MAX_VALUE, null)))
                .isEqualTo("2 hosts on one clock: A is the reference, B approximate, error unknown");
    }

    @Test
    void thereIsNothingToSynchroniseOnASingleHost() {
        assertThat(report(0, host("A", SyncQuality.ACCURATE, 0, null))).isEqualTo("One host, A: its clock is taken as it is");
    }
}
