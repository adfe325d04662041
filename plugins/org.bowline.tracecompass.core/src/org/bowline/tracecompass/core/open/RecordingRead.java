/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.SideBySide;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.MonitorProgress;

/**
 * A recording that is being read, in a thread of its own that touches nothing of Trace Compass and of the workbench: the traces below some folders or in archives are found and opened, then analysed. Meanwhile
 * whoever opens it may try which trace types take the traces, or the window may still be made. Archives are unpacked into a temporary folder until this is closed.
 */
public final class RecordingRead implements AutoCloseable {
    /** How much of what opening takes is done when all is read, 0 to 1. */
    public static final double DONE = 0.8;
    private static final double FOUND = 0.1;
    private static final long TICK_MILLIS = 50;

    private final List<Path> roots;
    private final NullProgressMonitor monitor = new NullProgressMonitor();
    private final MonitorProgress progress = new MonitorProgress(monitor);
    private final FutureTask<List<HostTraces>> opened;
    private final FutureTask<AnalysisResult> analysed;
    private final Thread thread;
    /** Of the thread; null as long as the traces are not found. */
    private volatile @Nullable Experiment experiment;

    /** What makes the folders, if they have to be made. */
    public interface Preparation {
        /** Called in the thread that reads, before it looks at the folders. */
        void run() throws Exception;
    }

    private RecordingRead(List<Path> roots, Preparation preparation) {
        this.roots = List.copyOf(roots);
        opened = new FutureTask<>(() -> {
            preparation.run();
            progress.phase(0, FOUND);
            Experiment made = Experiment.open(this.roots, OpenOptions.DEFAULT, progress);
            experiment = made;
            return made.hosts();
        });
        analysed = new FutureTask<>(() -> {
            opened.get();
            progress.phase(FOUND, DONE);
            Experiment made = experiment;
            if (made == null) {
                throw new IllegalStateException("what was opened is there");
            }
            return made.read(progress).result();
        });
        thread = new Thread(this::read, "Bowline reads a recording");
        thread.setDaemon(true);
    }

    private void read() {
        opened.run();
        analysed.run();
        closeIfDropped();
    }

    /** Begins to read. Comes back at once. */
    public static RecordingRead begin(List<Path> roots) {
        return begin(roots, () -> {});
    }

    /** Begins to read folders that something makes. Comes back at once. */
    public static RecordingRead begin(List<Path> roots, Preparation preparation) {
        RecordingRead read = new RecordingRead(roots, preparation);
        read.thread.start();
        return read;
    }

    /** The folders and archives. */
    public List<Path> roots() {
        return roots;
    }

    /** Whether it has ended without a result. */
    public boolean hasFailed() {
        return analysed.isDone() && thrown(analysed) != null;
    }

    /**
     * The traces, by host, as soon as they are found and opened: they may still be being analysed. Not in the UI thread.
     *
     * @param told is told how far it is, and may stop the waiting
     * @throws TraceReadException if there is no trace, or none can be read
     * @throws CancelledException if cancelled; this is to be closed
     */
    public List<HostTraces> hosts(MonitorProgress told) throws TraceReadException {
        return await(opened, told);
    }

    /**
     * The analysis. Not in the UI thread.
     *
     * @param told is told how far it is, and may stop the waiting
     * @throws TraceReadException if a trace cannot be read
     * @throws CancelledException if cancelled; this is to be closed
     */
    public AnalysisResult result(MonitorProgress told) throws TraceReadException {
        return await(analysed, told);
    }

    /** How far it is, as part of what opening takes. */
    private void tell(MonitorProgress told) {
        told.check();
        told.phase(0, DONE);
        told.report(progress.task(), progress.fraction() / DONE);
    }

    private <T> T await(Future<T> of, MonitorProgress told) throws TraceReadException {
        try {
            while (true) {
                tell(told);
                try {
                    return of.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    // it is told how far it is
                }
            }
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        }
    }

    /** What was thrown in the thread that reads, as if it were thrown here. */
    private TraceReadException failure(ExecutionException e) {
        Throwable cause = root(e);
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return cause instanceof TraceReadException unreadable ? unreadable
                : TraceReadException.of(roots.get(0), TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                        String.valueOf(cause.getMessage()), "", cause); // the folders could not be made
    }

    private static Throwable root(ExecutionException e) {
        Throwable cause = e;
        while (cause instanceof ExecutionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static @Nullable Throwable thrown(Future<?> ended) {
        try {
            ended.get();
            return null;
        } catch (ExecutionException e) {
            return root(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        }
    }

    /** Stops it, if it is still reading, and comes back when it has ended and what was unpacked is gone. */
    @Override
    public void close() {
        drop();
        SideBySide.join(thread);
    }

    /** Stops it, if it is still reading, and closes it as soon as it has ended. Comes back at once. */
    public void drop() {
        monitor.setCanceled(true);
        closeIfDropped();
    }

    private synchronized void closeIfDropped() {
        Experiment of = experiment;
        if (of != null && monitor.isCanceled() && analysed.isDone()) {
            of.close();
        }
    }
}
