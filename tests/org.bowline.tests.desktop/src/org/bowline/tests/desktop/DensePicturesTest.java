/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.RGBA;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ILinkEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.IMarkerEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.MarkerEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.NullTimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.threads.ArrowBand;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.SharedState;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.time.StateColors;

/** What is denser than the pixels: arrows as bands, and a tool that hides all of them; states as shares of a pixel's time; short-lived threads as one row. */
class DensePicturesTest {
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

    private TmfExperiment open() throws Exception {
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
        return experiment;
    }

    private ITimeGraphEntry row(String name) {
        return Stream.of(viewer().getExpandedElements()).filter(entry -> entry.getName().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no row " + name + " in " + List.of(viewer().getExpandedElements())));
    }

    /** How many states of a row tell shares. */
    private static long shared(ITimeGraphEntry row) {
        long found = 0;
        for (var events = row.getTimeEventsIterator(); events != null && events.hasNext();) {
            found += events.next() instanceof TimeEvent event && event.getModel() instanceof SharedState ? 1 : 0;
        }
        return found;
    }

    /** The middle of a state that is several pixels wide; null while none is known: states are asked for beside the window's thread. */
    private Long wideState(ITimeGraphEntry row) {
        long few = 5 * (viewer().getTime1() - viewer().getTime0()) / viewer().getTimeSpace();
        for (var events = row.getTimeEventsIterator(); events != null && events.hasNext();) {
            ITimeEvent event = events.next();
            if (!(event instanceof NullTimeEvent) && event.getDuration() > few) {
                return event.getTime() + event.getDuration() / 2;
            }
        }
        return null;
    }

    @Test
    void whatAShellStartsIsOneRowWhoseThreadsAreSeenWhenOneOfThemIsChosen() throws Exception {
        TmfExperiment experiment = open();
        view.setHideIdle(false);
        Workbench.settle();
        ITimeGraphEntry commands = row("children of sh \u00d74");
        Workbench.await("it is folded", () -> Stream.of(viewer().getExpandedElements()).noneMatch(entry -> entry.getParent() == commands));
        viewer().selectAndReveal(commands);
        Workbench.await("its states are drawn", () -> shared(commands) > 0);
        picture("threads-short-lived-folded");
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        int chosen = EntryIds.thread(timeline, ((TimeGraphEntry) commands.getChildren().get(0)).getEntryModel().getId());
        Choice.tell(this, experiment, new Choice.OfThread(chosen));
        Workbench.await("a thread that is chosen is seen",
                () -> Stream.of(viewer().getExpandedElements()).filter(entry -> entry.getParent() == commands).count() == 4);
        picture("threads-short-lived");
        view.setHideIdle(true);
        ITimeGraphEntry server = row("w1-server");
        viewer().selectAndReveal(server);
        Workbench.await("of what is too dense the shares are known", () -> shared(server) > 0);
        picture("threads-shares");
    }

    @Test
    void aRowThatIsKeptInSightStaysAboveTheOthersHoweverTheyAreScrolled() throws Exception {
        TmfExperiment experiment = open();
        view.setHideIdle(false);
        Workbench.settle();
        TimeGraphEntry client = (TimeGraphEntry) row("w1-client");
        assertFalse(view.keptRows().isVisible());
        view.keep(client, true);
        viewer().setTopIndex(viewer().getExpandedElements().length - 1);
        Workbench.settle();
        assertTrue(viewer().getTopIndex() > 20, "the client is out of sight");
        assertTrue(view.keptRows().isVisible());
        RGB waits = StateColors.of(StateStyle.BLOCKED_NETWORK);
        Workbench.await("its states are seen", () -> Pictures.countPixels(Pictures.screenshot(view.keptRows(), "threads-kept-row"),
                waits.red, waits.green, waits.blue, 10) > 500);
        Pictures.screenshot("threads-kept");
        Hand.click(view.keptRows(), () -> new Point(40, 8));
        Workbench.await("a click on it chooses the thread", () -> Inquiries.now(experiment).thread() == client.getEntryModel().getId() - 3);
        view.keep(client, false);
        assertFalse(view.keptRows().isVisible());
        view.setHideIdle(true);
    }

    @Test
    void rowsThatAreKeptInSightHaveTheTooltipsArrowsAndMarksOfTheTimeGraph() throws Exception {
        open();
        ILinkEvent arrow = viewer().getTimeGraphControl().getArrows().stream().filter(each -> each.getEntry() != each.getDestinationEntry())
                .findFirst().orElseThrow();
        TimeGraphEntry from = (TimeGraphEntry) arrow.getEntry();
        view.keep((TimeGraphEntry) arrow.getDestinationEntry(), true);
        view.keep(from, true);
        Workbench.settle();
        Control kept = view.keptRows();
        int second = kept.getSize().y * 3 / 4;
        Workbench.await("a state of " + from.getName() + " is known", () -> wideState(from) != null);
        Hand.hover(kept, viewer().getXForTime(wideState(from)), second);
        Workbench.await("the tooltip tells what the thread did",
                () -> view.keptToolTip().stream().anyMatch(line -> line.startsWith("State: ")),
                () -> "it says " + view.keptToolTip() + " of " + from.getName());
        assertTrue(view.keptToolTip().size() <= 4, () -> "in four lines at most: " + view.keptToolTip());
        Pictures.screenshot("threads-kept-tooltip");
        Hand.hover(kept, 40, second);
        Workbench.await("all of the name", () -> view.keptToolTip().equals(List.of("Thread: " + from.getName())));

        Hand.hover(viewer().getTimeGraphControl(), 10, viewer().getTimeGraphControl().getSize().y - 5);
        ImageData shown = Pictures.screenshot(kept, "threads-kept-arrows");
        Hand.clickTool(view, HIDE);
        Workbench.settle();
        ImageData hidden = Pictures.screenshot(kept, "threads-kept-no-arrows");
        assertTrue(different(shown, hidden) > 20, () -> "the arrows are " + different(shown, hidden) + " pixels");
        long middle = (viewer().getTime0() + viewer().getTime1()) / 2;
        viewer().setBookmarks(List.of(new MarkerEvent(null, middle, 0, IMarkerEvent.BOOKMARKS, new RGBA(250, 10, 240, 255), "here", true)));
        Workbench.settle();
        ImageData marked = Pictures.screenshot(kept, "threads-kept-marked");
        assertTrue(Pictures.countPixels(marked, 250, 10, 240, 30) > kept.getSize().y / 2, "a bookmark goes through them");
        Hand.clickTool(view, HIDE);
        view.keep(from, false);
        view.keep((TimeGraphEntry) arrow.getDestinationEntry(), false);
    }

    @Test
    void arrowsThatAreTooDenseAreBandsAndAToolHidesAllOfThem() throws Exception {
        TmfExperiment experiment = open();
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
