/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.ThreadEntry;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.details.DetailsView;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.view.Ranges;

/** Trace Compass's Control Flow beside our views, with a real mouse: a click in one reaches the others. */
@Tag("opening")
class ControlFlowTest {
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";

    private TmfExperiment experiment;
    private ThreadsView threads;
    private CriticalPathView path;

    @BeforeEach
    void open() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        experiment = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null));
        path = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("the threads are shown", () -> rows(threads.getTimeGraphViewer()).size() > 5);
        Workbench.settle();
    }

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private Timeline timeline() {
        return WaitAnalysisModule.of(experiment).result().timeline();
    }

    private int thread(String name) {
        int thread = 0;
        while (!timeline().name(thread).equals(name)) {
            thread++;
        }
        return thread;
    }

    private static List<ITimeGraphEntry> rows(TimeGraphViewer viewer) {
        return Arrays.asList(viewer.getExpandedElements());
    }

    /** The row of a thread in Control Flow, which reads one host after the other; null before it is there. */
    private ITimeGraphEntry theirs(TimeGraphViewer viewer, int thread) {
        return rows(viewer).stream().filter(entry -> entry instanceof TimeGraphEntry row
                && row.getMetadata().containsEntry(OsStrings.tid(), timeline().tid(thread))
                && new ThreadLocator(timeline()).host(BaseDataProviderTimeGraphView.getTrace(row)) == timeline().host(thread)).findFirst()
                .orElse(null);
    }

    private ITimeGraphEntry ours(int thread) {
        return rows(threads.getTimeGraphViewer()).stream().filter(entry -> thread(entry) == thread).findFirst().orElseThrow();
    }

    private static int thread(ITimeGraphEntry entry) {
        return entry instanceof TimeGraphEntry row && row.getEntryModel() instanceof ThreadEntry model ? model.thread() : Timeline.NONE;
    }

    /** Clicks on the states of a row at a time. */
    private static void click(TimeGraphViewer viewer, ITimeGraphEntry row, long nanos) {
        viewer.getTimeGraphControl().setTopIndex(Math.max(0, rows(viewer).indexOf(row) - 2));
        Workbench.settle();
        Hand.click(viewer.getTimeGraphControl(), () -> {
            Rectangle bounds = viewer.getTimeGraphControl().getItemBounds(row);
            return new Point(viewer.getXForTime(nanos), bounds.y + bounds.height / 2);
        });
    }

    private Span asked() {
        return Ranges.span(Ranges.of(experiment), experiment, WaitAnalysisModule.of(experiment).result());
    }

    @Test
    void aClickInControlFlowReachesOurViewsAndOneInOursReachesControlFlow() {
        int client = thread("w1-client");
        int server = thread("w1-server");
        ChosenRange work = WaitAnalysisModule.of(experiment).work();
        AbstractTimeGraphView flow = (AbstractTimeGraphView) Workbench.showView(CONTROL_FLOW);
        TimeGraphViewer viewer = flow.getTimeGraphViewer();
        Workbench.await("the rows of both are there", () -> theirs(viewer, server) != null && theirs(viewer, client) != null);
        Workbench.settle();
        Hand.standsStill(viewer.getTimeGraphControl());
        Span before = asked();
        long moment = work.fromNanos() + (work.toNanos() - work.fromNanos()) / 3;
        click(viewer, theirs(viewer, server), moment);
        Workbench.await("the thread is told to our views", () -> Inquiries.now(experiment).thread() == server);
        Workbench.await("the path is that of the server", () -> path.path() != null && path.path().path().thread() == server);
        Workbench.settle();
        long pixel = (viewer.getTime1() - viewer.getTime0()) / viewer.getTimeSpace() + 1;
        assertTrue(Span.selected(experiment).isMoment() && Math.abs(Span.selected(experiment).fromNanos() - moment) <= 2 * pixel,
                () -> "the moment is that of the click: " + Span.selected(experiment) + ", wanted " + moment);
        assertEquals(before, asked(), "a click leaves the range");
        DetailsView details = (DetailsView) Workbench.showView(DetailsView.ID);
        Workbench.await("the details are those of the server",
                () -> !details.text().lines().isEmpty() && details.text().lines().get(0).value().startsWith("w1-server"));
        Pictures.screenshot("control-flow-clicked");

        Workbench.page().activate(threads);
        Workbench.await("Threads shows the server, too", () -> thread(threads.getTimeGraphViewer().getSelection()) == server);
        click(threads.getTimeGraphViewer(), ours(client), moment);
        Workbench.await("the thread is told", () -> Inquiries.now(experiment).thread() == client);
        Workbench.await("Control Flow shows it", () -> viewer.getSelection() == theirs(viewer, client));
    }
}
