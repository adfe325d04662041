/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.ThreadDetails;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.details.DetailsView;
import org.bowline.tracecompass.ui.frame.Choice;

/** In which code a wait was, as the view Details tells it of a recording with call stacks. */
class DetailsCodeTest {
    private static final String CODE = "Waited in";
    private static final String STACK = "Call stack";

    private TmfExperiment experiment;
    private DetailsView view;

    @BeforeEach
    void open() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.hideViews();
        experiment = Samples.openSample("journal-stacks");
        view = (DetailsView) Workbench.showView(DetailsView.ID);
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        Workbench.settle();
    }

    @AfterEach
    void close() {
        Workbench.hideViews();
        Samples.forgetAll();
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

    /** The middle of the first segment of a thread that is so and lasts a little. */
    private long moment(int thread, ThreadState state, Cause cause) {
        Timeline timeline = timeline();
        for (int s = timeline.firstSegment(thread) + 1; s < timeline.endSegment(thread); s++) {
            long nanos = timeline.end(thread, s) - timeline.start(s);
            if (timeline.state(s) == state && (state != ThreadState.BLOCKED || timeline.cause(s) == cause) && nanos > 1_000) {
                return timeline.start(s) + nanos / 2;
            }
        }
        throw new AssertionError("no such moment");
    }

    private void look(int thread, long moment) {
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(moment),
                TmfTimestamp.fromNanos(moment), experiment));
        Choice.tell(this, experiment, new Choice.OfThread(thread));
    }

    private List<String> told(String label) {
        return view.text().lines().stream().filter(line -> line.label().equals(label)).map(ThreadDetails.Line::value).toList();
    }

    @Test
    void theDetailsTellInWhichCodeAWaitWasOnceItIsRead() {
        int writer = thread("j-writer");
        look(writer, moment(writer, ThreadState.BLOCKED, Cause.DISK));
        Workbench.await("the code of the wait is told", () -> !told(CODE).isEmpty());
        Workbench.settle();
        Pictures.screenshot("details-code");
        assertEquals(1, told(CODE).size(), () -> told(CODE).toString());
        assertTrue(told(CODE).get(0).endsWith("fdatasync"), () -> told(CODE).toString());
        assertTrue(told(STACK).contains("fdatasync"), () -> told(STACK).toString());

        // another wait of another thread: nothing is read again
        int client = thread("j-client");
        look(client, moment(client, ThreadState.BLOCKED, Cause.THREAD));
        Workbench.await("its own code is told", () -> told("Thread").get(0).startsWith("j-client") && !told(CODE).isEmpty());
        assertFalse(told(CODE).get(0).contains("fdatasync"), () -> told(CODE).toString());

        // a thread that runs waits in no code
        look(writer, moment(writer, ThreadState.RUNNING, Cause.UNKNOWN));
        Workbench.await("the writer runs", () -> told("Thread").get(0).startsWith("j-writer") && told(CODE).isEmpty());
        assertEquals(List.of(), told(STACK));
    }
}
