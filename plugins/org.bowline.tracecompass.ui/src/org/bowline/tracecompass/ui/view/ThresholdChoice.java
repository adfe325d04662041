/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;

/**
 * The threshold of the wait-for graph. It is an answer to one experiment's weights, which says nothing about another's: each has its own, for
 * all views, as long as it is open.
 */
public final class ThresholdChoice {
    private ThresholdChoice() {}

    /** The threshold of an experiment as a share of the range; that of the preferences, below 0 for the policy's, if none was chosen. */
    public static double share(@Nullable ITmfTrace trace) {
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        double chosen = module == null ? WaitAnalysisModule.NO_SHARE : module.thresholdShare();
        return chosen < 0 ? WaitAnalysisPreferences.thresholdShare() : chosen;
    }

    /** Remembers what a person chose for an experiment. */
    public static void remember(ITmfTrace trace, double share) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        if (module != null) {
            module.setThresholdShare(share);
        }
    }
}
