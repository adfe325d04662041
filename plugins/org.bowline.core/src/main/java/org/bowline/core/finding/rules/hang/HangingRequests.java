/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.figures.Quantile;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.interval.Latencies;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that ask for something and wait until the recording ends, or they do: a server that stands still, a lost message. It looks at the whole recording, as the range of the work ends where nothing goes on. O(packets + requests), and O(segments) if
 * there are any.
 */
public final class HangingRequests implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the recording for which a thread waits for an answer");
    private static final Setting<Long> MIN_ANSWERED = Setting.count("min-answered", 3, 1,
            "requests of threads of that name that are answered");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5,
            "if so many of the threads of that name that ask wait so, it is critical");
    private static final int MOST_THREADS = 8;
    private static final String FOR_WORK = " Others ask there, too, and do not wait so: what is asked for may be work, and there is none.";
    private static final int USUAL_PERCENT = 95;
    /** So much of the longest wait lies in the range, or it is about another time. */
    private static final double LEAST_WITHIN = 0.1;
    private static final RuleInfo INFO = new RuleInfo("hanging-requests", "Requests that hang",
            "packets of both ends (profile waits-network)",
            "A thread of a program sends something over a connection that its side opened, and no data comes back; or it does not even arrive, however often the kernel sends it again. The thread waits for all of the time that is left, min-share of the recording or more. That is "
                    + Latencies.PATIENCE
                    + " times as long as the longest answer to threads of its name took, of which there are min-answered or more."
                    + "\nMost of what is sent over its connection is answered; or each question has a connection of its own; or the thread asks for nothing else."
                    + "\nIf threads of other names ask the same program, and none of these waits so, it is no more than good to know: a worker that asks a broker for the next thing to do gets no answer where there is nothing."
                    + "\nWhat has happened before does not matter, nor which range is looked at.",
            "Who asks so waits for as long as the program runs. What other findings say is of the time before.",
            "Look at what the threads wait for that got the requests, while they do: gdb -p PID -batch -ex 'thread apply all bt', jstack or py-spy dump. Threads that wait for each other's locks never go on; nor do those to which a signal, a message"
                    + " or an answer was lost, or that nobody is left to wake. Stacks and locks in the recording tell it afterwards (profiles). A time-out limits what it costs.",
            List.of(MIN_SHARE, MIN_ANSWERED, CRITICAL));

    /** Threads of one name that ask: how long what was answered took, and what was not. */
    private record Asking(IntRBTreeSet threads, LongArrayList answered, List<OpenAsk> open, Int2IntOpenHashMap byConnection,
            Int2IntOpenHashMap inPieces, IntOpenHashSet getAnswers, IntOpenHashSet giveAnswers) {
        Asking() {
            this(new IntRBTreeSet(), new LongArrayList(), new ArrayList<>(), new Int2IntOpenHashMap(), new Int2IntOpenHashMap(),
                    new IntOpenHashSet(), new IntOpenHashSet());
        }

        void add(AskedRequests requests, int request) {
            long nanos = requests.answered(request) - requests.sent(request);
            threads.add(requests.client(request));
            getAnswers.add(requests.client(request));
            answered.add(nanos);
            byConnection.addTo(requests.connection(request), 1);
            // something that wants no answer, and later the question
            inPieces.addTo(requests.connection(request), (requests.whole(request) - requests.arrived(request)) * 2 > nanos ? 1 : 0);
        }

        /** Whether what was sent last wants an answer, as most of what is sent over its connection does; if nothing was answered over it, that is so where each question has a connection, or the thread asks nothing else. */
        boolean isQuestion(Timeline timeline, OpenAsk one) {
            int connection = one.arrived() ? timeline.packetConnection(one.packet()) : Timeline.NONE;
            int count = byConnection.get(connection);
            return !one.arrived() ? !giveAnswers.contains(one.client()) // else it may have been the last answer
                    : count > 0 ? inPieces.get(connection) * 2 <= count
                            : byConnection.size() * 2 >= answered.size() || !getAnswers.contains(one.client());
        }

        long longestAnswered() {
            return answered.longStream().max().orElse(0);
        }

        long usual() {
            long[] ascending = answered.toLongArray();
            Arrays.sort(ascending);
            return Quantile.of(ascending, USUAL_PERCENT);
        }

        int[] waiting() {
            return open.stream().mapToInt(OpenAsk::client).distinct().sorted().toArray();
        }

        long longest() {
            return open.stream().mapToLong(OpenAsk::nanos).max().orElseThrow();
        }
    }

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        if (timeline.packetCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have both the sending and the arrival");
        }
        long all = timeline.endNanos() - timeline.startNanos();
        List<Finding> findings = new ArrayList<>();
        double mostShare = 0;
        Map<String, Asking> byName = asking(analysis);
        for (Asking asking : byName.values()) {
            if (asking.answered.size() >= settings.get(MIN_ANSWERED)) {
                long longest = asking.longestAnswered();
                asking.open.removeIf(one -> one.nanos() / Latencies.PATIENCE < longest || !asking.isQuestion(timeline, one));
                double share = asking.open.isEmpty() ? 0 : (double) asking.longest() / all;
                if (share >= settings.get(MIN_SHARE)) {
                    asking.open.removeIf(one -> (double) one.nanos() / all < settings.get(MIN_SHARE));
                    findings.add(finding(analysis, asking, byName.keySet(), settings));
                } else {
                    mostShare = Math.max(mostShare, share);
                }
            }
        }
        return RuleOutcome.of(findings, mostShare == 0 ? "no thread waits for an answer from some time on until the recording ends"
                : "threads wait for an answer to the end for at most " + percent(mostShare) + " of the recording");
    }

    /** By name, of the names of which a thread waits for an answer to the end. */
    private static Map<String, Asking> asking(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Map<String, Asking> byName = new LinkedHashMap<>();
        for (OpenAsk one : analysis.get(OpenAsk.RESULT)) {
            // in the range of the work who hangs all the time is set aside
            boolean chosen = !analysis.isOfSomeThreads() || analysis.isChosen(one.client());
            if (chosen && timeline.end(one.client(), one.waitSegment()) > analysis.question().fromNanos()) {
                byName.computeIfAbsent(Kin.of(timeline, one.client()), name -> new Asking()).open.add(one);
            }
        }
        if (byName.isEmpty()) {
            return byName;
        }
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        Int2ObjectOpenHashMap<Asking> byThread = new Int2ObjectOpenHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            Asking asking = byName.get(Kin.of(timeline, thread));
            if (asking != null) {
                byThread.put(thread, asking);
            }
        }
        for (int i = 0; i < requests.size(); i++) {
            Asking asking = byThread.get(requests.client(i));
            if (asking != null) {
                asking.add(requests, i);
            }
            Asking answering = byThread.get(requests.server(i));
            if (answering != null) {
                answering.giveAnswers.add(requests.server(i));
            }
        }
        byName.values().forEach(asking -> asking.open.forEach(one -> asking.threads.add(one.client())));
        return byName;
    }

    private static Finding finding(Analysis analysis, Asking asking, Set<String> all, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        int[] clients = asking.waiting();
        boolean one = clients.length == 1;
        double share = (double) clients.length / asking.threads.size();
        long longest = asking.longest();
        boolean open = asking.open.stream().allMatch(OpenAsk::open);
        HangingServers servers = HangingServers.of(analysis, asking.open);
        boolean forWork = servers.answerOthers(all);
        Finding.Builder finding = Finding
                .of(INFO, forWork ? Severity.INFO : share >= settings.get(CRITICAL) ? Severity.CRITICAL : Severity.WARNING, share)
                .subject(analysis.stableName(clients[0]))
                .summary(PoolNames.list(analysis, clients)
                        + (one ? " asks and gets no answer: it waits until " : " ask and get no answer: they wait until ")
                        + (open ? "the recording ends, " : one ? "it exits, " : "they exit, ") + (one ? "for " : "for up to ")
                        + duration(longest) + ", " + percent((double) longest / (timeline.endNanos() - timeline.startNanos()))
                        + " of the recording." + usual(asking, clients.length) + servers.sentences() + (forWork ? FOR_WORK : "")
                        + before(analysis, asking.open.stream().mapToLong(OpenAsk::sentNanos).min().orElseThrow(), longest));
        servers.addTo(finding);
        for (int client : Arrays.copyOf(clients, Math.min(clients.length, MOST_THREADS))) {
            finding.evidence(new Evidence.Vertex(client, asking.open.stream().filter(ask -> ask.client() == client)
                    .mapToLong(OpenAsk::nanos).max().orElseThrow(), "waits for an answer"));
        }
        return finding.estimate() // that what is sent wants an answer
                .restsOn(analysis.doubts(timeline.host(clients[0]))).build();
    }

    private static String usual(Asking asking, int waiting) {
        int others = asking.threads.size() - waiting;
        return " " + count(asking.answered.size(), "request") + " of threads of that name "
                + (asking.answered.size() == 1 ? "was" : "were")
                + " answered, 95 % of them within " + duration(asking.usual()) + '.'
                + (others == 0 ? ""
                        : ' ' + count(others, "more thread") + " of that name " + (others == 1 ? "does" : "do") + " not wait so.");
    }

    /** A sentence with a space before it where something that begins at a time and takes so long is hardly in the range: what is seen there is not what is wrong. */
    static String before(Analysis analysis, long begunNanos, long nanos) {
        long within = Math.max(0, analysis.toNanos() - Math.max(analysis.fromNanos(), begunNanos));
        return within < LEAST_WITHIN * nanos ? " What other findings tell is of the time before." : "";
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        for (Evidence evidence : finding.evidence()) {
            for (OpenAsk ask : analysis.get(OpenAsk.RESULT)) {
                if (evidence instanceof Evidence.Vertex vertex
                        && (vertex.vertex() == ask.client() || vertex.vertex() == HangingServers.server(analysis, ask))) {
                    return NextStep.path(analysis, vertex.vertex(), ask.arrivedNanos(analysis.timeline()),
                            analysis.timeline().threadEnd(vertex.vertex()));
                }
            }
        }
        return NextStep.findings(analysis);
    }
}
