/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles.Role;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * Which threads do the work that is asked for: those that the user marks; else those on the critical paths of the requests, if these paths know whom they waited for; else the threads of programs that
 * are not set aside. Immutable.
 */
public final class Workers {
    /** Threads that do the work. */
    public static final Parameter<List<String>> WORKER = new Parameter<>("worker", "THREAD",
            "A thread that does the work, as NAME, HOST:NAME, TID or HOST:TID; in a name * stands for any characters. Several may be given; then no other thread is a worker. A knot that has no"
                    + " worker, and for which none waits, directly or through others, is a background knot. Default: the threads on the critical paths of the requests or, without requests,"
                    + " those of programs that are not set aside.",
            List::of, Workers::with);
    /** Threads that do none of it. */
    public static final Parameter<List<String>> BACKGROUND = new Parameter<>("background", "THREAD",
            "A thread that does none of the work, in the form of --worker: it does not count as a worker, whatever --worker says. Several may be given.",
            List::of, Workers::with);
    /** The workers of an analysis. */
    public static final Result<Workers> RESULT = Result.of(Workers::make, workers -> workers.caveats);
    /** The knots with what is in the background. */
    public static final Result<BackgroundKnots> KNOTS = Result.ofGraph(analysis -> BackgroundKnots.of(analysis.hierarchy(),
            analysis.knots().stream().anyMatch(knot -> knot.kind() == Knot.Kind.KNOT)
                    ? analysis.get(RESULT).orNull(analysis.graph().groups())
                    : null,
            hierarchy -> thresholdNanos(analysis, hierarchy), analysis.progress()));

    /** Whose waits nobody can follow may be so much of the paths; else who is not on them may do the work all the same. */
    private static final double LEAST_UNKNOWN = 0.01;

    private final BitSet threads;
    private final String phrase;
    private final List<Caveat> caveats;

    private Workers(BitSet threads, String phrase, List<Caveat> caveats) {
        this.threads = threads;
        this.phrase = phrase;
        this.caveats = List.copyOf(caveats);
    }

    /** What is said of the threshold holds for what is left, too; if nothing is, the usual one of what is left. */
    private static long thresholdNanos(Analysis analysis, KnotHierarchy part) {
        if (part == analysis.hierarchy() || analysis.question().threshold() != null) {
            return analysis.thresholdNanos();
        }
        return analysis.isOfWork() ? part.thresholdWithKnotNanos() : part.thresholdNanos();
    }

    private static List<String> with(List<String> before, String text) {
        List<String> all = new ArrayList<>(before);
        all.add(new ThreadPattern(text).text());
        return List.copyOf(all);
    }

    private static Workers make(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        List<Caveat> caveats = new ArrayList<>();
        List<String> marked = analysis.question().get(WORKER);
        List<String> unmarked = analysis.question().get(BACKGROUND);
        BitSet threads = new BitSet();
        String phrase;
        if (!marked.isEmpty()) {
            threads = threads(timeline, marked, WORKER, caveats);
            phrase = "the threads that --worker names";
        } else if (analysis.intervalsWanted() && onPaths(analysis, threads)) {
            phrase = "the threads on the critical paths of the requests";
        } else {
            threads = programs(analysis);
            phrase = "the threads of programs that are not set aside";
        }
        if (!unmarked.isEmpty()) {
            threads.andNot(threads(timeline, unmarked, BACKGROUND, caveats));
            phrase += ", without those that --background names";
        }
        if (threads.isEmpty() && isSaid(analysis.question())) {
            caveats.add(Caveat.of(Severity.WARNING, "", "no-worker", 1,
                    "By --worker and --background no thread is a worker, so it is not known which knots are in the background, and none is called so."));
        }
        return new Workers(threads, phrase, caveats);
    }

    private static BitSet threads(Timeline timeline, List<String> patterns, Parameter<?> parameter, List<Caveat> caveats) {
        BitSet threads = new BitSet();
        for (String text : patterns) {
            IntPredicate named = named(timeline, text);
            boolean found = false;
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                if (!timeline.isIdle(thread) && named.test(thread)) {
                    threads.set(thread);
                    found = true;
                }
            }
            if (!found) {
                caveats.add(Caveat.of(Severity.WARNING, "", "mark-not-found", 1,
                        parameter + " " + PlainText.visible(text) + ": the recording has no such thread, so it marks none."));
            }
        }
        return threads;
    }

    /**
     * Adds the threads on the critical paths of the requests.
     *
     * @return whether the paths know whom they waited for: if not, who is not on them may do the work all the same
     */
    private static boolean onPaths(Analysis analysis, BitSet threads) {
        IntervalPaths intervals = analysis.get(Analysis.INTERVALS);
        double all = 0;
        double unknown = 0;
        for (IntervalPaths.OfInterval path : intervals.paths()) {
            for (PathPart part : path.parts()) {
                threads.set(part.thread());
                all += part.nanos();
                unknown += isUnknown(analysis.timeline(), part) ? part.nanos() : 0;
            }
        }
        boolean known = all > 0 && unknown <= LEAST_UNKNOWN * all;
        if (!known) {
            threads.clear();
        }
        return known;
    }

    private static boolean isUnknown(Timeline timeline, PathPart part) {
        if (part.state() != ThreadState.BLOCKED) {
            return part.state() == ThreadState.UNKNOWN;
        }
        return part.target() == Timeline.NONE || switch (timeline.kind(part.target())) {
            case NETWORK, KERNEL, UNKNOWN, IPI -> true;
            case THREAD, DISK, NIC, TIMER, DEVICE -> false;
        };
    }

    private static BitSet programs(Analysis analysis) {
        BitSet threads = new BitSet();
        for (int thread = 0; thread < analysis.timeline().threadCount(); thread++) {
            threads.set(thread, analysis.get(Analysis.ROLES).of(thread) == Role.PROGRAM && !analysis.aside().isAside(thread));
        }
        return threads;
    }

    /**
     * Which threads a mark names, as {@link #WORKER} and {@link #BACKGROUND} take it.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public static IntPredicate named(Timeline timeline, String mark) {
        return new ThreadPattern(mark).in(timeline);
    }

    /** Whether a question says who is a worker, or who is none. */
    public static boolean isSaid(Question question) {
        return !question.get(WORKER).isEmpty() || !question.get(BACKGROUND).isEmpty();
    }

    /** Whether a vertex is a worker. */
    public boolean isWorker(int vertex) {
        return threads.get(vertex);
    }

    /** Who they are, as a phrase: {@code the threads that --worker names}. */
    public String phrase() {
        return phrase;
    }

    /** The workers, of a group of threads if one of them is; null if there is none. */
    private @Nullable IntPredicate orNull(ThreadGroups groups) {
        return threads.isEmpty() ? null : vertex -> Arrays.stream(groups.members(vertex)).anyMatch(threads::get);
    }
}
