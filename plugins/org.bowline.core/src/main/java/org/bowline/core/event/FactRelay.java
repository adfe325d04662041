/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/**
 * Reads the kernel traces of one host with two threads: one decodes events, the other tells the sink what they are. The facts, and their order, are those of
 * {@link KernelReader#read}. They travel in {@link FactBatch batches}, of which there are four, so memory does not depend on the traces; whoever is ahead waits.
 */
public final class FactRelay {
    private static final int BATCHES = 4;

    private final BlockingQueue<FactBatch> empty = new ArrayBlockingQueue<>(BATCHES);
    /** In the order in which they were filled; has room for all. */
    private final BlockingQueue<FactBatch> full = new ArrayBlockingQueue<>(BATCHES);
    /** The sink has failed: nobody wants what comes. */
    private volatile boolean unwanted;
    /** How the decoding has ended; known to whoever has got the last batch. */
    private @Nullable Throwable failure;
    private long facts;

    private FactRelay() {
        for (int i = 0; i < BATCHES; i++) {
            empty.add(new FactBatch());
        }
    }

    /**
     * Reads all events of the traces. The sink is called by the calling thread; when this returns or throws, the other thread has ended.
     *
     * @param traces kernel traces of one host
     * @param correctionNanos for each trace, what to add to its times
     * @param progress called by the thread that decodes
     * @return the number of facts
     * @throws TraceReadException if a trace is broken and was opened as strict
     * @throws CancelledException if the progress says so, or the calling thread is interrupted
     */
    public static long read(List<CtfTrace> traces, long[] correctionNanos, KernelSink sink, Progress progress) throws TraceReadException {
        FactRelay relay = new FactRelay();
        Thread decoder = new Thread(() -> relay.decode(traces, correctionNanos, progress), "bowline-decoder");
        decoder.setDaemon(true);
        decoder.start();
        try {
            relay.tell(sink);
        } finally {
            relay.unwanted = true;
            relay.full.drainTo(relay.empty);
            join(decoder); // the traces may be closed by who called
        }
        relay.rethrow();
        return relay.facts;
    }

    private void decode(List<CtfTrace> traces, long[] correctionNanos, Progress progress) {
        FactBatch last = null;
        try {
            FactBatch.Filling filling = new FactBatch.Filling(this::next);
            try {
                facts = KernelReader.read(traces, correctionNanos, filling, progress);
            } finally {
                last = filling.batch();
            }
        } catch (TraceReadException | RuntimeException | Error e) {
            failure = e;
        } finally {
            if (last != null && !unwanted) {
                last.end();
                full.add(last);
            }
        }
    }

    /** Hands over a batch that is full, if there is one, and waits for an empty one. */
    private FactBatch next(@Nullable FactBatch filled) {
        if (filled != null) {
            full.add(filled);
        }
        try {
            FactBatch next = empty.take();
            if (unwanted) {
                throw new CancelledException();
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        }
    }

    private void tell(KernelSink sink) {
        try {
            for (boolean more = true; more;) {
                FactBatch batch = full.take();
                more = batch.tell(sink);
                empty.add(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        }
    }

    private void rethrow() throws TraceReadException {
        if (failure instanceof TraceReadException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private static void join(Thread thread) {
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
