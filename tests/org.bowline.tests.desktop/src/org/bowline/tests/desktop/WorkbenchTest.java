/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.WaitAnalysisPerspective;

class WorkbenchTest {
    @Test
    void thePerspectiveOpensInARealWorkbench() throws Exception {
        assertNotNull(Display.getCurrent(), "runs in the UI thread");
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, window);
        assertEquals(WaitAnalysisPerspective.ID, window.getActivePage().getPerspective().getId());
    }

    @Test
    void theSampleOpensAsAnExperimentOfThreeHosts() {
        TmfExperiment experiment = Samples.openSample();
        assertEquals(6, experiment.getTraces().size(), "a kernel and a user-space trace of each host");
        Pictures.screenshot("sample-opened");
        assertSame(experiment, Samples.openSample(), "opened once");
        Samples.forgetAll();
    }
}
