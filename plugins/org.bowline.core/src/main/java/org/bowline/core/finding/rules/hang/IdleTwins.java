/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.bowline.core.figures.Percent.percent;

import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntCollection;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Programs that do the same as busy ones and have nothing to do meanwhile: threads of other processes of the same host, whose names differ from theirs by a number only, that live all the while and hardly run. A name that is the same tells
 * less: who starts workers, and looks after them, mostly has it, too. Not those that wait for the busy ones, or for whom these wait: stages of one work have such names, too.
 */
public final class IdleTwins {
    /** What is no more than this part of what one of the busy ones runs is nothing. */
    private static final double MOST_OF_BUSY = 0.1;
    /** What to do where one worker is full and its twin idle. */
    public static final String ADVICE = "Share out what comes among all of them before more are started: let a balancer look at how much each has to do, let clients ask over several connections or make new ones now and then, or let all take requests from one queue.";
    /** They live for so much of the range. */
    private static final double LEAST_ALIVE = 0.9;

    /** There are none. */
    public static final IdleTwins NONE = new IdleTwins(List.of(), 1);

    private final List<ThreadTotals> twins;
    private final long rangeNanos;

    private IdleTwins(List<ThreadTotals> twins, long rangeNanos) {
        this.twins = twins;
        this.rangeNanos = rangeNanos;
    }

    /** Those of some threads of one name and host. O(threads + edges). */
    public static IdleTwins of(Analysis analysis, IntCollection workers) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        IntOpenHashSet busy = new IntOpenHashSet(workers);
        long most = analysis.totals().stream().filter(total -> busy.contains(total.thread())).mapToLong(ThreadTotals::active).max()
                .orElse(0);
        List<ThreadTotals> twins = analysis.totals().stream()
                .filter(total -> roles.isProgram(total.thread()) && total.active() <= MOST_OF_BUSY * most
                        && total.endNanos() - total.startNanos() >= LEAST_ALIVE * analysis.rangeNanos()
                        && workers.intStream().allMatch(worker -> isLike(timeline, worker, total.thread()))
                        && !isWaitedFor(analysis, busy, total.thread()))
                .sorted(Comparator.comparingInt(ThreadTotals::thread)).toList();
        return new IdleTwins(twins, analysis.rangeNanos());
    }

    private static boolean isLike(Timeline timeline, int worker, int other) {
        return Kin.of(timeline, worker).equals(Kin.of(timeline, other)) && !timeline.name(worker).equals(timeline.name(other))
                && HangingServers.program(timeline, worker) != HangingServers.program(timeline, other);
    }

    /** Whether a thread waits for some, or some for it. */
    private static boolean isWaitedFor(Analysis analysis, IntOpenHashSet some, int thread) {
        WaitForGraph graph = analysis.graph();
        for (int one : some) {
            if (graph.edge(graph.groups().vertex(one), graph.groups().vertex(thread)) >= 0
                    || graph.edge(graph.groups().vertex(thread), graph.groups().vertex(one)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is no such worker. */
    public boolean isEmpty() {
        return twins.isEmpty();
    }

    /** A sentence with a space before it; empty if there are none. */
    public String sentence(Analysis analysis) {
        if (twins.isEmpty()) {
            return "";
        }
        boolean one = twins.size() == 1;
        double share = (double) twins.stream().mapToLong(ThreadTotals::active).max().orElseThrow() / rangeNanos;
        return " But " + PoolNames.list(analysis, twins.stream().mapToInt(ThreadTotals::thread).toArray())
                + (one ? " of another process has hardly anything to do: it runs for "
                        : " of other processes have hardly anything to do: each of them runs for at most ")
                + percent(share) + " of the range. So what comes is not shared out among them.";
    }
}
