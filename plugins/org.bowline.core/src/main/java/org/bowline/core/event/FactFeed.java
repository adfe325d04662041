/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.progress.SideBySide;
import org.bowline.ctf.TraceReadException;

/**
 * Facts that a thread decodes while another one hears them. They travel in {@link FactBatch batches}, of which there are sixteen, so memory does not depend on the traces; whoever is ahead waits.
 */
final class FactFeed {
    /** So many that a pause of one thread, or some time in which few events are of its streams, does not make the other one wait. */
    private static final int BATCHES = 16;

    private final BlockingQueue<FactBatch> empty = new ArrayBlockingQueue<>(BATCHES);
    /** In the order in which they were filled; has room for all. */
    private final BlockingQueue<FactBatch> full = new ArrayBlockingQueue<>(BATCHES);
    private final Thread decoder;
    /** Nobody wants what comes. */
    private volatile boolean unwanted;
    /** How the decoding has ended; known to whoever has got the last batch. */
    private @Nullable Throwable failure;
    private long facts;
    private long lastEvent = Long.MIN_VALUE;
    /** What is heard at present; only of the thread that hears. */
    private FactBatch batch = new FactBatch();

    /**
     * Begins to decode.
     *
     * @param sources of one host
     * @param coverage of these sources alone
     * @param progress called by the thread that decodes
     */
    FactFeed(List<KernelSource> sources, Coverage coverage, Progress progress) {
        empty.add(batch);
        for (int i = 1; i < BATCHES; i++) {
            empty.add(new FactBatch());
        }
        decoder = new Thread(() -> decode(sources, coverage, progress), "bowline-decoder");
        decoder.setDaemon(true);
        decoder.start();
    }

    private void decode(List<KernelSource> sources, Coverage coverage, Progress progress) {
        FactBatch last = null;
        try {
            FactBatch.Filling filling = new FactBatch.Filling(this::next);
            KernelReader reader = new KernelReader(filling, coverage);
            try {
                reader.read(sources, progress);
            } finally {
                facts = reader.facts();
                lastEvent = reader.lastEventNanos();
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

    /** The first batch. */
    void begin() throws TraceReadException {
        take();
        skipTold();
    }

    /** Whether there is a next fact. */
    boolean hasNext() {
        return batch.hasNext();
    }

    /** When the next fact was recorded. */
    long nextNanos() {
        return batch.nextNanos();
    }

    /**
     * Tells the sink the next facts, up to, and with, a time: some of them at least. Waits for those after them.
     *
     * @throws TraceReadException if what comes after them could not be read
     */
    void tell(KernelSink sink, long untilNanos) throws TraceReadException {
        batch.tell(sink, untilNanos);
        skipTold();
    }

    private void skipTold() throws TraceReadException {
        while (!batch.hasNext()) {
            if (batch.isLast()) {
                rethrow();
                return;
            }
            batch.clear();
            empty.add(batch);
            take();
        }
    }

    private void take() {
        try {
            batch = full.take();
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

    /** Ends the decoding if it has not ended. */
    void stop() {
        unwanted = true;
        full.drainTo(empty);
    }

    /** Waits until the decoding has ended, though the thread that waits be interrupted: the traces may be closed then. */
    void join() {
        SideBySide.join(decoder);
    }

    /** The number of facts, once all have been told. */
    long facts() {
        return facts;
    }

    /** When the last event was recorded, once all facts have been told; {@link Long#MIN_VALUE} if there is none. */
    long lastEventNanos() {
        return lastEvent;
    }
}
