/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.dialog.TmfFileDialogFactory;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.time.AnalysisTimeGraphView;

/** What the views along time have from Trace Compass: their tools, with a real mouse and keyboard. */
class TimeViewToolsTest {
    private static final String RESET = "Reset the Time Scale to Default";
    private static final String PIN = "Pin View";
    private static final String UNPIN = "Unpin View";
    private static final String CANCEL = "Stop the calculation of this view";

    private TmfExperiment experiment;

    @BeforeEach
    void perspective() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.hideViews();
        experiment = Samples.openSample();
    }

    @AfterEach
    void close() {
        Workbench.hideViews();
        Samples.closeAll();
    }

    private static Timeline timeline(ITmfTrace trace) {
        return WaitAnalysisModule.of(trace).result().timeline();
    }

    private static int client(Timeline timeline) {
        int thread = 0;
        while (!timeline.name(thread).equals("w1-client")) {
            thread++;
        }
        return thread;
    }

    private static List<ITimeGraphEntry> rows(TimeGraphViewer viewer) {
        return Arrays.asList(viewer.getExpandedElements());
    }

    private static void maximize(AnalysisTimeGraphView view) {
        IWorkbenchPage page = Workbench.page();
        page.activate(view);
        page.setPartState(page.getReference(view), IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.settle();
        Hand.standsStill(view.getTimeGraphViewer().getTimeGraphControl());
    }

    private ThreadsView threads() {
        ThreadsView view = (ThreadsView) Workbench.showView(ThreadsView.ID);
        view.setHideIdle(true);
        Workbench.await("the threads are shown", () -> rows(view.getTimeGraphViewer()).size() > 5);
        whole(view);
        maximize(view);
        int names = view.getTimeGraphViewer().getNameSpace();
        assertTrue(names >= 400, () -> "all columns are seen on " + names + " pixels");
        return view;
    }

    private CriticalPathView path() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        Workbench.await("the work is in the window", () -> TmfTraceManager.getInstance().getTraceContext(experiment)
                .getWindowRange().getEndTime().toNanos() >= WaitAnalysisModule.of(experiment).work().toNanos());
        Choice.tell(this, experiment, new Choice.OfThread(client(timeline(experiment))));
        Workbench.await("the path is shown", () -> view.path() != null && rows(view.getTimeGraphViewer()).size() > 3);
        whole(view);
        maximize(view);
        return view;
    }

    private static boolean isWhole(AnalysisTimeGraphView view) {
        return view.getTimeGraphViewer().getTime0() <= view.getTimeGraphViewer().getMinTime()
                && view.getTimeGraphViewer().getTime1() >= view.getTimeGraphViewer().getMaxTime();
    }

    private void whole(AnalysisTimeGraphView view) {
        Workbench.settle();
        view.getTimeGraphViewer().resetStartFinishTime();
        Workbench.await("the whole time is shown", () -> isWhole(view));
        Workbench.settle();
    }

    /** Over the states, in the row of a thread. */
    private static void pointAt(AnalysisTimeGraphView view, String row, double where) {
        TimeGraphViewer viewer = view.getTimeGraphViewer();
        Control control = viewer.getTimeGraphControl();
        ITimeGraphEntry entry = rows(viewer).stream().filter(each -> each.getName().equals(row)).findFirst().orElseThrow();
        int index = rows(viewer).indexOf(entry) - viewer.getTopIndex();
        int x = viewer.getNameSpace() + (int) ((control.getSize().x - viewer.getNameSpace()) * where);
        Hand.hover(control, x, viewer.getHeaderHeight() + index * viewer.getItemHeight() + viewer.getItemHeight() / 2);
    }

    // ---------------------------------------------------------------- legend

    @Test
    void theLegendNamesEveryStateAsAWhole() {
        ThreadsView view = threads();
        List<String> cut = new ArrayList<>();
        int[] names = {0};
        Display display = Display.getCurrent();
        display.timerExec(100, new Runnable() {
            @Override
            public void run() {
                Shell legend = Arrays.stream(display.getShells()).filter(shell -> shell.isVisible() && shell.getText().equals("Legend"))
                        .findFirst().orElse(null);
                if (legend == null) {
                    display.timerExec(100, this);
                    return;
                }
                Pictures.screenshot(legend, "legend");
                Workbench.controls(legend).filter(CLabel.class::isInstance).map(CLabel.class::cast).forEach(name -> {
                    names[0]++;
                    int right = name.toDisplay(name.getSize().x, 0).x;
                    if (name.computeSize(SWT.DEFAULT, SWT.DEFAULT).x > name.getSize().x
                            || right > legend.toDisplay(legend.getClientArea().width, 0).x) {
                        cut.add(name.getText());
                    }
                });
                legend.close();
            }
        });
        view.getTimeGraphViewer().getShowLegendAction().run();
        assertTrue(names[0] > 10, () -> names[0] + " names");
        assertEquals(List.of(), cut);
    }

    // ---------------------------------------------------------------- reset

    @Test
    void theHouseShowsTheWholeTimeOfTheThreadsAgain() {
        theHouseShowsTheWholeTimeAgain(threads());
    }

    @Test
    void theHouseShowsTheWholeTimeOfThePathAgain() {
        CriticalPathView view = path();
        theHouseShowsTheWholeTimeAgain(view);
        assertNotNull(view.path(), "the path is still there");
    }

    private static void theHouseShowsTheWholeTimeAgain(AnalysisTimeGraphView view) {
        view.getTimeGraphViewer().getTimeGraphControl().forceFocus();
        pointAt(view, "w1-client", 0.5);
        Hand.key("w", "W zooms in", () -> !isWhole(view));
        long zoomed = view.getTimeGraphViewer().getTime1() - view.getTimeGraphViewer().getTime0();
        Hand.key("w", "W zooms in more", () -> view.getTimeGraphViewer().getTime1() - view.getTimeGraphViewer().getTime0() < zoomed);
        Workbench.settle();
        Hand.clickTool(view, RESET);
        Workbench.await("the whole time again", () -> isWhole(view));
    }

    // ---------------------------------------------------------------- pin

    @Test
    void pinnedThreadsStayWhenAnotherExperimentIsOpened() {
        ThreadsView view = threads();
        Hand.clickTool(view, PIN);
        Workbench.await("it is pinned", view::isPinned);
        restore(view);
        TmfExperiment other = Samples.openSample("wperf-example");
        Workbench.settle();
        assertSame(experiment, view.getTrace());
        assertTrue(rows(view.getTimeGraphViewer()).stream().anyMatch(row -> row.getName().equals("w1-client")));
        Workbench.page().activate(view);
        Hand.clickTool(view, UNPIN);
        Workbench.await("it is not pinned any more", () -> !view.isPinned());
        Workbench.await("it shows the other experiment", () -> view.getTrace() == other
                && rows(view.getTimeGraphViewer()).stream().anyMatch(row -> row.getName().equals("w2-A")));
        Workbench.await("a single host is no hosts", () -> view.frame().title().contains(" threads of 1 host, "));
    }

    @Test
    void aPinnedPathStaysWhenAThreadOfAnotherExperimentIsChosen() {
        CriticalPathView view = path();
        var shown = view.path();
        Hand.clickTool(view, PIN);
        Workbench.await("it is pinned", view::isPinned);
        restore(view);
        TmfExperiment other = Samples.openSample("wperf-example");
        WaitAnalysisModule.of(other).start();
        Workbench.await("the analysis of the other has a result", () -> WaitAnalysisModule.of(other).result() != null);
        Choice.tell(this, other, new Choice.OfThread(0));
        Workbench.settle();
        assertSame(experiment, view.getTrace());
        assertSame(shown, view.path());
        Workbench.page().activate(view);
        Hand.clickTool(view, UNPIN);
        Workbench.await("it shows the other experiment", () -> !view.isPinned() && view.getTrace() == other);
        Workbench.await("with the thread that was chosen there", () -> view.path() != null && view.path().path().thread() == 0);
    }

    private static void restore(AnalysisTimeGraphView view) {
        Workbench.page().setPartState(Workbench.page().getReference(view), IWorkbenchPage.STATE_RESTORED);
        Workbench.settle();
    }

    // ---------------------------------------------------------------- save as an image

    @Test
    void theThreadsAreSavedAsAnImage() throws Exception {
        ThreadsView view = threads();
        TimeGraphViewer viewer = view.getTimeGraphViewer();
        ChosenRange work = WaitAnalysisModule.of(experiment).work();
        assertNotNull(work);
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(this,
                new TmfTimeRange(TmfTimestamp.fromNanos(work.fromNanos()), TmfTimestamp.fromNanos(work.toNanos())), experiment));
        Workbench.await("the work fills the view", () -> viewer.getTime1() - viewer.getTime0() < 2 * (work.toNanos() - work.fromNanos()));
        Workbench.settle();
        ImageData saved = save(view, "threads-saved.png");
        assertTrue(Pictures.countPixels(saved, 0x33, 0x99, 0x00, 8) > 50, "running is green");
        assertTrue(Pictures.countPixels(saved, 0x33, 0x66, 0x99, 8) > 100, "blocked by a timer is blue");
    }

    @Test
    void thePathIsSavedAsAnImage() throws Exception {
        ImageData saved = save(path(), "critical-path-saved.png");
        assertTrue(Pictures.countPixels(saved, 0x33, 0x99, 0x00, 8) > 20, "running is green");
    }

    /** Chooses "Export..." in the view's menu with the keyboard; the system's own dialog for files is answered for it. */
    private static ImageData save(AnalysisTimeGraphView view, String name) throws Exception {
        Path file = Path.of(System.getProperty("bowline.screens", System.getProperty("java.io.tmpdir")), name);
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        TmfFileDialogFactory.setOverrideFiles(file.toString());
        view.getTimeGraphViewer().getTimeGraphControl().forceFocus();
        Hand.chooseInViewMenu(view, "Export...");
        Workbench.await("the image is there", () -> Files.exists(file));
        ImageData image = new ImageData(file.toString());
        Point size = view.getTimeGraphViewer().getTimeGraphControl().getSize();
        assertTrue(image.width >= size.x / 2 && image.height > 50, () -> image.width + " x " + image.height);
        return image;
    }

    // ---------------------------------------------------------------- filter

    @Test
    void theSlashFiltersTheStatesOfTheThreads() {
        theSlashFilters(threads(), "w1-client");
    }

    @Test
    void theSlashFiltersTheSegmentsOfThePath() {
        theSlashFilters(path(), "w1-client");
    }

    private static void theSlashFilters(AnalysisTimeGraphView view, String row) {
        Control control = view.getTimeGraphViewer().getTimeGraphControl();
        control.forceFocus();
        int before = coloured(Pictures.screenshot(control, "filter-before"));
        pointAt(view, row, 0.4);
        boolean[] dimmed = new boolean[1];
        Display display = control.getDisplay();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Workbench.PATIENCE_MILLIS);
        display.timerExec(200, new Runnable() { // the field has an event loop of its own
            @Override
            public void run() {
                Shell field = filterShell();
                if (field != null && text(field).getText().isEmpty()) {
                    text(field).setText("Running");
                }
                if (field != null) {
                    ImageData now = Pictures.screenshot(control, "filter-after");
                    dimmed[0] |= coloured(now) < before / 2 && Pictures.countPixels(now, 0x33, 0x99, 0x00, 8) > 10;
                }
                if (field != null && (dimmed[0] || System.nanoTime() > end)) {
                    text(field).setText("");
                    field.close();
                } else if (System.nanoTime() < end) {
                    display.timerExec(200, this);
                }
            }
        });
        Hand.key("slash", "other states are dimmed, and what runs is still seen", () -> dimmed[0]);
        Workbench.settle();
        Workbench.await("all states are as before", () -> coloured(Pictures.screenshot(control, "filter-gone")) > before * 9 / 10);
    }

    /** Pixels in the colours of blocked states. */
    private static int coloured(ImageData image) {
        return Pictures.countPixels(image, 0xdc, 0x14, 0x3c, 8) + Pictures.countPixels(image, 0x33, 0x66, 0x99, 8)
                + Pictures.countPixels(image, 0xff, 0x9b, 0xff, 8);
    }

    private static Shell filterShell() {
        for (Shell shell : Display.getCurrent().getShells()) {
            if (shell.isVisible() && shell.getParent() == Workbench.window().getShell() && text(shell) != null) {
                return shell;
            }
        }
        return null;
    }

    private static Text text(Composite parent) {
        for (Control child : parent.getChildren()) {
            Text found = child instanceof Text text ? text : child instanceof Composite inside ? text(inside) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    // ---------------------------------------------------------------- cancel

    @Test
    void theThreadsAreCancelledWhileTheTracesAreReadAndRunAgain() {
        ThreadsView view = cancelled(ThreadsView.ID);
        Workbench.await("the threads are shown and no hint",
                () -> rows(view.getTimeGraphViewer()).size() > 5 && view.frame().empty() == null);
    }

    @Test
    void thePathIsCancelledWhileTheTracesAreReadAndRunAgain() {
        CriticalPathView view = cancelled(CriticalPathView.ID);
        Workbench.await("the next step is told",
                () -> view.frame().empty() != null && view.frame().empty().title().equals("No thread chosen"));
    }

    private <V extends AnalysisTimeGraphView> V cancelled(String id) {
        Samples.forgetAll(); // what was read once would be taken from where it is kept
        experiment = Samples.openSample();
        Workbench.settle();
        V view;
        Job.getJobManager().suspend(); // the reading of the traces waits for its turn, as on a busy machine
        try {
            @SuppressWarnings("unchecked") V shown = (V) Workbench.showView(id);
            view = shown;
            Workbench.await("the view says that the traces are read", () -> view.frame().empty() != null);
            String reading = view.frame().empty().title();
            Hand.clickTool(view, CANCEL);
            Workbench.await("the view says that it was cancelled",
                    () -> view.frame().empty() != null && !view.frame().empty().title().equals(reading));
            assertSame(WaitAnalysisModule.State.CANCELLED, WaitAnalysisModule.of(experiment).state());
        } finally {
            Job.getJobManager().resume();
        }
        Workbench.settle();
        assertNull(WaitAnalysisModule.of(experiment).result(), "what was cancelled does not start by itself");
        assertFalse(view.frame().empty().title().isEmpty());
        String title = view.frame().empty().title();
        Link again = link(view.frame().empty());
        Hand.click(again, 20, again.getSize().y / 2);
        Workbench.await("the traces are read after all", () -> WaitAnalysisModule.of(experiment).result() != null);
        Workbench.await("the hint is gone", () -> view.frame().empty() == null || !view.frame().empty().title().equals(title));
        assertNotEquals(WaitAnalysisModule.State.CANCELLED, WaitAnalysisModule.of(experiment).state());
        assertEquals(experiment, view.getTrace());
        return view;
    }

    private static Link link(Composite parent) {
        for (Control child : parent.getChildren()) {
            if (child instanceof Link link) {
                return link;
            }
        }
        throw new AssertionError("no link");
    }
}
