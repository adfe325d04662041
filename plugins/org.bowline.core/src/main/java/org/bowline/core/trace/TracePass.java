/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.time.ClockMap;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;

/** One more pass over some traces of an experiment, host by host and trace by trace, each in order of time. O(events that are selected). */
final class TracePass {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Experiment experiment;
    private final ClockMap clocks;

    TracePass(Experiment experiment, ClockMap clocks) {
        this.experiment = experiment;
        this.clocks = clocks;
    }

    /** Is told the events of a trace. */
    interface Reader {
        /** An event, or a notice of lost ones; when, reference time. */
        void event(EventCursor cursor, long timeNanos);
    }

    /** Who reads a trace. */
    interface Readers {
        /** One for a trace of a host. */
        Reader of(int host, OpenTrace trace);
    }

    /**
     * Reads the traces that are wanted.
     *
     * @param task what it is, for people who wait
     * @param wanted asked of each trace
     * @param selection the events
     * @return the folders beside these traces in which programs may have been kept
     */
    List<Path> read(String task, Predicate<OpenTrace> wanted, EventSelection selection, Readers readers, Progress progress)
            throws TraceReadException {
        Set<Path> beside = new LinkedHashSet<>();
        for (int host = 0; host < experiment.hosts().size(); host++) {
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                if (wanted.test(trace)) {
                    beside.addAll(SymbolFiles.beside(trace.path()));
                    read(task, host, trace, selection, readers.of(host, trace), progress);
                }
            }
        }
        return List.copyOf(beside);
    }

    private void read(String task, int host, OpenTrace trace, EventSelection selection, Reader reader, Progress progress)
            throws TraceReadException {
        progress.check();
        try (EventCursor cursor = trace.ctf().cursor(selection)) {
            long events = 0;
            while (cursor.next()) {
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report(task, cursor.progress());
                }
                reader.event(cursor, clocks.toReference(host, trace.onHostClock(cursor.timeNanos())));
            }
        }
    }
}
