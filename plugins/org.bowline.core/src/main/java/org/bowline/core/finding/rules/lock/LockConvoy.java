/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Pools;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.processor.Collector;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.Programs;
import org.bowline.core.lock.LockUse;
import org.bowline.core.model.IntPair;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads that pass something from one to the next: each that is woken by one of them soon wakes another one, while the rest waits. From
 * wake-ups alone a lock cannot be told from another baton; but who queues for a baton that is held for a short time queues all the same.
 *
 * <p>What is not a convoy: a dispatcher and its workers (each worker has one partner only), a pipeline (the same), a pool that idles (nobody is
 * active while they wait), a pool whose workers wake several others (those were not handed anything themselves).
 */
public final class LockConvoy implements Rule {
    private static final Setting<Long> MIN_THREADS = Setting.count("min-threads", 3, 3,
            "threads that pass it around; two alone may be a pipeline");
    private static final Setting<Long> MIN_HAND_OVERS = Setting.count("min-hand-overs", 30, 1, "hand-overs between them");
    private static final Setting<Double> MIN_QUEUE = Setting.number("min-queue", 1.0,
            "threads that wait on average, from the first hand-over to the last");
    private static final Setting<Double> MIN_PASSED_ON = Setting.share("min-passed-on", 0.5,
            "share of the hand-overs by a thread that had been handed it before, and not handed it on since");
    private static final Setting<Double> MIN_PASSED_ON_APART = Setting.share("min-passed-on-apart", 0.3,
            "the same of threads of which nearly always one runs, and hardly ever two: others of them may take it before who was handed it");
    private static final Setting<Double> MIN_ACTIVE = Setting.share("min-active", 0.5,
            "share of that time in which at least one of them runs or wants to run");
    private static final Setting<Long> MAX_HOLD = Setting.duration("max-hold", 10_000_000,
            "median time from being handed it to handing it on");
    private static final Setting<Long> MIN_TURNS = Setting.count("min-turns", 10, 2,
            "hand-overs between threads that have it once or twice each, for any time");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5,
            "from this share of the threads' time spent waiting on it is critical; of those that have it once or twice each, of the range");
    static final String LESS = "Hold the lock for less time: move work, waiting and I/O out of it; split it by data, or use a structure without a lock. ";
    /** What to try if it is known which lock it is. */
    private static final String OF_KNOWN = LESS
            + "bowline locks has its figures, the recording profile waits-stacks tells where it is taken.";
    /** The locks that convoys by the standard settings queue for. */
    private static final Result<IntOpenHashSet> NAMED = Result.of(LockConvoy::named);
    private static final RuleInfo INFO = new RuleInfo("lock-convoy", "Lock convoy",
            "scheduling events with wake-ups, seen where the waker runs",
            "At least min-threads threads of one process (or single-threaded processes of one name) hand something on, and each of them both "
                    + "wakes and is woken by two others of them. They do so min-hand-overs times, min-passed-on of these by a thread that was handed it itself, "
                    + "after max-hold at the median. min-queue of the threads wait on average, while in min-active of the time another one is active."
                    + "\nmin-passed-on-apart is enough for threads of which one is active for nine tenths of the time, and two run at once in a tenth of "
                    + "that or less, though all but the one that runs most run for longer than that together."
                    + "\nA wait with a time limit that is begun again at once, until one of them ends it, is one wait."
                    + "\nThreads of one name that have it in the same order again and again, as in a queue that is always as long, each wake the same one every "
                    + "time. They "
                    + "count if between having it and waiting for it again they mostly wait for others than them first."
                    + "\nOr each of them has it once or twice, however long: min-turns hand-overs, nine tenths of them by the thread that was handed it "
                    + "last; min-queue of them wait on average, and for a tenth of the range at least one does.",
            "They queue for one lock (or another baton): more threads do not get more done, every hand-over costs a wake-up and a switch, and the queue makes all of them slow.",
            LESS + "The interpreters of Python and Ruby have one for all threads of a process: there, several processes help. The recording profile locks tells which lock it is, waits-stacks where it is taken.",
            List.of(MIN_THREADS, MIN_HAND_OVERS, MIN_QUEUE, MIN_PASSED_ON, MIN_PASSED_ON_APART, MIN_ACTIVE, MAX_HOLD, MIN_TURNS, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return finding.advice().equals(OF_KNOWN) ? NextStep.locks(analysis) : NextStep.usual(analysis, finding);
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        Found found = Found.of(analysis, settings);
        List<Finding> findings = new ArrayList<>();
        found.convoys.forEach(convoy -> findings.add(finding(analysis, convoy, settings)));
        Turns.of(analysis, settings.get(MIN_TURNS), settings.get(MIN_QUEUE))
                .forEach(turns -> findings.add(turns.finding(analysis, Finding.of(INFO,
                        Severity.ofShare(turns.share(analysis), settings.get(CRITICAL)), turns.share(analysis)))));
        return RuleOutcome.of(findings,
                found.candidates == 0
                        ? "no " + settings.get(MIN_THREADS) + " threads of one program hand something on to each other "
                                + settings.get(MIN_HAND_OVERS)
                                + " times"
                        : count(found.candidates, "group of threads wakes each other, but does not queue for something that is handed on",
                                "groups of threads wake each other, but do not queue for something that is handed on"));
    }

    /** Whether a convoy queues for a lock, by the settings as they come. */
    static boolean names(Analysis analysis, int lock) {
        return analysis.get(NAMED).contains(lock);
    }

    private static IntOpenHashSet named(Analysis analysis) {
        IntOpenHashSet locks = new IntOpenHashSet();
        if (analysis.tellsWakers()) {
            for (Convoy convoy : Found.of(analysis, RuleSettings.STANDARD).convoys) {
                LockUse use = mutex(analysis, convoy);
                if (use != null) {
                    locks.add(use.lock());
                }
            }
        }
        return locks;
    }

    /** The convoys, and how many groups of threads might have been some. */
    private record Found(List<Convoy> convoys, long candidates) {
        static Found of(Analysis analysis, RuleSettings settings) {
            Programs groups = Programs.of(analysis);
            HandOvers handOvers = HandOvers.of(analysis);
            ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
            BitSet ofMachines = analysis.get(Collector.MACHINES);
            List<Convoy> convoys = new ArrayList<>();
            long candidates = 0;
            for (int group = 0; group < groups.size(); group++) {
                analysis.progress().check();
                HandOvers.OfGroup all = handOvers.of(group);
                if (all.size() < settings.get(MIN_HAND_OVERS)) {
                    continue;
                }
                IntArrayList threads = PassedAround.threads(analysis, all, thread -> !ofMachines.get(thread), settings.get(MIN_THREADS));
                if (threads.isEmpty()) {
                    continue;
                }
                candidates++;
                Convoy convoy = Convoy.of(analysis, all, threads, settings.get(MIN_PASSED_ON));
                if (tasks.isOfTasks(threads.getInt(0)) && mutex(analysis, convoy) == null) {
                    continue; // what they hand on is the next task
                }
                if (convoy.handOvers() >= settings.get(MIN_HAND_OVERS) && convoy.queue() >= settings.get(MIN_QUEUE)
                        && convoy.passedOn()
                                >= settings.get(convoy.isExclusive() ? MIN_PASSED_ON_APART : MIN_PASSED_ON) * convoy.handOvers()
                        && convoy.medianHold() <= settings.get(MAX_HOLD)
                        && convoy.activeShare() >= settings.get(MIN_ACTIVE)) {
                    convoys.add(convoy);
                }
            }
            return new Found(convoys, candidates);
        }
    }

    /** The mutex that they queue for, if their program told of it: the one of their process that is waited for longest, and that one of them held. */
    private static @Nullable LockUse mutex(Analysis analysis, Convoy convoy) {
        return Locks.told(analysis).stream().filter(use -> use.contended() > 0 && convoy.threads().contains(use.holder())).findFirst()
                .orElse(null);
    }

    private static String words(Analysis analysis, LockUse use) {
        return " It is the mutex " + analysis.get(Locks.NAMES).ofProcess(use.lock()) + "; "
                + analysis.phrase(use.holder()) + " held it longest, for " + duration(use.holderNanos()) + " of "
                + duration(use.holdNanos()) + '.';
    }

    /** Of a wait in parts the graph has the last one only: told is what it has, as that is what there is to look at. */
    private static Evidence evidence(WaitForGraph graph, int waiting, int waker, long nanos, long waits) {
        int edge = graph.edge(graph.groups().vertex(waiting), graph.groups().vertex(waker));
        boolean single = edge != Timeline.NONE && graph.source(edge) == waiting && graph.target(edge) == waker;
        return new Evidence.Edge(waiting, waker, single ? WaitEvidence.nanos(graph, edge) : nanos, single ? graph.waits(edge) : waits,
                "waits handed over");
    }

    private static Finding finding(Analysis analysis, Convoy convoy, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        String name = Pools.name(timeline, convoy.threads());
        int host = timeline.host(convoy.threads().getInt(0));
        double share = convoy.queue() / convoy.threads().size();
        LockUse mutex = mutex(analysis, convoy);
        Finding.Builder finding = Finding
                .of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share * convoy.span() / analysis.rangeNanos())
                .subject(timeline.hostName(host) + ':' + name)
                .summary(count(convoy.threads().size(), "thread") + ' ' + name + " (" + timeline.hostName(host)
                        + ") queue for what looks like a lock: it is handed on "
                        + count(convoy.handOvers(), "time") + " and held for " + duration(convoy.medianHold())
                        + " at the median, and on average "
                        + number(convoy.queue()) + " of them wait, " + percent(share) + " of their time."
                        + convoy.runsMost(analysis)
                        + (mutex == null ? KernelLock.sentence(analysis, new IntOpenHashSet(convoy.threads())) : words(analysis, mutex)))
                .evidence(new Evidence.Range(convoy.from(), convoy.to(), "from the first hand-over to the last")).estimate();
        if (mutex != null) {
            finding.advice(OF_KNOWN);
        }
        convoy.waitedFor().long2LongEntrySet().stream()
                .sorted(Comparator.<Long2LongMap.Entry>comparingLong(Map.Entry::getValue).reversed().thenComparingLong(Map.Entry::getKey))
                .forEach(entry -> finding
                        .evidence(evidence(analysis.graph(), IntPair.first(entry.getLongKey()), IntPair.second(entry.getLongKey()),
                                entry.getLongValue(), convoy.waits().get(entry.getLongKey()))));
        return finding.restsOn(analysis.doubts(host)).build();
    }
}
