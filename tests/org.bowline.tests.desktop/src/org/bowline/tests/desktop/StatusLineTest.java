/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.details.DetailsView;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** What is selected before a person selects anything: where the work begins. The status line tells it, and never the year in which clocks began. */
@Tag("opening")
class StatusLineTest {
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";

    private static final int EVERY_MILLIS = 15;

    @BeforeEach
    void perspective() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.hideViews();
    }

    @AfterEach
    void close() {
        Workbench.hideViews();
        Workbench.forgetAll();
    }

    /** What the line at the bottom of the window says. */
    private static String statusLine() {
        String found = text(Workbench.window().getShell());
        return found == null ? "" : found;
    }

    private static String text(Composite parent) {
        for (Control child : parent.getChildren()) {
            String found = child instanceof CLabel label && label.getText().contains("T1: ")
                    ? label.getText() : child instanceof Composite inside ? text(inside) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Notes all that the line at the bottom says while something is done. */
    private static Set<String> said(Runnable during) {
        Set<String> said = new LinkedHashSet<>();
        Display display = Display.getCurrent();
        Runnable ears = new Runnable() {
            @Override
            public void run() {
                said.add(statusLine());
                display.timerExec(EVERY_MILLIS, this);
            }
        };
        display.timerExec(EVERY_MILLIS, ears);
        try {
            during.run();
        } finally {
            display.timerExec(-1, ears);
        }
        return said;
    }

    /** Moves the pointer over the states: the line tells where it is, and what is selected. */
    private static void tellsWhatIsSelected(AbstractTimeGraphView view, TmfExperiment experiment) {
        TimeGraphViewer viewer = view.getTimeGraphViewer();
        Workbench.page().activate(view); // the line is that of the active view
        Workbench.settle();
        Control control = viewer.getTimeGraphControl();
        Workbench.standsStill(control);
        Workbench.hover(control, viewer.getNameSpace() + (control.getSize().x - viewer.getNameSpace()) / 2, control.getSize().y / 2);
        Workbench.await("the status line tells where the pointer is", () -> statusLine().startsWith("T: "));
        assertEquals(Span.selected(experiment).fromNanos(), viewer.getSelectionBegin(), view.getTitle());
        String day = TmfTimestamp.fromNanos(viewer.getSelectionBegin()).toString(new TmfTimestampFormat("yyyy-MM-dd HH:mm:ss"));
        assertTrue(statusLine().contains("T1: " + day), () -> statusLine() + " tells " + day);
    }

    private static TmfExperiment open() {
        try {
            return OpenRecordingTest.opened(new OpenRecordingJob(List.of(Workbench.unpack("three-tier")), null));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void untilATimeIsSelectedItIsTheBeginOfTheWorkInAllViews() throws Exception {
        Workbench.showView(CriticalPathView.ID);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        TmfExperiment[] opened = new TmfExperiment[1];
        Set<String> said = said(() -> {
            TmfExperiment experiment = open();
            opened[0] = experiment;
            Workbench.await("the threads are shown", () -> threads.getTimeGraphViewer().getExpandedElements().length > 5);
            Workbench.await("the begin of the work is selected",
                    () -> Span.selected(experiment).fromNanos() == WaitAnalysisModule.of(experiment).work().fromNanos());
            tellsWhatIsSelected(threads, experiment);
        });
        Workbench.screenshot("status-line");
        TmfExperiment experiment = opened[0];
        assertTrue(Span.selected(experiment).isMoment());
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        int client = 0;
        while (!timeline.name(client).equals("w1-client")) {
            client++;
        }
        Choice.tell(this, experiment, new Choice.OfThread(client));
        DetailsView details = (DetailsView) Workbench.showView(DetailsView.ID);
        Workbench.await("the details are those of the thread when the work begins",
                () -> details.text().lines().stream().anyMatch(line -> line.value().startsWith("w1-client")));
        // also in a view that opens now
        said.addAll(said(() -> tellsWhatIsSelected((AbstractTimeGraphView) Workbench.showView(CONTROL_FLOW), experiment)));
        assertTrue(said.stream().noneMatch(text -> text.contains("1970-") || text.contains("1969-")), said::toString);
    }
}
