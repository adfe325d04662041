/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import org.eclipse.swt.widgets.Display;

/**
 * Watches how long the UI thread is busy with one thing. From another thread it puts a small task into the UI thread's queue again and again;
 * while one is not taken, the UI thread is blocked, and its stack is looked at. What takes longest is remembered with its stack. At the end it prints a line for
 * docs/benchmarks.md: a test cannot judge it, for how long something takes depends on the machine.
 *
 * <p>Counted is the time for which the UI thread works (its processor time) or waits for another thread (a lock, a join, a sleep) while there is
 * something in its queue; not the time for which another process has its processor, as tests run on busy machines. So what it says is what a
 * person would feel on a machine of his own.
 */
final class UiWatchdog implements AutoCloseable {
    private static final long LOOK_NANOS = 5_000_000;
    private static final long TOLD_NANOS = 200_000_000;
    private static final int DEPTH = 16;
    private static final int OURS_DEPTH = 60;
    private static final String OURS = "org.bowline.tracecompass.";

    private final Display display;
    private final Thread ui;
    private final Thread watcher;
    private final AtomicLong answered = new AtomicLong();
    private final String what;
    private volatile boolean closed;
    private volatile long allNanos;
    private volatile long longestNanos;
    private volatile String longestStack = "";
    private volatile long longestOursNanos;
    private volatile String longestOursStack = "";

    /** Begins to watch the current thread, which must be the UI thread, while it does something. */
    UiWatchdog(String what) {
        this.what = what;
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
            long ours = 0;
            Map<String, Integer> seen = new HashMap<>();
            Map<String, Integer> seenOurs = new HashMap<>();
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
                if (step > 0 && busy > 4 * LOOK_NANOS && answered.get() < question) {
                    StackTraceElement[] stack = ui.getStackTrace();
                    if (Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith(OURS))) {
                        ours += step;
                        seenOurs.merge(
                                Arrays.stream(stack).limit(OURS_DEPTH).map(frame -> "    at " + frame).collect(Collectors.joining("\n")), 1,
                                Integer::sum);
                    }
                }
                if (step > 0 && busy > 4 * LOOK_NANOS && answered.get() < question) {
                    seen.merge(stack(), 1, Integer::sum);
                }
                last = now;
                lastUsed = used;
            }
            allNanos += busy;
            if (!closed && busy > longestNanos) {
                longestNanos = busy;
                longestStack = mostOften(seen);
            }
            if (!closed && ours > longestOursNanos) {
                longestOursNanos = ours;
                longestOursStack = mostOften(seenOurs);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static String mostOften(Map<String, Integer> seen) {
        int all = seen.values().stream().mapToInt(count -> count).sum();
        return seen.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).limit(4)
                .map(entry -> entry.getValue() + " of " + all + " looks:\n" + entry.getKey()).collect(Collectors.joining("\n"));
    }

    private String stack() {
        return Arrays.stream(ui.getStackTrace()).limit(DEPTH).map(frame -> "    at " + frame).collect(Collectors.joining("\n"));
    }

    /** The longest time for which the UI thread was busy with one thing, ms. */
    long longestMillis() {
        return longestNanos / 1_000_000;
    }

    /** Where it was most often in that time. */
    String longestStack() {
        return longestStack;
    }

    @Override
    public void close() {
        closed = true;
        System.out.printf(Locale.ROOT, "BENCH UI thread, %s: at most %d ms at once, in Bowline %d ms, of %d ms of work%n", what,
                longestMillis(),
                longestOursNanos / 1_000_000, allNanos / 1_000_000);
        if (longestOursNanos > TOLD_NANOS) {
            System.out.println(longestOursStack);
        }
    }
}
