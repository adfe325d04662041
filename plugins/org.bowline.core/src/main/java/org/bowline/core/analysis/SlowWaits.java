/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.PathDifferences;
import org.bowline.core.model.Caveat;
import org.bowline.core.offcpu.OffCpu;

/**
 * Which code slow requests wait in, and typical ones do not: the waits on the critical paths of the slow intervals of each label against those of the typical ones, {@linkplain PathDifferences#groups grouped} as for requests.
 * Immutable.
 *
 * @param labels the labels with enough intervals, by name
 * @param caveats which have too few
 */
public record SlowWaits(List<OfLabel> labels, List<Caveat> caveats) {
    /** From which percentile on intervals are slow where nobody has said so. */
    public static final int USUAL_PERCENT = 95;
    /** From which percentile on intervals are slow; 0 if nobody has said so. */
    public static final Parameter<Integer> SLOW = Parameter.once("slow", "pN",
            "Which requests are the slow ones: those from this percentile of their label on, p76 to p99; p99 if it is not given (which code they wait in: p95). They are "
                    + PathDifferences.FEWEST_SLOW + " at least.",
            () -> 0, SlowWaits::percentile);
    /** Of the intervals in the range, with the percentile of the question, or the usual one. */
    public static final Result<SlowWaits> RESULT = Result.of(SlowWaits::of, SlowWaits::caveats);

    /** Copies the lists. */
    public SlowWaits {
        labels = List.copyOf(labels);
        caveats = List.copyOf(caveats);
    }

    /**
     * The waits of a label.
     *
     * @param label of the intervals
     * @param slow how many are slow
     * @param fromNanos how long the shortest of these is
     * @param typical how many are typical
     * @param stacks their code, what differs most first
     */
    public record OfLabel(String label, int slow, long fromNanos, int typical, List<Stack> stacks) {
        /** Copies the list. */
        public OfLabel {
            stacks = List.copyOf(stacks);
        }
    }

    /**
     * Waits that are alike.
     *
     * @param stack what was done
     * @param slowNanos for how long a slow interval waits there, in the mean over all slow ones, rounded
     * @param typicalNanos for how long a typical one does
     */
    public record Stack(OffCpu.Stack stack, long slowNanos, long typicalNanos) {
        /** How much longer a slow one does, ns; below 0 if it waits there for less. */
        public long moreNanos() {
            return slowNanos - typicalNanos;
        }
    }

    /**
     * A percentile above the upper quartile, as {@code p95}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static int percentile(String text) {
        String digits = text.startsWith("p") ? text.substring(1) : text;
        if (digits.matches("[0-9]{2}") && Integer.parseInt(digits) > 75) {
            return Integer.parseInt(digits);
        }
        throw new IllegalArgumentException("slow are the requests from a percentile above the upper quartile on: write p76 to p99, as p95");
    }

    private static SlowWaits of(Analysis analysis) {
        IntervalPaths paths = analysis.intervals();
        if (paths == null) {
            return new SlowWaits(List.of(), List.of());
        }
        int percent = analysis.question().get(SLOW);
        PathDifferences.Groups groups = PathDifferences.groups(paths, percent == 0 ? USUAL_PERCENT : percent);
        OffCpu.Code code = CodeQuestion.code(analysis);
        List<OfLabel> labels = new ArrayList<>();
        for (PathDifferences.OfLabel label : groups.labels()) {
            Map<OffCpu.Stack, long[]> sums = new HashMap<>();
            add(analysis, code, label.slow(), sums, 0);
            add(analysis, code, label.typical(), sums, 1);
            List<Stack> stacks = new ArrayList<>();
            sums.forEach((stack, sum) -> stacks.add(new Stack(stack, Math.round((double) sum[0] / label.slow().size()),
                    Math.round((double) sum[1] / label.typical().size()))));
            stacks.sort(
                    Comparator.comparingLong((Stack stack) -> -Math.abs(stack.moreNanos())).thenComparing(one -> one.stack().toString()));
            labels.add(new OfLabel(label.label(), label.slow().size(), label.slow().get(0).interval().nanos(), label.typical().size(),
                    stacks));
        }
        return new SlowWaits(labels, groups.caveats());
    }

    private static void add(Analysis analysis, OffCpu.Code code, List<IntervalPaths.OfInterval> some, Map<OffCpu.Stack, long[]> sums,
            int group) {
        // one after the other: of many intervals the paths would be much to keep
        Iterable<CriticalPath> paths = () -> some.stream().map(IntervalPaths.OfInterval::interval).map(interval -> path(analysis, interval))
                .iterator();
        for (OffCpu.Total total : OffCpu.on(paths, analysis.timeline(), code, analysis.progress())) {
            sums.computeIfAbsent(total.stack(), key -> new long[2])[group] += total.nanos();
        }
    }

    private static CriticalPath path(Analysis analysis, NamedInterval interval) {
        return CriticalPath.of(analysis.timeline(), interval.thread(), interval.beginNanos(), interval.endNanos(), analysis.progress());
    }
}
