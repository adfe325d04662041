/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.ui.progress.IProgressConstants;

import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule.State;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;

/** Opening recordings as the commands do, and waiting for what comes of it. In the UI thread. */
final class Opening {
    private Opening() {}

    /** Schedules a job as a command does, but without a dialog if it fails. */
    static IStatus run(Job job) {
        Workbench.window();
        job.setProperty(IProgressConstants.NO_IMMEDIATE_ERROR_PROMPT_PROPERTY, Boolean.TRUE);
        job.schedule();
        Workbench.await(job.getName() + " ends", () -> job.getResult() != null);
        return job.getResult();
    }

    static TmfExperiment opened(OpenRecordingJob job) {
        IStatus status = run(job);
        assertTrue(status.isOK(), status.toString());
        TmfExperimentElement element = job.experiment();
        assertNotNull(element);
        Workbench.await("the experiment is open",
                () -> element.getTrace() != null && element.getTrace() == TmfTraceManager.getInstance().getActiveTrace());
        return assertInstanceOf(TmfExperiment.class, element.getTrace());
    }

    static AnalysisResult analysed(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        assertNotNull(module);
        module.start();
        Workbench.await("the analysis ends", () -> module.state() == State.DONE || module.state() == State.FAILED);
        assertNull(module.failure());
        return module.result();
    }

    /** A folder of the shared traces; the test is skipped where they are not. */
    static Path sharedTraces(String... names) {
        String named = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        Path shared = named != null ? Path.of(named)
                : Path.of(System.getProperty("bowline.root", "")).toAbsolutePath().resolveSibling("shared");
        Path folder = Path.of(shared.toString(), "traces").resolve(String.join("/", names));
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isDirectory(folder),
                () -> "no shared traces at " + folder + "; set BOWLINE_SHARED");
        return folder;
    }
}
