/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.worker;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.AwaitedByServers;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.hang.IdleTwins;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.finding.rules.server.BusyPool;
import org.bowline.core.finding.rules.server.HandedOn;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.Meanwhile;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Sent;
import org.bowline.core.finding.rules.waits.Teams;
import org.bowline.core.finding.rules.waits.WaitingThreads;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * Workers that never run out of work while more threads wait for them than there are workers: the rest is in a queue. An event loop that
 * serves many at a time is none of these: it is woken by those that it serves. Clients are told from idle consumers by what they do before they
 * wait: they send something. Between threads of one program nothing in a kernel trace tells the two apart, so there the rule is silent.
 */
public final class TooFewWorkers implements Rule {
    private static final Setting<Double> MIN_QUEUE = Setting.number("min-queue", 0.5,
            "threads or requests a worker that wait on average without being served");
    private static final Setting<Long> MIN_SERVED = Setting.count("min-served", 20, 1,
            "waits that the workers ended, or requests that they answered");
    private static final Setting<Long> MIN_EACH = Setting.count("min-each", 5, 1,
            "waits of one thread for the workers, from which on it counts: who waits once for long waits for an end, not for a reply");
    private static final Setting<Double> MAX_IDLE = Setting.share("max-idle", 0.1,
            "of their own waits, ended by those who wait for them, per wait that they ended; or by requests, per request that they answered");
    private static final Setting<Double> MAX_CPU = Setting.share("max-cpu", 0.8,
            "load of the host's processors; above, more workers would only wait for processors");
    private static final Setting<Double> MIN_BUSY = Setting.share("min-busy", 0.8,
            "of the time, in which each of the workers has a request; else some are free while requests wait for others");
    private static final Setting<Double> CRITICAL_QUEUE = Setting.number("critical-queue", 1.0, "from so many a worker on it is critical");
    /** If so many of the answers come too late it is told. */
    private static final double LEAST_FOR_NOBODY = 0.25;
    private static final RuleInfo INFO = new RuleInfo("too-few-workers", "Too few workers",
            "scheduling events with wake-ups, and packets of both ends (profile waits-network)",
            "Threads of one process and name stem (the workers) have more to do at a time than there are workers, by min-queue a worker on "
                    + "average. This is seen in one of three ways."
                    + "\nWaits: the workers end at least min-served waits of other threads, min-each of each, that each sent a packet and then waited for "
                    + "one from them; or that had a request to answer, and the workers are of another program of their host. "
                    + "The workers' own waits are hardly ever (max-idle) ended by those threads or by something unknown, and the host's "
                    + "processors are busy for less than max-cpu of the time."
                    + "\nOpen requests, whoever asks (an event loop asks for many at a time): min-served that came over connections which the other side "
                    + "opened; each worker has one for min-busy of the time, and has asked others for one at most. A thread that hands on more than one "
                    + "request at a time does not count as a worker. Nor do threads among which a runtime moves tasks, if requests wake any of them."
                    + "\nWhat a thread of their host hands on that looks after several requests at a time: what it was asked over connections, has not "
                    + "answered and has asked no other host for, while it waits. Nobody but the workers and its clients ends its waits."
                    + "\nFor the last, the workers wait for more to do in a tenth of their time at most, and where they wait for other things in a fifth "
                    + "of it, they are hardly ever woken when something is handed on.",
            "Requests wait in a queue although the machine could serve them: latency is queueing time.",
            "Start more workers, or let each do several things at a time; find out what they wait for first: if all wait for one thing, that is the bottleneck.",
            List.of(MIN_QUEUE, MIN_SERVED, MIN_EACH, MAX_IDLE, MAX_CPU, MIN_BUSY, CRITICAL_QUEUE));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** Waits of one thread for one team. */
    private static final class Waits {
        private long count;
        private long nanos;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos;

        void add(long begin, long end, int served) {
            count += served;
            nanos += end - begin;
            firstNanos = Math.min(firstNanos, begin);
            lastNanos = end;
        }
    }

    /** Waits for one team of workers. */
    private static final class Team {
        private final IntArrayList workers;
        private final IntOpenHashSet clients = new IntOpenHashSet();
        private long served;
        private long waitNanos;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;

        Team(IntArrayList workers) {
            this.workers = workers;
        }

        void add(int client, Waits waits) {
            clients.add(client);
            served += waits.count;
            waitNanos += waits.nanos;
            firstNanos = Math.min(firstNanos, waits.firstNanos);
            lastNanos = Math.max(lastNanos, waits.lastNanos);
        }

        /** How many threads wait for the team on average. */
        double waiting() {
            return lastNanos <= firstNanos ? 0 : (double) waitNanos / (lastNanos - firstNanos);
        }

        double queueOfEach() {
            return waiting() / workers.size() - 1;
        }
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (analysis.timeline().packetCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have both the sending and the arrival");
        }
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        Teams teams = Teams.of(analysis);
        List<Team> all = serve(analysis, teams, settings.get(MIN_EACH));
        serveWithin(analysis, teams, settings.get(MIN_EACH), all);
        List<Finding> findings = new ArrayList<>();
        BitSet loaded = new BitSet();
        BitSet told = handOn(analysis);
        Team longest = null;
        for (Team team : all) {
            if (team.served < settings.get(MIN_SERVED)) {
                continue;
            }
            longest = longest == null || team.queueOfEach() > longest.queueOfEach() ? team : longest;
            if (team.queueOfEach() < settings.get(MIN_QUEUE) || told.get(teams.of(team.workers.getInt(0)))) {
                continue;
            }
            loaded.set(teams.of(team.workers.getInt(0)));
            long idle = idleWaits(analysis, team);
            int host = analysis.timeline().host(team.workers.getInt(0));
            double cpu = analysis.load(host).load();
            if (idle <= settings.get(MAX_IDLE) * team.served && cpu <= settings.get(MAX_CPU)) {
                findings.add(finding(analysis, team, idle, cpu, settings));
                told.set(teams.of(team.workers.getInt(0)));
            }
        }
        addQueued(analysis, teams, told, loaded, settings, findings);
        addHandedOn(analysis, told, loaded, settings, findings);
        return RuleOutcome.of(findings, quiet(analysis, longest, loaded.cardinality()));
    }

    /** Teams whose threads hand on more than one request each, on average, to others of their host: these wait there, and not for who hands them on. */
    private static BitSet handOn(Analysis analysis) {
        BitSet teams = new BitSet();
        for (BusyPool pool : analysis.get(BusyPool.RESULT)) {
            teams.set(pool.handed().fromTeam(), pool.open() > pool.handed().from().size());
        }
        return teams;
    }

    /**
     * Adds teams for which requests wait that fewer threads ask for: an event loop asks for many at a time.
     *
     * @param told who is told already
     * @param loaded gets those that have a queue
     */
    private static void addQueued(Analysis analysis, Teams teams, BitSet told, BitSet loaded, RuleSettings settings,
            List<Finding> findings) {
        for (Map.Entry<Integer, QueuedRequests> each : QueuedRequests.of(analysis, teams).entrySet()) {
            QueuedRequests queued = each.getValue();
            int host = analysis.timeline().host(queued.workers().getInt(0));
            if (told.get(each.getKey()) || !analysis.tellsWakers(host) || queued.served() < settings.get(MIN_SERVED)
                    || queued.queueOfEach() < settings.get(MIN_QUEUE)) {
                continue;
            }
            loaded.set(each.getKey());
            long idle = queued.idleWaits();
            double cpu = analysis.load(host).load();
            if (idle <= settings.get(MAX_IDLE) * queued.served() && cpu <= settings.get(MAX_CPU) && queued.busy() >= settings.get(MIN_BUSY)
                    && queued.asked() <= 1) {
                findings.add(finding(analysis, queued, idle, cpu, settings));
                told.set(each.getKey());
            }
        }
    }

    /** Adds teams to which requests are handed on within their host, so that no packet tells of them. */
    private static void addHandedOn(Analysis analysis, BitSet told, BitSet loaded, RuleSettings settings, List<Finding> findings) {
        for (BusyPool pool : analysis.get(BusyPool.RESULT)) {
            int team = pool.handed().team();
            if (told.get(team) || pool.queueOfEach() < settings.get(MIN_QUEUE)) {
                continue;
            }
            loaded.set(team);
            double cpu = analysis.load(analysis.timeline().host(pool.workers().getInt(0))).load();
            if (cpu <= settings.get(MAX_CPU) && pool.isSaturated()) {
                findings.add(finding(analysis, pool, cpu, settings));
                told.set(team);
            }
        }
    }

    private static Finding finding(Analysis analysis, BusyPool pool, double cpu, RuleSettings settings) {
        IntArrayList workers = pool.workers();
        Timeline timeline = analysis.timeline();
        int[] from = pool.handed().from().toIntArray();
        Finding.Builder finding = finding(analysis, workers, pool.queueOfEach(), pool.firstNanos(), pool.lastNanos(),
                "On average " + number(pool.open()) + " requests are open that come through " + PoolNames.list(analysis, from)
                        + " to " + count(workers.size(), "worker") + ' '
                        + Pools.name(timeline, workers) + " (" + timeline.hostName(timeline.host(workers.getInt(0))) + "), so "
                        + number(pool.open() - workers.size())
                        + " wait until a worker is free: the workers wait for more to do for at most "
                        + percent(pool.idle()) + " of their time, and the host's processors are " + percent(cpu) + " busy.",
                settings);
        for (int thread : from) { // who waits for it waits for the workers
            finding.evidence(new Evidence.Vertex(thread, 0, "hands on to them"));
        }
        return finding.build();
    }

    private static Finding finding(Analysis analysis, QueuedRequests queued, long idle, double cpu, RuleSettings settings) {
        IntArrayList workers = queued.workers();
        int host = analysis.timeline().host(workers.getInt(0));
        int[] clients = queued.clients();
        String name = Pools.name(analysis.timeline(), workers);
        return finding(analysis, workers, queued.queueOfEach(), queued.firstNanos(), queued.lastNanos(),
                "On average " + number(queued.open()) + " requests"
                        + (clients.length == 0 ? "" : " of " + PoolNames.list(analysis, clients))
                        + " are open for " + count(workers.size(), "worker") + ' ' + name + " (" + analysis.timeline().hostName(host)
                        + "), so " + number(queued.open() - workers.size()) + " wait until a worker is free: each has one for "
                        + percent(queued.busy()) + " of the time and waits for work "
                        + count(idle, "time") + " per " + queued.served() + " served, and the host's processors are "
                        + percent(cpu) + " busy.",
                settings).build();
    }

    private static String quiet(Analysis analysis, @Nullable Team longest, int loaded) {
        if (longest == null) {
            return "nowhere do threads often wait for replies over the network from others of one program";
        }
        Timeline timeline = analysis.timeline();
        return loaded == 0
                ? "the longest queue is that for " + Whose.named(Pools.name(timeline, longest.workers)) + " ("
                        + Whose.named(timeline.hostName(timeline.host(longest.workers.getInt(0)))) + "): on average "
                        + number(longest.waiting())
                        + " threads wait for " + count(longest.workers.size(), "worker")
                : "every team of workers with a queue (" + loaded
                        + ") waits for work now and then, has workers that are free, looks after several requests at a time, or is on a host whose processors are busy";
    }

    // Complex: one condition after the other that a wait must meet.
    /** Adds up who waits for which team: one pass over the segments of the range. */
    private static List<Team> serve(Analysis analysis, Teams teams, long least) {
        Timeline timeline = analysis.timeline();
        List<Team> result = new ArrayList<>();
        BitSet waiting = WaitingThreads.of(analysis, Cause.NETWORK);
        Sent sent = analysis.get(Sent.ALL);
        for (int i = 0; i < teams.size(); i++) {
            result.add(new Team(teams.members(i)));
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if ((thread & 255) == 0) {
                analysis.progress().check();
            }
            if (!waiting.get(thread) || !sent.any(thread) || !analysis.tellsWakers(timeline.host(thread))) {
                continue;
            }
            Map<Integer, Waits> waits = new HashMap<>();
            Waits latest = new Waits();
            int teamOfLatest = Teams.NONE;
            Sent.Next next = sent.of(thread);
            long awakeSince = Long.MIN_VALUE;
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                if (timeline.state(s) != ThreadState.BLOCKED) {
                    continue;
                }
                long before = awakeSince;
                awakeSince = timeline.end(thread, s);
                if (timeline.cause(s) != Cause.NETWORK || timeline.link(s) == Timeline.NONE || awakeSince > analysis.toNanos()) {
                    continue;
                }
                int target = timeline.target(s);
                int team = target >= 0 && target < timeline.threadCount() ? teams.of(target) : Teams.NONE;
                // inside a team threads hand all sorts of things to each other
                if (team == Teams.NONE || team == teams.of(thread) || !next.between(before, timeline.start(s))) {
                    continue;
                }
                if (team != teamOfLatest) {
                    latest = waits.computeIfAbsent(team, key -> new Waits());
                    teamOfLatest = team;
                }
                latest.add(Math.max(analysis.fromNanos(), timeline.start(s)), awakeSince, 1);
            }
            for (Map.Entry<Integer, Waits> each : waits.entrySet()) {
                if (each.getValue().count >= least) {
                    result.get(each.getKey()).add(thread, each.getValue());
                }
            }
        }
        return result;
    }

    /** Adds threads with one request at a time to answer, that wait for a team of another program of their host meanwhile, as over a socket of the host: no packet tells of that. O(segments of those that answer requests). */
    private static void serveWithin(Analysis analysis, Teams teams, long least, List<Team> all) {
        Timeline timeline = analysis.timeline();
        AwaitedByServers asked = analysis.get(AwaitedByServers.RESULT);
        BitSet waiting = WaitingThreads.of(analysis, Cause.THREAD);
        Sent sent = analysis.get(Sent.ALL);
        for (int thread = waiting.nextSetBit(0); thread >= 0; thread = waiting.nextSetBit(thread + 1)) {
            if (!sent.any(thread) || analysis.get(HandedOn.LOOPS).contains(thread) || !analysis.tellsWakers(timeline.host(thread))) {
                continue;
            }
            analysis.progress().check();
            Map<Integer, Waits> waits = new HashMap<>();
            Sent.Next next = sent.of(thread);
            long served = Long.MIN_VALUE;
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                int team = teamOfOther(analysis, teams, thread, s);
                long begin = Math.max(analysis.fromNanos(), timeline.start(s));
                if (team != Teams.NONE && timeline.end(thread, s) <= analysis.toNanos() && asked.isAsked(thread, begin, begin + 1)) {
                    // it may be woken more than once before it has its answer, and gives its own
                    boolean isNext = served == Long.MIN_VALUE || next.between(served, timeline.start(s));
                    waits.computeIfAbsent(team, key -> new Waits()).add(begin, timeline.end(thread, s), isNext ? 1 : 0);
                    served = timeline.end(thread, s);
                }
            }
            for (Map.Entry<Integer, Waits> each : waits.entrySet()) {
                if (each.getValue().count >= least) {
                    all.get(each.getKey()).add(thread, each.getValue());
                }
            }
        }
    }

    /** The team of the thread of another program of the host that ends a wait; {@link Teams#NONE} if none does. */
    private static int teamOfOther(Analysis analysis, Teams teams, int thread, int segment) {
        Timeline timeline = analysis.timeline();
        int target = timeline.state(segment) == ThreadState.BLOCKED && timeline.cause(segment) == Cause.THREAD ? timeline.target(segment)
                : Timeline.NONE;
        if (target < 0 || target >= timeline.threadCount() || !analysis.get(Analysis.ROLES).isProgram(target)
                || timeline.pid(target) < 0 || Kin.areOfOneProcess(timeline, thread, target) || teams.of(target) == teams.of(thread)) {
            return Teams.NONE;
        }
        return teams.of(target);
    }

    /** How often the workers waited for work: until one of those came who wait for them, or for something unknown. */
    private static long idleWaits(Analysis analysis, Team team) {
        Timeline timeline = analysis.timeline();
        long idle = 0;
        for (int i = 0; i < team.workers.size(); i++) {
            int thread = team.workers.getInt(i);
            int last = timeline.endSegment(thread);
            for (int s = HandOvers.firstSegment(timeline, thread, team.firstNanos); s < last && timeline.start(s) < team.lastNanos; s++) {
                if (timeline.state(s) == ThreadState.BLOCKED) {
                    int target = timeline.target(s);
                    Cause cause = timeline.cause(s);
                    boolean stranger = cause == Cause.UNKNOWN || cause == Cause.IPI || cause == Cause.KERNEL
                            || (cause == Cause.NETWORK && (target < 0 || target >= timeline.threadCount()));
                    idle += stranger || (target >= 0 && team.clients.contains(target)) ? 1 : 0;
                }
            }
        }
        return idle;
    }

    private static Finding finding(Analysis analysis, Team team, long idle, double cpu, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        String name = Pools.name(timeline, team.workers);
        return finding(analysis, team.workers, team.queueOfEach(), team.firstNanos, team.lastNanos,
                "On average " + number(team.waiting()) + " threads wait for " + count(team.workers.size(), "worker") + ' ' + name
                        + " (" + timeline.hostName(timeline.host(team.workers.getInt(0))) + "), so "
                        + number(team.waiting() - team.workers.size())
                        + " are not being served; the workers wait for work "
                        + count(idle, "time") + " per " + team.served + " served, and the host's processors are " + percent(cpu)
                        + " busy.",
                settings).build();
    }

    /**
     * @param queue how many wait for each worker without being served
     * @param first when the first of these waits begins
     * @param last when the last ends
     */
    private static Finding.Builder finding(Analysis analysis, IntArrayList workers, double queue, long first, long last, String who,
            RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        int host = timeline.host(workers.getInt(0));
        Severity severity = queue >= settings.get(CRITICAL_QUEUE) ? Severity.CRITICAL : Severity.WARNING;
        IdleTwins twins = IdleTwins.of(analysis, workers);
        Finding.Builder finding = Finding.of(INFO, severity, Math.min(1, queue / (1 + queue)) * (last - first) / analysis.rangeNanos())
                .subject(timeline.hostName(host) + ':' + Pools.name(timeline, workers))
                .summary(who + Meanwhile.sentence(analysis, workers) + forNobody(analysis, workers) + twins.sentence(analysis))
                .evidence(new Evidence.Range(first, last, "from the first of these waits to the last")).estimate();
        if (!twins.isEmpty()) {
            finding.advice(IdleTwins.ADVICE);
        }
        for (int i = 0; i < workers.size(); i++) {
            finding.evidence(new Evidence.Vertex(workers.getInt(i), 0, "worker"));
        }
        return finding.restsOn(analysis.doubts(host));
    }

    /** A sentence with a space before it, where much of what the workers do comes too late for whoever asked: more of them, or faster ones, have less of that to do. */
    private static String forNobody(Analysis analysis, IntArrayList workers) {
        IntOpenHashSet all = new IntOpenHashSet(workers);
        AskedRequests asked = analysis.get(AskedRequests.RESULT);
        int[] answers = IntStream.range(0, asked.size())
                .filter(i -> all.contains(asked.server(i)) && asked.answered(i) >= analysis.fromNanos()
                        && asked.answered(i) <= analysis.toNanos())
                .map(asked::answer).toArray();
        BitSet tooLate = answers.length == 0 ? new BitSet() : Unanswered.tooLate(analysis);
        long late = IntStream.of(answers).filter(tooLate::get).count();
        return late < LEAST_FOR_NOBODY * answers.length || late == 0 ? ""
                : " " + late + " of the " + answers.length
                        + " answers come after whoever asked has ceased to wait: that work is for nobody,"
                        + " and whoever asks again makes more of it.";
    }
}
