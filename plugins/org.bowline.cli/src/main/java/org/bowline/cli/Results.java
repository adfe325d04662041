/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.Findings;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.SyncRow;
import org.bowline.report.ThreadRow;

/**
 * All that {@code analyze} found.
 *
 * @param timeline what the threads did
 * @param range the analysed range
 * @param sync the clocks with their evidence
 * @param clocks the relation of the clocks
 * @param totals the threads' times in the range
 * @param threads the same as rows
 * @param graph the wait-for graph of the range
 * @param knots its knots
 * @param path the critical path of the wanted thread, if one was wanted
 * @param intervals the critical paths of the wanted intervals, if some were wanted
 * @param findings what the rules say of it
 * @param caveats of all of it
 */
record Results(Timeline timeline, RangeOptions.Range range, SyncResult sync, List<SyncRow> clocks,
        List<ThreadTotals> totals, List<ThreadRow> threads, WaitForGraph graph,
        KnotOptions.Knots knots,
        @Nullable CriticalPath path, @Nullable IntervalPaths intervals, Findings findings, List<Caveat> caveats) {}
