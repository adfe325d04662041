/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.Findings;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * The reports of an analysed range. The command line and the desktop write them with this, so that their files are the same to the byte.
 *
 * @param timeline what the threads did
 * @param clocks how the clocks relate
 * @param threads what the threads did in the range
 * @param graph the wait-for graph of the range
 * @param knots its knots, in the order of the report
 * @param path the critical path of a thread, if one was asked for
 * @param intervals the critical paths of intervals, if some were asked for
 * @param findings what the rules say
 * @param caveats of all of it
 */
public record AnalysisFiles(Timeline timeline, List<SyncRow> clocks, List<ThreadRow> threads, WaitForGraph graph, List<Knot> knots,
        @Nullable CriticalPath path, @Nullable IntervalPaths intervals, Findings findings, List<Caveat> caveats) {
    /** Writes them; they are not yet in place. */
    public void write(ReportDirectory reports, Format format) throws IOException {
        reports.write(Reports.SYNC, clocks, format);
        reports.write(Reports.THREADS, threads, format);
        reports.write(Reports.WAIT_FOR, WaitForRows.of(graph), format);
        reports.write(Reports.KNOTS, WaitForRows.knots(graph, knots), format);
        if (path != null) {
            reports.write(Reports.CRITICAL_PATH, PathRows.of(path), format);
        }
        if (intervals != null) {
            reports.write(Reports.INTERVAL_PATH, PathRows.of(timeline, intervals), format);
        }
        reports.write(Reports.FINDINGS, FindingRows.of(findings), format);
        reports.write(Reports.EVIDENCE, FindingRows.evidence(timeline, findings), format);
        reports.write(Reports.CAVEATS, caveats, format);
    }
}
