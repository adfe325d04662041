/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui;

import org.eclipse.ui.IFolderLayout;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.eclipse.ui.PlatformUI;

/**
 * The perspective "Wait Analysis": the Project Explorer on the left; above, over the whole width, the views over time; below, the events and the graph side by side,
 * and the tables. Made of view ids only; what is not installed leaves no hole.
 */
public final class WaitAnalysisPerspective implements IPerspectiveFactory {
    /** Its id. */
    public static final String ID = "org.bowline.perspective";

    private static final String VIEWS = "org.bowline.views.";
    private static final float EXPLORER = 0.15f;
    private static final float OVER_TIME = 0.42f;
    private static final float EVENTS = 0.42f;
    private static final float GRAPH = 0.55f;

    @Override
    public void createInitialLayout(IPageLayout layout) {
        String editor = layout.getEditorArea();
        layout.addView("org.eclipse.ui.navigator.ProjectExplorer", IPageLayout.LEFT, EXPLORER, editor);
        add(layout.createFolder("org.bowline.perspective.time", IPageLayout.TOP, OVER_TIME, editor), VIEWS + "threads",
                VIEWS + "criticalpath",
                "org.eclipse.tracecompass.analysis.os.linux.views.controlflow",
                "org.eclipse.tracecompass.analysis.os.linux.views.resources");
        add(layout.createFolder("org.bowline.perspective.graph", IPageLayout.RIGHT, EVENTS, editor), VIEWS + "waitfor");
        IFolderLayout tables = layout.createFolder("org.bowline.perspective.tables", IPageLayout.BOTTOM, GRAPH,
                "org.bowline.perspective.graph");
        add(tables, VIEWS + "knots", VIEWS + "clocks", "org.eclipse.linuxtools.tmf.ui.views.statistics", IPageLayout.ID_PROP_SHEET,
                IPageLayout.ID_BOOKMARKS);
        for (String view : new String[] {"threads", "criticalpath", "waitfor", "knots", "clocks"}) {
            layout.addShowViewShortcut(VIEWS + view);
        }
        layout.addPerspectiveShortcut("org.eclipse.linuxtools.lttng2.kernel.ui.perspective");
    }

    private static void add(IFolderLayout folder, String... views) {
        for (String view : views) {
            if (PlatformUI.getWorkbench().getViewRegistry().find(view) == null) {
                folder.addPlaceholder(view);
            } else {
                folder.addView(view);
            }
        }
    }
}
