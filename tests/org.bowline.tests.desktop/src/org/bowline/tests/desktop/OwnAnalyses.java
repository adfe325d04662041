/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAnalysisManager;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/**
 * Trace Compass's own analyses, which it starts for every trace that is opened: half of the processor time of these tests, and of no use to those that show none of its views. A view that needs one starts it all the
 * same.
 */
final class OwnAnalyses {
    private static boolean listening;
    private static volatile boolean wanted;

    private OwnAnalyses() {}

    /** From now on they are left out; can be asked again and again. */
    static void once() {
        if (!listening) {
            listening = true;
            TmfAnalysisManager.addNewModuleListener(OwnAnalyses::created);
        }
    }

    private static void created(IAnalysisModule module) {
        if (!wanted && module instanceof TmfAbstractAnalysisModule automatic && !(module instanceof WaitAnalysisModule)) {
            automatic.setAutomatic(false);
        }
    }

    /** Whether those of traces that are opened from now on are started. */
    static void want(boolean want) {
        wanted = want;
    }
}
