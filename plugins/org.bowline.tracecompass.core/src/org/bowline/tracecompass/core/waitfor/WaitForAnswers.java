/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.analysis.Result;
import org.bowline.core.figures.Threshold;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.SetAside;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.tags.RuleEvents;

/**
 * The analyses of the last ranges that were asked for, of one recording. Views and data providers that ask the same get the same
 * answer, computed once; who waits for another's computation can be cancelled alone. Forgotten when the trace is closed. Safe for many
 * threads.
 */
public final class WaitForAnswers {
    /** So many ranges are remembered; a graph is small beside the timeline. */
    static final int CAPACITY = 8;
    private static final Registry REGISTRY = new Registry();

    private final AnalysisResult result;
    private final @Nullable RecordedIntervals requests;
    private final Map<WaitQuestion, Analysis> analyses = new LinkedHashMap<>(CAPACITY, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<WaitQuestion, Analysis> eldest) {
            return size() > CAPACITY;
        }
    };

    WaitForAnswers(AnalysisResult result) {
        this(result, null);
    }

    private WaitForAnswers(AnalysisResult result, @Nullable RecordedIntervals requests) {
        this.result = result;
        this.requests = requests;
    }

    /** The answers of an open trace's analysis. */
    public static WaitForAnswers of(ITmfTrace trace, AnalysisResult result) {
        return REGISTRY.of(trace, result);
    }

    /**
     * The wait-for graph of a range and the waits of everybody. Long if it is not known yet: not for the UI thread.
     *
     * @param fromNanos begin, reference time
     * @param toNanos end, exclusive; later than the begin
     * @param origins whose waits
     * @param progress told how far it is; asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop; the next who asks starts anew
     */
    public WaitForAnswer get(long fromNanos, long toNanos, WaitOrigins origins, Progress progress) {
        return get(new WaitQuestion(fromNanos, toNanos, true, origins), progress);
    }

    /**
     * The wait-for graph that answers a question. Long if it is not known yet: not for the UI thread.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop; the next who asks starts anew
     */
    public WaitForAnswer get(WaitQuestion question, Progress progress) {
        Analysis threads = analysis(question).with(progress);
        Analysis analysis = Merging.view(threads);
        List<Caveat> merging = Merging.isSaid(threads.question()) ? Merging.RESULT.caveats(threads) : List.of();
        return new WaitForAnswer(question.origins(), analysis.graph(), analysis.hierarchy(), analysis.thresholdNanos(),
                FirstLook.leaves(analysis), merging);
    }

    /** The analysis of a question, of which all that is known is kept; what is asked of it is computed in the thread that asks. */
    public Analysis analysis(WaitQuestion question) {
        synchronized (analyses) {
            return analyses.computeIfAbsent(question, asked -> builder(asked.question()).build());
        }
    }

    private AnalysisBuilder builder(Question question) {
        return requests == null ? Analysis.of(result).question(question) : requests.analysis(result, question);
    }

    /** The same at a threshold; null for the usual one. Not kept itself, but takes what is known of the analysis that is. */
    public Analysis analysis(WaitQuestion question, @Nullable Threshold threshold) {
        return analysis(question, threshold, RuleEvents.NONE);
    }

    /**
     * The same with what rules want of the traces.
     *
     * @param more what was read for them
     */
    public Analysis analysis(WaitQuestion question, @Nullable Threshold threshold, RuleEvents more) {
        Analysis kept = analysis(question);
        if (threshold == null && more == RuleEvents.NONE) {
            return kept;
        }
        AnalysisBuilder builder = more.into(builder(question.question().at(threshold)));
        takeOver(kept, Analysis.GRAPH, builder);
        takeOver(kept, Analysis.HIERARCHY, builder);
        takeOver(kept, Analysis.ASIDE, builder);
        takeOver(kept, Analysis.TOTALS, builder);
        return builder.build();
    }

    private static <T> void takeOver(Analysis from, Result<T> known, AnalysisBuilder builder) {
        T value = from.peek(known);
        if (value != null) {
            builder.known(known, value);
        }
    }

    /**
     * Who is set aside in a range. Long if it is not known yet: not for the UI thread.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop; the next who asks starts anew
     */
    public SetAside aside(long fromNanos, long toNanos, Progress progress) {
        return analysis(ofAll(fromNanos, toNanos)).with(progress).aside();
    }

    /** The same if it is known; does not wait. */
    public @Nullable SetAside peekAside(long fromNanos, long toNanos) {
        synchronized (analyses) {
            Analysis analysis = analyses.get(ofAll(fromNanos, toNanos));
            return analysis == null ? null : analysis.peek(Analysis.ASIDE);
        }
    }

    private static WaitQuestion ofAll(long fromNanos, long toNanos) {
        return new WaitQuestion(fromNanos, toNanos, false, WaitOrigins.ALL);
    }

    /** The wait-for graph of a range and the waits of everybody if it is known; does not wait. */
    public @Nullable WaitForAnswer peek(long fromNanos, long toNanos, WaitOrigins origins) {
        WaitQuestion question = new WaitQuestion(fromNanos, toNanos, true, origins);
        boolean known;
        synchronized (analyses) {
            Analysis analysis = analyses.get(question);
            known = analysis != null && analysis.peek(Analysis.GRAPH) != null && analysis.peek(Analysis.HIERARCHY) != null;
        }
        return known ? get(question, Progress.NONE) : null;
    }

    /** The answers of all open traces; hears signals as long as there are any. */
    public static final class Registry {
        private final IdentityHashMap<ITmfTrace, WaitForAnswers> ofTrace = new IdentityHashMap<>();

        private Registry() {}

        WaitForAnswers of(ITmfTrace trace, AnalysisResult result) {
            WaitForAnswers answers;
            WaitAnalysisModule module = WaitAnalysisModule.of(trace);
            RecordedIntervals requests = module == null || module.result() != result ? null : module.requests();
            synchronized (this) {
                answers = ofTrace.get(trace);
                if (answers != null && answers.result == result && Objects.equals(answers.requests, requests)) {
                    return answers;
                }
                answers = new WaitForAnswers(result, requests);
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
