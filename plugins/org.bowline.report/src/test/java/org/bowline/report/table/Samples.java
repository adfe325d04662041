/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.math.BigDecimal;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.SyncRow;
import org.bowline.report.rows.ThreadRow;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitForRow;

/** Rows with all that is awkward in them. */
public final class Samples {
    public static final long T0 = 1_790_000_000_000_000_000L;
    public static final SyncRow REFERENCE = new SyncRow("A", "A", "accurate", T0, T0, BigDecimal.ONE, 0, T0, T0 + 5, 0, 0, Rows.ABSENT,
            Rows.ABSENT,
            Rows.ABSENT, Rows.ABSENT);
    public static final SyncRow DRIFTING = new SyncRow("C", "A", "accurate", T0 + 7_000_000_000L, T0,
            new BigDecimal("0.999780017430000000123"),
            20_011, T0,
            T0 + 9_000_000_000L, 605, 606, T0 + 1, T0 + 8_000_000_000L, 10_011, 3_003);
    public static final SyncRow ABSENT = new SyncRow("D", "A", "absent", T0, T0, BigDecimal.ONE, Rows.ABSENT, T0, T0 + 9_000_000_000L, 0,
            0, Rows.ABSENT, Rows.ABSENT, Rows.ABSENT, Rows.ABSENT);
    public static final Vertex SERVER = new Vertex("B", 244, "w1-server", "thread");
    public static final Vertex DISK = new Vertex("B", Rows.ABSENT, "vdd", "disk");
    public static final WaitForRow EDGE = new WaitForRow(SERVER, DISK, 10, 5, 2);
    public static final ThreadRow THREAD = new ThreadRow("B", 244, Rows.ABSENT, "a,\"b\"\nc", T0, T0 + 100, 10, 20, 30, 36, 4,
            new long[] {0, 1, 2, 3, 4, 5, 6, 7, 8}, 9, 0);
    public static final List<Caveat> CAVEATS = List.of(Caveat.of(Severity.WARNING, "A", "lost-events", -1, "Events were lost."),
            new Caveat(Severity.INFO, "", "open-wait", 3, T0, T0 + 1, "Waits were open at the end."));

    private Samples() {}
}
