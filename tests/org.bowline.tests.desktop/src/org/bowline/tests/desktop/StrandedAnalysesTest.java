/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.junit.jupiter.api.Test;

final class StrandedAnalysesTest {
    /** Asks for events as Trace Compass's analyses do, but sends its request to no trace. */
    private static final class Asking extends Job {
        final TmfEventRequest request = new TmfEventRequest(ITmfEvent.class, 0, ITmfEventRequest.ALL_DATA,
                ITmfEventRequest.ExecutionType.BACKGROUND) {
            // hears of no event
        };

        Asking(String name) {
            super(name);
        }

        @Override
        protected IStatus run(IProgressMonitor monitor) {
            try {
                request.waitForCompletion();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return request.isCancelled() ? Status.CANCEL_STATUS : Status.OK_STATUS;
        }

        @Override
        protected void canceling() {
            request.cancel();
        }
    }

    @Test
    void anAnalysisWhoseRequestNobodyReadsForIsCancelledAndAnotherJobIsNot() {
        Asking lost = new Asking(StrandedAnalyses.JOB + "nobody's");
        Asking other = new Asking("somebody's");
        lost.schedule();
        other.schedule();
        StrandedAnalyses stranded = new StrandedAnalyses(0);
        try {
            Workbench.await("the analysis is cancelled", () -> {
                stranded.look();
                return lost.getResult() != null;
            });
            assertEquals(Status.CANCEL_STATUS, lost.getResult());
            assertNull(other.getResult(), "the other job waits on");
        } finally {
            other.cancel();
        }
        Workbench.await("the other job ends", () -> other.getResult() != null);
    }

    @Test
    void anAnalysisThatHasNotWaitedForLongIsLeftAlone() {
        Asking asks = new Asking(StrandedAnalyses.JOB + "somebody's");
        asks.schedule();
        Workbench.await("it runs", () -> asks.getThread() != null);
        new StrandedAnalyses().look();
        assertNull(asks.getResult());
        asks.cancel();
        Workbench.await("it ends", () -> asks.getResult() != null);
    }
}
