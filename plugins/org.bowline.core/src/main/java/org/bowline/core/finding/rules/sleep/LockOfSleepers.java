/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.finding.rules.lock.Convoy;
import org.bowline.core.finding.rules.lock.PassedAround;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.Programs;
import org.bowline.core.finding.rules.waits.WaitsInParts;

/** What threads hand on to each other of which whoever has it sleeps, as those do that keep a lock while they ask somebody else or wait for the clock. */
final class LockOfSleepers {
    private static final int LEAST_THREADS = 3;
    private static final int LEAST_HAND_OVERS = 30;
    private static final double LEAST_QUEUE = 1;
    private static final double LEAST_PASSED_ON = 0.5;

    private LockOfSleepers() {}

    /**
     * A sentence with a space before it; empty if others of them wait in less than half of the sleeps, or they hand on nothing for which they queue. It does not matter for how long they have it. O(hand-overs and segments of the threads).
     *
     * @param asleep when at least one of them sleeps and others wait for that one
     */
    static String sentence(Analysis analysis, Sleepers some, Sleepers.Asleep asleep, WaitsInParts parts) {
        IntOpenHashSet sleepers = new IntOpenHashSet(asleep.threads());
        int first = asleep.threads().getInt(0);
        int group = Programs.of(analysis).of(first);
        if (sleepers.size() < LEAST_THREADS || group == Programs.NONE || analysis.get(Merging.RESULT).groups().isOfTasks(first)
                || 2 * some.asleep(analysis, parts, sleepers::contains).nanos() < asleep.nanos()) {
            return "";
        }
        HandOvers.OfGroup all = HandOvers.of(analysis).of(group);
        IntArrayList threads = PassedAround.threads(analysis, all, sleepers::contains, LEAST_THREADS);
        if (threads.isEmpty()) {
            return "";
        }
        Convoy convoy = Convoy.of(analysis, all, threads, LEAST_PASSED_ON);
        return convoy.handOvers() < LEAST_HAND_OVERS || convoy.queue() < LEAST_QUEUE
                || convoy.passedOn() < LEAST_PASSED_ON * convoy.handOvers() ? ""
                        : " What they wait for looks like a lock that one of them has: it is handed on "
                                + count(convoy.handOvers(), "time") + ", held for " + duration(convoy.medianHold())
                                + " at the median, and on average " + number(convoy.queue()) + " of them wait for it.";
    }
}
