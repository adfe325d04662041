/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** What range is seen when an experiment is opened: where the work is, once, unless a person looks at another one. */
@Tag("opening")
class FirstRangeTest {
    @BeforeEach
    void perspective() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.hideViews();
    }

    @AfterEach
    void close() {
        Workbench.hideViews();
        Samples.forgetAll();
    }

    private static TmfTimeRange window(ITmfTrace trace) {
        return TmfTraceManager.getInstance().getTraceContext(trace).getWindowRange();
    }

    private static void awaitResult(ITmfTrace trace) {
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(trace).result() != null);
        Workbench.settle();
    }

    /** Waits until Trace Compass has read the trace so far that the window is where the work is, with a little room beside it. */
    private static void awaitWork(ITmfTrace trace) {
        awaitResult(trace);
        ChosenRange work = WaitAnalysisModule.of(trace).work();
        assertEquals(ChosenRange.Kind.REPEATED, work.kind(), work::sentence);
        long room = (work.toNanos() - work.fromNanos()) / 50;
        Workbench.await("the window is the work, " + work.fromNanos() + " to " + work.toNanos(),
                () -> window(trace).getStartTime().toNanos() == work.fromNanos() - room
                        && window(trace).getEndTime().toNanos() == work.toNanos() + room);
    }

    private static void pick(ITmfTrace trace, long from, long to) {
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(FirstRangeTest.class,
                new TmfTimeRange(TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to)), trace));
        assertEquals(from, window(trace).getStartTime().toNanos());
        assertEquals(to, window(trace).getEndTime().toNanos());
    }

    @Test
    void anExperimentOpensOnTheWork() throws Exception {
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.settle();
        TmfExperiment experiment = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null));
        awaitWork(experiment);
        ChosenRange work = WaitAnalysisModule.of(experiment).work();
        Workbench.await("the view shows it", () -> threads.getTimeGraphViewer().getTime0() == window(experiment).getStartTime().toNanos()
                && threads.getTimeGraphViewer().getTime1() == window(experiment).getEndTime().toNanos());
        assertTrue(threads.frame().title().endsWith(work.sentence()), threads.frame()::title);
        assertEquals(List.of("Whole recording"), threads.frame().titleStrip().ways());
        Pictures.screenshot("first-range");
    }

    @Test
    void aViewWithoutTimesShowsItAsWellAsOneAlongTime() throws Exception {
        Workbench.showView(KnotsView.ID);
        TmfExperiment experiment = Samples.openSample();
        assertEquals(experiment.getInitialTimeRange().getStartTime(), window(experiment).getStartTime());
        awaitWork(experiment);
    }

    @Test
    void aRangeThatWasPickedBeforeStays() {
        TmfExperiment experiment = Samples.openSample();
        Workbench.settle();
        long from = experiment.getStartTime().toNanos() + 1_000_000_000L;
        pick(experiment, from, from + 50_000_000L);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        Workbench.showView(KnotsView.ID);
        awaitResult(experiment);
        Workbench.await("the view shows the range that was picked", () -> threads.getTimeGraphViewer().getTime0() == from
                && threads.getTimeGraphViewer().getTime1() == from + 50_000_000L);
        Workbench.settle();
        assertEquals(from, window(experiment).getStartTime().toNanos());
        assertEquals(from + 50_000_000L, window(experiment).getEndTime().toNanos());
    }

    @Test
    void aRangeThatWasPickedAfterwardsStaysInAllViewsThatAreOpenedThen() {
        TmfExperiment experiment = Samples.openSample();
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        awaitWork(experiment);
        Hand.standsStill(threads.getTimeGraphViewer().getTimeGraphControl());
        Workbench.page().activate(threads);
        TimeGraphControl control = threads.getTimeGraphViewer().getTimeGraphControl();
        control.forceFocus();
        Hand.hover(control, control.getSize().x * 3 / 4, control.getSize().y / 2); // the key zooms where the pointer is, and not elsewhere
        TmfTimeRange first = window(experiment);
        Hand.key("w", "a person zooms in", () -> !window(experiment).equals(first));
        Workbench.settle();
        TmfTimeRange picked = window(experiment);
        Workbench.page().hideView(threads);
        Workbench.showView(ThreadsView.ID);
        Workbench.showView(KnotsView.ID);
        Workbench.settle();
        assertEquals(picked, window(experiment));
        TmfSignalManager.dispatchSignal(new TmfTraceSelectedSignal(this, experiment));
        Workbench.settle();
        assertEquals(picked, window(experiment));
    }

    @Test
    void theRangeOfAnotherTraceThatWouldFollowIsNotTaken() throws Exception {
        TmfExperimentElement first = Samples.importRecording("first-range-one", Samples.unpack("three-tier"));
        TmfExperimentElement second = Samples.importRecording("first-range-two", Samples.unpack("three-tier"));
        Workbench.showView(ThreadsView.ID);
        TmfExperiment one = Samples.open(first);
        awaitWork(one);
        long from = one.getStartTime().toNanos() + 1_000_000_000L;
        pick(one, from, from + 50_000_000L);
        TmfTraceManager.getInstance().updateTraceContext(one, context -> context.setSynchronized(true));
        TmfExperiment two = Samples.open(second);
        assertTrue(TmfTraceManager.getInstance().isSynchronized(one, two), "one follows the other");
        TmfTimeRange before = window(two);
        awaitResult(two);
        Workbench.settle();
        assertEquals(from, window(one).getStartTime().toNanos());
        assertEquals(from + 50_000_000L, window(one).getEndTime().toNanos());
        assertEquals(before, window(two));
    }

    @Test
    void whatWasClosedAndIsOpenedAgainOpensOnTheWorkAgain() {
        TmfExperiment before = Samples.openSample();
        Workbench.showView(ThreadsView.ID);
        awaitWork(before);
        long from = before.getStartTime().toNanos() + 1_000_000_000L;
        pick(before, from, from + 50_000_000L);
        Samples.closeAll();
        TmfExperiment again = Samples.openSample();
        assertNotEquals(before, again);
        awaitWork(again);
    }
}
