/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Merging;
import org.bowline.core.figures.Threshold;
import org.bowline.core.waitfor.Knot;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;

/**
 * What a person chose in one of the views: the other views of the same trace show it. It becomes part of {@linkplain Inquiries what is asked} of the experiment, for views that open later
 * or come back to it.
 *
 * <p>Whoever gets his own choice back, ignores it. No view starts a calculation because of a choice that a person did not ask for, save the view
 * that shows one thread.
 */
public final class Choice extends TmfSignal {
    private final ITmfTrace trace;
    private final Of what;

    /** What can be chosen. */
    public sealed interface Of {}

    /** Which part of what is asked a choice changes. */
    enum Kind {
        RANGE, ORIGINS, THRESHOLD, EVERYBODY, MERGE, OPTIONS, THREAD, OTHER;

        static Kind of(Of what) {
            return what instanceof OfRange ? RANGE
                    : what instanceof OfOrigins ? ORIGINS
                            : what instanceof OfThreshold ? THRESHOLD
                                    : what instanceof OfEverybody ? EVERYBODY
                                            : what instanceof OfMerge ? MERGE
                                                    : what instanceof OfOptions ? OPTIONS : what instanceof OfThread ? THREAD : OTHER;
        }
    }

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
     * @param threshold it; null for the usual one
     */
    public record OfThreshold(@Nullable Threshold threshold) implements Of {}

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
     * Which threads are one vertex of the wait-for graph.
     *
     * @param level these
     */
    public record OfMerge(Merging.Level level) implements Of {}

    /**
     * What the analyses are told beyond that.
     *
     * @param options all of it
     */
    public record OfOptions(GivenOptions options) implements Of {}

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
     * Whether the range stays, whatever is dragged. No part of what is asked: nobody goes back to it.
     *
     * @param locked whether it does
     */
    public record OfLock(boolean locked) implements Of {}

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

    /** Remembers a choice of which nobody need be told. */
    public static void keep(ITmfTrace trace, Of what) {
        Inquiries of = Inquiries.of(trace);
        if (of != null) {
            of.take(what);
        }
        WaitAnalysisModule module = what instanceof OfOptions ? WaitAnalysisModule.of(trace) : null;
        if (module != null && what instanceof OfOptions told) {
            module.keep(told.options()); // also on the way back: what is kept is what is asked
        }
    }

    /** Remembers the range that is shown before a person asks for anything. */
    public static void begin(ITmfTrace trace, RangeChoice range) {
        Inquiries of = Inquiries.of(trace);
        if (of != null) {
            of.begin(range);
        }
    }

    /** The threshold for an answer, ns: what was chosen for the experiment; else that of the preferences; if that is the usual one, the answer's own. */
    public static long thresholdNanos(@Nullable ITmfTrace trace, WaitForAnswer answer) {
        Threshold chosen = threshold(trace);
        return chosen == null ? answer.thresholdNanos() : chosen.most(answer.graph().rangeNanos());
    }

    /** The threshold that was chosen for an experiment, or in the preferences; null for the usual one. */
    public static @Nullable Threshold threshold(@Nullable ITmfTrace trace) {
        Threshold chosen = Inquiries.now(trace).threshold();
        return chosen != null ? chosen : WaitAnalysisPreferences.isUsualThreshold() ? null : WaitAnalysisPreferences.threshold();
    }

    /** Whether nothing is set aside in an experiment. */
    public static boolean everybody(@Nullable ITmfTrace trace) {
        return Inquiries.now(trace).everybody();
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
