/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Threshold;
import org.bowline.core.waitfor.Knot;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;

/**
 * What a person chose in one of the views: the other views of the same trace show it. The last choice of each kind is remembered as long as
 * the experiment is open, for views that open later or come back to it: it is an answer to one experiment, which says nothing about another.
 *
 * <p>Whoever gets his own choice back, ignores it. No view starts a calculation because of a choice that a person did not ask for, save the view
 * that shows one thread.
 */
public final class Choice extends TmfSignal {
    private static final Map<WaitAnalysisModule, Map<Class<? extends Of>, Of>> LAST = Collections.synchronizedMap(new WeakHashMap<>());

    private final ITmfTrace trace;
    private final Of what;

    /** What can be chosen. */
    public sealed interface Of {}

    /**
     * A thread. Trace Compass's own signal tells only a tid and a host; this tells the incarnation.
     *
     * @param thread its number in the timeline of the analysis
     */
    public record OfThread(int thread) implements Of {
        /** @throws IllegalArgumentException if the number is below 0 */
        public OfThread {
            if (thread < 0) {
                throw new IllegalArgumentException("there is no thread " + thread + "; threads are numbered from 0");
            }
        }
    }

    /**
     * The threshold of the wait-for graph.
     *
     * @param threshold it
     */
    public record OfThreshold(Threshold threshold) implements Of {}

    /**
     * The range that all views are about.
     *
     * @param range it
     */
    public record OfRange(RangeChoice range) implements Of {}

    /**
     * Whether anything is set aside.
     *
     * @param everybody whether nothing is
     */
    public record OfEverybody(boolean everybody) implements Of {}

    /**
     * Which events are the requests of the experiment.
     *
     * @param pairs each as {@code --interval} takes it; none if there are no requests
     */
    public record OfRequests(List<String> pairs) implements Of {
        /** Copies the list. */
        public OfRequests {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * Whose waits count.
     *
     * @param origins these
     */
    public record OfOrigins(WaitOrigins origins) implements Of {}

    /**
     * Knots or sinks.
     *
     * @param knots the chosen ones; empty if none is chosen any more; their vertices are those of the timeline
     * @param alone whether nothing else is to be shown
     */
    public record OfKnots(List<Knot> knots, boolean alone) implements Of {
        /** Copies the list. */
        public OfKnots {
            knots = List.copyOf(knots);
        }
    }

    private Choice(Object source, ITmfTrace trace, Of what) {
        super(source);
        this.trace = trace;
        this.what = what;
    }

    /**
     * Tells all views of a choice, and remembers it.
     *
     * @param source who tells it
     * @param trace the experiment or trace whose analysis it is about
     * @param what was chosen
     */
    public static void tell(Object source, ITmfTrace trace, Of what) {
        keep(trace, what);
        TmfSignalManager.dispatchSignal(new Choice(source, trace, what));
    }

    /** Remembers a choice that is made before any view shows something. */
    public static void keep(ITmfTrace trace, Of what) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        if (module != null) {
            LAST.computeIfAbsent(module, any -> new ConcurrentHashMap<>()).put(what.getClass(), what);
        }
    }

    /** What was last chosen of a kind for an experiment; null if nothing was. */
    public static <T extends Of> @Nullable T last(@Nullable ITmfTrace trace, Class<T> kind) {
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        return module == null ? null : kind.cast(LAST.getOrDefault(module, Map.of()).get(kind));
    }

    /** The threshold for an answer, ns: what was chosen for the experiment; else that of the preferences; if that is the usual one, the answer's own. */
    public static long thresholdNanos(@Nullable ITmfTrace trace, WaitForAnswer answer) {
        OfThreshold chosen = last(trace, OfThreshold.class);
        if (chosen == null && WaitAnalysisPreferences.isUsualThreshold()) {
            return answer.thresholdNanos();
        }
        return (chosen == null ? WaitAnalysisPreferences.threshold() : chosen.threshold()).most(answer.graph().rangeNanos());
    }

    /** Whether nothing is set aside in an experiment. */
    public static boolean everybody(@Nullable ITmfTrace trace) {
        OfEverybody chosen = last(trace, OfEverybody.class);
        return chosen != null && chosen.everybody();
    }

    /** The experiment or trace. */
    public ITmfTrace trace() {
        return trace;
    }

    /** What was chosen. */
    public Of what() {
        return what;
    }
}
