/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.bowline.core.timeline.Timeline;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureNode;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.graph.GraphCanvas;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsView;

/** A recording with its wait-for graph in a real workbench, for the tests of what is seen of it and done with it. */
abstract class GraphScene {
    TmfExperiment experiment;
    WaitForGraphView view;

    @BeforeEach
    void perspective() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
    }

    @AfterEach
    void close() {
        Workbench.hideViews();
        Samples.closeAll();
    }

    void open(String sample) {
        experiment = Samples.openSample(sample);
        view = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.await("a picture is shown", () -> view.shown() != null && view.shown().trace() == experiment && !view.isBusy()
                && canvas().picture() != null);
        Workbench.settle();
        Hand.standsStill(canvas());
    }

    GraphCanvas canvas() {
        return view.canvas();
    }

    GraphPicture picture() {
        return canvas().picture();
    }

    Timeline timeline() {
        return WaitAnalysisModule.of(experiment).result().timeline();
    }

    int vertex(String name) {
        for (int vertex = 0; vertex < timeline().vertexCount(); vertex++) {
            if (timeline().vertexName(vertex).equals(name)) {
                return vertex;
            }
        }
        throw new AssertionError("no vertex " + name);
    }

    /** The middle of the example's workload, as in docs/how-to/find-the-knot.md. */
    void selectWorkload() {
        long begin = timeOfDay(23, 7, 20);
        select(begin + 900_000_000L, begin + 1_300_000_000L);
    }

    /** The requests of the three tiers, as there. */
    void selectRequests() {
        long begin = timeOfDay(23, 13, 34);
        select(begin + 976_000_000L, begin + 1_642_000_000L);
    }

    long timeOfDay(int hour, int minute, int ofMinute) {
        long second = timeline().startNanos() / 1_000_000_000L;
        while (second % 86_400 != hour * 3600 + minute * 60 + ofMinute) {
            second++;
        }
        return second * 1_000_000_000L;
    }

    void origins(String name) {
        int thread = vertex(name);
        view.setOrigins(new WaitOrigins(java.util.Set.of(),
                java.util.Set.of(new WaitOrigins.Process(timeline().hostName(timeline().host(thread)), timeline().pid(thread)))));
        Workbench.await("the graph of " + name, () -> !view.isBusy());
        Workbench.settle();
    }

    void select(long from, long to) {
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to), experiment));
        Workbench.await("the selection is shown",
                () -> view.shown() != null && view.shown().fromNanos() == Math.max(from, timeline().startNanos())
                        && view.shown().toNanos() == Math.min(to, timeline().endNanos()));
    }

    int x(PictureNode node) {
        return (int) canvas().camera().pixelX(node.centreX());
    }

    int y(PictureNode node) {
        return (int) canvas().camera().pixelY(node.centreY());
    }

    static int pixels(ImageData image, RGB rgb, Rectangle within) {
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

    int node(String name) {
        return picture().nodes().stream().filter(node -> node.name().equals(name)).mapToInt(PictureNode::index).findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + picture().nodes().stream().map(PictureNode::name).toList()));
    }

    static List<String> members(KnotsView knots) {
        return Stream.of(knots.knotsTable().table().getItems()).map(row -> row.getText(2)).toList();
    }
}
