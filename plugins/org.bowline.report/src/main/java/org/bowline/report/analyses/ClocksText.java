/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.List;

import org.bowline.report.rows.Rows;
import org.bowline.report.rows.SyncRow;
import org.bowline.report.rows.SyncRows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** The clocks of the hosts for a reader: offsets and drifts instead of bases and slopes. */
final class ClocksText {
    private static final String ELSEWHERE = "elsewhere";
    private static final Report<SyncRow> TABLE = new Report<>("clocks", () -> List.of(
            Column.text("host", SyncRow::host),
            Column.text("quality", SyncRow::shownQuality),
            Column.text("ahead by", row -> TimeFormat.duration(SyncRows.aheadNanos(row))),
            Column.text("drift", row -> SyncRows.driftPpm(row).toPlainString() + " ppm"),
            Column.text("error", SyncRows::error),
            Column.text(ELSEWHERE, SyncRows::errorElsewhere),
            Column.text("packets to/from", row -> row.matchedTo() + "/" + row.matchedFrom()),
            Column.instant("from", SyncRow::fromNanos),
            Column.instant("to", SyncRow::toNanos)));

    private ClocksText() {}

    /** A table with a line per host and piece. */
    static void write(TextPage page, List<SyncRow> rows, int most) throws IOException {
        page.heading(rows.isEmpty() ? "Clocks" : "Clocks, compared with that of " + rows.get(0).reference());
        List<String> left = page.table(TABLE, rows, most);
        if (!left.contains(ELSEWHERE) && rows.stream().anyMatch(row -> row.growthNanosPerSecond() != Rows.ABSENT)) {
            page.paragraph(
                    "error: the most by which the clock may be off between the first and the last packet that it rests on; elsewhere: the same in all of the trace, and how fast it grows outside of the packets.");
        }
    }
}
