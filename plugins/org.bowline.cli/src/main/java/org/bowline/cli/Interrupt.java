/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the process cleanly on Ctrl-C (SIGINT), SIGTERM and SIGHUP: asks the work to stop, gives it a moment to tidy up, and exits with
 * {@link ExitCode#CANCELLED}. Works by a shutdown hook, the one portable place that hears of a signal.
 */
final class Interrupt {
    private static final long PATIENCE_SECONDS = 5;

    private final Shell shell;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile int exitCode = ExitCode.CANCELLED;

    private Interrupt(Shell shell) {
        this.shell = shell;
    }

    /** Listens from now on. */
    static Interrupt listen(Shell shell) {
        Interrupt interrupt = new Interrupt(shell);
        Runtime.getRuntime().addShutdownHook(new Thread(interrupt::stop, "interrupt"));
        return interrupt;
    }

    /** The command is done: an exit from now on is an ordinary one. */
    void finished(int code) {
        exitCode = code;
        finished.countDown();
    }

    private void stop() {
        if (finished.getCount() == 0) {
            return;
        }
        shell.progress().cancel();
        try {
            if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                shell.close(); // the work hangs, perhaps writing into a pipe that nobody reads
                shell.complain("cancelled");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(exitCode); // the only way for a hook to choose the exit code
    }
}
