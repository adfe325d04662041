/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.heaviest.HeaviestWait;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WaitsInParts;
import org.bowline.core.finding.rules.waits.Workload;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A thread that sleeps, and then does something of which those who wait for it know nothing: it writes to the disk what has gathered, collects garbage, compacts a table, and holds what others need meanwhile. It waits for
 * none of them, so it is in no knot of theirs, and it is idle most of the time, so it bounds nothing on average. O(waits for who sleeps again and again + segments of those).
 */
public final class OwnWork implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range in which others wait for what a thread, or those of a pool, does of its own");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    /** Who makes each of them wait more often between two sleeps hands something to them: it is what they wait for. */
    private static final int MOST_WAITS_OF_ONE = 2;
    /** What it does of that time is told from this share on. */
    private static final double LEAST_OF_IT = 0.25;
    /** Who lives by the clock waits for other threads for at most this part of the time for which it sleeps. */
    private static final double MOST_FOR_OTHERS = 0.25;
    /** A wait with a time limit that another thread ends soon after the limit is a sleep, and then a wait for a lock. */
    private static final double MOST_OF_SLEEP = 0.1;
    private static final int MOST_EVIDENCE = 3;
    private static final RuleInfo INFO = new RuleInfo("own-work", "Own work while others wait", "scheduling events with wake-ups",
            "Threads that do some of the work wait, for min-share of the range, until a thread of a program, or one of those of a pool, has done "
                    + "something of its own. It sleeps three times or more, hardly waits for other threads, and makes nobody wait more than twice between "
                    + "two of its sleeps, on average."
                    + "\nWhat it does is its own if it had slept until a timer, and had begun to run, to want a processor or to wait for a disk before "
                    + "they waited. Nor does it sleep again before it wakes them, and no packet has come for it since.",
            "Whoever comes while it works is slow, and whoever comes at another time is not: on average little is lost, but requests differ, and the slowest are much slower than the "
                    + "others.",
            "Let it hold what the others need for less time: copy or swap under the lock and work outside of it, do a part at a time and let the others in between, or split the data. "
                    + "The recording profile locks tells which lock it is; bowline requests and bowline variance tell what the slow requests have of it.",
            List.of(MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (Workers some : workers(analysis)) {
            double share = (double) some.waits.nanos() / analysis.rangeNanos();
            if (some.begins.size() >= SetAside.FEW && some.waitCount <= MOST_WAITS_OF_ONE * some.waitersOfBegins.size()) {
                most = Math.max(most, share);
                if (share >= settings.get(MIN_SHARE)) {
                    findings.add(finding(analysis, some, share, settings));
                }
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "nobody waits for what a thread does of its own after a sleep"
                : "others wait for what threads do of their own after a sleep in at most " + percent(most) + " of the range");
    }

    /** Who does something of its own while others wait for it, by pool. */
    private static List<Workers> workers(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        WaitForGraph graph = analysis.graph();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        BitSet sleepers = sleepers(analysis);
        Map<Integer, Workers> byPool = new LinkedHashMap<>();
        if (sleepers.isEmpty()) {
            return List.of();
        }
        Pools pools = Pools.of(analysis);
        Workload workload = new Workload(analysis);
        Int2ObjectOpenHashMap<Begins> begins = new Int2ObjectOpenHashMap<>();
        for (int waiting = 0; waiting < timeline.threadCount(); waiting++) {
            int thread = waiting;
            analysis.progress().check();
            BitSet targets = roles.isProgram(thread) && analysis.isChosen(thread) && workload.isPartOf(thread)
                    ? targets(analysis, thread, sleepers) : new BitSet();
            if (targets.isEmpty()) {
                continue;
            }
            EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
                if (target != Timeline.NONE && targets.get(target) && timeline.cause(segment) == Cause.THREAD) { // an answer is no work of its own
                    long begin = Math.max(timeline.start(segment), graph.fromNanos());
                    long end = Math.min(timeline.end(thread, segment), graph.toNanos());
                    int begun = begins.computeIfAbsent(target, key -> new Begins(analysis, target)).before(begin, end);
                    if (begun != Timeline.NONE) {
                        byPool.computeIfAbsent(pools.line(target), key -> new Workers(analysis)).add(target, begun, thread, begin, end);
                    }
                }
            }, analysis.progress());
        }
        return List.copyOf(byPool.values());
    }

    /** Threads that sleep until a timer again and again. */
    private static BitSet sleepers(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        BitSet sleepers = new BitSet();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int thread = graph.source(edge);
            if (timeline.kind(graph.target(edge)) == VertexKind.TIMER && thread < timeline.threadCount()
                    && graph.waits(edge) >= SetAside.FEW && analysis.isChosen(thread) && analysis.get(Analysis.ROLES).isProgram(thread)) {
                sleepers.set(thread);
            }
        }
        return sleepers;
    }

    private static BitSet targets(Analysis analysis, int thread, BitSet sleepers) {
        WaitForGraph graph = analysis.graph();
        BitSet targets = new BitSet();
        for (int edge = graph.firstEdge(thread); edge < graph.endEdge(thread); edge++) {
            int target = graph.target(edge);
            if (target != thread && sleepers.get(target) && Workload.isRepeated(analysis, edge)) {
                targets.set(target);
            }
        }
        return targets;
    }

    private static Finding finding(Analysis analysis, Workers some, double share, RuleSettings settings) {
        WaitForGraph graph = analysis.graph();
        boolean one = some.threads.size() == 1;
        int[] waiting = some.byWaiter.keySet().intStream().sorted().toArray();
        double heldUp = some.heldUp(graph);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(some.threads.firstInt()))
                .summary(PoolNames.list(analysis, some.threads.toIntArray())
                        + (one ? " does something of its own while others wait for it: for "
                                : " do something of their own while others wait for them: for ")
                        + duration(some.waits.nanos()) + ", " + percent(share) + " of the range, " + PoolNames.list(analysis, waiting)
                        + (waiting.length == 1 ? " waits" : " wait") + (one ? " for it, in " : " for one of them, in ")
                        + count(some.waitCount, "wait")
                        + (heldUp < HeaviestWait.OTHERS_TOO ? ""
                                : ", each of which holds up " + number(heldUp) + " threads on average")
                        + (one ? ". It" : ". They") + " had slept, and had begun before each of these waits. "
                        + some.meanwhile(analysis, one) + "Without these waits the work would be at most " + percent(share)
                        + " shorter (an estimate).");
        some.byWaiter.int2LongEntrySet().stream()
                .sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                        .thenComparingInt(Int2LongMap.Entry::getIntKey))
                .limit(MOST_EVIDENCE).forEach(entry -> {
                    int edge = some.edgeFrom(graph, entry.getIntKey());
                    finding.evidence(new Evidence.Edge(entry.getIntKey(), graph.target(edge), WaitEvidence.nanos(graph, edge),
                            graph.waits(edge), "waits meanwhile"));
                });
        return finding.estimate().restsOn(analysis.doubts(analysis.timeline().host(some.threads.firstInt()))).build();
    }

    /** When a thread began what it is at: by segment, the last sleep before it, or {@link Timeline#NONE} if it is asleep, or somebody else may have told it what to do since. */
    private static final class Begins {
        /** What a thread does in a segment; to wait for a disk, or to be held back by the kernel, is a part of its work. */
        private enum Does {
            WORKS, WAITS, SLEEPS, WAITS_FOR_THREAD, WAITS_FOR_PACKET, UNKNOWN
        }

        private final Timeline timeline;
        private final int thread;
        private final int first;
        private final int[] sleeps;
        /** For how long it has waited for other threads since. */
        private final long[] waited;
        /** It hardly waits for others: who serves others waits for them, and so does who has a lock in turn with others. */
        private final boolean livesByTheClock;

        Begins(Analysis analysis, int thread) {
            timeline = analysis.timeline();
            this.thread = thread;
            first = timeline.firstSegment(thread);
            sleeps = new int[timeline.endSegment(thread) - first];
            Arrays.fill(sleeps, Timeline.NONE);
            waited = new long[sleeps.length];
            BitSet parts = analysis.get(WaitsInParts.RESULT).of(thread).parts();
            long slept = 0;
            long forOthers = 0;
            int sleep = Timeline.NONE;
            long sum = 0;
            for (int i = 0; i < sleeps.length; i++) {
                int s = first + i;
                switch (does(s)) {
                    case WORKS -> sleeps[i] = sleep;
                    case WAITS -> {
                        // for nobody who could have told it what to do
                    }
                    case SLEEPS -> {
                        slept += nanos(s);
                        sleep = s;
                        sum = 0;
                    }
                    case WAITS_FOR_THREAD -> {
                        forOthers += nanos(s);
                        sum += nanos(s);
                        if (sleep != Timeline.NONE && parts.get(sleep - first) && sum > MOST_OF_SLEEP * nanos(sleep)) {
                            forOthers += nanos(sleep);
                            sleep = Timeline.NONE;
                        }
                    }
                    case WAITS_FOR_PACKET -> {
                        forOthers += nanos(s);
                        sleep = Timeline.NONE;
                    }
                    case UNKNOWN -> sleep = Timeline.NONE;
                }
                waited[i] = sum;
            }
            livesByTheClock = forOthers <= MOST_FOR_OTHERS * slept;
        }

        private Does does(int segment) {
            ThreadState state = timeline.state(segment);
            if (timeline.isSpin(segment) || timeline.isHeld(segment)) {
                return Does.WORKS;
            }
            if (state != ThreadState.BLOCKED) {
                return state == ThreadState.UNKNOWN ? Does.UNKNOWN : Does.WORKS;
            }
            return switch (timeline.cause(segment)) {
                case DISK -> Does.WORKS;
                case TIMER -> Does.SLEEPS;
                case THREAD -> Does.WAITS_FOR_THREAD;
                case NETWORK -> Does.WAITS_FOR_PACKET;
                case NONE, DEVICE, IPI, KERNEL -> Does.WAITS;
                case UNKNOWN -> Does.UNKNOWN;
            };
        }

        private long nanos(int segment) {
            return timeline.end(thread, segment) - timeline.start(segment);
        }

        /** The sleep after which it began what it is at during all of a wait for it; {@link Timeline#NONE} if there is none, or it has mostly waited for others since. */
        int before(long beginNanos, long endNanos) {
            int begin = timeline.segmentAt(thread, beginNanos);
            int end = timeline.segmentAt(thread, endNanos - 1);
            if (!livesByTheClock || begin == Timeline.NONE || end == Timeline.NONE) {
                return Timeline.NONE;
            }
            int sleep = sleeps[begin - first];
            boolean same = sleep != Timeline.NONE && sleep == sleeps[end - first]
                    && 2 * waited[end - first] <= endNanos - timeline.end(thread, sleep);
            return same ? sleep : Timeline.NONE;
        }
    }

    /** A thread, or those of a pool, that others wait for. */
    private static final class Workers {
        private final IntAVLTreeSet threads = new IntAVLTreeSet();
        /** The sleeps after which they began. */
        private final IntAVLTreeSet begins = new IntAVLTreeSet();
        /** Pairs of such a sleep and who has waited. */
        private final LongOpenHashSet waitersOfBegins = new LongOpenHashSet();
        private final Int2LongOpenHashMap byWaiter = new Int2LongOpenHashMap();
        private final TimeUnion waits;
        private int waitCount;

        Workers(Analysis analysis) {
            waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        }

        void add(int thread, int begun, int waiting, long begin, long end) {
            threads.add(thread);
            begins.add(begun);
            waitersOfBegins.add((long) begun << Integer.SIZE | waiting);
            byWaiter.addTo(waiting, end - begin);
            waits.add(begin, end);
            waitCount++;
        }

        /** How many threads wait, on average, while one of the waits for them lasts. */
        double heldUp(WaitForGraph graph) {
            long direct = 0;
            long weight = 0;
            for (int waiting : byWaiter.keySet()) {
                for (int edge = graph.firstEdge(waiting); edge < graph.endEdge(waiting); edge++) {
                    if (threads.contains(graph.target(edge))) {
                        direct += graph.directNanos(edge);
                        weight += graph.weightNanos(edge);
                    }
                }
            }
            return (double) weight / direct;
        }

        /** The heaviest edge from a thread to one of them. */
        int edgeFrom(WaitForGraph graph, int waiting) {
            int heaviest = -1;
            for (int edge = graph.firstEdge(waiting); edge < graph.endEdge(waiting); edge++) {
                if (threads.contains(graph.target(edge)) && (heaviest < 0 || graph.weightNanos(edge) > graph.weightNanos(heaviest))) {
                    heaviest = edge;
                }
            }
            return heaviest;
        }

        /** What they do in that time other than to run, in a sentence; empty if that is no noticeable part of it. */
        String meanwhile(Analysis analysis, boolean one) {
            Timeline timeline = analysis.timeline();
            TimeUnion disk = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            TimeUnion wants = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            Int2LongOpenHashMap disks = new Int2LongOpenHashMap();
            for (int thread : threads) {
                for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < timeline.endSegment(thread,
                        analysis.toNanos()); s++) {
                    ThreadState state = timeline.state(s);
                    if (state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED) {
                        wants.add(timeline.start(s), timeline.end(thread, s));
                    } else if (state == ThreadState.BLOCKED && timeline.cause(s) == Cause.DISK && timeline.target(s) != Timeline.NONE) {
                        disk.add(timeline.start(s), timeline.end(thread, s));
                        disks.addTo(timeline.target(s), timeline.end(thread, s) - timeline.start(s));
                    }
                }
            }
            int most = disks.int2LongEntrySet().stream().max(Comparator.comparingLong(Int2LongMap.Entry::getLongValue))
                    .map(Int2LongMap.Entry::getIntKey).orElse(Timeline.NONE);
            List<String> parts = new ArrayList<>();
            if (most != Timeline.NONE) {
                part(analysis, parts, disk,
                        one ? "waits for " + analysis.phraseOfGraph(most) : "one of them waits for " + analysis.phraseOfGraph(most));
            }
            part(analysis, parts, wants, one ? "wants a processor and has none" : "one of them wants a processor and has none");
            return parts.isEmpty() ? "" : "In " + String.join(", and in ", parts) + ". ";
        }

        private void part(Analysis analysis, List<String> parts, TimeUnion doing, String what) {
            TimeUnion either = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            either.add(waits);
            either.add(doing);
            double share = (double) (waits.nanos() + doing.nanos() - either.nanos()) / waits.nanos();
            if (share >= LEAST_OF_IT) {
                parts.add(percent(share) + (parts.isEmpty() ? " of that time " : " ") + (what.startsWith("one") ? what : "it " + what));
            }
        }
    }
}
