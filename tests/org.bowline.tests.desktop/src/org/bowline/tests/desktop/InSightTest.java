/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.e4.ui.model.application.ui.basic.MPart;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.requests.RequestsAnswer;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.clocks.ClocksView;
import org.bowline.tracecompass.ui.compare.CompareView;
import org.bowline.tracecompass.ui.compare.SweepCanvas;
import org.bowline.tracecompass.ui.details.DetailsView;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.requests.RequestsView;
import org.bowline.tracecompass.ui.tags.TagsView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** What views show first is in sight in their places of the perspective, in a large window and in a small one. */
@Tag("opening")
final class InSightTest {
    private static final List<Point> SIZES = List.of(new Point(1600, 1000), new Point(1280, 800));

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static void arrange(Point size) throws Exception {
        Workbench.resize(size.x, size.y);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static <T> T view(Class<T> type, String id) {
        T view = type.cast(Workbench.showView(id));
        Workbench.settle();
        return view;
    }

    private static int right(Control control) {
        return control.toDisplay(control.getSize().x, 0).x;
    }

    private static void assertInSight(Table table, String column) {
        int end = 0;
        for (int at : table.getColumnOrder()) {
            end += table.getColumn(at).getWidth();
            if (table.getColumn(at).getText().equals(column)) {
                int of = end;
                assertTrue(of <= table.getClientArea().width, () -> column + " ends at " + of + " of " + table.getClientArea().width);
                return;
            }
        }
        throw new AssertionError("no column " + column);
    }

    private static int rows(Table table) {
        return (table.getClientArea().height - table.getHeaderHeight()) / table.getItemHeight();
    }

    private static <T extends Control> T find(Control in, Class<T> type) {
        return Workbench.controls(in).filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
    }

    private static Control of(IViewPart view) {
        return (Control) view.getSite().getService(MPart.class).getWidget();
    }

    @Test
    void figuresLinksAndRowsAreInSight() throws Exception {
        TmfExperiment experiment = Samples.openSample();
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        Workbench.await("the analysis has a result", () -> {
            module.start();
            return module.result() != null && module.work() != null;
        });
        for (Point size : SIZES) {
            arrange(size);
            look(experiment, module);
            String window = size.x + "x" + size.y + ": ";

            DetailsView details = view(DetailsView.class, DetailsView.ID);
            Workbench.await("the details are shown", () -> Workbench.controls(of(details)).anyMatch(Link.class::isInstance));
            // to the begin and the end of the state; only what itself has no room may push its link out of sight
            Workbench.controls(of(details)).filter(Link.class::isInstance).limit(2).forEach(
                    link -> assertTrue(right(link) <= right(of(details)), () -> window + "the link ends at " + right(link)));

            ClocksView clocks = view(ClocksView.class, ClocksView.ID);
            Workbench.await("the clocks are shown", () -> !clocks.isBusy() && find(of(clocks), Table.class).getItemCount() == 3);
            Workbench.settle();
            assertInSight(find(of(clocks), Table.class), "Ahead By");

            WaitForGraphView graph = view(WaitForGraphView.class, WaitForGraphView.ID);
            Workbench.await("the waits are listed", () -> graph.waits().table().getItemCount() > 0);
            Workbench.settle();
            assertInSight(graph.waits().table(), size.equals(SIZES.get(0)) ? "Waits for" : "Duration"); // beside the graph where the place is low

            KnotsView knots = view(KnotsView.class, KnotsView.ID);
            Workbench.await("the knots are shown", () -> !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
            Workbench.settle();
            Table table = knots.knotsTable().table();
            Rectangle members = table.getItem(0).getBounds(2);
            Event move = new Event();
            move.x = members.x + 10;
            move.y = members.y + members.height / 2;
            table.notifyListeners(SWT.MouseMove, move);
            assertEquals(table.getItem(0).getText(2), table.getToolTipText(), "the members for which there is no room are told");

            RequestsView requests = view(RequestsView.class, RequestsView.ID);
            Workbench.await("the traces are read", () -> requests.answer() != null && !requests.isBusy());
            requests.choose(experiment, List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type")));
            Workbench.await("the requests are known", () -> requests.answer() instanceof RequestsAnswer.Known && !requests.isBusy());
            Workbench.settle();
            Table first = requests.pane().requests().table();
            assertTrue(rows(first) >= 2, () -> window + rows(first) + " requests in sight");
            assertInSight(first, "Key");
        }
    }

    private void look(TmfExperiment experiment, WaitAnalysisModule module) {
        Timeline timeline = module.result().timeline();
        int thread = 0;
        while (!timeline.name(thread).equals("w1-client")) {
            thread++;
        }
        long middle = (module.work().fromNanos() + module.work().toNanos()) / 2;
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(middle), TmfTimestamp.fromNanos(middle), experiment));
        Choice.tell(this, experiment, new Choice.OfThread(thread));
    }

    @Test
    void modulesShowForHowLongTheyWereHeldUp() throws Exception {
        Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("tagged-server/slow")), null));
        for (Point size : SIZES) {
            arrange(size);
            TagsView tags = view(TagsView.class, TagsView.ID);
            Workbench.await("there is an answer", () -> tags.answer() != null && !tags.isBusy() && tags.modules() != null);
            Workbench.settle();
            Tree tree = tags.modules().tree();
            int end = 0;
            for (int column = 0; column <= 6; column++) {
                end += tree.getColumn(column).getWidth();
            }
            int of = end;
            assertEquals("Blocked", tree.getColumn(6).getText());
            assertTrue(of <= tree.getClientArea().width, () -> "Blocked ends at " + of + " of " + tree.getClientArea().width);
        }
    }

    @Test
    void picturesOfASweepHaveTheRoomOfPictures() throws Exception {
        for (Point size : SIZES) {
            arrange(size);
            CompareView view = view(CompareView.class, CompareView.ID);
            view.showSweep(Samples.sampleFolder("fallen-server"));
            Workbench.await("the sweep is shown with what its recordings tell", () -> !view.isBusy()
                    && view.answer() instanceof CompareAnswer.Swept swept && swept.input().recorded().unread() == 0);
            for (int tab = 0; tab < 3; tab++) {
                view.sweepPane().folder().setSelection(tab);
                Workbench.settle();
                SweepCanvas canvas = view.sweepPane().canvas();
                assertNotNull(canvas);
                assertTrue(canvas.getSize().x >= 400 && canvas.getSize().y >= 130,
                        () -> size + ": " + view.sweepPane().folder().getSelection().getText() + " has " + canvas.getSize());
            }
        }
    }

    @Test
    void columnsGetNarrowAgainWhenRowsWithLongNamesAreGone() throws Exception {
        TmfExperiment experiment = Samples.openSample();
        arrange(SIZES.get(0));
        ThreadsView threads = view(ThreadsView.class, ThreadsView.ID);
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        threads.setHideIdle(true);
        Workbench.await("the threads are shown", () -> threads.getTimeGraphViewer().getExpandedElements().length > 5);
        Workbench.settle();
        int narrow = nameWidth(threads);
        threads.setHideIdle(false);
        Workbench.await("longer names are shown", () -> nameWidth(threads) > narrow);
        Workbench.settle();
        threads.setHideIdle(true);
        Workbench.await("the column is as narrow as before", () -> nameWidth(threads) == narrow);
    }

    private static int nameWidth(ThreadsView threads) {
        return threads.getTimeGraphViewer().getTree().getColumn(0).getWidth();
    }
}
