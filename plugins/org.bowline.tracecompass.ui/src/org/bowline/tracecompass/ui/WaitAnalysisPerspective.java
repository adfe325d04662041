/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui;

import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IFolderLayout;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;

/**
 * The perspective "Wait Analysis": the Project Explorer folded on the left, the views over time in the middle, with the events and the details of what is selected below them, on the right the findings with the
 * tables behind them above the graph with the requests behind it. In a window that is too narrow for three columns the views over time have all of the width, and the findings stand below them, beside the
 * events, with the requests, the graph, the knots and the details behind them; what else there is, is in the menu of views (Window > Show View). A link of a finding is followed in another folder, so that the finding stays. Made of view ids only; what is not
 * installed leaves no hole.
 */
public final class WaitAnalysisPerspective implements IPerspectiveFactory {
    /** Its id. */
    public static final String ID = "org.bowline.perspective";

    private static final String VIEWS = "org.bowline.views.";
    private static final String[] OVER_TIME_VIEWS = {VIEWS + "threads", VIEWS + "criticalpath",
        "org.eclipse.tracecompass.analysis.os.linux.views.controlflow", "org.eclipse.tracecompass.analysis.os.linux.views.resources"};
    private static final String[] TABLES = {VIEWS + "knots", VIEWS + "tags", VIEWS + "clocks"};
    /** Have their place beside the tables, and are shown when somebody asks for them: tabs of which two letters are left help nobody. */
    private static final String[] LATER_ANYWHERE = {"org.eclipse.linuxtools.tmf.ui.views.statistics",
        IPageLayout.ID_PROP_SHEET,
        IPageLayout.ID_BOOKMARKS};
    /** The same in a window that is too narrow for three columns: where there is room for their names, and for a table with a picture beside it. */
    private static final String[] NARROW_LATER = {VIEWS + "compare", VIEWS + "tags", VIEWS + "clocks", VIEWS + "tables"};
    /** Pixels; less than that are no room for three columns. */
    private static final int NARROW = 1400;
    private static final String EXPLORER_VIEW = "org.eclipse.ui.navigator.ProjectExplorer";
    private static final float EXPLORER = 0.15f;
    /** Pixels in which the name of the project explorer can be read; where a window has so much to spare. */
    private static final float EXPLORER_WIDTH = 240;
    private static final int ROOMY = 1200;
    private static final float OVER_TIME = 0.62f;
    private static final float OVER_TIME_WIDTH = 0.58f;
    private static final float FINDINGS = 0.36f;
    private static final float EVENTS = 0.5f;
    private static final float NARROW_OVER_TIME = 0.47f;
    private static final float NARROW_EVENTS = 0.4f;

    @Override
    public void createInitialLayout(IPageLayout layout) {
        String editor = layout.getEditorArea();
        layout.addView(EXPLORER_VIEW, IPageLayout.LEFT, explorer(), editor);
        Display.getCurrent().asyncExec(WaitAnalysisPerspective::foldExplorer); // once it is there
        if (isNarrow()) {
            IFolderLayout time = layout.createFolder("org.bowline.perspective.time", IPageLayout.TOP, NARROW_OVER_TIME, editor);
            overTime(time);
            later(time, NARROW_LATER);
            IFolderLayout graph = layout.createFolder("org.bowline.perspective.graph", IPageLayout.RIGHT, NARROW_EVENTS, editor);
            add(graph, VIEWS + "findings", VIEWS + "requests", VIEWS + "waitfor", VIEWS + "knots", VIEWS + "details");
            later(graph, LATER_ANYWHERE);
        } else {
            add(layout.createFolder("org.bowline.perspective.graph", IPageLayout.RIGHT, OVER_TIME_WIDTH, editor), VIEWS + "waitfor",
                    VIEWS + "requests", VIEWS + "compare");
            overTime(layout.createFolder("org.bowline.perspective.time", IPageLayout.TOP, OVER_TIME, editor));
            add(layout.createFolder("org.bowline.perspective.details", IPageLayout.RIGHT, EVENTS, editor), VIEWS + "details");
            IFolderLayout findings = layout.createFolder("org.bowline.perspective.tables", IPageLayout.TOP, FINDINGS,
                    "org.bowline.perspective.graph");
            add(findings, VIEWS + "findings");
            add(findings, TABLES);
            later(findings, VIEWS + "tables");
            later(findings, LATER_ANYWHERE);
        }
        for (String view : new String[] {"findings", "requests", "compare", "threads", "criticalpath", "details", "waitfor", "knots",
            "tags", "flame", "clocks"}) {
            layout.addShowViewShortcut(VIEWS + view);
        }
        layout.addShowViewShortcut(VIEWS + "tables");
        for (String view : LATER_ANYWHERE) {
            layout.addShowViewShortcut(view);
        }
        layout.addPerspectiveShortcut("org.eclipse.linuxtools.lttng2.kernel.ui.perspective");
    }

    /** Leaves its room to the views: it is an icon at the edge of the window, and a click on that brings it back. */
    private static void foldExplorer() {
        IWorkbench workbench = PlatformUI.getWorkbench();
        for (IWorkbenchWindow window : workbench.isClosing() ? new IWorkbenchWindow[0] : workbench.getWorkbenchWindows()) {
            IWorkbenchPage page = window.getActivePage();
            IViewReference explorer = page == null || page.getPerspective() == null || !page.getPerspective().getId().equals(ID) ? null
                    : page.findViewReference(EXPLORER_VIEW);
            if (page != null && explorer != null) {
                page.setPartState(explorer, IWorkbenchPage.STATE_MINIMIZED);
            }
        }
    }

    private static float explorer() {
        int width = width();
        return width < ROOMY ? EXPLORER : Math.max(EXPLORER, EXPLORER_WIDTH / width);
    }

    private static boolean isNarrow() {
        return width() < NARROW;
    }

    /** Of the window in which it is shown; before there is one, of the screen, which the first window takes. */
    private static int width() {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        Shell shell = window == null ? null : window.getShell();
        return shell != null && !shell.isDisposed() && shell.isVisible() ? shell.getSize().x
                : Display.getCurrent().getPrimaryMonitor().getClientArea().width;
    }

    /** Stacks need the height and the width of the views over time. */
    private static void overTime(IFolderLayout folder) {
        add(folder, OVER_TIME_VIEWS);
        later(folder, VIEWS + "flame");
    }

    private static void later(IFolderLayout folder, String... views) {
        for (String view : views) {
            folder.addPlaceholder(view);
        }
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
