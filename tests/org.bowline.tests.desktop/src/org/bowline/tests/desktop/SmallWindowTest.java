/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.graphics.Point;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.clocks.ClocksView;
import org.bowline.tracecompass.ui.frame.Choice;
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
        Workbench.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    @Test
    void everyViewHasRoomInAWindowOf1024By768() throws Exception {
        everyViewHasRoom(1024, 768);
    }

    @Test
    void everyViewHasRoomInAWindowOf1366By768() throws Exception {
        everyViewHasRoom(1366, 768);
    }

    private static int client(TmfExperiment experiment) {
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        int thread = 0;
        while (!timeline.name(thread).equals("w1-client")) {
            thread++;
        }
        return thread;
    }

    private static void everyViewHasRoom(int width, int height) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        String size = width + "x" + height;
        TmfExperiment experiment = OpenRecordingTest.opened(new OpenRecordingJob(List.of(Workbench.unpack("three-tier")), null));
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        WaitForGraphView graph = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        Workbench.await("a picture is shown", () -> graph.canvas().picture() != null);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("the threads are shown", () -> Arrays.asList(threads.getTimeGraphViewer().getExpandedElements()).size() > 5);
        Workbench.settle();
        Workbench.standsStill(threads.getTimeGraphViewer().getTimeGraphControl());
        Workbench.screenshot("small-" + size + "-threads");
        int states = threads.getTimeGraphViewer().getTimeSpace();
        assertTrue(states >= 380, () -> "the states have " + states + " pixels");
        int rows = threads.getTimeGraphViewer().getTimeGraphControl().getSize().y / ROW_HEIGHT;
        assertTrue(rows >= 5, () -> "room for " + rows + " threads");
        Point canvas = graph.canvas().getSize();
        assertTrue(canvas.x >= 350 && canvas.y >= 120, () -> "the graph has " + canvas);
        CriticalPathView path = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Workbench.await("the next step is told",
                () -> path.frame().empty() != null && path.frame().empty().title().equals("No thread chosen"));
        Workbench.standsStill(path.frame().empty());
        Workbench.screenshot("small-" + size + "-path-empty");
        Choice.tell(SmallWindowTest.class, experiment, new Choice.OfThread(client(experiment)));
        Workbench.await("the path is shown", () -> path.path() != null && path.getTimeGraphViewer().getExpandedElements().length > 3);
        Workbench.settle();
        Workbench.standsStill(path.getTimeGraphViewer().getTimeGraphControl());
        Workbench.screenshot("small-" + size + "-path");
        int names = path.getTimeGraphViewer().getNameSpace();
        int header = path.getTimeGraphViewer().getTree().getSize().x;
        assertTrue(Math.abs(names - header) <= 20, () -> "the times stand above the segments: " + names + " and " + header);
        int segments = path.getTimeGraphViewer().getTimeSpace();
        assertTrue(segments >= 200, () -> "the path has " + segments + " pixels");
        for (String id : new String[] {KnotsView.ID, ClocksView.ID}) {
            Workbench.showView(id);
            Workbench.settle();
            Workbench.screenshot("small-" + size + "-" + id.substring(id.lastIndexOf('.') + 1));
        }
    }
}
