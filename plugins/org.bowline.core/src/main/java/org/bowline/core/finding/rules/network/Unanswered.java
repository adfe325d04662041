/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.analysis.Result;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Sent;
import org.bowline.core.finding.rules.waits.WaitingThreads;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.SetAside;

/**
 * Threads that ask over the network, wait until a timer wakes them, and ask again: nothing came in time. The wait for a timer does not look like one for the peer, and in the wait-for graph it leads nowhere.
 * O(packets + segments of the threads that ask).
 */
public final class Unanswered implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range in which a thread waits so");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1, "such waits of a thread");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.3, "from this share on it is critical");
    /** A wait for so many times as long as a thread mostly pauses is no pause. */
    private static final int LIKE_PAUSES = 2;
    private static final Result<SortedMap<Integer, Asking>> IN_VAIN = Result.of(analysis -> inVain(analysis, MIN_TIMES.standard()));
    private static final RuleInfo INFO = new RuleInfo("unanswered", "Requests without an answer",
            "packets (profile waits-network); of both ends for what programs send again themselves",
            "A thread of a program sends something over a connection that its side opened, or as the first of the two, waits until a timer ends "
                    + "the wait, and then sends again: min-times and in min-share of the range."
                    + "\nIt is not a pause if packets of the other side end as many of its waits after it has sent, or more, with the answers that come "
                    + "later over the same connection. Nor is it one if none do, and what it sends wakes no thread of the other side."
                    + "\nWhere there are more waits than answers, those do not count that last for at most twice as long as it mostly sleeps when it has "
                    + "asked nothing: it reads answers that came late without a wait, and pauses."
                    + "\nOr the kernel sends again, as often and as long, what threads of one name sent, as nobody acknowledged it, while they wait; or an "
                    + "answer that they wait for. Where that is lost, what they had asked, and is sent again as well, is told with it. "
                    + "Twice is enough if that takes half of the range.",
            "Each of these waits lasts as long as the time-out, however fast the other side is.",
            "Look at who gets what is asked, or answers it later, and what it does until then, or wait for longer. Look for what is lost: drops at "
                    + "the receiver (nstat, netstat -su: receive buffer errors; of connections TcpExtListenOverflows, a listen queue that is too short), "
                    + "in the network, at a firewall that drops it, or in the program that is asked. A shorter time-out, or asking several at a time, "
                    + "makes the loss cheaper.",
            List.of(MIN_SHARE, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        if (timeline.packetCount() == 0 && timeline.resentCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have both the sending and the arrival");
        }
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        Pools pools = Pools.of(analysis);
        Map<Integer, SortedMap<Integer, Asking>> byPool = new LinkedHashMap<>();
        for (Map.Entry<Integer, Asking> entry : inVain(analysis, settings.get(MIN_TIMES)).entrySet()) {
            double share = (double) entry.getValue().union.nanos() / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE)) {
                byPool.computeIfAbsent(pools.line(entry.getKey()), pool -> new TreeMap<>()).put(entry.getKey(), entry.getValue());
            }
        }
        byPool.values().forEach(some -> findings.add(finding(analysis, some, settings)));
        for (SentAgain again : SentAgain.of(analysis, settings.get(MIN_TIMES), settings.get(MIN_SHARE))) {
            double share = again.share(analysis);
            if (again.isOften(analysis, settings.get(MIN_TIMES))) {
                most = Math.max(most, share);
                if (share >= settings.get(MIN_SHARE)) {
                    findings.add(again.finding(analysis, Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)));
                }
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "no thread asks over the network again and again without an answer"
                : "threads wait in vain for answers in at most " + percent(most) + " of the range");
    }

    /** The threads that ask in vain so often, ascending. */
    private static SortedMap<Integer, Asking> inVain(Analysis analysis, long minTimes) {
        Timeline timeline = analysis.timeline();
        Sent asked = Sent.of(timeline,
                packet -> timeline.packetOpener(packet) == Timeline.Opener.SENDER && !timeline.packetIsEmpty(packet));
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Sent data = Sent.of(timeline, packet -> timeline.packetOpener(packet) == Timeline.Opener.SENDER && timeline.packetHasData(packet));
        Heard heard = new Heard(analysis);
        Answers answers = null; // made when somebody asks, which is seldom
        SortedMap<Integer, Asking> found = new TreeMap<>();
        BitSet sleeping = WaitingThreads.of(analysis, Cause.TIMER);
        for (int thread = sleeping.nextSetBit(0); thread >= 0; thread = sleeping.nextSetBit(thread + 1)) {
            if (asked.any(thread) && roles.isProgram(thread) && analysis.isChosen(thread)) {
                analysis.progress().check();
                answers = answers == null ? new Answers(analysis) : answers;
                Asking asking = Asking.of(analysis, thread, asked, data, answers);
                if (asking.unanswered.size() >= minTimes) {
                    found.put(thread, asking);
                }
            }
        }
        findLate(analysis, found, heard);
        SortedMap<Integer, Asking> withPauses = new TreeMap<>();
        found.entrySet().removeIf(one -> {
            boolean wants = wantsAnswers(one.getKey(), one.getValue(), heard);
            Asking rest = wants ? one.getValue() : one.getValue().withoutPauses(analysis);
            if (!wants && rest.unanswered.size() >= minTimes) {
                withPauses.put(one.getKey(), rest);
            }
            return !wants;
        });
        findLate(analysis, withPauses, heard);
        withPauses.entrySet().removeIf(one -> !wantsAnswers(one.getKey(), one.getValue(), heard));
        found.putAll(withPauses);
        return found;
    }

    private static void findLate(Analysis analysis, Map<Integer, Asking> some, Heard heard) {
        Map<Integer, LateAnswers> late = new HashMap<>();
        some.forEach((thread, asking) -> late.put(thread, asking.late));
        LateAnswers.find(analysis, late, heard::packets);
    }

    /** Whether a thread waits for answers until a timer wakes it, by the settings as they come: it does not sleep because it wants to. */
    public static boolean isInVain(Analysis analysis, int thread) {
        return analysis.get(IN_VAIN).containsKey(thread);
    }

    /** For how much of some time of a thread it so waits for an answer until a timer wakes it. O(such waits × log of the time). */
    public static long inVainNanos(Analysis analysis, int thread, TimeUnion time) {
        Asking asking = analysis.get(IN_VAIN).get(thread);
        long nanos = 0;
        for (int i = 0; asking != null && i < asking.begins.size(); i++) {
            nanos += time.nanos(asking.begins.getLong(i), asking.ends.getLong(i));
        }
        return nanos;
    }

    /** The packets with the first data of answers that come after whoever asked so has ceased to wait for them. */
    public static BitSet tooLate(Analysis analysis) {
        BitSet packets = new BitSet();
        analysis.get(IN_VAIN).values().forEach(asking -> asking.late.addPackets(packets));
        return packets;
    }

    /** Whether what a thread sends asks for something: it gets answers as often as not, in time or later, or nobody hears it. */
    private static boolean wantsAnswers(int thread, Asking asking, Heard heard) {
        long answers = asking.answered + asking.late.size();
        return answers > 0 ? answers >= asking.unanswered.size() : !heard.isHeard(thread);
    }

    /** Whose packets wake threads: whom nobody hears may ask, who is heard may want no answer. Looked for when somebody asks, which is seldom; O(segments + packets) then. */
    private static final class Heard {
        private final Analysis analysis;
        private @Nullable BitSet packets;
        private @Nullable BitSet senders;

        Heard(Analysis analysis) {
            this.analysis = analysis;
        }

        /** Whether something that a thread sends in the range wakes a thread. */
        boolean isHeard(int thread) {
            BitSet known = senders;
            if (known == null) {
                known = senders(packets());
                senders = known;
            }
            return known.get(thread);
        }

        /** Those that ended waits of threads. */
        BitSet packets() {
            BitSet known = packets;
            if (known == null) {
                known = enders();
                packets = known;
            }
            return known;
        }

        private BitSet enders() {
            Timeline timeline = analysis.timeline();
            BitSet heard = new BitSet();
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                analysis.progress().check();
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                    if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK
                            && timeline.link(s) != Timeline.NONE) {
                        heard.set(timeline.link(s));
                    }
                }
            }
            return heard;
        }

        private BitSet senders(BitSet packets) {
            Timeline timeline = analysis.timeline();
            BitSet threads = new BitSet();
            for (int packet = packets.nextSetBit(0); packet >= 0; packet = packets.nextSetBit(packet + 1)) {
                if (timeline.packetSender(packet) >= 0 && timeline.packetSent(packet) >= analysis.fromNanos()
                        && timeline.packetSent(packet) < analysis.toNanos()) {
                    threads.set(timeline.packetSender(packet));
                }
            }
            return threads;
        }
    }

    /** When answers arrived, by who asked: those of threads that answer nobody else, as a packet does not tell who reads it. O(segments + packets). */
    private static final class Answers {
        private static final int SEVERAL = -2;
        private final Int2ObjectOpenHashMap<IntArrayList> answerers = new Int2ObjectOpenHashMap<>();
        private final Sent arrived;

        Answers(Analysis analysis) {
            Timeline timeline = analysis.timeline();
            arrived = Sent.arrived(timeline,
                    packet -> timeline.packetOpener(packet) == Timeline.Opener.RECEIVER && !timeline.packetIsEmpty(packet));
            int[] askers = askers(analysis);
            for (int sender = 0; sender < askers.length; sender++) {
                if (askers[sender] >= 0) {
                    answerers.computeIfAbsent(askers[sender], thread -> new IntArrayList()).add(sender);
                }
            }
        }

        /** By sender the thread whose waits its answers end. */
        private static int[] askers(Analysis analysis) {
            Timeline timeline = analysis.timeline();
            int[] result = new int[timeline.threadCount()];
            Arrays.fill(result, Timeline.NONE);
            for (int thread = 0; thread < result.length; thread++) {
                analysis.progress().check();
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                    int sender = timeline.state(s) == ThreadState.BLOCKED && Asking.isAnswer(timeline, s)
                            ? timeline.packetSender(timeline.link(s)) : Timeline.NONE;
                    if (sender >= 0 && sender < result.length && result[sender] != thread) {
                        result[sender] = result[sender] == Timeline.NONE ? thread : SEVERAL;
                    }
                }
            }
            return result;
        }

        /** Those for a thread, one for each thread that answers it. */
        List<Sent.Next> of(int thread) {
            IntArrayList senders = answerers.get(thread);
            return senders == null ? List.of() : senders.intStream().mapToObj(arrived::of).toList();
        }
    }

    /** About a thread, or those of a pool: each of them gets its own time back, so that the longest is the most that the work can win. */
    private static Finding finding(Analysis analysis, SortedMap<Integer, Asking> some, RuleSettings settings) {
        boolean one = some.size() == 1;
        long longest = some.values().stream().mapToLong(asking -> asking.union.nanos()).max().orElseThrow();
        int times = some.values().stream().mapToInt(asking -> asking.unanswered.size()).max().orElseThrow();
        long answered = some.values().stream().mapToLong(Asking::answers).sum();
        long heard = some.values().stream().mapToLong(asking -> asking.answered).sum();
        int late = some.values().stream().mapToInt(asking -> asking.late.size()).sum();
        Samples lengths = new Samples();
        some.values().forEach(asking -> lengths.addAll(asking.unanswered));
        Map<Integer, LateAnswers> asked = new HashMap<>();
        some.forEach((thread, asking) -> asked.put(thread, asking.late));
        ReachedInVain reached = ReachedInVain.of(analysis, asked);
        String later = LateAnswers.sentences(analysis, some.values().stream().map(asking -> asking.late).toList());
        int known = late + reached.times();
        double share = (double) longest / analysis.rangeNanos();
        String threads = PoolNames.list(analysis, some.keySet().stream().mapToInt(Integer::intValue).toArray());
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(some.firstKey()))
                .summary(threads + (one ? " asks and gets no answer in time: " : " ask and get no answer in time: up to ")
                        + count(times, "time")
                        + (one ? " it sends something, waits until a timer wakes it, and sends again; that takes "
                                : " each they send something, wait until a timer wakes them, and send again; that takes up to ")
                        + duration(longest) + (one ? "" : " of each") + ", " + percent(share) + " of the range, "
                        + duration(lengths.median())
                        + " at the median. "
                        + (answered == 0 ? "No" : count(answered, "time") + " an") + " answer ends such a wait"
                        + (heard + late == 0
                                ? ", and what " + (one ? "it sends" : "they send")
                                        + " wakes no thread of the other side: nobody there takes it."
                                : '.' + (late > reached.times() ? later + reached.sentences(one) : reached.sentences(one) + later))
                        + (heard + late == 0 || known == lengths.size() ? ""
                                : " What " + (known == 0 ? "" : "else ") + (one ? "it asks" : "they ask")
                                        + ", or the answer, is lost or late.")
                        + " Without these waits the work would be at most " + percent(share) + " shorter (an estimate).");
        some.forEach((thread, asking) -> finding.evidence(new Evidence.Vertex(thread, asking.union.nanos(), "waits in vain")));
        if (heard + late > 0) {
            reached.addTo(finding);
        }
        finding.estimate();
        return finding.restsOn(analysis.doubts(analysis.timeline().host(some.firstKey()))).build();
    }

    /** What became of what a thread asked. */
    private static final class Asking {
        private final Samples unanswered = new Samples();
        private final TimeUnion union;
        private final LateAnswers late = new LateAnswers();
        /** Of the waits after it has asked, how many an answer ended. */
        private long answered;
        /** And of these, how many when it had asked for a connection alone, as every question over a new one begins. */
        private long connected;
        /** Which of its waits in vain are for a connection alone, by their number in their order. */
        private final BitSet forConnections = new BitSet();
        /** How long it sleeps when it has asked nothing. */
        private final Samples pauses = new Samples();
        /** Of each wait in vain, when the thread had asked, and when it waited. */
        private final LongArrayList asked = new LongArrayList();
        private final LongArrayList begins = new LongArrayList();
        private final LongArrayList ends = new LongArrayList();

        private Asking(TimeUnion union) {
            this.union = union;
        }

        static Asking of(Analysis analysis, int thread, Sent asked, Sent data, Answers answers) {
            Timeline timeline = analysis.timeline();
            Asking asking = new Asking(new TimeUnion(analysis.fromNanos(), analysis.toNanos()));
            long awakeSince = Long.MIN_VALUE;
            int inVain = Timeline.NONE; // the last wait, if a timer ended it after something was asked
            long askedInVain = 0;
            boolean inVainForConnection = false;
            int last = timeline.endSegment(thread, analysis.toNanos());
            Sent.Next next = asked.of(thread);
            Sent.Next nextData = data.of(thread);
            List<Sent.Next> arrived = answers.of(thread);
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                if (timeline.state(s) != ThreadState.BLOCKED) {
                    continue;
                }
                boolean asks = next.between(awakeSince, timeline.start(s));
                boolean asksForData = nextData.between(awakeSince, timeline.start(s));
                if (inVain != Timeline.NONE && asks) {
                    asking.add(askedInVain, timeline.start(inVain), timeline.end(thread, inVain), inVainForConnection);
                }
                if (!asks && timeline.cause(s) == Cause.TIMER) {
                    asking.pauses.add(timeline.end(thread, s) - timeline.start(s));
                }
                awakeSince = timeline.end(thread, s);
                inVain = asks && timeline.cause(s) == Cause.TIMER && !hasArrived(arrived, next.time(), timeline.start(s)) ? s
                        : Timeline.NONE;
                askedInVain = inVain == Timeline.NONE ? 0 : next.time();
                inVainForConnection = !asksForData;
                asking.count(asks && isAnswer(timeline, s), asksForData);
            }
            return asking;
        }

        /** One more wait: whether it ends with an answer, and whether the thread had asked for more than a connection. */
        private void count(boolean isAnswered, boolean asksForData) {
            answered += isAnswered ? 1 : 0;
            connected += isAnswered && !asksForData ? 1 : 0;
        }

        /** How many of its waits for what it mostly asks in vain at other times are answered: who gets a connection has no answer yet. */
        long answers() {
            return 2 * forConnections.cardinality() >= unanswered.size() ? answered : answered - connected;
        }

        private void add(long askedNanos, long begin, long end, boolean isForConnection) {
            forConnections.set(asked.size(), isForConnection);
            unanswered.add(end - begin);
            union.add(begin, end);
            late.add(askedNanos, begin, end);
            asked.add(askedNanos);
            begins.add(begin);
            ends.add(end);
        }

        /** The same without waits that are like those of the thread when it has asked nothing; without any where it has too few of those. */
        Asking withoutPauses(Analysis analysis) {
            Asking rest = new Asking(new TimeUnion(analysis.fromNanos(), analysis.toNanos()));
            rest.answered = answered;
            rest.connected = connected;
            long pause = pauses.size() < SetAside.FEW ? Long.MAX_VALUE / LIKE_PAUSES : pauses.median();
            for (int i = 0; i < asked.size(); i++) {
                if (ends.getLong(i) - begins.getLong(i) > LIKE_PAUSES * pause) {
                    rest.add(asked.getLong(i), begins.getLong(i), ends.getLong(i), forConnections.get(i));
                }
            }
            return rest;
        }

        /** Whether the answer was there before the thread began to wait: it slept for another reason. */
        private static boolean hasArrived(List<Sent.Next> arrived, long asked, long waits) {
            boolean any = false;
            for (Sent.Next answers : arrived) {
                any |= answers.between(asked, waits);
            }
            return any;
        }

        private static boolean isAnswer(Timeline timeline, int segment) {
            return timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE
                    && timeline.packetOpener(timeline.link(segment)) == Timeline.Opener.RECEIVER;
        }
    }
}
