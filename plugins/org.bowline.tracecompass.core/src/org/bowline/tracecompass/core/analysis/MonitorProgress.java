/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.SubMonitor;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;

/**
 * An Eclipse monitor as the engine's progress. The engine tells of every task how much is done, from 0 to 1; the monitor gets one bar that
 * never goes back, each phase having its share. May be told from several threads; a monitor may not.
 */
public final class MonitorProgress implements Progress {
    private static final int TICKS = 1000;

    private final IProgressMonitor asked;
    private final SubMonitor monitor;
    private int done;
    private int phaseBegin;
    private int phaseEnd = TICKS;
    private volatile String task = "";
    private volatile double fraction;

    /** Reports to, and is cancelled by, the monitor; it is not done before the caller says so. */
    public MonitorProgress(IProgressMonitor monitor) {
        this.asked = monitor;
        this.monitor = SubMonitor.convert(monitor, TICKS);
    }

    /**
     * What is reported from now on is this share of the whole.
     *
     * @param from where the bar shall stand at the begin of the phase, 0 to 1
     * @param to where it shall stand at its end
     */
    public synchronized void phase(double from, double to) {
        phaseBegin = (int) (from * TICKS);
        phaseEnd = (int) (to * TICKS);
        advance(phaseBegin);
    }

    @Override
    public synchronized void report(String what, double part) {
        if (!what.equals(task)) {
            task = what;
            monitor.subTask(what);
        }
        double within = Math.max(0, Math.min(1, part));
        advance(phaseBegin + (int) (within * (phaseEnd - phaseBegin)));
    }

    private void advance(int to) {
        if (to > done) {
            monitor.worked(to - done);
            done = to;
            fraction = (double) to / TICKS;
        }
    }

    @Override
    public boolean isCancelled() {
        return asked.isCanceled();
    }

    /** What was reported last. */
    public String task() {
        return task;
    }

    /** How much of the whole is done, 0 to 1; never less than before. */
    public double fraction() {
        return fraction;
    }

    /** The cancelling of a computation, seen through what wrapped it; null if the throwable is something else. */
    public static @Nullable CancelledException cancelled(@Nullable Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof CancelledException cancelled) {
                return cancelled;
            }
        }
        return null;
    }
}
