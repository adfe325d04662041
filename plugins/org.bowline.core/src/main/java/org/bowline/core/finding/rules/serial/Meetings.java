/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Pools;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * Who meets at {@link Barriers barriers}, on all hosts; not threads among which a runtime moves tasks.
 *
 * @param minThreads threads that meet
 * @param minPhases phases, each ended by a barrier of the same threads
 * @param burstNanos wake-ups by one thread that follow each other so closely are one release
 */
public record Meetings(long minThreads, long minPhases, long burstNanos) implements Result<List<Barriers.Phases>> {
    /** Who is the last one in so many of the phases, or in phases that have so much of the waiting, is told by name, else that it changes. */
    private static final double MOSTLY = 0.5;

    // What the compiler makes of a record is linked at its first use, which costs a short run some 10 ms.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Meetings that && minThreads == that.minThreads && minPhases == that.minPhases
                && burstNanos == that.burstNanos;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (31 * minThreads + minPhases) + burstNanos);
    }

    @Override
    public List<Barriers.Phases> compute(Analysis analysis) {
        HandOvers handOvers = HandOvers.withinHosts(analysis);
        List<Barriers.Phases> all = new ArrayList<>();
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            analysis.progress().check();
            for (Barriers.Phases phases : Barriers.of(analysis, handOvers.of(host), minThreads, minPhases, burstNanos)) {
                if (!isOfTasks(analysis, phases)) {
                    all.add(phases);
                }
            }
        }
        return all;
    }

    /** Whether a runtime moves tasks among all of them: who has none looks whether there are any when the others do. */
    private static boolean isOfTasks(Analysis analysis, Barriers.Phases phases) {
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        int first = phases.threads().getInt(0);
        return phases.threads().intStream().allMatch(thread -> tasks.isForTask(first, thread));
    }

    /** As the subject of a finding: {@code A:worker*}. */
    public static String subject(Analysis analysis, Barriers.Phases phases) {
        Timeline timeline = analysis.timeline();
        return timeline.hostName(timeline.host(phases.threads().getInt(0))) + ':' + Pools.name(timeline, phases.threads());
    }

    /** As the subject of a sentence: {@code 6 threads worker* (A)}. */
    public static String who(Analysis analysis, Barriers.Phases phases) {
        Timeline timeline = analysis.timeline();
        return count(phases.threads().size(), "thread") + ' ' + Whose.named(Pools.name(timeline, phases.threads())) + " ("
                + Whose.named(timeline.hostName(timeline.host(phases.threads().getInt(0)))) + ')';
    }

    /** A clause: who is the last one, mostly, or when it matters most, or at least more often than others. */
    public static String last(Analysis analysis, Barriers.Phases phases) {
        int mostly = greatest(phases.last());
        int costliest = phases.lostTo().isEmpty() ? mostly : greatest(phases.lostTo());
        double cost = phases.lostNanos() == 0 ? 0 : (double) phases.lostTo().get(costliest) / phases.lostNanos();
        boolean seldom = phases.last().get(costliest) < MOSTLY * phases.count();
        if (cost >= MOSTLY) {
            return isLast(analysis, phases, costliest) + (seldom ? ", which have " + percent(cost) + " of the waiting" : "");
        }
        return (phases.last().get(mostly) < MOSTLY * phases.count() ? "who is last changes; " : "") + isLast(analysis, phases, mostly);
    }

    private static String isLast(Analysis analysis, Barriers.Phases phases, int thread) {
        return analysis.phrase(thread) + " is last in " + phases.last().get(thread) + " of " + count(phases.count(), "phase");
    }

    /** Who has most; of equals the first: not as they lie in a map. */
    private static int greatest(Int2LongMap of) {
        return of.int2LongEntrySet().stream()
                .max(Comparator.<Int2LongMap.Entry>comparingLong(entry -> entry.getLongValue())
                        .thenComparing(Comparator.<Int2LongMap.Entry>comparingInt(entry -> entry.getIntKey()).reversed()))
                .orElseThrow().getIntKey();
    }
}
