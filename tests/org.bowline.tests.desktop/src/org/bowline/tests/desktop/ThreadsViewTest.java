/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.graphics.ImageData;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.path.PathModel;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** The views along time, in a real workbench, with a real mouse. */
class ThreadsViewTest {
    private TmfExperiment experiment;
    private ThreadsView threads;

    @BeforeEach
    void open() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        experiment = Workbench.openSample();
        threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        Workbench.await("the threads are shown", () -> rows(threads.getTimeGraphViewer()).size() > 5);
        Timeline timeline = timeline();
        show(timeline.startNanos(), timeline.endNanos());
    }

    @AfterEach
    void close() {
        IWorkbenchPage page = Workbench.page();
        for (var view : page.getViewReferences()) {
            if (view.getId().startsWith("org.bowline.views")) {
                page.hideView(view);
            }
        }
        Workbench.closeAll();
    }

    private Timeline timeline() {
        return WaitAnalysisModule.of(experiment).result().timeline();
    }

    private void show(long from, long to) {
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(this,
                new TmfTimeRange(TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to)), experiment));
        Workbench.await("the window is shown", () -> threads.getTimeGraphViewer().getTime0() == from);
        Workbench.settle();
    }

    private void select(long from, long to) {
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to), experiment));
        Workbench.settle();
    }

    private static List<ITimeGraphEntry> rows(TimeGraphViewer viewer) {
        return Arrays.asList(viewer.getExpandedElements());
    }

    private static ITimeGraphEntry row(TimeGraphViewer viewer, String name) {
        return rows(viewer).stream().filter(entry -> entry.getName().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no row " + name + " in " + rows(viewer)));
    }

    /** Clicks on the name of a row. */
    private static void click(TimeGraphViewer viewer, String name) {
        viewer.selectAndReveal(row(viewer, name));
        Workbench.settle();
        TimeGraphControl control = viewer.getTimeGraphControl();
        int index = rows(viewer).indexOf(row(viewer, name)) - viewer.getTopIndex();
        int height = viewer.getItemHeight();
        Workbench.click(control, 60, viewer.getHeaderHeight() + index * height + height / 2);
        Workbench.settle();
    }

    private void maximize(org.eclipse.ui.IViewPart view) {
        IWorkbenchPage page = Workbench.page();
        if (page.getPartState(page.getReference(view)) != IWorkbenchPage.STATE_MAXIMIZED) {
            page.toggleZoom(page.getReference(view));
        }
        Workbench.settle();
    }

    @Test
    void allHostsAndThreadsAreShownInTheirColours() {
        maximize(threads);
        ImageData picture = Workbench.screenshot("threads");
        assertEquals(3, rows(threads.getTimeGraphViewer()).stream().filter(entry -> entry.getParent() == null).count(), "hosts");
        assertTrue(Workbench.countPixels(picture, 0x33, 0x99, 0x00, 8) > 50, "running is green");
        assertTrue(Workbench.countPixels(picture, 0x33, 0x66, 0x99, 8) > 100, "blocked by a timer is blue");
        assertFalse(threads.header().isEmpty(), "the header tells the range");
        assertNull(threads.emptyState(), "no hint");
    }

    @Test
    void aClickOnAThreadShowsItsPathAcrossThreeHosts() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        assertNotNull(view.emptyState(), "the next step is told");
        Workbench.screenshot("critical-path-empty");
        Workbench.page().activate(threads);
        click(threads.getTimeGraphViewer(), "client");
        Workbench.await("the path is shown", () -> view.path() != null);
        Workbench.settle();
        Workbench.screenshot("critical-path-beside");
        PathModel model = view.path();
        assertEquals(3, model.hosts().size(), "hosts on the path");
        assertEquals(model.path().toNanos() - model.path().fromNanos(),
                model.totals().states().stream().mapToLong(PathTotals.OfState::nanos).sum(), "the totals are the range");
        maximize(view);
        Workbench.screenshot("critical-path");
        System.out.println("HEADER " + view.header() + " | " + threads.header());
    }
}
