/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import org.eclipse.core.runtime.IProgressMonitor;

import org.bowline.core.progress.Progress;

/** An Eclipse monitor as the engine's progress: its task becomes the sub-task, its fraction is left to the caller's units. */
public final class MonitorProgress implements Progress {
    private final IProgressMonitor monitor;

    /** Reports to, and is cancelled by, the monitor. */
    public MonitorProgress(IProgressMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public void report(String task, double done) {
        monitor.subTask(task);
    }

    @Override
    public boolean isCancelled() {
        return monitor.isCanceled();
    }
}
