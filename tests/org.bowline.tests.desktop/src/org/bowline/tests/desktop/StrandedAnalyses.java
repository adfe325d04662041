/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;

/**
 * Ends Trace Compass's own analyses that wait for ever. Now and then Trace Compass loses a request for events between a trace and its experiment, or when a trace is closed: no thread reads for it, and the job that
 * has asked never ends, nor does any later test in which jobs are to end. It is cancelled, and said so in the log, once it has waited for long with nobody at work on any request.
 */
final class StrandedAnalyses {
    /** What the names of Trace Compass's jobs of analyses begin with. */
    static final String JOB = "Running analysis ";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final long patience;
    private long since = System.nanoTime();

    StrandedAnalyses() {
        this(PATIENCE_NANOS);
    }

    StrandedAnalyses(long patience) {
        this.patience = patience;
    }

    /** To be asked again and again while jobs are waited for. */
    void look() {
        if (System.nanoTime() - since < patience) {
            return;
        }
        since = System.nanoTime();
        if (Thread.getAllStackTraces().values().stream()
                .anyMatch(stack -> isIn(stack, "org.eclipse.tracecompass.internal.tmf.core.component.TmfEventThread", "run"))) {
            return;
        }
        for (Job job : waiting()) {
            System.err.println("Trace Compass has lost a request for events: \"" + job.getName() + "\" waits for nobody and is cancelled");
            job.cancel();
        }
    }

    private static List<Job> waiting() {
        return Stream.of(Job.getJobManager().find(null)).filter(job -> {
            Thread thread = job.getThread();
            return job.getName().startsWith(JOB) && thread != null
                    && isIn(thread.getStackTrace(), TmfEventRequest.class.getName(), "waitForCompletion");
        }).toList();
    }

    private static boolean isIn(StackTraceElement[] stack, String type, String method) {
        return Stream.of(stack).anyMatch(frame -> frame.getClassName().equals(type) && frame.getMethodName().equals(method));
    }
}
