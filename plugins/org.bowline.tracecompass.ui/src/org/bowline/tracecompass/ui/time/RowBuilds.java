/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.function.Consumer;

import org.eclipse.core.runtime.IProgressMonitor;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.provider.AnalysisAccess.Phase;

/** The builds of a time graph's rows, of which only the newest counts: Trace Compass may begin another one before the last has ended. Safe for many threads. */
final class RowBuilds {
    private volatile @Nullable IProgressMonitor running;

    /** What a build has to do. */
    enum Step {
        /** The traces are read first: the rows are built after that, by another build. */
        READ,
        /** The rows can be built. */
        BUILD,
        /** There are no rows. */
        NOTHING
    }

    /** What is to be done when the analysis is as far as that; null if there is none. */
    static Step step(@Nullable Phase phase) {
        return phase == Phase.RUNNING ? Step.READ : phase == Phase.DONE ? Step.BUILD : Step.NOTHING;
    }

    /**
     * Builds, in the calling thread.
     *
     * @param ended called at the end, also if the build fails; told whether no other build began meanwhile
     */
    void run(IProgressMonitor monitor, Runnable build, Consumer<Boolean> ended) {
        begin(monitor);
        try {
            build.run();
        } finally {
            ended.accept(end(monitor));
        }
    }

    /**
     * Jobs begin in another order than they were asked for where the processors are busy: one that was stopped, as another was asked for after it, is not the newest
     * though it begins last.
     */
    private synchronized void begin(IProgressMonitor monitor) {
        IProgressMonitor before = running;
        if (before == null || before.isCanceled() || !monitor.isCanceled()) {
            running = monitor;
        }
    }

    /** Whether it was the newest. */
    private synchronized boolean end(IProgressMonitor monitor) {
        boolean last = running == monitor;
        if (last) {
            running = null;
        }
        return last;
    }

    /** Tells the newest build to stop. */
    void cancel() {
        IProgressMonitor monitor = running;
        if (monitor != null) {
            monitor.setCanceled(true);
        }
    }

    boolean isRunning() {
        return running != null;
    }
}
