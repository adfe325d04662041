/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import it.unimi.dsi.fastutil.ints.IntSortedSets;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.rules.serial.OneAfterAnother;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.Programs;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Threads each of which is handed something once or twice, and hands it on to the next: as processes that live for one lock of a file. That each has it for long, and sleeps meanwhile, tells nothing against it: whoever hands it on was handed it last, nearly every time, and so it goes from one to the next
 * and there is one of it. With several of it, or where whoever is at work wakes whoever idles, that is chance.
 */
final class Turns {
    /** So many of the hand-overs are by who was handed it last. */
    private static final double LEAST_IN_TURN = 0.9;
    /** Each has it so often, on average: who has it again and again lives with others for whom that is another question. */
    private static final int MOST_OF_EACH = 2;
    /** For so much of the range at least one of them waits. */
    private static final double LEAST_SHARE = 0.1;

    private final IntLinkedOpenHashSet threads = new IntLinkedOpenHashSet();
    private final IntLinkedOpenHashSet woken = new IntLinkedOpenHashSet();
    private final IntArrayList kept = new IntArrayList();
    private final HandOvers.OfGroup all;
    private final Samples holds = new Samples();
    private final TimeUnion waits;
    private long waitNanos;

    private Turns(Analysis analysis, HandOvers.OfGroup all) {
        this.all = all;
        waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
    }

    /** Those that have something in turn, of each group of threads and those that are set aside but are like them. */
    static List<Turns> of(Analysis analysis, long least, double queue) {
        Programs groups = Programs.of(analysis);
        HandOvers handOvers = HandOvers.of(analysis);
        Map<String, IntSortedSet> byName = null; // made when somebody asks, which is seldom
        List<Turns> found = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
            analysis.progress().check();
            IntArrayList members = groups.members(group);
            if (2L * handOvers.of(group).size() < least || MOST_OF_EACH * members.size() < handOvers.of(group).size()) {
                continue;
            }
            HandOvers.OfGroup all = handOvers.of(group);
            if (isOfSeveralProcesses(analysis.timeline(), members)) {
                byName = byName == null ? byName(analysis) : byName;
                all = HandOvers.among(analysis,
                        byName.getOrDefault(Kin.of(analysis.timeline(), members.getInt(0)), IntSortedSets.EMPTY_SET));
            }
            Turns turns = of(analysis, all);
            if (turns.areInTurn(analysis, least, queue)) {
                found.add(turns);
            }
        }
        return found;
    }

    private static boolean isOfSeveralProcesses(Timeline timeline, IntArrayList threads) {
        return threads.intStream().anyMatch(thread -> timeline.pid(thread) != timeline.pid(threads.getInt(0)));
    }

    private static Map<String, IntSortedSet> byName(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, IntSortedSet> byName = new HashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (roles.isProgram(thread)) {
                byName.computeIfAbsent(Kin.of(timeline, thread), name -> new IntAVLTreeSet()).add(thread);
            }
        }
        return byName;
    }

    /** The hand-overs among some threads, without those of who waits for what it has started to end, and the other way round. */
    private static Turns of(Analysis analysis, HandOvers.OfGroup all) {
        Timeline timeline = analysis.timeline();
        Turns turns = new Turns(analysis, all);
        for (int i = 0; i < all.size(); i++) {
            if (!OneAfterAnother.isBelow(timeline, all.waker(i), all.woken(i))
                    && !OneAfterAnother.isBelow(timeline, all.woken(i), all.waker(i))) {
                turns.add(i);
            }
        }
        return turns;
    }

    private void add(int handOver) {
        if (!kept.isEmpty()) {
            int last = kept.getInt(kept.size() - 1);
            if (all.woken(last) == all.waker(handOver)) {
                holds.add(all.end(handOver) - all.end(last));
            }
        }
        kept.add(handOver);
        threads.add(all.waker(handOver));
        threads.add(all.woken(handOver));
        woken.add(all.woken(handOver));
        waits.add(all.begin(handOver), all.end(handOver));
        waitNanos += all.end(handOver) - all.begin(handOver);
    }

    /**
     * Whether they have something in turn.
     *
     * @param least how many hand-overs there are
     * @param queue how many of them wait on average
     */
    private boolean areInTurn(Analysis analysis, long least, double queue) {
        int times = kept.size();
        return times >= least && holds.size() >= LEAST_IN_TURN * (times - 1) && times <= MOST_OF_EACH * woken.size()
                && queue() >= queue && share(analysis) >= LEAST_SHARE;
    }

    private long span() {
        return all.end(kept.getInt(kept.size() - 1)) - all.end(kept.getInt(0));
    }

    private double queue() {
        return span() == 0 ? 0 : (double) waitNanos / span();
    }

    /** For which share of the range at least one of them waits. */
    double share(Analysis analysis) {
        return (double) waits.nanos() / analysis.rangeNanos();
    }

    /** A finding of a rule in words. */
    Finding finding(Analysis analysis, Finding.Builder finding) {
        Timeline timeline = analysis.timeline();
        IntArrayList members = new IntArrayList(threads);
        String name = Pools.name(timeline, members);
        int host = timeline.host(members.getInt(0));
        finding.subject(timeline.hostName(host) + ':' + name)
                .summary(count(threads.size(), "thread") + ' ' + name + " (" + Whose.named(timeline.hostName(host))
                        + ") have something in turn, which looks like a lock: " + count(kept.size(), "time")
                        + " it is handed on to one that waits, " + count(holds.size(), "time")
                        + " by the one that was handed it last, which has it for " + duration(holds.median()) + " at the median. For "
                        + duration(waits.nanos()) + ", " + percent(share(analysis))
                        + " of the range, at least one of them waits for it, from the first hand-over to the last "
                        + number(queue()) + " on average.")
                .evidence(new Evidence.Range(all.end(kept.getInt(0)), all.end(kept.getInt(kept.size() - 1)),
                        "from the first hand-over to the last"))
                .estimate();
        for (int handOver : kept) {
            finding.evidence(new Evidence.Edge(all.woken(handOver), all.waker(handOver), all.end(handOver) - all.begin(handOver), 1,
                    "waits handed over"));
        }
        return finding.restsOn(analysis.doubts(host)).build();
    }
}
