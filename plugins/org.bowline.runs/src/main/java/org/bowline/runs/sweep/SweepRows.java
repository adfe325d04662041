/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.List;

import org.bowline.report.rows.SweepRow;

/** Sweeps as rows. */
public final class SweepRows {
    private SweepRows() {}

    /** A row per level, in the sweep's order. */
    public static List<SweepRow> of(Sweep sweep) {
        return sweep.levels().stream().map(level -> new SweepRow(level.load(), level.build(), level.clients(), level.values(),
                level.throughput(), level.low(), level.high(), level.change(), level.changeLow(), level.changeHigh(), level.minimalEffect(),
                level.pAdjusted(), level.shareOfPeak(), level.state().label(),
                level.build().equals(sweep.base()) ? "" : level.verdict().label(), level.p50Nanos(), level.p99Nanos())).toList();
    }
}
