/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.open.RecordingRead;

/**
 * Reads what a program was started with while its window is being made, which takes longer and keeps one processor busy. In a thread of its own, as jobs wait until the window is up; it touches nothing of the workbench
 * and of Trace Compass. Whoever opens the recording takes it over, at whatever point it is.
 */
public final class ReadAhead {
    private static final long TICK_MILLIS = 50;
    private static @Nullable ReadAhead begun;

    private final List<Path> roots;
    private final NullProgressMonitor monitor = new NullProgressMonitor();
    private final MonitorProgress progress = new MonitorProgress(monitor);
    private final FutureTask<RecordingRead> read;
    private volatile boolean dropped;

    /** Makes the folders, if they have to be made. */
    public interface Preparation {
        /** Called in the thread that reads. */
        void run() throws Exception;
    }

    private ReadAhead(List<Path> roots, Preparation preparation) {
        this.roots = List.copyOf(roots);
        read = new FutureTask<>(() -> {
            preparation.run();
            return RecordingRead.of(roots, progress);
        }) {
            @Override
            protected void done() {
                closeIfDropped();
            }
        };
    }

    /** Begins to read; what was begun before and nobody took is dropped. */
    public static synchronized void begin(List<Path> roots, Preparation preparation) {
        ReadAhead before = begun;
        if (before != null) {
            before.drop();
        }
        ReadAhead now = new ReadAhead(roots, preparation);
        begun = now;
        Thread thread = new Thread(now.read, "Bowline reads ahead");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * What was begun of these folders, once it is read; else they are read now. What was begun of others is dropped.
     *
     * @throws TraceReadException if there is no trace, or none can be read
     * @throws CancelledException if cancelled
     */
    static RecordingRead read(List<Path> roots, MonitorProgress told) throws TraceReadException {
        ReadAhead ahead = take();
        if (ahead != null && ahead.roots.equals(roots)) {
            RecordingRead read = ahead.await(told);
            if (read != null) {
                return read;
            }
        } else if (ahead != null) {
            ahead.drop();
        }
        return RecordingRead.of(roots, told);
    }

    private static synchronized @Nullable ReadAhead take() {
        ReadAhead taken = begun;
        begun = null;
        return taken;
    }

    /** Null if it failed otherwise than for the traces: who reads again finds out why. */
    private @Nullable RecordingRead await(MonitorProgress told) throws TraceReadException {
        told.phase(0, RecordingRead.DONE);
        boolean taken = false;
        try {
            while (true) {
                told.check();
                told.report(progress.task(), progress.fraction() / RecordingRead.DONE);
                try {
                    RecordingRead whole = read.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
                    taken = true;
                    return whole;
                } catch (TimeoutException e) {
                    // it is told how far it is
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TraceReadException unreadable) {
                throw unreadable;
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        } finally {
            if (!taken) {
                drop();
            }
        }
    }

    private void drop() {
        dropped = true;
        monitor.setCanceled(true);
        closeIfDropped();
    }

    private void closeIfDropped() {
        if (dropped && read.isDone()) {
            try {
                read.get().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                // there is nothing to close
            }
        }
    }
}
