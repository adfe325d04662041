/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Point;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.findings.FindingsPage;
import org.bowline.tracecompass.core.findings.Place;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.findings.FindingsText;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.time.AnalysisTimeGraphView;

/** The findings as the first thing that a person reads, and their links. */
@Tag("opening")
final class FindingsViewTest {
    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    /** The sample, opened as a person opens it in a window of a size; what is then in front. */
    private static TmfExperiment open(int width, int height) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        return Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null));
    }

    /** The view, which nobody had to ask for. */
    private static FindingsView findings(TmfExperiment experiment) {
        FindingsView view = (FindingsView) Workbench.page().findView(FindingsView.ID);
        assertNotNull(view, "the perspective has the view");
        Workbench.await("there are findings", () -> view.getTrace() == experiment && view.answer() != null && !view.isBusy()
                && text(view).page().text().startsWith("Findings: "));
        Workbench.settle();
        return view;
    }

    private static FindingsText text(FindingsView view) {
        FindingsText text = view.findingsText();
        assertNotNull(text);
        return text;
    }

    private static FindingsPage.Piece link(FindingsView view, Place.View to) {
        return text(view).page().links().stream().filter(piece -> piece.link() instanceof FindingsPage.Go go && go.place().view() == to)
                .findFirst().orElseThrow();
    }

    private static Place place(FindingsPage.Piece link) {
        return ((FindingsPage.Go) link.link()).place();
    }

    private static void click(FindingsView view, FindingsPage.Piece link) {
        StyledText text = text(view).text();
        text.setTopIndex(text.getLineAtOffset(link.begin()));
        Workbench.settle();
        Hand.click(text, () -> {
            Point at = text.getLocationAtOffset(link.begin() + 2);
            return new Point(at.x + 1, at.y + text.getLineHeight(link.begin()) / 2);
        });
    }

    private static void select(TmfExperiment experiment, long from, long to) {
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(FindingsViewTest.class,
                (TmfTimestamp) TmfTimestamp.fromNanos(from), (TmfTimestamp) TmfTimestamp.fromNanos(to), experiment));
    }

    @Test
    void theFindingsAreInFrontWhenAnExperimentOpensAndStayWhileTheirLinksAreFollowed() throws Exception {
        TmfExperiment experiment = open(1600, 1000);
        FindingsView view = findings(experiment);
        assertTrue(Workbench.page().isPartVisible(view), "the findings are in front");
        Pictures.screenshot("findings-1600x1000");
        long from = view.answer().analysis().fromNanos();
        long to = view.answer().analysis().toNanos();
        FindingsPage.Piece link = link(view, Place.View.PATH);
        click(view, link);
        Workbench.await("range and thread are those of the link", () -> Span.selected(experiment).equals(new Span(from, to))
                && Inquiries.now(experiment).thread() == place(link).thread());
        CriticalPathView path = (CriticalPathView) Workbench.page().findView(CriticalPathView.ID);
        Workbench.await("the path is that of the thread in the range", () -> path.path() != null
                && path.path().path().thread() == place(link).thread() && path.path().path().fromNanos() == from);
        WaitForGraphView graph = (WaitForGraphView) Workbench.page().findView(WaitForGraphView.ID);
        Workbench.await("the graph is of the range", () -> graph.shown() != null && graph.shown().fromNanos() == from && !graph.isBusy());
        assertTrue(Workbench.page().isPartVisible(view) && Workbench.page().isPartVisible(path), "the finding is beside its path");
        Workbench.settle();
        Pictures.screenshot("findings-path-1600x1000");
        assertEquals(from, view.answer().analysis().fromNanos(), "the findings keep their range");
    }

    @Test
    void theFindingsAreInFrontInASmallWindowToo() throws Exception {
        TmfExperiment experiment = open(1280, 800);
        FindingsView view = findings(experiment);
        assertTrue(Workbench.page().isPartVisible(view), "the findings are in front");
        assertTrue(text(view).text().getSize().y >= 150, () -> "height " + text(view).text().getSize().y);
        Pictures.screenshot("findings-1280x800");
        click(view, link(view, Place.View.PATH));
        IViewPart path = Workbench.page().findView(CriticalPathView.ID);
        Workbench.await("the path is seen beside the finding",
                () -> Workbench.page().isPartVisible(view) && Workbench.page().isPartVisible(path));
        Workbench.settle();
        Pictures.screenshot("findings-path-1280x800");
    }

    @Test
    void theFindingsFollowTheRangeThatIsSelectedElsewhereAndNotTheirOwnLinks() throws Exception {
        TmfExperiment experiment = open(1600, 1000);
        FindingsView view = findings(experiment);
        long from = view.answer().analysis().fromNanos();
        select(experiment, from, from + 200_000_000);
        Workbench.await("the findings are of the range", () -> !view.isBusy() && view.answer() != null
                && view.answer().analysis().toNanos() - view.answer().analysis().fromNanos() == 200_000_000);
        view.go(new Place(from + 5_000_000, from + 9_000_000, 0, List.of(), Place.View.THREADS));
        Workbench.await("the link is followed", () -> Span.selected(experiment).equals(new Span(from + 5_000_000, from + 9_000_000)));
        Workbench.settle();
        assertEquals(from, view.answer().analysis().fromNanos(), "not by the findings");
        Hand.clickTool(view, "Select in all views the range that the findings are about, after a link led elsewhere");
        Workbench.await("the range is that of the findings again",
                () -> Span.selected(experiment).equals(new Span(from, from + 200_000_000)));
    }

    @Test
    void theViewsAlongTimeShowAllOfTheRangeThatALinkLeadsTo() throws Exception {
        Workbench.resize(1600, 1000);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        TmfExperiment experiment = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("lost-events")), null));
        FindingsView view = findings(experiment);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        CriticalPathView path = (CriticalPathView) Workbench.page().findView(CriticalPathView.ID);
        Timeline timeline = view.answer().analysis().timeline();
        Place to = new Place(timeline.startNanos() + (timeline.endNanos() - timeline.startNanos()) / 2,
                timeline.startNanos() + (timeline.endNanos() - timeline.startNanos()) * 3 / 4, Timeline.NONE, List.of(),
                Place.View.THREADS);
        Workbench.await("the threads are there", () -> threads.getTimeGraphViewer().getExpandedElements().length > 1);
        Workbench.settle();
        long zoomed = timeline.startNanos() + 1_000_000;
        threads.getTimeGraphViewer().setStartFinishTimeNotify(timeline.startNanos(), zoomed);
        Workbench.await("all views are zoomed in elsewhere", () -> path.getTimeGraphViewer().getTime1() == zoomed);
        Workbench.settle();
        view.go(to);
        Workbench.await("it is selected", () -> Span.selected(experiment).equals(new Span(to.fromNanos(), to.toNanos())));
        for (AnalysisTimeGraphView along : List.of(threads, path)) {
            TimeGraphViewer shown = along.getTimeGraphViewer();
            Workbench.await(along.getTitle() + " shows all of it",
                    () -> shown.getTime0() <= to.fromNanos() && shown.getTime1() >= to.toNanos(),
                    () -> "it shows " + (shown.getTime1() - shown.getTime0()) + " ns");
        }
    }

    @Test
    void linksAreFollowedWithTheKeyboard() throws Exception {
        TmfExperiment experiment = open(1600, 1000);
        FindingsView view = findings(experiment);
        Workbench.showView(FindingsView.ID);
        StyledText text = text(view).text();
        text.setFocus();
        FindingsPage.Piece first = text(view).page().links().get(0);
        Hand.key("Tab", "the first link is selected", () -> text.getSelection().equals(new Point(first.begin(), first.end())));
        Hand.key("Return", "the link is followed", () -> !Span.selected(experiment).isMoment());
        assertEquals(new Span(place(first).fromNanos(), place(first).toNanos()), Span.selected(experiment));
    }

    @Test
    void theRulesThatFoundNothingAreOneClickAway() throws Exception {
        FindingsView view = findings(open(1600, 1000));
        FindingsPage.Piece more = text(view).page().links().stream().filter(piece -> new FindingsPage.Unfold(0).equals(piece.link()))
                .findFirst().orElseThrow();
        click(view, more);
        Workbench.await("they are listed", () -> text(view).page().text().contains("Looked for, and not found:"));
        Pictures.screenshot("findings-rules");
    }
}
