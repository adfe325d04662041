/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.AwaitedByServers;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.PassedOn;
import org.bowline.core.analysis.Pools;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A thread that waits for timers while others wait for it: it polls, backs off, or sleeps with something in its hand that others need. A knot does not show that, as nothing makes a timer expire sooner;
 * but somebody decided to wait for it. Threads of programs alone, and waits that repeat; equal threads are told together. O(waits × log waits) of the threads that sleep long enough.
 */
public final class SleepWhileAwaited implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the range in which a thread, or at least one of those of its name, waits for a timer and others wait for it");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    /** Who sleeps more often while it is awaited has nothing to give. */
    private static final int MOST_SLEEPS = 10;
    /** A thread that ends so soon was waited for until its end. */
    private static final long AT_ITS_END_NANOS = 1_000_000;
    /** Instead of a thread that waits: a request of the thread itself is open. */
    private static final int REQUEST = -1;
    private static final RuleInfo INFO = new RuleInfo("sleep-while-awaited", "Sleep while others wait", "scheduling events with wake-ups",
            "A thread of a program waits for timers while others wait for it: both at the same time for min-share of the range. Threads of "
                    + "one name are told together."
                    + "\nThose others do some of the work, are awaited by who does, or have started the thread as a process while hardly anybody else has "
                    + "anything to do."
                    + "\nThey wait three times or more, and the longest wait has not nearly all; one is enough if it is for the end of the thread, of a "
                    + "command of a script, or a request."
                    + "\nA request counts as one that waits: one of the thread itself that is open; one that a thread of its host was asked over a "
                    + "connection and has handed on to it and those of its name, as too-few-workers finds; what a thread that looks after several "
                    + "requests at a time asks it over a connection while it has one to answer, or one that answers none and has several such questions open;"
                    + " and one for which it makes the answer that a third one "
                    + "passes on, as a broker of messages does."
                    + "\nOf more than 10 sleeps in one wait only the last counts, unless the wait is for the thread's end, or whoever waits has a request "
                    + "to answer that came over a connection."
                    + "\nA wait with a time limit that the thread begins again at once, until another thread ends it, is not for a timer."
                    + "\nThreads among which a runtime moves tasks are told together: for how long a request is open that they answer, they ask nobody "
                    + "else, and none is at work until a timer ends, or the next request comes."
                    + "\nThe wait of a thread that is stopped, by signals or who traces it, for the one that lets it go on does not count."
                    + "\nNor does that of one that reads heartbeats: others hardly ever notice anything of it after the 20 or more of its waits that this "
                    + "thread ends, and ten times as often after its other waits.",
            "While it sleeps nobody works on what the others wait for: they are as slow as the timer, however fast processors, disks and network are.",
            "Wake it when there is something to do (a condition variable, a file descriptor of events) instead of looking again after a while; do not sleep while holding a lock; make the"
                    + " interval shorter where nothing can tell. The recording profile waits-stacks shows where it sleeps.",
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
        long least = Math.max(1, (long) Math.ceil(settings.get(MIN_SHARE) * analysis.rangeNanos()));
        Map<Integer, Sleepers> sleepers = candidates(analysis, least);
        List<Finding> findings = new ArrayList<>();
        if (!sleepers.isEmpty()) {
            WaitsInParts parts = analysis.get(WaitsInParts.RESULT);
            for (Sleepers some : awaited(analysis, sleepers)) {
                analysis.progress().check();
                Asleep asleep = some.asleep(analysis, parts, by -> true);
                if (asleep.nanos >= least && some.isAwaitedAgain(analysis, asleep)) {
                    findings.add(finding(analysis, some, asleep, parts, settings));
                }
            }
        }
        findings.addAll(TaskSleeps.findings(INFO, analysis, least, settings.get(CRITICAL)));
        return RuleOutcome.of(findings,
                "no thread, and no threads of one name, wait for timers in " + percent(settings.get(MIN_SHARE))
                        + " of the range while others wait for them");
    }

    /** By thread: those that wait for timers for so long, themselves or with the others of their name; not those of whom it is known that they have nothing to do then, nor those among which tasks move. */
    private static Map<Integer, Sleepers> candidates(Analysis analysis, long least) {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Pools pools = Pools.of(analysis);
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        Map<String, Sleepers> byName = new LinkedHashMap<>();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int thread = graph.source(edge);
            if (timeline.kind(graph.target(edge)) == VertexKind.TIMER && thread < timeline.threadCount() && roles.isProgram(thread)
                    && analysis.isChosen(thread) && newWork.why(edge) == NewWork.Why.NOT && !tasks.isOfTasks(thread)) {
                byName.computeIfAbsent(together(graph, pools, edge), name -> new Sleepers()).add(thread, edge, graph.directNanos(edge),
                        graph.waits(edge));
            }
        }
        Map<Integer, Sleepers> byThread = new LinkedHashMap<>();
        for (Sleepers some : byName.values()) {
            if (some.timerNanos >= least && some.timerWaits >= SetAside.FEW) {
                some.threads.forEach(thread -> byThread.put(thread, some));
            }
        }
        return byThread;
    }

    /**
     * What is the same of threads that are told together: their name, if they are a pool, or sleep again and again: two workers are no pool in tables. A command that sleeps once, as {@code sleep} of a shell
     * does, is not the next one.
     */
    private static String together(WaitForGraph graph, Pools pools, int edge) {
        Timeline timeline = graph.timeline();
        int thread = graph.source(edge);
        return graph.waits(edge) < SetAside.FEW && pools.members(thread).length < Pools.LEAST_OF_POOL ? "thread " + thread
                : Kin.of(timeline, thread);
    }

    /** Tells them when others wait for them. */
    private static List<Sleepers> awaited(Analysis analysis, Map<Integer, Sleepers> sleepers) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        Workload workload = new Workload(analysis);
        HelpedOn helped = new HelpedOn(analysis);
        AwaitedByServers servers = analysis.get(AwaitedByServers.RESULT);
        for (int waiting = 0; waiting < timeline.threadCount() && !sleepers.isEmpty(); waiting++) {
            int thread = waiting;
            BitSet targets = analysis.get(Analysis.ROLES).isProgram(thread) && analysis.isChosen(thread)
                    ? targets(analysis, thread, sleepers) : new BitSet();
            if (!targets.isEmpty()) {
                keep(timeline, thread, workload, targets);
                for (int target = targets.nextSetBit(0); target >= 0; target = targets.nextSetBit(target + 1)) {
                    targets.set(target, helped.by(target, thread));
                }
            }
            if (targets.isEmpty()) {
                continue;
            }
            EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
                Sleepers some = target == Timeline.NONE || !targets.get(target) ? null : sleepers.get(target);
                if (some != null && !timeline.isStopped(segment) && !timeline.isTraced(segment)) {
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
                (server, begin, end) -> Objects.requireNonNull(sleepers.get(server)).isAwaited(server, REQUEST, begin, end));
        whileMaking(analysis, sleepers, workload);
        return sleepers.values().stream().distinct().toList();
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
            some.isAwaited(request.thread(), REQUEST, begin, end);
        }
    }

    /** Who looks after several requests at a time sleeps until whichever comes next, which mostly is a new one; those that it has handed on wait all the same. */
    private static void inHandedOn(Analysis analysis, Map<Integer, Sleepers> sleepers, Workload workload) {
        for (HandedOn handed : analysis.get(HandedOn.RESULT)) {
            int[] workers = handed.workers().intStream().filter(sleepers::containsKey).toArray();
            if (workers.length > 0 && handed.from().intStream().anyMatch(workload::isPartOf)) {
                handed.each(analysis.fromNanos(), analysis.toNanos(), (begin, end, requests) -> {
                    for (int worker : workers) {
                        Objects.requireNonNull(sleepers.get(worker)).isAwaited(worker, REQUEST, begin, end);
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
                Objects.requireNonNull(sleepers.get(requests.server(i))).isAwaited(requests.server(i), REQUEST, begin, end);
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
                some.isAwaited(passed.maker(i), REQUEST, begin, end);
            }
        }
    }

    /** Leaves those for whom a thread waits in the way of the work: what does some of it itself, or a script, which does next to nothing but wait for processes that it has started. */
    private static void keep(Timeline timeline, int thread, Workload workload, BitSet targets) {
        boolean works = workload.isPartOf(thread);
        boolean isScript = targets.stream().anyMatch(target -> isCommand(timeline, thread, target))
                && workload.isScriptOfIt(thread);
        for (int target = targets.nextSetBit(0); target >= 0; target = targets.nextSetBit(target + 1)) {
            targets.set(target, isCommand(timeline, thread, target) ? isScript : works);
        }
    }

    private static boolean isCommand(Timeline timeline, int thread, int target) {
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
            if (target != thread && sleepers.containsKey(target) && Workload.isRepeated(analysis, edge)
                    && !analysis.get(NewWork.RESULT).isMostly(graph, edge)) {
                targets.set(target);
            }
        }
        return targets;
    }

    private static Finding finding(Analysis analysis, Sleepers some, Asleep asleep, WaitsInParts parts, RuleSettings settings) {
        WaitForGraph graph = analysis.graph();
        double share = (double) asleep.nanos / analysis.rangeNanos();
        int[] waiting = some.asleep(analysis, parts, by -> by != REQUEST).nanos > 0 ? some.waiters(analysis.timeline()) : new int[0];
        boolean requests = some.asleep(analysis, parts, by -> by == REQUEST).nanos > 0;
        int heaviest = some.heaviestEdge(graph);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.stableName(asleep.threads.getInt(0)))
                .summary(PoolNames.list(analysis, asleep.threads.toIntArray()) + " "
                        + meanwhile(analysis, asleep.threads.size() == 1, waiting, requests,
                                duration(asleep.nanos) + ", " + percent(share) + " of the range, ")
                        + "." + SleepsAfterQuestions.sentence(analysis, asleep.threads, parts)
                        + " Without these sleeps the work would be at most "
                        + percent(share) + " shorter (an estimate).")
                .evidence(new Evidence.Edge(graph.source(heaviest), graph.target(heaviest), HeaviestWait.nanos(graph, heaviest),
                        graph.waits(heaviest), "timers"));
        for (int thread : Arrays.copyOf(waiting, Math.min(waiting.length, Sleepers.MOST_WAITERS))) {
            int edge = some.edgeFrom(graph, thread);
            finding.evidence(
                    new Evidence.Edge(thread, graph.target(edge), HeaviestWait.nanos(graph, edge), graph.waits(edge), "waits meanwhile"));
        }
        finding.estimate();
        return finding.restsOn(analysis.doubts(analysis.timeline().host(asleep.threads.getInt(0)))).build();
    }

    /** When they sleep, with its verb: {@code sleeps while others wait for it: for 2 s it waits for a timer while a waits for it}. */
    private static String meanwhile(Analysis analysis, boolean one, int[] waiting, boolean requests, String time) {
        String open = !requests ? "" : waiting.length > 0 ? "a request does" : "a request waits for " + (one ? "it" : "that one");
        String waits = waiting.length == 0 ? ""
                : one ? PoolNames.list(analysis, waiting) + (waiting.length == 1 ? " waits" : " wait") + " for it"
                        : (waiting.length == 1 ? PoolNames.list(analysis, waiting) : "another thread") + " waits for that one";
        return (one ? "sleeps" : "sleep")
                + (waits.isEmpty() ? one ? " in its requests" : " in their requests"
                        : one ? " while others wait for it" : " while others wait for them")
                + ": for " + time + (one ? "it" : "at least one of them") + " waits for a timer while " + waits
                + (waits.isEmpty() || open.isEmpty() ? "" : ", or ") + open;
    }

    /**
     * For how long at least one of some threads sleeps while it is awaited.
     *
     * @param threads which of them do
     * @param when each of them does
     */
    private record Asleep(long nanos, IntArrayList threads, Map<Integer, TimeUnion> when) {}

    /** A thread that waits for timers, or those of a name. */
    private static final class Sleepers {
        private static final int MOST_WAITERS = 3;
        /** Without the longest wait this part of the sleeps is left where others wait again and again. */
        private static final int REST_PART = 10;

        private final IntArrayList threads = new IntArrayList();
        private final IntArrayList edges = new IntArrayList();
        /** When which of them is waited for, and by whom. */
        private final IntColumn who = new IntColumn();
        private final IntColumn by = new IntColumn();
        private final LongColumn begins = new LongColumn();
        private final LongColumn ends = new LongColumn();
        private final Int2LongOpenHashMap byWaiter = new Int2LongOpenHashMap();
        private long timerNanos;
        private long timerWaits;

        void add(int thread, int edge, long nanos, int waits) {
            if (!threads.contains(thread)) {
                threads.add(thread);
            }
            edges.add(edge);
            timerNanos += nanos;
            timerWaits += waits;
        }

        void isAwaited(int thread, int waiting, long begin, long end) {
            who.add(thread);
            by.add(waiting);
            begins.add(begin);
            ends.add(end);
            if (waiting != REQUEST) {
                byWaiter.addTo(waiting, end - begin);
            }
        }

        /**
         * When at least one of them waits for a timer and is waited for.
         *
         * @param whom by which threads, or {@link #REQUEST}
         */
        Asleep asleep(Analysis analysis, WaitsInParts parts, IntPredicate whom) {
            IntArrayList awaited = new IntArrayList();
            Map<Integer, LongColumn> from = new HashMap<>();
            Map<Integer, LongColumn> to = new HashMap<>();
            IntColumn order = Ascending.order(begins);
            for (int i = 0; i < order.size(); i++) {
                int wait = order.get(i);
                if (!whom.test(by.get(wait))) {
                    continue;
                }
                merge(from.computeIfAbsent(who.get(wait), key -> new LongColumn()),
                        to.computeIfAbsent(who.get(wait), key -> new LongColumn()), begins.get(wait),
                        ends.get(wait));
            }
            TimeUnion any = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            Map<Integer, TimeUnion> when = new HashMap<>();
            threads.forEach(thread -> {
                LongColumn begin = from.get(thread);
                TimeUnion both = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
                if (begin != null
                        && sleeps(analysis, thread, parts.of(thread).parts(), begin, Objects.requireNonNull(to.get(thread)), both)) {
                    awaited.add(thread);
                    when.put(thread, both);
                    any.add(both);
                }
            });
            return new Asleep(any.nanos(), awaited, when);
        }

        /**
         * Whether others wait again and again while they sleep, or for what is a whole piece of work: a request, a command of a script, or the end of a thread. One long wait is for orders, as of a server for its manager: without it a
         * {@value #REST_PART}th of the sleeps must be left.
         */
        boolean isAwaitedAgain(Analysis analysis, Asleep asleep) {
            Timeline timeline = analysis.timeline();
            asleep.when.values().forEach(TimeUnion::index);
            int times = 0;
            long sum = 0;
            long longest = 0;
            for (int i = 0; i < who.size(); i++) {
                TimeUnion sleeps = asleep.when.get(who.get(i));
                long nanos = sleeps == null ? 0 : sleeps.nanos(begins.get(i), ends.get(i));
                if (nanos > 0) {
                    if (by.get(i) == REQUEST || isCommand(timeline, by.get(i), who.get(i))
                            || timeline.threadEnd(who.get(i)) - ends.get(i) < AT_ITS_END_NANOS) {
                        return true;
                    }
                    times++;
                    sum += nanos;
                    longest = Math.max(longest, nanos);
                }
            }
            return times >= SetAside.FEW && (sum - longest) * REST_PART >= asleep.nanos;
        }

        private static void merge(LongColumn from, LongColumn to, long begin, long end) {
            int last = to.size() - 1;
            if (last >= 0 && begin <= to.get(last)) {
                to.set(last, Math.max(to.get(last), end));
            } else {
                from.add(begin);
                to.add(end);
            }
        }

        /** Adds when a thread waits for a timer within some stretches of time; whether it does. */
        private static boolean sleeps(Analysis analysis, int thread, BitSet parts, LongColumn from, LongColumn to, TimeUnion both) {
            Timeline timeline = analysis.timeline();
            int first = timeline.firstSegment(thread);
            int[] at = {0};
            boolean[] any = {false};
            EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
                if (target == Timeline.NONE || timeline.kind(target) != VertexKind.TIMER || timeline.isHeld(segment)
                        || parts.get(segment - first)) {
                    return; // whom the kernel holds back does not sleep, nor who waits for a thread with a time limit
                }
                long begin = timeline.start(segment);
                long end = timeline.end(thread, segment);
                while (at[0] < from.size() && to.get(at[0]) <= begin) {
                    at[0]++;
                }
                for (int i = at[0]; i < from.size() && from.get(i) < end; i++) {
                    both.add(Math.max(begin, from.get(i)), Math.min(end, to.get(i)));
                    any[0] = true;
                }
            }, analysis.progress());
            return any[0];
        }

        /** Who waits longest for them, first, with all of their name that do; of few names. */
        int[] waiters(Timeline timeline) {
            Map<String, IntArrayList> byName = new LinkedHashMap<>();
            byWaiter.int2LongEntrySet().stream()
                    .sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                            .thenComparingInt(Int2LongMap.Entry::getIntKey))
                    .forEach(entry -> byName.computeIfAbsent(Kin.of(timeline, entry.getIntKey()), name -> new IntArrayList())
                            .add(entry.getIntKey()));
            return byName.values().stream().limit(MOST_WAITERS).flatMapToInt(IntArrayList::intStream).toArray();
        }

        int heaviestEdge(WaitForGraph graph) {
            return edges.intStream().boxed().max(Comparator.comparingLong(graph::weightNanos)).orElseThrow();
        }

        /** The heaviest edge from a thread to one of them. */
        int edgeFrom(WaitForGraph graph, int thread) {
            int heaviest = -1;
            for (int edge = graph.firstEdge(thread); edge < graph.endEdge(thread); edge++) {
                if (threads.contains(graph.target(edge)) && (heaviest < 0 || graph.weightNanos(edge) > graph.weightNanos(heaviest))) {
                    heaviest = edge;
                }
            }
            return heaviest;
        }
    }
}
