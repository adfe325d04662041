/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.graph.PictureNode;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.frame.ViewFrame;
import org.bowline.tracecompass.ui.graph.GraphCanvas;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** What the desktop shows of a recording before a person did anything: the work, without what is set aside; and how he comes to the rest, and back. */
@Tag("opening")
class WorkRangeTest {
    private static final int MOST_CLICKS = 4;
    /** After this, a click was taken for another moment. */
    private static final long CLICKED_MILLIS = 30_000;
    private static final int[] LARGE = {1600, 1000};
    private static final int[] SMALL = {1280, 800};
    private static final int[] SMALLEST = {1180, 780};

    private TmfExperiment experiment;
    private ThreadsView threads;
    private WaitForGraphView graph;
    private KnotsView knots;

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private void open(Path recording, int width, int height) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        experiment = Opening.opened(new OpenRecordingJob(List.of(recording), null));
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        knots = (KnotsView) Workbench.showView(KnotsView.ID);
        graph = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("the threads are shown", () -> rows().size() > 3);
        Workbench.await("the graph is shown", () -> graph.shown() != null && !graph.isBusy() && graph.canvas().picture() != null);
        Workbench.await("the knots are shown", () -> knots.shown() != null && !knots.isBusy());
        Workbench.await("the window is the work", this::isWindowOfWork);
        Workbench.settle();
        Hand.standsStill(graph.canvas());
    }

    private List<ITimeGraphEntry> rows() {
        return Arrays.asList(threads.getTimeGraphViewer().getExpandedElements());
    }

    private ChosenRange work() {
        return WaitAnalysisModule.of(experiment).work();
    }

    private Timeline timeline() {
        return WaitAnalysisModule.of(experiment).result().timeline();
    }

    private TmfTimeRange window() {
        return TmfTraceManager.getInstance().getTraceContext(experiment).getWindowRange();
    }

    private boolean isWindowOfWork() {
        return window().getStartTime().toNanos() <= work().fromNanos() && window().getEndTime().toNanos() >= work().toNanos()
                && window().getEndTime().toNanos() - window().getStartTime().toNanos() < 2 * (work().toNanos() - work().fromNanos());
    }

    private boolean isOf(long from, long to) {
        return graph.shown().fromNanos() == from && graph.shown().toNanos() == to && !graph.isBusy() && knots.shown().fromNanos() == from
                && knots.shown().toNanos() == to && !knots.isBusy();
    }

    /** The graph has few nodes, its text can be read where it stands, and all of the bottleneck and the names of all hosts are in sight. */
    private void canBeRead(String picture) {
        Pictures.screenshot(picture);
        GraphCanvas canvas = graph.canvas();
        assertTrue(canvas.picture().nodes().size() < 25, () -> picture + ": " + canvas.picture().nodes().size() + " nodes");
        double points = canvas.getFont().getFontData()[0].getHeight() * canvas.camera().scale();
        assertTrue(points >= (canvas.outOfSight() > 0 ? 9 : 7) - 1e-6, () -> picture + ": text of " + points + " points");
        Rectangle room = canvas.getClientArea();
        List<PictureNode> members = canvas.picture().nodes().stream().filter(node -> canvas.view().knotOf(node.index()) == 0).toList();
        assertFalse(members.isEmpty(), () -> picture + ": no bottleneck");
        for (PictureNode node : members) {
            double left = canvas.camera().pixelX(node.x());
            double top = canvas.camera().pixelY(node.y());
            double right = canvas.camera().pixelX(node.x() + node.width());
            double bottom = canvas.camera().pixelY(node.y() + node.height());
            assertTrue(left >= 0 && top >= 0 && right <= room.width && bottom <= room.height,
                    () -> picture + ": " + node.name() + " is at " + left + ',' + top + " to " + right + ',' + bottom + " of " + room);
        }
        assertEquals(canvas.picture().hosts().size(), canvas.hostNames().size());
        for (Rectangle name : canvas.hostNames()) {
            assertEquals(name, room.intersection(name), () -> picture + ": the name of a host is at " + name + " of " + room);
            for (PictureNode node : canvas.picture().nodes()) {
                double left = canvas.camera().pixelX(node.x());
                double top = canvas.camera().pixelY(node.y());
                assertFalse(name.intersects((int) Math.ceil(left), (int) Math.ceil(top), (int) (node.width() * canvas.camera().scale()) - 1,
                        (int) (node.height() * canvas.camera().scale()) - 1),
                        () -> picture + ": the name of a host is upon " + node.name());
            }
        }
    }

    private void opensOnTheWork(Path recording, String name, int[]... sizes) throws Exception {
        for (int[] size : sizes) {
            open(recording, size[0], size[1]);
            assertTrue(isOf(work().fromNanos(), work().toNanos()), () -> name + ": " + graph.frame().title());
            assertTrue(graph.frame().title().startsWith(work().sentence()), graph.frame()::title);
            assertTrue(threads.frame().title().endsWith(work().sentence()), threads.frame()::title);
            assertTrue(graph.frame().chipRow().texts().stream().anyMatch(text -> text.endsWith(" set aside")),
                    () -> name + ": " + graph.frame().chipRow().texts());
            canBeRead("opens-" + name + "-" + size[0]);
            Samples.forgetAll();
        }
    }

    @Test
    void everySampleOpensOnTheWorkWithAGraphThatCanBeRead() throws Exception {
        opensOnTheWork(Samples.unpack("three-tier"), "three-tier", LARGE, SMALL, SMALLEST);
        opensOnTheWork(Samples.unpack("first-answers/held-row"), "held-row", LARGE, SMALL, SMALLEST);
        for (String sample : List.of("wperf-example", "lock-contention")) {
            opensOnTheWork(Samples.unpack(sample), sample, LARGE, SMALL);
        }
    }

    @Test
    @Tag("slow")
    void theRecordingsOfTheLaboratoryOpenOnTheWorkWithAGraphThatCanBeRead() throws Exception {
        for (String recording : List.of("w1", "w2", "w3", "w4-pg")) {
            opensOnTheWork(Opening.sharedTraces("lab", recording), recording, LARGE, SMALL);
        }
    }

    @Test
    void onTheWorkOfOneRecordingLinksLeadToTheRestAndBackAndAClickKeepsTheRange() throws Exception {
        open(Samples.unpack("three-tier"), LARGE[0], LARGE[1]);
        aLinkLeadsToTheWholeRecordingAndBack();
        whatIsSetAsideIsShownOnRequest();
        aPlainClickKeepsTheRangeAndADragChangesIt();
    }

    /** And the views along time mark the work as long as they show more. */
    private void aLinkLeadsToTheWholeRecordingAndBack() {
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        Workbench.await("the work is marked", () -> viewer.getMarkers().stream().anyMatch(
                marker -> marker.getTime() == work().fromNanos() && marker.getTime() + marker.getDuration() == work().toNanos()));
        Knot knot = graph.canvas().view().knots().get(0);
        assertEquals(Knot.Kind.KNOT, knot.kind());
        graph.frame().titleStrip().follow("Whole recording");
        Workbench.await("all views are about all of it", () -> isOf(timeline().startNanos(), timeline().endNanos()));
        Workbench.settle();
        Pictures.screenshot("work-range-whole");
        assertTrue(graph.shown().whole());
        assertTrue(graph.frame().title().startsWith("the whole recording, "), graph.frame()::title);
        Workbench.await("the threads as well", () -> threads.frame().title().contains("of the whole recording, "));
        Workbench.await("the window is that of the recording",
                () -> window().getEndTime().toNanos() - window().getStartTime().toNanos() > 2 * (work().toNanos() - work().fromNanos()));
        Workbench.await("everything needs no mark", () -> viewer.getMarkers().stream()
                .noneMatch(marker -> marker.getTime() == work().fromNanos()));
        assertEquals(List.of("Work range"), threads.frame().titleStrip().ways());
        threads.frame().titleStrip().follow("Work range");
        Workbench.await("all views are about the work again", () -> isOf(work().fromNanos(), work().toNanos()));
        Workbench.settle();
        assertEquals(knot.vertexCount(), graph.canvas().view().knots().get(0).vertexCount());
        Workbench.await("and so is the window", this::isWindowOfWork);
    }

    private void whatIsSetAsideIsShownOnRequest() {
        int nodes = graph.canvas().picture().nodes().size();
        int shown = rows().size();
        takeBack(graph.frame(),
                graph.frame().chipRow().texts().stream().filter(text -> text.endsWith(" set aside")).findFirst().orElseThrow());
        Workbench.await("everybody is there", () -> graph.shown().everybody() && !graph.isBusy());
        Workbench.await("also in the rows", () -> rows().size() > shown);
        Workbench.settle();
        Pictures.screenshot("work-range-everybody");
        assertTrue(graph.canvas().picture().nodes().size() > 2 * nodes, () -> graph.canvas().picture().nodes().size() + " after " + nodes);
        assertTrue(knots.frame().chipRow().texts().contains("nothing set aside"), () -> knots.frame().chipRow().texts().toString());
        takeBack(knots.frame(), "nothing set aside");
        Workbench.await("the few are left", () -> !graph.shown().everybody() && !graph.isBusy() && rows().size() == shown);
        assertEquals(nodes, graph.canvas().picture().nodes().size());
    }

    private static void takeBack(ViewFrame frame, String chip) {
        frame.chipRow().find(chip).takeBack().run();
    }

    private void aPlainClickKeepsTheRangeAndADragChangesIt() throws Exception {
        CriticalPathView path = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Workbench.page().activate(threads);
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        Hand.standsStill(viewer.getTimeGraphControl());
        clickAt(viewer, 0.5);
        Workbench.settle();
        assertTrue(isOf(work().fromNanos(), work().toNanos()), () -> "the click selects a moment, and no range: " + graph.frame().title());
        Workbench.await("the path is of the range",
                () -> path.path() != null && path.path().path().fromNanos() == work().fromNanos()
                        && path.path().path().toNanos() == work().toNanos());

        Workbench.page().activate(threads);
        Hand.standsStill(viewer.getTimeGraphControl());
        long from = work().fromNanos() + (work().toNanos() - work().fromNanos()) / 4;
        Supplier<Point> begins = () -> new Point(viewer.getXForTime(from), clientRow(viewer));
        Supplier<Point> ends = () -> new Point(viewer.getXForTime(from + 200_000_000L), clientRow(viewer));
        Hand.drag(viewer.getTimeGraphControl(), begins, ends, "the drag is a range",
                () -> Math.abs(graph.shown().fromNanos() - from) < 20_000_000L && isOf(graph.shown().fromNanos(), graph.shown().toNanos()));
        long begin = graph.shown().fromNanos();
        long end = graph.shown().toNanos();
        assertNotEquals(work().toNanos(), end);
        Workbench.settle();
        clickAt(viewer, 0.9);
        Workbench.settle();
        assertTrue(isOf(begin, end), () -> "the click keeps it: " + graph.frame().title());
        Pictures.screenshot("work-range-click");
        assertEquals(List.of("Work range", "Whole recording"), graph.frame().titleStrip().ways());
        KnotsView another = (KnotsView) Workbench.page().showView(KnotsView.ID, "another", org.eclipse.ui.IWorkbenchPage.VIEW_ACTIVATE);
        Workbench.await("a view that opens later is about the same",
                () -> another.shown() != null && !another.isBusy() && another.shown().fromNanos() == begin
                        && another.shown().toNanos() == end);
    }

    private int clientRow(TimeGraphViewer viewer) {
        ITimeGraphEntry row = rows().stream().filter(entry -> entry.getName().equals("w1-client")).findFirst().orElseThrow();
        return viewer.getHeaderHeight() + (rows().indexOf(row) - viewer.getTopIndex()) * viewer.getItemHeight()
                + viewer.getItemHeight() / 2;
    }

    /**
     * Clicks the row of the client at a place of its time, and waits until the moment is selected. On a busy machine the view may move between the look at it and the click, and
     * a person who sees that clicks again; a view that takes a click for another moment does so each time.
     */
    private void clickAt(TimeGraphViewer viewer, double where) {
        for (int attempt = 1;; attempt++) {
            scaleStandsStill(viewer);
            long window = viewer.getTime1() - viewer.getTime0();
            long time = viewer.getTime0() + (long) (window * where);
            long pixel = window / (viewer.getTimeGraphControl().getSize().x - viewer.getNameSpace());
            Hand.click(viewer.getTimeGraphControl(), () -> new Point(viewer.getXForTime(time), clientRow(viewer)));
            if (Workbench.pump(() -> isSelected(time, 2 * pixel), CLICKED_MILLIS)) {
                return;
            }
            String instead = time + " was clicked, where a pixel is " + pixel + " ns; selected is " + selected() + ", and in sight are "
                    + viewer.getTime0() + " to " + viewer.getTime1();
            assertTrue(attempt < MOST_CLICKS, () -> "a moment is selected; " + instead);
            System.out.println("clicked again: " + instead);
        }
    }

    private TmfTimeRange selected() {
        return TmfTraceManager.getInstance().getTraceContext(experiment).getSelectionRange();
    }

    private boolean isSelected(long moment, long about) {
        TmfTimeRange now = selected();
        return now.getStartTime().equals(now.getEndTime()) && Math.abs(now.getStartTime().toNanos() - moment) <= about;
    }

    /** Waits until the window and the columns beside it were the same for a moment: both are set later than the views are laid out, and move every point of time. */
    private static void scaleStandsStill(TimeGraphViewer viewer) {
        List<Long> last = new ArrayList<>();
        long[] since = {System.nanoTime()};
        Workbench.await("the scale of time stands still", () -> {
            List<Long> now = List.of(viewer.getTime0(), viewer.getTime1(), (long) viewer.getNameSpace(),
                    (long) viewer.getTimeGraphControl().getSize().x);
            if (!now.equals(last)) {
                last.clear();
                last.addAll(now);
                since[0] = System.nanoTime();
            }
            return System.nanoTime() - since[0] > TimeUnit.MILLISECONDS.toNanos(500);
        });
    }
}
