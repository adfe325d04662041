/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.util.Objects;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/**
 * A person chose a thread in one of the views: the others show it, and the critical path follows it. Trace Compass's own signal tells only a
 * tid and a host; this one tells the incarnation.
 *
 * <p>Dispatched with {@link org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager}; who gets his own back, ignores it. No view starts a
 * calculation because of it that a person did not ask for, save the view that shows one thread.
 */
public final class ThreadChosenSignal extends TmfSignal {
    private final ITmfTrace trace;
    private final int thread;

    /**
     * Tells of a choice.
     *
     * @param source who sends it
     * @param trace the experiment or trace whose wait analysis numbers the threads
     * @param thread number of the thread in the {@linkplain org.bowline.core.timeline.Timeline timeline} of that analysis
     * @throws IllegalArgumentException if the number is below 0
     */
    public ThreadChosenSignal(Object source, ITmfTrace trace, int thread) {
        super(source);
        if (thread < 0) {
            throw new IllegalArgumentException("there is no thread " + thread + "; threads are numbered from 0");
        }
        this.trace = Objects.requireNonNull(trace);
        this.thread = thread;
    }

    /** The experiment or trace whose wait analysis numbers the threads. */
    public ITmfTrace trace() {
        return trace;
    }

    /** Number of the thread in the timeline. */
    public int thread() {
        return thread;
    }

    @Override
    public String toString() {
        return "[ThreadChosenSignal (" + trace.getName() + ", thread " + thread + ")]";
    }
}
