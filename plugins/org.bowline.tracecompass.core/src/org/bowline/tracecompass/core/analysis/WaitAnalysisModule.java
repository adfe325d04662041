/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.jspecify.annotations.Nullable;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.analysis.OpenOptions;
import org.bowline.core.progress.CancelledException;
import org.bowline.ctf.TraceReadException;

/**
 * The wait analysis of an experiment, or of a single kernel trace: reads it once with Bowline's own reader, keeps the timeline and the
 * clocks, and hands them to all views and data providers.
 */
public final class WaitAnalysisModule extends TmfAbstractAnalysisModule {
    /** Its id in Trace Compass. */
    public static final String ID = "org.bowline.waitanalysis";

    private volatile @Nullable AnalysisResult result;
    private volatile @Nullable String failure;
    private volatile boolean cancelled;

    /** The module of an experiment or trace, or null if it has none (not Linux, not kernel). */
    public static @Nullable WaitAnalysisModule of(ITmfTrace trace) {
        return TmfTraceUtils.getAnalysisModuleOfClass(trace, WaitAnalysisModule.class, ID);
    }

    @Override
    protected boolean executeAnalysis(IProgressMonitor monitor) {
        ITmfTrace trace = getTrace();
        if (trace == null) {
            return false;
        }
        List<Path> paths = new ArrayList<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            paths.add(Path.of(member.getPath()));
        }
        cancelled = false;
        MonitorProgress progress = new MonitorProgress(monitor);
        try (Experiment experiment = Experiment.open(paths, OpenOptions.DEFAULT, progress)) {
            result = experiment.analyze(progress).result();
            return true;
        } catch (CancelledException e) {
            cancelled = true;
            return false;
        } catch (TraceReadException e) {
            failure = e.getMessage();
            return false;
        }
    }

    /** What was found, or null as long as the analysis has not ended, or has failed. */
    public @Nullable AnalysisResult result() {
        return result;
    }

    /** Why there is no result, for people; null if nothing failed. */
    public @Nullable String failure() {
        return failure;
    }

    /** Whether the last run was cancelled; a new one may be scheduled. */
    public boolean cancelled() {
        return cancelled;
    }

    @Override
    protected void canceling() {
        // the monitor is polled
    }
}
