/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import org.bowline.core.progress.Progress;

/** A build log gets no bars; a build that is stopped stops the analysis, in all of its threads. */
final class LogProgress implements Progress {
    private volatile boolean stopped;

    @Override
    public void report(String task, double fraction) {
        // a line per step would drown what matters
    }

    /** Ends the work at the next step. */
    void stop() {
        stopped = true;
    }

    @Override
    public boolean isCancelled() {
        return stopped || Thread.currentThread().isInterrupted();
    }
}
