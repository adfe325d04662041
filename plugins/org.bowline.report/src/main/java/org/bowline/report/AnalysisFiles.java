/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.io.IOException;
import java.util.List;

import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * The reports that every analysis of a range has: clocks, threads, waits and knots. The command line and the desktop write them with this,
 * so that their files are the same to the byte.
 *
 * @param clocks sync
 * @param threads threads
 * @param graph wait-for
 * @param knots knots
 */
public record AnalysisFiles(List<SyncRow> clocks, List<ThreadRow> threads, WaitForGraph graph, List<Knot> knots) {
    /**
     * Of results.
     *
     * @param timeline what the threads did
     * @param sync the clocks
     * @param totals of the threads in the range
     * @param graph the wait-for graph of the range
     * @param knots its knots, in the order of the report
     */
    public static AnalysisFiles of(Timeline timeline, SyncResult sync, List<ThreadTotals> totals, WaitForGraph graph, List<Knot> knots) {
        return new AnalysisFiles(SyncRows.of(sync), ThreadRows.of(timeline, totals), graph, knots);
    }

    /** Writes them; they are not yet in place. */
    public void write(ReportDirectory reports, Format format) throws IOException {
        reports.write(Reports.SYNC, clocks, format);
        reports.write(Reports.THREADS, threads, format);
        reports.write(Reports.WAIT_FOR, WaitForRows.of(graph), format);
        reports.write(Reports.KNOTS, WaitForRows.knots(graph, knots), format);
    }
}
