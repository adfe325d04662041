/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Scale;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Merging;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.View;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.frame.Chip;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.graph.GraphCanvas;
import org.bowline.tracecompass.ui.graph.GraphImage;
import org.bowline.tracecompass.ui.graph.ThresholdScale;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsTable;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.view.Walk;

/** The views of the wait-for graph and of the knots, in a real workbench, with a real mouse and keyboard. */
class GraphViewTest {
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";

    private TmfExperiment experiment;
    private WaitForGraphView view;

    @BeforeEach
    void perspective() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
    }

    @AfterEach
    void close() {
        Workbench.hideViews();
        Workbench.closeAll();
    }

    private void open(String sample) {
        experiment = Workbench.openSample(sample);
        view = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.await("a picture is shown", () -> view.shown() != null && view.shown().trace() == experiment && !view.isBusy()
                && canvas().picture() != null);
        Workbench.settle();
        Workbench.standsStill(canvas());
    }

    private GraphCanvas canvas() {
        return view.canvas();
    }

    private GraphPicture picture() {
        return canvas().picture();
    }

    private Timeline timeline() {
        return WaitAnalysisModule.of(experiment).result().timeline();
    }

    private int vertex(String name) {
        for (int vertex = 0; vertex < timeline().vertexCount(); vertex++) {
            if (timeline().vertexName(vertex).equals(name)) {
                return vertex;
            }
        }
        throw new AssertionError("no vertex " + name);
    }

    /** The middle of the example's workload, as in docs/how-to/find-the-knot.md. */
    private void selectWorkload() {
        long begin = timeOfDay(23, 7, 20);
        select(begin + 900_000_000L, begin + 1_300_000_000L);
    }

    /** The requests of the three tiers, as there. */
    private void selectRequests() {
        long begin = timeOfDay(23, 13, 34);
        select(begin + 976_000_000L, begin + 1_642_000_000L);
    }

    private long timeOfDay(int hour, int minute, int ofMinute) {
        long second = timeline().startNanos() / 1_000_000_000L;
        while (second % 86_400 != hour * 3600 + minute * 60 + ofMinute) {
            second++;
        }
        return second * 1_000_000_000L;
    }

    private void origins(String name) {
        int thread = vertex(name);
        view.setOrigins(new WaitOrigins(java.util.Set.of(),
                java.util.Set.of(new WaitOrigins.Process(timeline().hostName(timeline().host(thread)), timeline().pid(thread)))));
        Workbench.await("the graph of " + name, () -> !view.isBusy());
        Workbench.settle();
    }

    private void select(long from, long to) {
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to), experiment));
        Workbench.await("the selection is shown",
                () -> view.shown() != null && view.shown().fromNanos() == Math.max(from, timeline().startNanos())
                        && view.shown().toNanos() == Math.min(to, timeline().endNanos()));
    }

    private int x(PictureNode node) {
        return (int) canvas().camera().pixelX(node.centreX());
    }

    private int y(PictureNode node) {
        return (int) canvas().camera().pixelY(node.centreY());
    }

    /** Clicks the middle of an edge's longest free stretch. */
    private void click(PictureEdge edge, boolean twice) {
        int curve = (edge.pointCount() - 1) / 3 / 2 * 3;
        for (double t = 0.5; t < 1; t = t < 0.5 ? 1.05 - t : 0.95 - t) {
            int x = (int) canvas().camera().pixelX(bezier(edge.x(curve), edge.x(curve + 1), edge.x(curve + 2), edge.x(curve + 3), t));
            int y = (int) canvas().camera().pixelY(bezier(edge.y(curve), edge.y(curve + 1), edge.y(curve + 2), edge.y(curve + 3), t));
            boolean[] released = new boolean[1];
            canvas().addListener(SWT.MouseUp, event -> released[0] = true); // after the canvas itself, which chooses then
            Workbench.click(canvas(), x, y);
            Workbench.await("the button is released", () -> released[0]);
            if (canvas().chosenEdge() == edge.index()) {
                return;
            }
            if (t < 0.1) {
                break;
            }
        }
        throw new AssertionError("the edge cannot be clicked");
    }

    private static double bezier(double a, double b, double c, double d, double t) {
        double s = 1 - t;
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    }

    private static RGB colour(String name) {
        ColorRegistry theme = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
        return theme.getRGB("org.bowline.graph." + name);
    }

    private static int pixels(ImageData image, RGB rgb, Rectangle within) {
        int count = 0;
        for (int y = Math.max(0, within.y); y < Math.min(image.height, within.y + within.height); y++) {
            for (int x = Math.max(0, within.x); x < Math.min(image.width, within.x + within.width); x++) {
                RGB pixel = image.palette.getRGB(image.getPixel(x, y));
                if (Math.abs(pixel.red - rgb.red) + Math.abs(pixel.green - rgb.green) + Math.abs(pixel.blue - rgb.blue) < 30) {
                    count++;
                }
            }
        }
        return count;
    }

    private Rectangle bounds(PictureNode node) {
        double scale = canvas().camera().scale();
        return new Rectangle((int) canvas().camera().pixelX(node.x()) - 4, (int) canvas().camera().pixelY(node.y()) - 4,
                (int) (node.width() * scale) + 8, (int) (node.height() * scale) + 8);
    }

    private List<String> names(Knot knot) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < knot.vertexCount(); i++) {
            names.add(timeline().vertexName(knot.vertex(i)));
        }
        return names;
    }

    @Test
    void theKnotOfTheExampleIsMarkedOnTheScreen() {
        open("wperf-example");
        selectWorkload();
        View now = canvas().view();
        assertEquals(Knot.Kind.KNOT, now.knots().get(0).kind());
        List<String> members = names(now.knots().get(0));
        assertTrue(members.contains("w2-B") && members.size() == 2, () -> "the knot of thread and disk: " + members);
        ImageData image = Workbench.screenshot(canvas(), "wait-for-knot");
        Workbench.screenshot("wait-for-window");
        PictureNode knot = picture().nodes().get(picture().nodeOf(vertex("w2-B")));
        PictureNode free = picture().nodes().get(picture().nodeOf(vertex("w2-A")));
        assertTrue(pixels(image, colour("knot"), bounds(knot)) > 50, "the border of the knot has its colour");
        assertEquals(0, pixels(image, colour("knot"), bounds(free)), "who waits into the knot is not marked");
        assertTrue(canvas().describe(knot.index()).contains("knot 1"), () -> canvas().describe(knot.index()));
    }

    @Test
    void theLockContentionIsShown() {
        open("lock-contention");
        view.chooseRange(RangeChoice.WHOLE);
        Workbench.await("all of it is shown", () -> view.shown().whole() && !view.isBusy());
        origins("w3-T0");
        ImageData image = Workbench.screenshot(canvas(), "wait-for-locks");
        assertTrue(pixels(image, colour("node"), new Rectangle(0, 0, image.width, image.height)) > 500, "nodes are drawn");
        List<String> members = new ArrayList<>();
        canvas().view().knots().forEach(knot -> members.addAll(names(knot)));
        int holder = picture().graph().edge(vertex("w3-T1"), vertex("w3-T0"));
        assertTrue(holder >= 0, () -> "w3-T1 waits for the holder w3-T0; bottlenecks: " + members);
        assertTrue(canvas().isDrawn(picture().nodeOf(vertex("w3-T0"))));
    }

    @Test
    void theSliderHidesEdgesAndMovesNothing() throws Exception {
        open("three-tier");
        selectRequests();
        Workbench.screenshot(canvas(), "wait-for-three-tier");
        GraphPicture before = picture();
        int seen = canvas().view().visibleEdges();
        PictureNode first = before.atRank(0);
        ThresholdScale threshold = view.threshold();
        Scale scale = threshold.scale();
        try (UiWatchdog watchdog = new UiWatchdog("moving the slider of three-tier")) {
            int most = 0;
            for (int position = 0; position <= ThresholdScale.STEPS; position += 50) {
                scale.setSelection(position);
                scale.notifyListeners(SWT.Selection, new Event());
                Workbench.pump(() -> false, 1);
                assertEquals(before, picture(), "the same picture");
                most = Math.max(most, canvas().view().visibleEdges());
                long at = threshold.thresholdNanos();
                for (PictureEdge edge : before.edges()) {
                    assertTrue(edge.weightNanos() <= at || canvas().view().isEdgeVisible(edge.index()), "what is heavier is seen");
                }
                if (position == 300) {
                    Workbench.screenshot(canvas(), "wait-for-threshold-low");
                }
            }
            assertTrue(most > canvas().view().visibleEdges(), "a higher threshold hides edges");
            assertNotEquals(seen, canvas().view().visibleEdges());
        }
        assertEquals(first, picture().atRank(0));
        Workbench.screenshot(canvas(), "wait-for-threshold-high");
        scale.setFocus();
        Workbench.key("Home", "the key moves the slider", () -> threshold.thresholdNanos() == 0);
    }

    @Test
    void aClickOnAnEdgeListsItsWaitsAndADoubleClickGoesThere() {
        open("wperf-example");
        selectWorkload();
        int graphEdge = picture().graph().edge(vertex("w2-A"), vertex("w2-B"));
        PictureEdge edge = picture().edges().get(picture().edgeOf(graphEdge));
        click(edge, false);
        Workbench.await("the waits are listed", () -> view.waits().waits() != null);
        EdgeWaits waits = view.waits().waits();
        assertEquals(picture().graph().waits(graphEdge), waits.count());
        assertEquals(waits.size(), view.waits().table().getItemCount());
        assertTrue(view.chosenText().contains("w2-A"), view::chosenText);
        Workbench.screenshot("wait-for-waits");
        long from = view.shown().fromNanos();
        Workbench.doubleClick(view.waits().table().getItem(0));
        Workbench.await("the selection is the longest wait", () -> {
            TmfTimeRange range = TmfTraceManager.getInstance().getTraceContext(experiment).getSelectionRange();
            return range.getStartTime().toNanos() == waits.startNanos(0) && range.getEndTime().toNanos() == waits.endNanos(0);
        });
        Workbench.await("the wait is in the window", () -> {
            TmfTimeRange window = TmfTraceManager.getInstance().getTraceContext(experiment).getWindowRange();
            return window.getStartTime().toNanos() <= waits.startNanos(0) && window.getEndTime().toNanos() >= waits.endNanos(0);
        });
        Workbench.settle();
        assertEquals(from, view.shown().fromNanos(), "the graph keeps its range");
    }

    @Test
    void theGraphFollowsTheSelectionAndSaysWhichRange() {
        open("three-tier");
        long middle = (timeline().startNanos() + timeline().endNanos()) / 2;
        select(middle, middle + 200_000_000);
        assertFalse(view.shown().whole());
        assertEquals(200_000_000, picture().graph().rangeNanos());
        select(timeline().endNanos() - 1, timeline().endNanos() + 50);
        select(timeline().startNanos(), timeline().endNanos());
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(timeline().endNanos() + 10),
                TmfTimestamp.fromNanos(timeline().endNanos() + 20), experiment));
        Workbench.await("the view says that nothing was recorded there", () -> view.frame().empty() != null);
        assertTrue(view.frame().title().startsWith("10 ns of "), () -> "the range that was asked for: " + view.frame().title());
        Workbench.screenshot("wait-for-empty");
        view.chooseRange(RangeChoice.WHOLE);
        Workbench.await("the whole trace again", () -> view.shown().whole() && view.frame().empty() == null);
        view.setPinned(experiment);
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(middle), TmfTimestamp.fromNanos(middle + 1000),
                        experiment));
        Workbench.settle();
        assertTrue(view.shown().whole(), "a pinned view stays");
        view.setPinned(null);
    }

    @Test
    void theKeyboardWalksFromTheHeaviestNodeOn() {
        open("wperf-example");
        canvas().setFocus();
        int[] walk = canvas().walk();
        assertTrue(walk.length > 2);
        for (int i = 1; i < walk.length; i++) {
            assertTrue(picture().nodes().get(walk[i - 1]).weightNanos() >= picture().nodes().get(walk[i]).weightNanos(), "by weight");
        }
        Workbench.key("Tab", "the heaviest has the focus", () -> canvas().focusedNode() == walk[0]);
        Workbench.key("Tab", "then the next", () -> canvas().focusedNode() == walk[1]);
        Workbench.key("shift+Tab", "and back", () -> canvas().focusedNode() == walk[0]);
        Workbench.screenshot(canvas(), "wait-for-focus");
        Workbench.key("space", "Space chooses", () -> canvas().chosenNodes().get(walk[0]));
        Workbench.await("and its waits are listed", () -> view.waits().waits() != null);
        Workbench.key("space", "Space again does not", () -> canvas().chosenNodes().isEmpty());
        Workbench.key("Return", "Enter goes to the waits", () -> view.waits().table().isFocusControl());
        canvas().setFocus();
        Workbench.key("Escape", "Escape clears", () -> canvas().chosenNodes().isEmpty());
        assertTrue(canvas().describe(walk[0]).contains("weight"), () -> canvas().describe(walk[0]));
    }

    @Test
    void theMouseMovesAndZoomsAtThePointer() {
        open("wperf-example");
        double scale = canvas().camera().scale();
        PictureNode node = picture().nodes().get(canvas().walk()[0]);
        int x = x(node);
        int y = y(node);
        Workbench.wheel(canvas(), x, y, 3);
        Workbench.await("it is nearer", () -> canvas().camera().scale() > scale);
        assertTrue(Math.abs(x(node) - x) <= 2 && Math.abs(y(node) - y) <= 2, "the node under the pointer stays there");
        Workbench.drag(canvas(), 10, 10, 60, 50);
        Workbench.await("it is moved", () -> Math.abs(x(node) - x - 50) <= 3 && Math.abs(y(node) - y - 40) <= 3);
        Workbench.hover(canvas(), x(node), y(node));
        Workbench.await("a tooltip", () -> java.util.Arrays.stream(canvas().getDisplay().getShells()).anyMatch(shell -> shell.isVisible()
                && shell != Workbench.window().getShell() && shell.getParent() != null));
        Workbench.screenshot("wait-for-tooltip");
        canvas().setFocus();
        Workbench.key("0", "0 fits", () -> canvas().camera().scale() == scale);
    }

    /** Hears Trace Compass's signal about threads. */
    public static final class ThreadEars {
        private String heard = "";

        /** A thread was chosen. */
        @TmfSignalHandler
        public void threadSelected(TmfThreadSelectedSignal signal) {
            heard = signal.getThreadId() + "@" + signal.getTraceHost();
        }
    }

    private static String rowOf(AbstractTimeGraphView rows) {
        ITimeGraphEntry row = rows.getTimeGraphViewer().getSelection();
        return row == null ? "" : row.getName();
    }

    @Test
    void aClickOnAThreadsNodeIsToldToAllViews() {
        open("wperf-example");
        AbstractTimeGraphView controlFlow = (AbstractTimeGraphView) Workbench.showView(CONTROL_FLOW);
        Workbench.await("Control Flow has its rows", () -> controlFlow.getTimeGraphViewer().getExpandedElements().length > 5);
        Workbench.settle();
        Workbench.page().activate(view);
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.settle();
        int thread = vertex("w2-A");
        ThreadEars ears = new ThreadEars();
        TmfSignalManager.register(ears);
        try {
            PictureNode node = picture().nodes().get(picture().nodeOf(thread));
            Workbench.click(canvas(), () -> new Point(x(node), y(node)));
            Workbench.await("Trace Compass is told", () -> ears.heard.startsWith(timeline().tid(thread) + "@"));
        } finally {
            TmfSignalManager.deregister(ears);
        }
        assertEquals(thread, Inquiries.now(experiment).thread(), "Bowline's views are told");
        Workbench.await("Control Flow follows", () -> rowOf(controlFlow).equals("w2-A"));
    }

    @Test
    void aThreadIsShownInAViewAlongTimeByTheContextMenu() {
        open("wperf-example");
        int thread = vertex("w2-B");
        PictureNode node = picture().nodes().get(picture().nodeOf(thread));
        Workbench.chooseInContextMenu(canvas(), () -> new Point(x(node), y(node)), "Show In", "Control Flow");
        Workbench.await("Control Flow shows the thread",
                () -> Workbench.page().getActivePart() instanceof AbstractTimeGraphView rows && rowOf(rows).equals("w2-B"));
        Workbench.screenshot("show-in-control-flow");
        Workbench.page().activate(view);
        Workbench.settle();
        Workbench.chooseInContextMenu(canvas(), () -> new Point(x(node), y(node)), "Show In", "Threads");
        Workbench.await("Threads shows the thread",
                () -> Workbench.page().getActivePart() instanceof ThreadsView rows && rowOf(rows).equals("w2-B"));
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        selectWorkload();
        Workbench.await("knots are listed",
                () -> knots.shown() != null && !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
        Workbench.click(knots.knotsTable().table().getItem(0));
        Workbench.chooseInContextMenu(knots.knotsTable().table(), () -> {
            Rectangle row = knots.knotsTable().table().getItem(0).getBounds(2);
            return new Point(row.x + 20, row.y + row.height / 2);
        }, "Show Thread In", "w2-B", "Critical Path");
        Workbench.await("its critical path is shown", () -> Workbench.page().getActivePart() instanceof CriticalPathView path
                && path.path() != null && path.path().path().thread() == thread);
    }

    @Test
    void theSearchMarksNodes() {
        open("three-tier");
        view.searchField().setText("client");
        Workbench.await("found", () -> !canvas().hits().isEmpty());
        BitSet hits = canvas().hits();
        for (int node = hits.nextSetBit(0); node >= 0; node = hits.nextSetBit(node + 1)) {
            assertTrue(String.join(" ", picture().nodes().get(node).lines()).toLowerCase().contains("client"));
        }
        Workbench.screenshot(canvas(), "wait-for-search");
        view.searchField().setText("");
        assertTrue(canvas().hits().isEmpty());
    }

    @Test
    void aNarrowViewKeepsTheSliderOfTheThreshold() {
        open("three-tier");
        Composite content = view.searchField().getParent();
        Point before = content.getSize();
        content.setSize(360, before.y);
        int least = Stream.of(view.threshold().getChildren()).filter(Scale.class::isInstance).mapToInt(scale -> scale.getSize().x).min()
                .orElse(0);
        content.setSize(before);
        assertTrue(least >= 90, () -> "the slider has " + least + " pixels");
    }

    @Test
    void theSearchTakesTheLettersThatZoomAndMoveElsewhere() {
        open("three-tier");
        Workbench.page().activate(view);
        view.searchField().forceFocus();
        StringBuilder typed = new StringBuilder();
        for (String letter : List.of("w", "a", "s", "d", "z")) {
            typed.append(letter);
            Workbench.key(letter, letter + " is in the field", () -> view.searchField().getText().contentEquals(typed));
        }
        view.searchField().setText("");
        canvas().forceFocus();
    }

    @Test
    void theGraphStartsFromTheWaitsOfAProcess() {
        open("wperf-example");
        Choice.tell(this, experiment, new Choice.OfEverybody(true)); // without what is set aside the process is alone
        Workbench.await("everybody counts", () -> view.shown().everybody() && !view.isBusy());
        int before = picture().graph().edgeCount();
        origins("w2-gen");
        assertTrue(picture().graph().edgeCount() < before, "fewer edges");
        Workbench.screenshot(canvas(), "wait-for-process");
    }

    /** Chooses in the menu of the view which threads are one vertex. */
    private void chooseMerge(String name) {
        IMenuManager merge = view.getViewSite().getActionBars().getMenuManager().findMenuUsingPath("org.bowline.views.waitfor.merge");
        Menu menu = assertInstanceOf(MenuManager.class, merge).createContextMenu(canvas());
        menu.notifyListeners(SWT.Show, new Event());
        MenuItem chosen = null;
        for (MenuItem item : menu.getItems()) {
            boolean wanted = item.getText().replace("&", "").equals(name);
            item.setSelection(wanted);
            chosen = wanted ? item : chosen;
        }
        assertNotNull(chosen, () -> "no " + name);
        chosen.notifyListeners(SWT.Selection, new Event());
        menu.notifyListeners(SWT.Hide, new Event());
        Workbench.settle();
    }

    private void awaitMerge(Merging.Level level) {
        Workbench.await("the threads are merged: " + level, () -> view.shown() != null && view.shown().merge() == level && !view.isBusy());
    }

    @Test
    void similarThreadsAreOneVertexInGraphAndTableAndAChipSaysSoAndTakesItBack() throws Exception {
        open("lock-contention");
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed", () -> knots.shown() != null && !knots.isBusy() && !view.isBusy());
        int before = picture().graph().edgeCount();
        assertTrue(view.frame().chipRow().texts().stream().noneMatch(text -> text.contains("merged")));

        chooseMerge("Similar Threads");
        awaitMerge(Merging.Level.SIMILAR);
        assertTrue(picture().graph().edgeCount() < before);
        int node = node("w3-T* \u00d74");
        assertTrue(picture().isSeveral(picture().nodes().get(node)));
        Chip chip = view.frame().chipRow().find("similar threads merged");
        assertNotNull(chip, () -> view.frame().chipRow().texts().toString());
        Workbench.await("the table follows", () -> !knots.isBusy() && knots.shown().merge() == Merging.Level.SIMILAR);
        assertEquals(1, knots.knotsTable().table().getItemCount());
        assertEquals("w3-T* \u00d74", knots.knotsTable().table().getItem(0).getText(2));
        // a thread of the group is the group
        Choice.tell(this, experiment, new Choice.OfThread(vertex("w3-T2")));
        Workbench.await("the group is chosen", () -> canvas().chosenNodes().get(node));
        Workbench.await("its waits are listed", () -> view.waits().waits() != null && view.waits().waits().size() > 0);
        assertTrue(view.chosenText().startsWith("w3-T* \u00d74\tw3-T* \u00d74\t"), view.chosenText());
        Workbench.screenshot("wait-for-merged");

        for (int step = 0; step < 3 && Inquiries.now(experiment).merge() != Merging.Level.NONE; step++) {
            assertTrue(Walk.go(experiment, true), "back is possible");
            Workbench.settle();
        }
        awaitMerge(Merging.Level.NONE);
        chooseMerge("Short-Lived Threads");
        awaitMerge(Merging.Level.SHORT);
        Chip brief = view.frame().chipRow().find("short-lived threads merged");
        assertNotNull(brief, () -> view.frame().chipRow().texts().toString());
        Workbench.showView(WaitForGraphView.ID); // the knots may be in front of it
        Workbench.click(view.frame().chipRow(), () -> view.frame().chipRow().place(brief, true));
        awaitMerge(Merging.Level.NONE);
        assertEquals(before, picture().graph().edgeCount());
    }

    private int node(String name) {
        return picture().nodes().stream().filter(node -> node.name().equals(name)).mapToInt(PictureNode::index).findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + picture().nodes().stream().map(PictureNode::name).toList()));
    }

    @Test
    void aKnotOfTheTableIsMarkedInTheGraph() throws Exception {
        open("wperf-example");
        selectWorkload();
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed",
                () -> knots.shown() != null && !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
        KnotsTable table = knots.knotsTable();
        assertEquals(canvas().view().knots().size(), table.table().getItemCount());
        Workbench.click(table.table().getItem(0));
        Workbench.await("the row is selected", () -> table.table().getSelectionIndex() == 0);
        Workbench.await("the graph marks its members",
                () -> canvas().chosenKnots().cardinality() == canvas().view().knots().get(0).vertexCount());
        int widths = Stream.of(table.table().getColumns()).limit(table.table().getColumnCount() - 1).mapToInt(TableColumn::getWidth).sum();
        int room = table.table().getClientArea().width;
        assertTrue(widths + 80 <= room, () -> "the share is seen: " + widths + " of " + room + " pixels are those of other columns");
        String text = table.selectedText();
        assertEquals(2, text.lines().count(), text);
        assertTrue(text.lines().toList().get(1).startsWith("1\t"), text);
        Workbench.screenshot("knots-and-graph");
    }

    @Test
    void theTableHasTheBottlenecksOfTheSlidersThreshold() {
        open("three-tier");
        selectRequests();
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed",
                () -> knots.shown() != null && !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
        String before = knots.knotsTable().table().getItem(0).getText(2);
        int members = canvas().view().knots().get(0).vertexCount();
        // a knot that comes apart may leave one smaller knot: the same number of rows, other members
        int position = java.util.stream.IntStream.rangeClosed(0, ThresholdScale.STEPS)
                .filter(at -> picture().hierarchy().knotsAt(view.threshold().thresholdAt(at)).get(0).vertexCount() != members).findFirst()
                .orElseThrow();
        Scale scale = view.threshold().scale();
        scale.setSelection(position);
        scale.notifyListeners(SWT.Selection, new Event());
        Workbench.await("the table has the bottlenecks of the slider's threshold",
                () -> !knots.knotsTable().table().getItem(0).getText(2).equals(before));
        assertEquals(picture().hierarchy().knotsAt(view.threshold().thresholdNanos()).size(), knots.knotsTable().table().getItemCount());
        Workbench.screenshot("knots-threshold");
    }

    private void moveSliderTo(int position) {
        Scale scale = view.threshold().scale();
        scale.setSelection(position);
        scale.notifyListeners(SWT.Selection, new Event());
    }

    private double thresholdShare() {
        return view.threshold().thresholdNanos() / (double) picture().graph().rangeNanos();
    }

    private static List<String> members(KnotsView knots) {
        return Stream.of(knots.knotsTable().table().getItems()).map(row -> row.getText(2)).toList();
    }

    @Test
    void eachExperimentHasAThresholdOfItsOwn() {
        open("wperf-example");
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed",
                () -> knots.shown() != null && !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
        double first = thresholdShare();
        List<String> rows = members(knots);
        TmfExperiment before = experiment;
        moveSliderTo(ThresholdScale.STEPS);
        double chosen = thresholdShare();
        assertTrue(chosen > 1.5 * first, () -> "far from the default: " + chosen + " after " + first);
        assertEquals(picture().hierarchy().knotsAt(view.threshold().thresholdNanos()).size(), members(knots).size(), "the table follows");
        assertEquals(members(knots).isEmpty(), knots.frame().empty() != null, "a table without rows says so");

        open("three-tier");
        Workbench.await("the knots of the other", () -> knots.shown() != null && knots.shown().trace() == experiment && !knots.isBusy());
        assertEquals(0.2, thresholdShare(), 0.001, "the other experiment has the default");
        assertEquals(picture().hierarchy().knots().size(), knots.knotsTable().table().getItemCount());

        experiment = Workbench.openSample("wperf-example");
        assertEquals(before, experiment, "the first is still open");
        Workbench.await("the first is shown again", () -> view.shown() != null && view.shown().trace() == before && !view.isBusy()
                && knots.shown() != null && knots.shown().trace() == before && !knots.isBusy());
        assertEquals(chosen, thresholdShare(), 0.001, "what was chosen for it is back");
        assertEquals(picture().hierarchy().knotsAt(view.threshold().thresholdNanos()).size(), knots.knotsTable().table().getItemCount());
        moveSliderTo(view.threshold().positionOf((long) (first * picture().graph().rangeNanos())));
        Workbench.await("the knots are back", () -> members(knots).equals(rows) && knots.frame().empty() == null);
    }

    @Test
    void thePictureIsSaved() throws Exception {
        open("wperf-example");
        Path folder = Path.of(System.getProperty("bowline.screens", System.getProperty("java.io.tmpdir")));
        Files.createDirectories(folder);
        Path png = folder.resolve("saved.png");
        Path svg = folder.resolve("saved.svg");
        Files.deleteIfExists(png);
        Files.deleteIfExists(svg);
        GraphImage.save(canvas(), png);
        GraphImage.save(canvas(), svg);
        Workbench.await("both files are there", () -> Files.exists(png) && Files.exists(svg));
        ImageData image = new ImageData(png.toString());
        assertTrue(image.width >= picture().width(), "the whole picture, in twice the size");
        assertTrue(pixels(image, colour("node"), new Rectangle(0, 0, image.width, image.height)) > 1000, "nodes are drawn");
        assertNotNull(javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile()));
        Workbench.settle();
    }

    @Test
    void withoutATraceTheViewTellsTheNextStep() {
        Workbench.closeAll();
        WaitForGraphView empty = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        assertEquals("No recording is open", empty.frame().empty().title());
        assertEquals(null, empty.canvas().picture());
    }
}
