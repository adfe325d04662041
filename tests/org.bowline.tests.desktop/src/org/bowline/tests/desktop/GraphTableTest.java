/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;

import org.eclipse.jface.resource.FontDescriptor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Font;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Scale;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.junit.jupiter.api.Test;

import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.graph.ThresholdScale;
import org.bowline.tracecompass.ui.knots.KnotsTable;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** From the graph to lists and other views, and back from the table of knots. */
class GraphTableTest extends GraphScene {
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";

    /** The name of a column in bold letters, as GTK draws it, and the mark of the one that rows are sorted by. */
    private static int wide(Table table, String name) {
        Font bold = FontDescriptor.createFrom(table.getFont()).setStyle(SWT.BOLD).createFont(table.getDisplay());
        GC gc = new GC(table);
        gc.setFont(bold);
        int width = gc.textExtent(name).x + 36;
        gc.dispose();
        bold.dispose();
        return width;
    }

    /** Clicks the middle of an edge's longest free stretch. */
    private void click(PictureEdge edge, boolean twice) {
        int curve = (edge.pointCount() - 1) / 3 / 2 * 3;
        for (double t = 0.5; t < 1; t = t < 0.5 ? 1.05 - t : 0.95 - t) {
            int x = (int) canvas().camera().pixelX(bezier(edge.x(curve), edge.x(curve + 1), edge.x(curve + 2), edge.x(curve + 3), t));
            int y = (int) canvas().camera().pixelY(bezier(edge.y(curve), edge.y(curve + 1), edge.y(curve + 2), edge.y(curve + 3), t));
            boolean[] released = new boolean[1];
            canvas().addListener(SWT.MouseUp, event -> released[0] = true); // after the canvas itself, which chooses then
            Hand.click(canvas(), x, y);
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
        Pictures.screenshot("wait-for-waits");
        TableColumn marked = view.waits().table().getSortColumn();
        assertEquals("In range", marked.getText(), "they come in the order that is marked");
        assertTrue(marked.getWidth() >= wide(view.waits().table(), marked.getText()), () -> "name and mark on " + marked.getWidth());
        long from = view.shown().fromNanos();
        Hand.doubleClick(view.waits().table().getItem(0));
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
            Hand.click(canvas(), () -> new Point(x(node), y(node)));
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
        Hand.chooseInContextMenu(canvas(), () -> new Point(x(node), y(node)), "Show In", "Control Flow");
        Workbench.await("Control Flow shows the thread",
                () -> Workbench.page().getActivePart() instanceof AbstractTimeGraphView rows && rowOf(rows).equals("w2-B"));
        Pictures.screenshot("show-in-control-flow");
        Workbench.page().activate(view);
        Workbench.settle();
        Hand.chooseInContextMenu(canvas(), () -> new Point(x(node), y(node)), "Show In", "Threads");
        Workbench.await("Threads shows the thread",
                () -> Workbench.page().getActivePart() instanceof ThreadsView rows && rowOf(rows).equals("w2-B"));
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        selectWorkload();
        Workbench.await("knots are listed",
                () -> knots.shown() != null && !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
        Hand.click(knots.knotsTable().table().getItem(0));
        Hand.chooseInContextMenu(knots.knotsTable().table(), () -> {
            Rectangle row = knots.knotsTable().table().getItem(0).getBounds(2);
            return new Point(row.x + 20, row.y + row.height / 2);
        }, "Show Thread In", "w2-B", "Critical Path");
        Workbench.await("its critical path is shown", () -> Workbench.page().getActivePart() instanceof CriticalPathView path
                && path.path() != null && path.path().path().thread() == thread);
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
        Hand.click(table.table().getItem(0));
        Workbench.await("the row is selected", () -> table.table().getSelectionIndex() == 0);
        Workbench.await("the graph marks its members",
                () -> canvas().chosenKnots().cardinality() == canvas().view().knots().get(0).vertexCount());
        int widths = Stream.of(table.table().getColumns()).limit(table.table().getColumnCount() - 1).mapToInt(TableColumn::getWidth).sum();
        int room = table.table().getClientArea().width;
        assertTrue(widths + 80 <= room, () -> "the share is seen: " + widths + " of " + room + " pixels are those of other columns");
        String text = table.selectedText();
        assertEquals(2, text.lines().count(), text);
        assertTrue(text.lines().toList().get(1).startsWith("1\t"), text);
        Pictures.screenshot("knots-and-graph");
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
        Pictures.screenshot("knots-threshold");
    }

    @Test
    void whereNoKnotIsLeftTheTableSaysAtWhichThresholdOneIsAndLeadsThere() {
        open("lock-contention");
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed",
                () -> knots.shown() != null && !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
        assertEquals("", knots.hintStrip().text(), "there is a knot");
        Scale scale = view.threshold().scale();
        scale.setSelection(ThresholdScale.STEPS);
        scale.notifyListeners(SWT.Selection, new Event());
        Workbench.await("it is told that there is none", () -> !knots.hintStrip().text().isEmpty());
        assertTrue(knots.hintStrip().isVisible());
        assertTrue(knots.hintStrip().text().startsWith("No knot at this threshold. Up to a threshold of "), knots.hintStrip().text());
        assertTrue(knots.hintStrip().text().endsWith(" is one knot; above it, that comes apart."), knots.hintStrip().text());
        Pictures.screenshot("knots-hint");
        knots.hintStrip().follow(knots.hintStrip().ways().get(0));
        Workbench.await("the knot is there", () -> knots.knotsTable().table().getItemCount() > 0
                && knots.knotsTable().table().getItem(0).getText(1).equalsIgnoreCase("knot"));
        assertEquals("", knots.hintStrip().text());
        Workbench.await("the graph's slider follows",
                () -> view.threshold().positionOf(view.threshold().thresholdNanos()) < ThresholdScale.STEPS);
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
}
