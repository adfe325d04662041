/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.AwaitedByServers;
import org.bowline.core.analysis.HeldConnections;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.PassedOn;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.finding.rules.processor.Collector;
import org.bowline.core.finding.rules.server.HandedOn;
import org.bowline.core.finding.rules.server.OpenUntil;
import org.bowline.core.finding.rules.waits.Workload;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/** When others wait for threads that sleep: threads that do some of the work, requests that are open, and scripts. O(waits × log waits) of the threads that sleep. */
final class WhenAwaited {
    /** A thread that ends so soon was waited for until its end. */
    static final long AT_ITS_END_NANOS = 1_000_000;
    /** Who sleeps more often while it is awaited has nothing to give. */
    private static final int MOST_SLEEPS = 10;

    private WhenAwaited() {}

    /**
     * Tells them when others wait for them.
     *
     * @param sleepers by thread
     * @return them, each once
     */
    static List<Sleepers> tell(Analysis analysis, Map<Integer, Sleepers> sleepers) {
        if (sleepers.isEmpty()) {
            return List.of();
        }
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        Workload workload = new Workload(analysis);
        HelpedOn helped = new HelpedOn(analysis);
        BesideRequests beside = new BesideRequests(analysis);
        BitSet machines = analysis.get(Collector.MACHINES); // the program does not wait where these wait
        AwaitedByServers servers = analysis.get(AwaitedByServers.RESULT);
        Map<Integer, HeldConnections.OfThread> held = analysis.get(HeldConnections.RESULT).threads();
        for (int waiting = 0; waiting < timeline.threadCount(); waiting++) {
            int thread = waiting;
            BitSet targets = analysis.get(Analysis.ROLES).isProgram(thread) && analysis.isChosen(thread) && !machines.get(thread)
                    ? targets(analysis, thread, sleepers) : new BitSet();
            if (!targets.isEmpty()) {
                keep(analysis, thread, workload, beside, targets);
                keepHelpers(analysis, thread, helped, targets);
            }
            if (targets.isEmpty()) {
                continue;
            }
            EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
                Sleepers some = target == Timeline.NONE || !targets.get(target) ? null : sleepers.get(target);
                if (some != null && !timeline.isStopped(segment) && !timeline.isTraced(segment)
                        && (!servers.isIdle(timeline, thread, segment) || isHeld(held.get(thread), segment))) {
                    long begin = Math.max(timeline.start(segment), graph.fromNanos());
                    long end = Math.min(timeline.end(thread, segment), graph.toNanos());
                    some.isAwaited(target, thread, sinceRequest(timeline, target, begin, end, servers.isAsked(thread, begin, begin + 1)),
                            end);
                }
            }, analysis.progress());
        }
        inRequests(analysis, sleepers);
        inHandedOn(analysis, sleepers, workload);
        inQuestions(analysis, sleepers, workload);
        SeveralQuestions.each(analysis, sleepers::containsKey, workload::isPartOf,
                (server, begin, end) -> Objects.requireNonNull(sleepers.get(server)).isAwaited(server, Sleepers.REQUEST, begin, end));
        whileMaking(analysis, sleepers, workload);
        return sleepers.values().stream().distinct().toList();
    }

    /** Whether the request of somebody else waits, in a wait of a thread that serves one connection at a time, until it looks at that one. */
    private static boolean isHeld(HeldConnections.@Nullable OfThread held, int segment) {
        return held != null && held.since().containsKey(segment);
    }

    /** Whoever asked waits for a request, in the recording or outside. Who is told to wait in vain for answers does not sleep. */
    private static void inRequests(Analysis analysis, Map<Integer, Sleepers> sleepers) {
        if (!analysis.intervalsWanted()) {
            return;
        }
        analysis.matched().intervals().forEach(request -> inRequest(analysis, sleepers, request, request.endNanos()));
        analysis.matched().unfinished().forEach(request -> inRequest(analysis, sleepers, request, Long.MAX_VALUE));
    }

    private static void inRequest(Analysis analysis, Map<Integer, Sleepers> sleepers, NamedInterval request, long endNanos) {
        Sleepers some = sleepers.get(request.thread());
        long begin = Math.max(request.beginNanos(), analysis.fromNanos());
        long end = Math.min(endNanos, analysis.toNanos());
        if (some != null && begin < end && !Unanswered.isInVain(analysis, request.thread())) {
            some.isAwaited(request.thread(), Sleepers.REQUEST, begin, end);
        }
    }

    /** Who looks after several requests at a time sleeps until whichever comes next, which mostly is a new one; those that it has handed on wait all the same. */
    private static void inHandedOn(Analysis analysis, Map<Integer, Sleepers> sleepers, Workload workload) {
        for (HandedOn handed : analysis.get(HandedOn.RESULT)) {
            int[] workers = handed.workers().intStream().filter(sleepers::containsKey).toArray();
            if (workers.length > 0 && handed.from().intStream().anyMatch(workload::isPartOf)) {
                handed.each(analysis.fromNanos(), analysis.toNanos(), (begin, end, requests) -> {
                    for (int worker : workers) {
                        Objects.requireNonNull(sleepers.get(worker)).isAwaited(worker, Sleepers.REQUEST, begin, end);
                    }
                });
            }
        }
    }

    /** Who looks after several requests at a time waits for whatever comes next; what it asks somebody else for one of them waits all the same, for as long as one of those is open that were so when it asked. */
    private static void inQuestions(Analysis analysis, Map<Integer, Sleepers> sleepers, Workload workload) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        ThreadGroups groups = analysis.get(Merging.RESULT).groups();
        IntArrayList questions = new IntArrayList();
        Map<Integer, OpenUntil> open = new HashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            int client = requests.client(i);
            if (sleepers.containsKey(requests.server(i)) && client != Timeline.NONE && workload.isPartOf(client)
                    && (analysis.get(HandedOn.LOOPS).contains(client) || groups.isOfTasks(client))) {
                questions.add(i);
                open.computeIfAbsent(groups.vertex(client), asker -> new OpenUntil());
            }
        }
        for (int i = 0; i < requests.size() && !questions.isEmpty(); i++) {
            OpenUntil ofAsker = open.get(groups.vertex(requests.server(i)));
            if (ofAsker != null) {
                ofAsker.add(requests.arrived(i), requests.answered(i));
            }
        }
        open.values().forEach(OpenUntil::sort);
        for (int i : questions) {
            OpenUntil ofAsker = Objects.requireNonNull(open.get(groups.vertex(requests.client(i))));
            long begin = Math.max(requests.arrived(i), analysis.fromNanos());
            long end = Math.min(Math.min(requests.answered(i), ofAsker.until(requests.sent(i))), analysis.toNanos());
            if (begin < end) {
                Objects.requireNonNull(sleepers.get(requests.server(i))).isAwaited(requests.server(i), Sleepers.REQUEST, begin, end);
            }
        }
    }

    /** A broker is mostly at work for others, or waits for whoever comes next, while somebody waits for what a worker makes. */
    private static void whileMaking(Analysis analysis, Map<Integer, Sleepers> sleepers, Workload workload) {
        PassedOn passed = analysis.get(PassedOn.RESULT);
        for (int i = 0; i < passed.size(); i++) {
            Sleepers some = workload.isPartOf(passed.passer(i)) ? sleepers.get(passed.maker(i)) : null;
            long begin = Math.max(passed.begin(i), analysis.fromNanos());
            long end = Math.min(passed.end(i), analysis.toNanos());
            if (some != null && begin < end) {
                some.isAwaited(passed.maker(i), Sleepers.REQUEST, begin, end);
            }
        }
    }

    /** Leaves those that help a thread on, other than by what others bring to them. */
    private static void keepHelpers(Analysis analysis, int thread, HelpedOn helped, BitSet targets) {
        for (int target = targets.nextSetBit(0); target >= 0; target = targets.nextSetBit(target + 1)) {
            targets.set(target, helped.by(target, thread) && !TakesFromOthers.isOne(analysis, thread, target));
        }
    }

    /** Leaves those for whom a thread waits in the way of the work: what does some of it itself, or a script, which does next to nothing but wait for processes that it has started. */
    private static void keep(Analysis analysis, int thread, Workload workload, BesideRequests beside, BitSet targets) {
        Timeline timeline = analysis.timeline();
        boolean works = workload.isPartOf(thread)
                && !(analysis.isOfWork() && !analysis.isOfSomeThreads() && analysis.aside().isBesideButForFew(thread));
        boolean isBeside = beside.has(thread);
        boolean isScript = targets.stream().anyMatch(target -> isCommand(timeline, thread, target))
                && workload.isScriptOfIt(thread);
        for (int target = targets.nextSetBit(0); target >= 0; target = targets.nextSetBit(target + 1)) {
            boolean isOfServer = isBeside && Kin.areOfOneProcess(timeline, thread, target);
            targets.set(target, isCommand(timeline, thread, target) ? isScript : works && !isOfServer);
        }
    }

    /** Whether a thread is a process that another one has started. */
    static boolean isCommand(Timeline timeline, int thread, int target) {
        return timeline.parent(target) == thread && timeline.pid(target) != timeline.pid(thread);
    }

    /**
     * From when on a thread had what it needed to end a wait: the last time in it at which a request ended a wait of its own. A server that nobody asks anything wakes up now and then for a timer of its own;
     * who waits for what others have to ask it first, as a consumer of a queue, does not wait for that timer. Who sleeps more than {@value #MOST_SLEEPS} times in a wait before it ends it, as a watchdog or the
     * monitor of Go's runtime does, had nothing to give before the last of them; unless the wait is for its own end, or whoever waits has a request to answer, and so does not idle.
     *
     * @param isAsked whether whoever waits has a request to answer
     */
    static long sinceRequest(Timeline timeline, int thread, long begin, long end, boolean isAsked) {
        boolean packets = timeline.packetCount() > 0;
        int last = timeline.segmentAt(thread, end - 1);
        int sleeps = 0;
        long lastSleep = begin;
        for (int s = last == Timeline.NONE ? timeline.endSegment(thread) - 1 : last; s >= timeline.firstSegment(thread)
                && timeline.end(thread, s) > begin; s--) {
            if (packets && timeline.end(thread, s) < end && NewWork.isEndedByRequest(timeline, s)) {
                return timeline.end(thread, s);
            }
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.TIMER) {
                lastSleep = sleeps == 0 ? Math.max(begin, timeline.start(s)) : lastSleep;
                if (++sleeps > MOST_SLEEPS && !isAsked && timeline.threadEnd(thread) > end + AT_ITS_END_NANOS) {
                    return lastSleep;
                }
            }
        }
        return begin;
    }

    /** For whom of them a thread waits again and again, other than for new work: who has nothing to do loses nothing. */
    private static BitSet targets(Analysis analysis, int thread, Map<Integer, Sleepers> sleepers) {
        WaitForGraph graph = analysis.graph();
        BitSet targets = new BitSet();
        for (int edge = graph.firstEdge(thread); edge < graph.endEdge(thread); edge++) {
            int target = graph.target(edge);
            if (target != thread && sleepers.containsKey(target)
                    && (Workload.isRepeated(analysis, edge) || isCommand(analysis.timeline(), thread, target))
                    && !analysis.get(NewWork.RESULT).isMostly(graph, edge)) {
                targets.set(target);
            }
        }
        return targets;
    }
}
