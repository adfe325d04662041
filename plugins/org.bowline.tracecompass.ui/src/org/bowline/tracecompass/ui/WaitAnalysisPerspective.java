/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui;

import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;

/** The perspective "Wait Analysis". */
public final class WaitAnalysisPerspective implements IPerspectiveFactory {
    /** Its id. */
    public static final String ID = "org.bowline.perspective";

    @Override
    public void createInitialLayout(IPageLayout layout) {
        layout.addView("org.eclipse.ui.navigator.ProjectExplorer", IPageLayout.LEFT, 0.15f, IPageLayout.ID_EDITOR_AREA);
    }
}
