/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.heaviest.ProcessorsOfWork;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.finding.rules.processor.Collector;
import org.bowline.core.finding.rules.server.AskedOver;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WaitsInParts;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A thread that waits for timers while others wait for it: it polls, backs off, or sleeps with something in its hand that others need. A knot does not show that, as nothing makes a timer expire sooner;
 * but somebody decided to wait for it. Threads of programs alone, and waits that repeat; equal threads are told together. O(waits × log waits) of the threads that sleep long enough.
 */
public final class SleepWhileAwaited implements Rule {
    /** The rule's name. */
    static final String ID = "sleep-while-awaited";
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the range in which a thread, or at least one of those of its name, waits for a timer and others wait for it");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    /** What is won is told to be less than the sleeps last where it is less by this share of the range. */
    private static final double LEAST_LESS = 0.01;
    /** For so much of their sleeps threads ask and get no answer in time if that is why they sleep. */
    private static final double LEAST_IN_VAIN = 0.9;
    private static final RuleInfo INFO = new RuleInfo(ID, "Sleep while others wait", "scheduling events with wake-ups",
            "A thread of a program waits for timers while others wait for it: both at the same time for min-share of the range. Threads of "
                    + "one name are told together."
                    + "\nThose others do some of the work, are awaited by who does, or have started the thread as a process while hardly anybody else has "
                    + "anything to do."
                    + "\nThey wait three times or more, and the longest wait has not nearly all; one is enough if it is for the end of the thread, of a "
                    + "command of a script, or a request."
                    + "\nA request counts as one that waits while it is open: one of the thread itself, or one that a thread of its host was asked over a "
                    + "connection and has handed on to it and those of its name, as too-few-workers finds."
                    + "\nSo does what it is asked over a connection by a thread that looks after several requests at a time, while that one has a request "
                    + "to answer. If the asker answers none, several such questions must be open."
                    + "\nSo does a request for which it makes the answer that a third one passes on, as a broker of messages does."
                    + "\nOf more than 10 sleeps in one wait only the last counts, unless the wait is for the thread's end, or whoever waits has a request "
                    + "to answer that came over a connection."
                    + "\nA wait with a time limit that the thread begins again at once, until another thread ends it, is not for a timer."
                    + "\nNeither does one count after which the thread does nothing until a packet comes that was sent later: it had waited for that."
                    + "\nWaits with a time limit that passes are told as such where that is known: all for a socket, and those in poll, select and "
                    + "epoll_wait that last for more than 50 ms where it is recorded which timers are set."
                    + "\nThreads among which a runtime moves tasks are told together: for how long a request is open that they answer, they ask nobody "
                    + "else, and none is at work until a timer ends, or the next request comes."
                    + "\nWhere only threads wait for it, the processors of a host must have as much time to spare, next to all that the work has to do "
                    + "there but for what the thread does itself: where they are always busy a sleep costs nothing."
                    + "\nA thread may be stopped by a signal or a debugger: its wait for the one that lets it go on does not count."
                    + "\nNor does that of a server's thread for its next request, if nobody who has one to answer waits for it then, though somebody "
                    + "does at other times, as for a row that its transaction has changed."
                    + "\nNor does the wait of a thread for one whose heartbeats it reads. That one ends 20 or more of its waits, and after hardly any of these it "
                    + "wakes a thread or sends anything. After the waits that others end it does so ten times as often."
                    + "\nNor does the wait of a thread for a broker, if it takes from that what others bring there, as a worker takes its jobs. Three or more of "
                    + "its waits must end because somebody has brought something, and at least as many as end because a timer of the broker has expired."
                    + "\nNor does that of a thread of a server for another one of its process, if it does nothing for the requests that the server answers. It "
                    + "answers none, and those that do, and other programs, wait for it for less than 1 % of the range, directly or through others. The "
                    + "busiest thread that answers is at work twice as long or more, and one or another of the requests is open for a quarter of the range or more."
                    + "\nNor does that of a thread that does little more than tell somebody that it is still there, while others of its process work. It and the "
                    + "threads with which it has much to do wait fewer than twenty times, and at most a fifth as often as those who wait for each other most. "
                    + "What they and the work wait for each other must be as rare, and take less than a twentieth of the range."
                    + "\nThreads that a virtual machine of Java has for itself do not count: they wait with a time limit for what others leave to them.",
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
        boolean busy = false;
        if (!sleepers.isEmpty()) {
            WaitsInParts parts = analysis.get(WaitsInParts.RESULT);
            for (Sleepers some : WhenAwaited.tell(analysis, sleepers)) {
                analysis.progress().check();
                Sleepers.Asleep asleep = some.asleep(analysis, parts, by -> true);
                if (asleep.nanos() >= least && some.isAwaitedAgain(analysis, asleep)) {
                    Won won = won(analysis, some, asleep, parts);
                    if (won.share() * analysis.rangeNanos() >= least) {
                        findings.add(finding(analysis, some, asleep, won, parts, settings));
                    } else {
                        busy = true;
                    }
                }
            }
        }
        findings.addAll(TaskSleeps.findings(INFO, analysis, least, settings.get(CRITICAL)));
        return RuleOutcome.of(findings,
                "no thread, and no threads of one name, wait for timers in " + percent(settings.get(MIN_SHARE))
                        + " of the range while others wait for them"
                        + (busy ? " and the processors have so much time for more work" : ""));
    }

    /** By thread: those that wait for timers for so long, themselves or with the others of their name; not those of whom it is known that they have nothing to do then, nor those among which tasks move. */
    private static Map<Integer, Sleepers> candidates(Analysis analysis, long least) {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Pools pools = Pools.of(analysis);
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        BitSet machines = analysis.get(Collector.MACHINES); // they wait with a time limit until somebody wants something of them
        Map<String, Sleepers> byName = new LinkedHashMap<>();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int thread = graph.source(edge);
            if (timeline.kind(graph.target(edge)) == VertexKind.TIMER && thread < timeline.threadCount() && roles.isProgram(thread)
                    && analysis.isChosen(thread) && newWork.why(edge) == NewWork.Why.NOT && !tasks.isOfTasks(thread)
                    && !machines.get(thread)) {
                byName.computeIfAbsent(together(graph, pools, edge), name -> new Sleepers()).add(thread, edge, graph.directNanos(edge),
                        graph.waits(edge));
            }
        }
        Map<Integer, Sleepers> byThread = new LinkedHashMap<>();
        for (Sleepers some : byName.values()) {
            if (some.timerNanos() >= least && some.timerWaits() >= SetAside.FEW) {
                some.threads().forEach(thread -> byThread.put(thread, some));
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

    /**
     * What is won at most without some sleeps.
     *
     * @param share of the range
     * @param why it is less than they last; empty if it is not
     */
    private record Won(double share, String why) {}

    /**
     * As long as it takes the processors of a host to do what the work has to do there is not won; what the sleepers do on them themselves, as who looks again and again, may be less then. A request is late by all of a sleep,
     * whatever the processors do for others.
     */
    private static Won won(Analysis analysis, Sleepers some, Sleepers.Asleep asleep, WaitsInParts parts) {
        double share = (double) asleep.nanos() / analysis.rangeNanos();
        if (some.asleep(analysis, parts, by -> by == Sleepers.REQUEST).nanos() > 0) {
            return new Won(share, "");
        }
        IntOpenHashSet vertices = new IntOpenHashSet(some.threads());
        vertices.addAll(some.waiting());
        ProcessorsOfWork processors = ProcessorsOfWork.of(analysis, vertices);
        double rest = processors == null ? 1 : processors.restWithout(analysis, new IntOpenHashSet(asleep.threads()));
        return processors == null || rest >= share - LEAST_LESS ? new Won(share, "")
                : new Won(rest, ", since the processors of " + analysis.timeline().hostName(processors.host())
                        + " would have as much to do as now");
    }

    private static Finding finding(Analysis analysis, Sleepers some, Sleepers.Asleep asleep, Won won, WaitsInParts parts,
            RuleSettings settings) {
        WaitForGraph graph = analysis.graph();
        double share = (double) asleep.nanos() / analysis.rangeNanos();
        int[] waiting = some.asleep(analysis, parts, by -> by != Sleepers.REQUEST).nanos() > 0 ? some.waiters(analysis.timeline(), asleep)
                : new int[0];
        boolean requests = some.asleep(analysis, parts, by -> by == Sleepers.REQUEST).nanos() > 0;
        LimitedWaits limits = new LimitedWaits(analysis);
        asleep.when().forEach(limits::add);
        boolean limited = limits.areMost();
        int heaviest = some.heaviestEdge(graph);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(won.share(), settings.get(CRITICAL)), won.share()).wins(won.share())
                .subject(analysis.stableName(asleep.threads().getInt(0)))
                .summary(PoolNames.list(analysis, asleep.threads().toIntArray()) + " "
                        + verb(asleep.threads().size() == 1, limited) + meanwhile(analysis, asleep.threads(), waiting, requests,
                                duration(asleep.nanos()) + ", " + percent(share) + " of the range, ")
                        + "." + (limited ? limits.sentence() : "") + LockOfSleepers.sentence(analysis, some, asleep, parts)
                        + AskedOver.sentence(analysis, some.threads()::contains)
                        + SleepsAfterQuestions.sentence(analysis, asleep.threads(), parts, limited)
                        + (limited ? " Without these waits" : " Without these sleeps") + " the work would be at most "
                        + percent(won.share()) + " shorter" + won.why() + " (an estimate).")
                .evidence(timers(graph, heaviest));
        for (int thread : Arrays.copyOf(waiting, Math.min(waiting.length, Sleepers.MOST_WAITERS))) {
            int edge = some.edgeFrom(graph, thread);
            finding.evidence(
                    new Evidence.Edge(thread, graph.target(edge), WaitEvidence.nanos(graph, edge), graph.waits(edge), "waits meanwhile"));
        }
        if (isInVain(analysis, asleep)) { // that no answer comes is why it sleeps
            finding.awaits(new Finding.Awaited(asleep.threads().getInt(0), asleep.threads(), false, LEAST_IN_VAIN * won.share()));
        }
        finding.estimate();
        return finding.restsOn(analysis.doubts(analysis.timeline().host(asleep.threads().getInt(0)))).build();
    }

    /** What a finding on sleeps points at first. */
    static Evidence timers(WaitForGraph graph, int edge) {
        return new Evidence.Edge(graph.source(edge), graph.target(edge), WaitEvidence.nanos(graph, edge), graph.waits(edge), "timers");
    }

    /** Whether nearly all of their sleeps are waits for an answer that does not come in time. */
    private static boolean isInVain(Analysis analysis, Sleepers.Asleep asleep) {
        long all = 0;
        long inVain = 0;
        for (Map.Entry<Integer, TimeUnion> entry : asleep.when().entrySet()) {
            entry.getValue().index();
            all += entry.getValue().nanos();
            inVain += Unanswered.inVainNanos(analysis, entry.getKey(), entry.getValue());
        }
        return inVain >= LEAST_IN_VAIN * all;
    }

    /** What they do, as far as it is known. */
    private static String verb(boolean one, boolean limited) {
        return limited ? (one ? "waits" : "wait") + " with a time limit that passes" : one ? "sleeps" : "sleep";
    }

    /** When they sleep: {@code while others wait for it: for 2 s it waits for a timer while a waits for it}. */
    private static String meanwhile(Analysis analysis, IntArrayList threads, int[] waiting, boolean requests, String time) {
        boolean one = threads.size() == 1;
        String open = !requests ? "" : waiting.length > 0 ? "a request does" : "a request waits for " + (one ? "it" : "that one");
        String waits = waiting.length == 0 ? ""
                : one ? PoolNames.list(analysis, waiting) + (waiting.length == 1 ? " waits" : " wait") + " for it"
                        : oneOf(analysis, threads, waiting) + " waits for that one";
        return (waits.isEmpty() ? one ? " in its requests" : " in their requests"
                : one ? " while others wait for it" : " while others wait for them")
                + ": for " + time + (one ? "it" : "at least one of them") + " waits for a timer while " + waits
                + (waits.isEmpty() || open.isEmpty() ? "" : ", or ") + open;
    }

    /** Whether all of those who wait are told by one name, and that is of some who sleep: one would take them for the same. */
    private static boolean isOfTheirName(Analysis analysis, IntArrayList threads, int[] others) {
        Timeline timeline = analysis.timeline();
        Set<String> names = threads.intStream().mapToObj(thread -> Kin.of(timeline, thread)).collect(Collectors.toSet());
        return others.length >= Pools.LEAST_OF_POOL && Arrays.stream(others).allMatch(other -> names.contains(Kin.of(timeline, other)));
    }

    /** One of those who wait, which may be of those who sleep. */
    private static String oneOf(Analysis analysis, IntArrayList threads, int[] waiting) {
        int[] others = Arrays.stream(waiting).filter(thread -> !threads.contains(thread)).toArray();
        String names = others.length == 0 ? ""
                : (others.length == 1 ? "" : isOfTheirName(analysis, threads, others) ? "one of other " : "one of ")
                        + PoolNames.list(analysis, others);
        return others.length == waiting.length ? names : "another one of them" + (names.isEmpty() ? "" : " or " + names);
    }
}
