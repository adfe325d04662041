/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.clocks.ClocksView;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** The perspective in the small windows of old laptops and projectors: every view still has something to show. */
class SmallWindowTest {
    private static final int ROW_HEIGHT = 22;

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    @Test
    void everyViewHasRoomInSmallWindows() throws Exception {
        TmfExperiment experiment = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null));
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        threadsAndGraphHaveRoom(1024, 768);
        threadsAndGraphHaveRoom(1366, 768);
        pathAndTablesHaveRoom(1366, 768, experiment);
        pathAndTablesHaveRoom(1024, 768, experiment);
        everyNameCanBeRead(1280, 800);
    }

    /** Shows each view in its place, as a person does who looks for it, and takes away what is not there from the start. */
    private static void everyNameCanBeRead(int width, int height) {
        Workbench.resize(width, height);
        Workbench.page().resetPerspective();
        Workbench.settle();
        List<String> there = Stream.of(Workbench.page().getViewReferences()).map(IViewReference::getId).toList();
        for (String name : List.of("findings", "requests", "compare", "waitfor", "knots", "tags", "clocks", "tables", "details", "threads",
                "criticalpath", "flame")) {
            String id = "org.bowline.views." + name;
            IViewPart view = Workbench.showView(id);
            Workbench.settle();
            Pictures.screenshot("small-" + width + "x" + height + "-" + name);
            assertEquals(List.of(), cutTabs(), () -> "with " + name + " in front");
            if (view instanceof WaitForGraphView graph) { // a thread is chosen: its waits are listed
                assertTrue(graph.canvas().getSize().y >= 120, () -> "the graph has " + graph.canvas().getSize());
                assertTrue(graph.waits().table().getSize().y >= 4 * ROW_HEIGHT, () -> "the waits have " + graph.waits().table().getSize());
            }
            if (!there.contains(id)) {
                Workbench.page().hideView(view);
            }
        }
    }

    /** The names of tabs that are not shown as a whole. */
    private static List<String> cutTabs() {
        List<String> cut = new ArrayList<>();
        Workbench.controls(Workbench.window().getShell()).forEach(control -> {
            if (control instanceof CTabFolder folder && folder.isVisible() && folder.getItemCount() > 0) {
                GC gc = new GC(folder);
                for (CTabItem item : folder.getItems()) {
                    if (!item.isShowing() || item.getBounds().width < gc.textExtent(item.getText()).x) {
                        cut.add(item.getText());
                    }
                }
                gc.dispose();
            }
        });
        return cut;
    }

    private static int client(TmfExperiment experiment) {
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        int thread = 0;
        while (!timeline.name(thread).equals("w1-client")) {
            thread++;
        }
        return thread;
    }

    private static String arranged(int width, int height) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        Workbench.settle();
        return width + "x" + height;
    }

    private static void threadsAndGraphHaveRoom(int width, int height) throws Exception {
        String size = arranged(width, height);
        WaitForGraphView graph = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        Workbench.await("a picture is shown", () -> graph.canvas().picture() != null);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("the threads are shown", () -> Arrays.asList(threads.getTimeGraphViewer().getExpandedElements()).size() > 5);
        Workbench.settle();
        Hand.standsStill(threads.getTimeGraphViewer().getTimeGraphControl());
        Pictures.screenshot("small-" + size + "-threads");
        int states = threads.getTimeGraphViewer().getTimeSpace();
        assertTrue(states >= 380, () -> "the states have " + states + " pixels");
        int rows = threads.getTimeGraphViewer().getTimeGraphControl().getSize().y / ROW_HEIGHT;
        assertTrue(rows >= 5, () -> "room for " + rows + " threads");
        Point canvas = graph.canvas().getSize();
        assertTrue(canvas.x >= 350 && canvas.y >= 120, () -> "the graph has " + canvas);
    }

    private static void pathAndTablesHaveRoom(int width, int height, TmfExperiment experiment) throws Exception {
        String size = arranged(width, height);
        CriticalPathView path = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        if (Inquiries.now(experiment).thread() == Timeline.NONE) { // a thread stays chosen
            Workbench.await("the next step is told",
                    () -> path.frame().empty() != null && path.frame().empty().title().equals("No thread chosen"));
            Hand.standsStill(path.frame().empty());
            Pictures.screenshot("small-" + size + "-path-empty");
        }
        Choice.tell(SmallWindowTest.class, experiment, new Choice.OfThread(client(experiment)));
        Workbench.await("the path is shown", () -> path.path() != null && path.getTimeGraphViewer().getExpandedElements().length > 3);
        Workbench.settle();
        Hand.standsStill(path.getTimeGraphViewer().getTimeGraphControl());
        Pictures.screenshot("small-" + size + "-path");
        int names = path.getTimeGraphViewer().getNameSpace();
        int header = path.getTimeGraphViewer().getTree().getSize().x;
        assertTrue(Math.abs(names - header) <= 20, () -> "the times stand above the segments: " + names + " and " + header);
        int segments = path.getTimeGraphViewer().getTimeSpace();
        assertTrue(segments >= 200, () -> "the path has " + segments + " pixels");
        for (String id : new String[] {KnotsView.ID, ClocksView.ID}) {
            Workbench.showView(id);
            Workbench.settle();
            Pictures.screenshot("small-" + size + "-" + id.substring(id.lastIndexOf('.') + 1));
        }
    }
}
