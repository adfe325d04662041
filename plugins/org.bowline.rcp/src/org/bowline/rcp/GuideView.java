/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.cheatsheets.CheatSheetViewerFactory;
import org.eclipse.ui.cheatsheets.ICheatSheetViewer;
import org.eclipse.ui.part.ViewPart;
import org.jspecify.annotations.Nullable;

/** The cheat sheet "Find the bottleneck". Cheat sheets' own command needs the help window that the product has not. */
public final class GuideView extends ViewPart {
    private static final String SHEET = "org.bowline.help.findTheBottleneck";
    private @Nullable ICheatSheetViewer viewer;

    @Override
    public void createPartControl(Composite parent) {
        ICheatSheetViewer made = CheatSheetViewerFactory.createCheatSheetView();
        made.createPartControl(parent);
        made.setInput(SHEET);
        viewer = made;
    }

    @Override
    public void setFocus() {
        if (viewer != null) {
            viewer.setFocus();
        }
    }
}
