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
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
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

    /** The answers of all open traces; hears signals as long as there are any. */
    public static final class Registry {
        private final Map<ITmfTrace, WaitForAnswers> ofTrace = new IdentityHashMap<>();

        private Registry() {}

        WaitForAnswers of(ITmfTrace trace, AnalysisResult result) {
            WaitForAnswers answers;
            synchronized (this) {
                answers = ofTrace.get(trace);
                if (answers != null && answers.result == result) {
                    return answers;
                }
                answers = new WaitForAnswers(result);
                ofTrace.put(trace, answers);
            }
            // afterwards the closing of the trace is heard of, or has been
            TmfSignalManager.register(this);
            if (!TmfTraceManager.getInstance().getOpenedTraces().contains(trace)) {
                forget(trace);
            }
            return answers;
        }

        /** Never under the lock: who hands out signals has one as well, and takes this one for {@link #traceClosed}. */
        private void forget(ITmfTrace trace) {
            synchronized (this) {
                if (ofTrace.remove(trace) == null || !ofTrace.isEmpty()) {
                    return;
                }
            }
            TmfSignalManager.deregister(this);
            boolean another;
            synchronized (this) {
                another = !ofTrace.isEmpty();
            }
            if (another) {
                TmfSignalManager.register(this);
            }
        }

        /** Forgets the answers of a closed trace. */
        @TmfSignalHandler
        public void traceClosed(TmfTraceClosedSignal signal) {
            forget(signal.getTrace());
        }
    }
}
