/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * What is on the page.
 *
 * @param title what the run is called, such as the names of its traces
 * @param version of the program
 * @param analysis what is asked for all figures
 * @param caveats of all of it
 */
public record HtmlInput(String title, String version, Analysis analysis, List<Caveat> caveats) {
    /** Copies the list. */
    public HtmlInput {
        caveats = List.copyOf(caveats);
    }

    Timeline timeline() {
        return analysis.timeline();
    }

    long fromNanos() {
        return analysis.fromNanos();
    }

    long toNanos() {
        return analysis.toNanos();
    }

    SyncResult sync() {
        return Objects.requireNonNull(analysis.sync());
    }

    List<ThreadTotals> totals() {
        return analysis.totals();
    }

    /** The same with the graph that is shown. */
    Analysis shown() {
        return Merging.view(analysis);
    }

    WaitForGraph graph() {
        return shown().graph();
    }

    KnotHierarchy knots() {
        return shown().hierarchy();
    }

    long thresholdNanos() {
        return shown().thresholdNanos();
    }

    @Nullable
    CriticalPath path() {
        return analysis.path();
    }

    @Nullable
    IntervalPaths intervals() {
        return analysis.intervals();
    }

    Findings findings() {
        return Findings.of(analysis);
    }

    List<RuleInfo> rules() {
        return analysis.question().get(RuleSet.PARAMETER).infos();
    }
}
