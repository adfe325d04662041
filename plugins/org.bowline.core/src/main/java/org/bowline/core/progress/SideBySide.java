/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.progress;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Work that several threads do at once for one that waits for it. */
public final class SideBySide {
    private SideBySide() {}

    /**
     * Runs the first part in the calling thread and each other one in a thread of its own, and comes back when all have ended, though the calling thread be interrupted: it is still interrupted then. A part that fails
     * stops none of the others.
     *
     * @param name of the threads
     * @param parts at least one
     * @throws RuntimeException or an Error: what the first of the parts that failed has thrown
     */
    public static void run(String name, List<? extends Runnable> parts) {
        @Nullable Throwable[] thrown = new @Nullable Throwable[parts.size()]; // each is written by one thread, and read when that has ended
        List<Thread> others = new ArrayList<>();
        try {
            for (int i = 1; i < parts.size(); i++) {
                int part = i;
                Thread other = new Thread(() -> thrown[part] = thrownBy(parts.get(part)), name);
                other.setDaemon(true);
                other.start();
                others.add(other);
            }
            thrown[0] = thrownBy(parts.get(0));
        } finally {
            others.forEach(SideBySide::join);
        }
        for (Throwable each : thrown) {
            if (each instanceof RuntimeException e) {
                throw e;
            }
            if (each instanceof Error e) {
                throw e;
            }
        }
    }

    private static @Nullable Throwable thrownBy(Runnable part) {
        try {
            part.run();
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** Waits until a thread has ended, though the one that waits be interrupted: it is still interrupted then. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
