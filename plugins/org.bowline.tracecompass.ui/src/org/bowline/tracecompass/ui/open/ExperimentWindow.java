/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.action.IStatusLineManager;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IEditorReference;
import org.eclipse.ui.IEditorSite;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IViewSite;
import org.eclipse.ui.IWindowListener;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.eclipse.ui.part.FileEditorInput;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.frame.Commands;

/** The window and an experiment in it. */
final class ExperimentWindow {
    private static final long OPENING_MILLIS = 30_000;

    private ExperimentWindow() {}

    /** Opens an experiment, or brings it to the front, shows the perspective and tells what was found out. In the UI thread. */
    static void show(TmfExperimentElement experiment, String report) {
        IWorkbench workbench = PlatformUI.getWorkbench();
        IWorkbenchWindow window = workbench.getActiveWorkbenchWindow();
        if (workbench.isClosing() || workbench.getWorkbenchWindowCount() == 0) {
            return;
        }
        if (window == null) {
            // Trace Compass opens editors in the active window only, and fails with a null pointer without one
            showWhenActive(workbench, experiment, report);
            return;
        }
        try {
            workbench.showPerspective(WaitAnalysisPerspective.ID, window);
        } catch (WorkbenchException e) {
            Platform.getLog(ExperimentWindow.class).warn("The perspective cannot be shown", e);
        }
        if (window.getActivePage() != null) {
            // the first thing to read; a window of an earlier session may have something else in front of it
            Commands.show(window.getActivePage(), FindingsView.ID, IWorkbenchPage.VIEW_VISIBLE);
        }
        openAndTell(experiment, window, report);
    }

    private static void showWhenActive(IWorkbench workbench, TmfExperimentElement experiment, String report) {
        workbench.addWindowListener(new IWindowListener() {
            @Override
            public void windowActivated(IWorkbenchWindow window) {
                workbench.removeWindowListener(this);
                workbench.getDisplay().asyncExec(() -> show(experiment, report));
            }

            @Override
            public void windowDeactivated(IWorkbenchWindow window) {
                // waits on
            }

            @Override
            public void windowClosed(IWorkbenchWindow window) {
                // waits on: there may be others
            }

            @Override
            public void windowOpened(IWorkbenchWindow window) {
                // waits until it is active
            }
        });
        workbench.getWorkbenchWindows()[0].getShell().forceActive();
    }

    /** Opens an experiment, or brings it to the front; tells the report where it is then seen. In the UI thread. */
    static void openAndTell(TmfExperimentElement experiment, @Nullable IWorkbenchWindow window, String report) {
        IWorkbenchPage page = window == null ? null : window.getActivePage();
        // a window of the last session has its editor already, perhaps with a trace that is not there yet
        boolean hasEditor = page != null && page.findEditor(new FileEditorInput(experiment.getBookmarksFile())) != null;
        if (experiment.getTrace() == null && page != null && !hasEditor) {
            // the editor comes later, with a status line of its own
            page.addPartListener(new IPartListener2() {
                @Override
                public void partActivated(IWorkbenchPartReference part) {
                    if (part instanceof IEditorReference) {
                        page.removePartListener(this);
                        tell(window, report);
                    }
                }
            });
        } else {
            tell(window, report);
        }
        TmfOpenTraceHelper.openFromElement(experiment); // tells its failures itself
    }

    /** Writes a report to the Error Log, its first line also to the status line. In the UI thread. */
    static void tell(@Nullable IWorkbenchWindow window, String report) {
        if (report.isEmpty()) {
            return;
        }
        Platform.getLog(ExperimentWindow.class).info(report);
        IStatusLineManager line = window == null || window.getActivePage() == null ? null : statusLine(window.getActivePage());
        if (line != null) {
            line.setMessage(report.lines().findFirst().orElse(""));
        }
    }

    private static @Nullable IStatusLineManager statusLine(IWorkbenchPage page) {
        IEditorPart editor = page.getActiveEditor();
        IWorkbenchPart part = editor != null ? editor : page.getActivePart();
        if (part == null) {
            return null;
        }
        if (part.getSite() instanceof IEditorSite site) {
            return site.getActionBars().getStatusLineManager();
        }
        return part.getSite() instanceof IViewSite site ? site.getActionBars().getStatusLineManager() : null;
    }

    /** Waits until Trace Compass has opened what it is opening: an editor that comes later could not be closed, and a trace under it would leak. */
    private static void awaitOpening() {
        for (Job job : Job.getJobManager().find(null)) {
            if (job instanceof TmfOpenTraceHelper.OpenProjectElementJob) {
                try {
                    job.join(OPENING_MILLIS, null);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /** Closes the editors of an experiment and of its traces, from a job, and comes back when they are closed. Whether the experiment's was open. */
    static boolean close(TmfExperimentElement experiment) {
        awaitOpening();
        boolean[] open = {false};
        Display display = PlatformUI.getWorkbench().getDisplay();
        display.syncExec(() -> {
            open[0] = experiment.getTrace() != null;
            experiment.closeEditors();
            experiment.getTraces().forEach(trace -> trace.getElementUnderTraceFolder().closeEditors());
        });
        return open[0];
    }
}
