/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.swt.graphics.ImageData;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeEvent;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.threads.ArrowBand;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** Arrows that are denser than the pixels: bands, of which a tooltip tells how many they are, and a tool that hides all arrows. */
class DenseArrowsTest {
    private static final String HIDE = "Hide Arrows";

    private ThreadsView view;

    @AfterEach
    void close() {
        Workbench.hideViews();
        Samples.closeAll();
    }

    private TimeGraphViewer viewer() {
        return view.getTimeGraphViewer();
    }

    private List<ArrowBand> bands() {
        return viewer().getTimeGraphControl().getArrows().stream()
                .map(arrow -> arrow instanceof TimeEvent event && event.getModel() instanceof ArrowBand band ? band : null)
                .filter(band -> band != null).toList();
    }

    private ImageData picture(String name) {
        Workbench.settle();
        return Pictures.screenshot(viewer().getTimeGraphControl(), name);
    }

    private static int different(ImageData a, ImageData b) {
        int different = 0;
        for (int y = 0; y < a.height; y++) {
            for (int x = 0; x < a.width; x++) {
                different += a.getPixel(x, y) == b.getPixel(x, y) ? 0 : 1;
            }
        }
        return different;
    }

    @Test
    void arrowsThatAreTooDenseAreBandsAndAToolHidesAllOfThem() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.hideViews();
        TmfExperiment experiment = Samples.openSample();
        view = (ThreadsView) Workbench.showView(ThreadsView.ID);
        view.setHideIdle(true);
        Workbench.await("the threads are shown", () -> viewer().getExpandedElements().length > 5);
        IWorkbenchPage page = Workbench.page();
        page.setPartState(page.getReference(view), IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.settle();
        viewer().resetStartFinishTime();
        Workbench.await("arrows of " + experiment.getName() + " are bands", () -> bands().size() > 5);
        Hand.hover(viewer().getTimeGraphControl(), 10, viewer().getTimeGraphControl().getSize().y - 5);
        ImageData shown = picture("arrows-dense");
        Hand.clickTool(view, HIDE);
        Hand.hover(viewer().getTimeGraphControl(), 10, viewer().getTimeGraphControl().getSize().y - 5);
        ImageData hidden = picture("arrows-hidden");
        int drawn = different(shown, hidden);
        assertTrue(drawn > 300, () -> "the arrows are " + drawn + " pixels");
        Hand.clickTool(view, HIDE);
        Hand.hover(viewer().getTimeGraphControl(), 10, viewer().getTimeGraphControl().getSize().y - 5);
        ImageData again = picture("arrows-again");
        assertTrue(different(shown, again) < drawn / 20, () -> "they are back, but for " + different(shown, again) + " pixels");

        // a band becomes its arrows when there is room for them
        ArrowBand band = bands().stream().max((a, b) -> Long.compare(a.arrows(), b.arrows())).orElseThrow();
        long nanos = band.lastNanos() - band.getStartTime();
        viewer().setStartFinishTimeNotify(band.getStartTime(), band.getStartTime() + Math.max(1_000, nanos / band.arrows()));
        Workbench.await("single arrows are drawn", () -> viewer().getTimeGraphControl().getArrows().stream()
                .anyMatch(arrow -> arrow instanceof TimeEvent event && !(event.getModel() instanceof ArrowBand)
                        && arrow.getTime() >= band.getStartTime()));
    }
}
