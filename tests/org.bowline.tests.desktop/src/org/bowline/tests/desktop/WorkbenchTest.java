/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.eclipse.swt.widgets.Display;
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
}
