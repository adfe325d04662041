/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.clocks.ClocksView;
import org.bowline.tracecompass.ui.export.ReportWizard;
import org.bowline.tracecompass.ui.export.TargetPage;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/**
 * Does, with a real mouse, what docs/tutorial.md tells people to do. With {@code -Dbowline.update=true} it writes the pictures of that page
 * (to docs/images/tutorial).
 */
@Tag("opening")
class TutorialTest {
    private TmfExperiment experiment;

    @AfterEach
    void close() {
        for (var view : Workbench.page().getViewReferences()) {
            if (view.getId().startsWith("org.bowline.views")) {
                Workbench.page().setPartState(view, IWorkbenchPage.STATE_RESTORED);
            }
        }
        Samples.forgetAll();
    }

    @Test
    void theTutorialWorksAsItIsWritten() throws Exception {
        Samples.forgetAll(); // a new window has no project
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        openTheSample();
        seeTheClocks();
        clickTheClient();
        selectSomeRequests();
        seeThePath();
        findTheKnot();
        exportTheReports();
    }

    private void openTheSample() throws IOException {
        experiment = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null));
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("the threads are shown", () -> rows(threads.getTimeGraphViewer()).size() > 5);
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        ChosenRange work = work();
        Workbench.await("the work is shown, and not all of the recording", () -> threads.getTimeGraphViewer().getTime0() <= work.fromNanos()
                && threads.getTimeGraphViewer().getTime1() >= work.toNanos()
                && threads.getTimeGraphViewer().getTime1() - threads.getTimeGraphViewer().getTime0() < (timeline.endNanos()
                        - timeline.startNanos()) / 2);
        Workbench.settle();
        picture("1-open");
    }

    private void seeTheClocks() throws IOException {
        ClocksView clocks = (ClocksView) Workbench.showView(ClocksView.ID);
        Workbench.await("the clocks are shown", () -> clocks.shown() != null && !clocks.isBusy() && clocks.words().isEmpty());
        maximize(clocks);
        picture("2-clocks");
        restore(clocks);
        assertEquals(3, clocks.table().table().getItemCount(), "three hosts");
    }

    private void clickTheClient() throws IOException {
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        click(threads.getTimeGraphViewer(), "w1-client"); // the view of the path opens later, as in a new window
        CriticalPathView path = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Workbench.await("the path is shown", () -> path.path() != null);
        assertEquals(3, path.path().hosts().size(), "the path crosses three hosts");
    }

    /** Drags over some requests in the view Threads, as people select a range, and goes back to all of the work. */
    private void selectSomeRequests() throws IOException {
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        maximize(threads);
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        Workbench.await("all columns are seen", () -> viewer.getNameSpace() >= 400);
        ChosenRange work = work();
        long quarter = (work.toNanos() - work.fromNanos()) / 4;
        Supplier<Point> from = () -> at(viewer, work.fromNanos() + quarter);
        Supplier<Point> to = () -> at(viewer, work.fromNanos() + 2 * quarter);
        Hand.drag(viewer.getTimeGraphControl(), from, to, "some requests are selected", () -> selectedNanos() > quarter / 2);
        Workbench.await("the view says so", () -> threads.frame().title().endsWith("as selected"));
        Hand.hover(viewer.getTree(), 5, viewer.getTree().getSize().y / 2); // no tooltip in the picture
        Workbench.settle();
        picture("3-threads");
        threads.frame().titleStrip().follow("Work range");
        restore(threads);
    }

    private void seeThePath() throws IOException {
        CriticalPathView path = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Workbench.await("the path is that of the work",
                () -> path.path() != null && path.path().path().fromNanos() == work().fromNanos()
                        && path.path().path().toNanos() == work().toNanos());
        maximize(path);
        path.getTimeGraphViewer().setStartFinishTimeNotify(path.path().path().fromNanos(), path.path().path().fromNanos() + 60_000_000L);
        Workbench.settle();
        picture("4-critical-path");
        restore(path);
        assertEquals(3, path.path().hosts().size(), "the path crosses three hosts");
    }

    private void findTheKnot() throws IOException {
        WaitForGraphView graph = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        Workbench.await("the graph is that of the work", () -> graph.shown() != null && !graph.isBusy()
                && graph.shown().fromNanos() == work().fromNanos() && graph.shown().toNanos() == work().toNanos()
                && graph.canvas().picture() != null);
        maximize(graph);
        picture("5-graph");
        Knot knot = graph.canvas().view().knots().get(0);
        assertEquals(Knot.Kind.KNOT, knot.kind());
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        List<String> members = new ArrayList<>();
        for (int i = 0; i < knot.vertexCount(); i++) {
            members.add(timeline.vertexName(knot.vertex(i)));
        }
        assertTrue(members.containsAll(List.of("w1-client", "w1-server", "w1-backend")), members::toString);
        restore(graph);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("the knots are listed", () -> knots.knotsTable() != null && knots.knotsTable().table().getItemCount() > 0);
        Workbench.settle();
        picture("6-window");
    }

    private void exportTheReports() throws Exception {
        Path target = Scratch.folder("bowline-tutorial-").resolve("out");
        ReportWizard wizard = (ReportWizard) PlatformUI.getWorkbench().getExportWizardRegistry().findWizard("org.bowline.export")
                .createWizard();
        WizardDialog dialog = new WizardDialog(Workbench.window().getShell(), wizard);
        dialog.setBlockOnOpen(false);
        dialog.open();
        ((TargetPage) dialog.getCurrentPage()).setDirectory(target);
        press(dialog, "Next");
        Workbench.await("the command is shown", () -> dialog.getCurrentPage().getName().equals("command"));
        Pictures.screenshot(dialog.getShell(), "tutorial-7-export");
        keep("7-export");
        press(dialog, "Finish");
        Workbench.await("the reports are there", () -> Files.exists(target.resolve("knots.csv")));
        assertTrue(Files.readString(target.resolve("knots.csv")).contains("w1-backend"));
    }

    // ---------------------------------------------------------------- the hands

    /** A moment in the fourth row. */
    private static Point at(TimeGraphViewer viewer, long nanos) {
        return new Point(viewer.getXForTime(nanos), viewer.getHeaderHeight() + viewer.getItemHeight() * 7 / 2);
    }

    private long selectedNanos() {
        var range = TmfTraceManager.getInstance().getTraceContext(experiment).getSelectionRange();
        return range.getEndTime().toNanos() - range.getStartTime().toNanos();
    }

    private ChosenRange work() {
        return WaitAnalysisModule.of(experiment).work();
    }

    private static List<ITimeGraphEntry> rows(TimeGraphViewer viewer) {
        return Arrays.asList(viewer.getExpandedElements());
    }

    private static void click(TimeGraphViewer viewer, String name) {
        ITimeGraphEntry row = rows(viewer).stream().filter(entry -> entry.getName().equals(name)).findFirst().orElseThrow();
        viewer.selectAndReveal(row);
        Workbench.settle();
        Hand.click(viewer.getTimeGraphControl(), () -> {
            int index = rows(viewer).indexOf(row) - viewer.getTopIndex();
            int height = viewer.getItemHeight();
            return new Point(60, viewer.getHeaderHeight() + index * height + height / 2);
        });
        Workbench.settle();
    }

    private static void press(WizardDialog dialog, String text) {
        Button button = button(dialog.getShell(), text);
        assertNotNull(button, text);
        Workbench.await(text + " can be pressed", button::isEnabled);
        Hand.click(button, button.getSize().x / 2, button.getSize().y / 2);
    }

    private static Button button(Control control, String text) {
        if (control instanceof Button button && button.getText().replace("&", "").contains(text)) {
            return button;
        }
        if (control instanceof Composite composite) {
            for (Control child : composite.getChildren()) {
                Button found = button(child, text);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static void maximize(IViewPart view) {
        Workbench.page().activate(view);
        Workbench.page().setPartState(Workbench.page().getReference(view), IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.settle();
    }

    private static void restore(IViewPart view) {
        Workbench.page().setPartState(Workbench.page().getReference(view), IWorkbenchPage.STATE_RESTORED);
        Workbench.settle();
    }

    private static void picture(String name) throws IOException {
        Workbench.pump(() -> false, 300); // what is drawn late, as fading tool bars
        Pictures.screenshot("tutorial-" + name);
        keep(name);
    }

    /** Puts the picture into the page, if this run is to. */
    private static void keep(String name) throws IOException {
        if (Boolean.getBoolean("bowline.update")) {
            Path images = Path.of(System.getProperty("bowline.root"), "docs", "images", "tutorial");
            Files.createDirectories(images);
            Files.copy(Path.of(System.getProperty("bowline.screens"), "tutorial-" + name + ".png"), images.resolve(name + ".png"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
