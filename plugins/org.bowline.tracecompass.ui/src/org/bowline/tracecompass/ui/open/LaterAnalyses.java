/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.analysis.ITmfNewAnalysisModuleListener;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Has analyses wait that Trace Compass starts by itself for every trace that is opened (states of the kernel, statistics, counters, threads and source lines of events), until the window has come to rest: then what a
 * person waits for is on the screen. A view that needs one starts it at once. Where the product says so; elsewhere Trace Compass does as it always does.
 */
public final class LaterAnalyses implements ITmfNewAnalysisModuleListener {
    /** Preference of the product: whether they wait. */
    public static final String SWITCH = "analyses.later";

    private static final int TICK_MILLIS = 250;
    /** So many ticks in a row nothing runs that a person would wait for. */
    private static final int CALM_TICKS = 8;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Queue<WeakReference<TmfAbstractAnalysisModule>> waiting = new ConcurrentLinkedQueue<>();
    private final Starter starter = new Starter();

    @Override
    public void moduleCreated(@Nullable IAnalysisModule module) {
        if (module instanceof TmfAbstractAnalysisModule automatic && automatic.isAutomatic()
                && Platform.getPreferencesService().getBoolean(Ui.PLUGIN, SWITCH, false, null)) {
            automatic.setAutomatic(false);
            waiting.add(new WeakReference<>(automatic));
            starter.begin();
        }
    }

    private static boolean isOpen(@Nullable ITmfTrace trace) {
        return trace != null
                && TmfTraceManager.getInstance().getOpenedTraces().stream()
                        .anyMatch(open -> TmfTraceManager.getTraceSet(open).contains(trace));
    }

    /** Starts them when for a moment no job has run but the platform's own, or after a minute. */
    private final class Starter extends Job {
        private volatile long since;
        private volatile int calm;

        Starter() {
            super(Messages.open_later);
            setSystem(true);
            setPriority(DECORATE);
        }

        void begin() {
            since = System.nanoTime();
            calm = 0;
            schedule(TICK_MILLIS);
        }

        @Override
        protected IStatus run(IProgressMonitor monitor) {
            boolean busy = Stream.of(Job.getJobManager().find(null)).anyMatch(job -> job.getState() == RUNNING && !job.isSystem());
            calm = busy ? 0 : calm + 1;
            if (calm < CALM_TICKS && System.nanoTime() - since < MOST_NANOS) {
                schedule(TICK_MILLIS);
                return Status.OK_STATUS;
            }
            for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                TmfAbstractAnalysisModule module = next.get();
                if (module != null && isOpen(module.getTrace())) {
                    module.schedule();
                }
            }
            return Status.OK_STATUS;
        }
    }
}
