/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.bowline.core.progress.Progress;
import org.bowline.report.text.TextTable;

/**
 * Shows how far the work is on the standard error, and stops it when the user asks. On a terminal one line is redrawn at most ten times a
 * second and wiped away at the end; elsewhere, if asked for, each task is a line. Thread-safe.
 */
final class ConsoleProgress implements Progress {
    /** Where and whether to show. */
    enum Style {
        /** Not at all. */
        NONE,
        /** A bar that is redrawn. */
        BAR,
        /** A line per task. */
        LINES
    }

    private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int BAR_WIDTH = 24;
    private static final int TASK_WIDTH = 48;
    private static final String WIPE = "\r\u001b[K";

    private final PrintWriter error;
    private final AtomicLong nextDraw = new AtomicLong(System.nanoTime());
    private volatile Style style;
    private volatile boolean cancelled;
    private boolean drawn;
    private String lastTask = "";

    ConsoleProgress(PrintWriter error, Style style) {
        this.error = error;
        this.style = style;
    }

    void setStyle(Style style) {
        this.style = style;
    }

    @Override
    public void report(String task, double fraction) {
        switch (style) {
            case BAR -> {
                long now = System.nanoTime();
                long due = nextDraw.get();
                if (now - due >= 0 && nextDraw.compareAndSet(due, now + REDRAW_NANOS)) {
                    draw(task, fraction);
                }
            }
            case LINES -> line(task);
            case NONE -> {
                // nobody watches
            }
        }
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    /** Asks the work to stop. */
    void cancel() {
        cancelled = true;
    }

    /** Wipes the bar away, before anything else is written. */
    synchronized void clear() {
        if (drawn) {
            drawn = false;
            error.print(WIPE);
            error.flush();
        }
    }

    private synchronized void draw(String task, double fraction) {
        double shown = Math.min(1, Math.max(0, fraction)); // also for NaN
        int full = (int) Math.round(shown * BAR_WIDTH);
        error.print(
                WIPE + '[' + "#".repeat(full) + " ".repeat(BAR_WIDTH - full) + String.format(Locale.ROOT, "] %3d %% ", (int) (shown * 100))
                        + TextTable.shorten(TextTable.printable(task), TASK_WIDTH));
        error.flush();
        drawn = true;
    }

    private synchronized void line(String task) {
        if (!task.equals(lastTask)) {
            lastTask = task;
            error.println("bowline: " + TextTable.printable(task) + " ...");
            error.flush();
        }
    }
}
