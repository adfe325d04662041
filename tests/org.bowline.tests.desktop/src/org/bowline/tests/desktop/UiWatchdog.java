/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import org.eclipse.swt.widgets.Display;

/**
 * Watches how long the UI thread is busy with one thing. From another thread it puts a small task into the UI thread's queue again and again;
 * while one is not taken, the UI thread is blocked, and its stack is looked at. What takes longest is remembered with its stack, so that a failure
 * tells what to mend.
 *
 * <pre>{@code
 * try (UiWatchdog watchdog = new UiWatchdog()) {
 *     ...
 *     watchdog.assertNeverBlocked(200);
 * }
 * }</pre>
 *
 * <p>Counted is the time for which the UI thread works (its processor time) or waits for another thread (a lock, a join, a sleep) while there is
 * something in its queue; not the time for which another process has its processor, as tests run on busy machines. So what it says is what a
 * person would feel on a machine of his own.
 */
final class UiWatchdog implements AutoCloseable {
    private static final long LOOK_NANOS = 5_000_000;

    private final Display display;
    private final Thread ui;
    private final Thread watcher;
    private final AtomicLong answered = new AtomicLong();
    private volatile boolean closed;
    private volatile long longestNanos;
    private volatile String longestStack = "";

    /** Begins to watch the current thread, which must be the UI thread. */
    UiWatchdog() {
        display = Display.getCurrent();
        ui = Thread.currentThread();
        watcher = new Thread(this::watch, "UI watchdog");
        watcher.setDaemon(true);
        watcher.start();
    }

    private void watch() {
        ThreadMXBean processor = ManagementFactory.getThreadMXBean();
        long asked = 0;
        while (!closed && !display.isDisposed()) {
            long question = ++asked;
            long busy = 0;
            String deepest = "";
            display.asyncExec(() -> answered.set(question));
            long last = System.nanoTime();
            long lastUsed = processor.getThreadCpuTime(ui.getId());
            while (answered.get() < question && !closed) {
                LockSupport.parkNanos(LOOK_NANOS);
                long now = System.nanoTime();
                long used = processor.getThreadCpuTime(ui.getId());
                boolean waits = ui.getState() != Thread.State.RUNNABLE;
                long step = waits ? Math.min(now - last, 4 * LOOK_NANOS) : Math.min(used - lastUsed, now - last);
                busy += step;
                if (step > 0 && busy > longestNanos && busy > 4 * LOOK_NANOS && answered.get() < question) {
                    deepest = stack();
                }
                last = now;
                lastUsed = used;
            }
            if (!closed && busy > longestNanos) {
                longestNanos = busy;
                longestStack = deepest;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private String stack() {
        return Arrays.stream(ui.getStackTrace()).map(frame -> "    at " + frame).collect(Collectors.joining("\n"));
    }

    /** The longest time for which the UI thread was busy with one thing, ms. */
    long longestMillis() {
        return longestNanos / 1_000_000;
    }

    /** Forgets what was before: what follows is another thing. */
    void restart() {
        longestNanos = 0;
        longestStack = "";
    }

    /** Where it was towards the end of that time. */
    String longestStack() {
        return longestStack;
    }

    /** Fails if it was ever busy for longer. */
    void assertNeverBlocked(long millis) {
        assertTrue(longestMillis() <= millis,
                () -> "the UI thread was blocked for " + longestMillis() + " ms, more than " + millis + " ms:\n" + longestStack);
    }

    @Override
    public void close() {
        closed = true;
    }
}
