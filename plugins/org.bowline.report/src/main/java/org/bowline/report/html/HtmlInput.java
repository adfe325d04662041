/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * What is on the page: the results of one run, all of one timeline.
 *
 * @param title what the run is called, such as the names of its traces
 * @param version of the program
 * @param timeline what all threads did
 * @param fromNanos begin of the analysed range, reference time
 * @param toNanos end of the range, exclusive
 * @param sync the clocks with their evidence
 * @param totals what the threads did in the range
 * @param graph the wait-for graph of the range
 * @param knots its refinement
 * @param thresholdNanos the threshold at which knots are shown first
 * @param path the critical path of a thread, if one was wanted
 * @param intervals the paths of intervals, if some were wanted
 * @param findings what the rules say
 * @param rules the rules, for their titles
 * @param caveats of all of it
 */
public record HtmlInput(String title, String version, Timeline timeline, long fromNanos, long toNanos, SyncResult sync,
        List<ThreadTotals> totals, WaitForGraph graph, KnotHierarchy knots, long thresholdNanos, @Nullable CriticalPath path,
        @Nullable IntervalPaths intervals, Findings findings, List<RuleInfo> rules, List<Caveat> caveats) {
    /** Copies the lists. */
    public HtmlInput {
        rules = List.copyOf(rules);
        caveats = List.copyOf(caveats);
    }

    /** What a run is called by its traces: the last names of their paths. */
    public static String title(List<Path> traces) {
        return traces.stream().map(path -> {
            Path name = path.toAbsolutePath().normalize().getFileName();
            return name == null ? path.toString() : name.toString();
        }).collect(Collectors.joining(", "));
    }
}
