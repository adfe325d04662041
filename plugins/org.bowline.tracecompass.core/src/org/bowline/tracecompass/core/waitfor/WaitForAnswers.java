/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * The wait-for graphs of the last ranges that were asked for, of one analysis. Views and data providers that ask the same get the same
 * answer, computed once; who waits for another's computation can be cancelled alone. Forgotten when the trace is closed. Safe for many
 * threads.
 */
public final class WaitForAnswers {
    /** So many ranges are remembered; a graph is small beside the timeline. */
    static final int CAPACITY = 8;
    private static final int POLL_MILLIS = 20;
    private static final Registry REGISTRY = new Registry();

    private final AnalysisResult result;
    private final Map<Question, Slot> slots = new LinkedHashMap<>(CAPACITY, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Slot> eldest) {
            return size() > CAPACITY;
        }
    };

    private record Question(long fromNanos, long toNanos, WaitOrigins origins) {}

    /** An answer that comes, or has come. */
    private static final class Slot {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile @Nullable WaitForAnswer answer;
    }

    WaitForAnswers(AnalysisResult result) {
        this.result = result;
    }

    /** The answers of an open trace's analysis. */
    public static WaitForAnswers of(ITmfTrace trace, AnalysisResult result) {
        return REGISTRY.of(trace, result);
    }

    /**
     * The wait-for graph of a range. Long if it is not known yet: not for the UI thread.
     *
     * @param fromNanos begin, reference time
     * @param toNanos end, exclusive; later than the begin
     * @param origins whose waits
     * @param progress told how far it is; asked whether to stop
     * @throws CancelledException if it was to stop; the next who asks starts anew
     */
    public WaitForAnswer get(long fromNanos, long toNanos, WaitOrigins origins, Progress progress) {
        Slot slot;
        synchronized (slots) {
            slot = slots.computeIfAbsent(new Question(fromNanos, toNanos, origins), question -> new Slot());
        }
        WaitForAnswer known = slot.answer;
        if (known != null) {
            return known;
        }
        lock(slot.lock, progress);
        try {
            known = slot.answer;
            if (known != null) {
                return known;
            }
            WaitForGraph graph = WaitForAnalysis.run(result.timeline(), fromNanos, toNanos, origins.in(result.timeline()), progress);
            WaitForAnswer answer = new WaitForAnswer(origins, graph, KnotHierarchy.of(graph, KnotPolicy.DEFAULT, progress));
            slot.answer = answer;
            return answer;
        } finally {
            slot.lock.unlock();
        }
    }

    /** The wait-for graph of a range if it is known; does not wait. */
    public @Nullable WaitForAnswer peek(long fromNanos, long toNanos, WaitOrigins origins) {
        synchronized (slots) {
            Slot slot = slots.get(new Question(fromNanos, toNanos, origins));
            return slot == null ? null : slot.answer;
        }
    }

    private static void lock(ReentrantLock lock, Progress progress) {
        try {
            while (!lock.tryLock(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                progress.check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        }
    }

    /** The answers of all open traces; made known to the signals when the first one comes. */
    public static final class Registry {
        private final Map<ITmfTrace, WaitForAnswers> ofTrace = new IdentityHashMap<>();
        private boolean registered;

        private Registry() {}

        synchronized WaitForAnswers of(ITmfTrace trace, AnalysisResult result) {
            if (!registered) {
                registered = true;
                TmfSignalManager.register(this);
            }
            WaitForAnswers answers = ofTrace.get(trace);
            if (answers == null || answers.result != result) {
                answers = new WaitForAnswers(result);
                ofTrace.put(trace, answers);
            }
            return answers;
        }

        /** Forgets the answers of a closed trace. */
        @TmfSignalHandler
        public synchronized void traceClosed(TmfTraceClosedSignal signal) {
            ofTrace.remove(signal.getTrace());
        }
    }
}
