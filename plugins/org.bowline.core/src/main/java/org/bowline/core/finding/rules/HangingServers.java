/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Percent.percent;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongRBTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/** Who got what is not answered, and what these do since. */
final class HangingServers {
    /** Of the time since a thread got a request until nobody waits for the answer any more, for how much it is on a processor or wants one if it computes. */
    private static final double LEAST_COMPUTING = 0.5;
    /** That it wants one for less than that is not worth a word. */
    private static final double LEAST_WANTING = 0.01;
    /** Of that time, for how much it is in one wait if it is that for which it does not answer. */
    private static final double LEAST_WAITING = 0.9;
    /** And it is in that until nobody waits for the answer any more, but for what the clocks of two hosts are off. */
    private static final double LEAST_TO_END = 0.99;
    private static final int MOST_THREADS = 4;
    /** Whose wait each of the packets ended that got no answer, by packet. */
    private static final Result<Int2IntOpenHashMap> WOKEN = Result.of(HangingServers::woken);

    /** What a thread does. */
    private enum Doing {
        /** It has answered, and the answer did not arrive. */
        ANSWERS,
        /** It waits, and nobody wakes it. */
        WAITS,
        /** It ends before it answers. */
        EXITS,
        /** It asks somebody else, and gets no answer. */
        ASKS,
        /** It is on a processor most of the time. */
        COMPUTES,
        /** It waits again and again. */
        GOES_ON
    }

    private final Analysis analysis;
    private final List<OpenAsk> asks;
    /** Those that got one, and when it arrived. */
    private final Int2LongRBTreeMap since = new Int2LongRBTreeMap();
    /** When the last of their clients ends its wait. */
    private final Int2LongRBTreeMap until = new Int2LongRBTreeMap();
    /** The same, also if it has exited before. */
    private final Int2LongRBTreeMap asked = new Int2LongRBTreeMap();

    private HangingServers(Analysis analysis, List<OpenAsk> asks) {
        this.analysis = analysis;
        this.asks = asks;
    }

    /** Those of some of the {@linkplain OpenAsk#RESULT recording's}. */
    static HangingServers of(Analysis analysis, List<OpenAsk> asks) {
        HangingServers servers = new HangingServers(analysis, asks);
        for (OpenAsk ask : asks) {
            int server = server(analysis, ask);
            if (server != Timeline.NONE && analysis.timeline().threadEnd(server) > ask.arrivedNanos(analysis.timeline())) {
                servers.since.merge(server, ask.arrivedNanos(analysis.timeline()), Math::min);
                servers.until.merge(server, Math.min(ask.endNanos(), analysis.timeline().threadEnd(server)), Math::max);
                servers.asked.merge(server, ask.endNanos(), Math::max);
            }
        }
        return servers;
    }

    /** Who got one: the thread that its packet woke, or, as it woke none, who gave the last answer over its connection; {@link Timeline#NONE} if neither is known. */
    static int server(Analysis analysis, OpenAsk ask) {
        int woken = ask.arrived() ? analysis.get(WOKEN).get(ask.packet()) : Timeline.NONE;
        return woken != Timeline.NONE ? woken : ask.answerer();
    }

    private static Int2IntOpenHashMap woken(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Int2IntOpenHashMap byPacket = new Int2IntOpenHashMap();
        byPacket.defaultReturnValue(Timeline.NONE);
        long first = Long.MAX_VALUE;
        for (OpenAsk ask : analysis.get(OpenAsk.RESULT)) {
            if (ask.arrived()) {
                byPacket.put(ask.packet(), Timeline.NONE);
                first = Math.min(first, ask.arrivedNanos(timeline));
            }
        }
        for (int thread = 0; thread < timeline.threadCount() && !byPacket.isEmpty(); thread++) {
            analysis.progress().check();
            for (int s = timeline.endSegment(thread) - 1; s >= timeline.firstSegment(thread) && timeline.end(thread, s) >= first; s--) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK
                        && byPacket.containsKey(timeline.link(s))) {
                    byPacket.put(timeline.link(s), thread);
                }
            }
        }
        return byPacket;
    }

    /**
     * Whether their programs answer threads of other names, too. O(requests + threads).
     *
     * @param names the {@linkplain Kin#of kin} of those that wait for an answer
     */
    boolean answerOthers(Set<String> names) {
        Timeline timeline = analysis.timeline();
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        LongOpenHashSet programs = new LongOpenHashSet();
        since.keySet().forEach((int thread) -> programs.add(program(timeline, thread)));
        IntOpenHashSet asked = new IntOpenHashSet();
        for (int i = 0; i < requests.size(); i++) {
            if (requests.client(i) != Timeline.NONE && programs.contains(program(timeline, requests.server(i)))) {
                asked.add(requests.client(i));
            }
        }
        return asked.intStream().anyMatch(client -> !names.contains(Kin.of(timeline, client)));
    }

    /** A number for each process, and for each thread whose process is not known. */
    private static long program(Timeline timeline, int thread) {
        return timeline.pid(thread) > 0 ? (long) timeline.host(thread) << Integer.SIZE | timeline.pid(thread) : -1L - thread;
    }

    /** Adds them as evidence, before who waits for them. */
    void addTo(Finding.Builder finding) {
        since.keySet().intStream().limit(MOST_THREADS).forEach(thread -> finding
                .evidence(new Evidence.Vertex(thread, Math.max(0, until.get(thread) - since.get(thread)),
                        "got a request that is not answered")));
    }

    /** A sentence for all that do the same, with a space before it. */
    String sentences() {
        Map<Doing, IntArrayList> byDoing = new EnumMap<>(Doing.class);
        since.keySet().intStream().forEach(thread -> byDoing.computeIfAbsent(doing(thread), doing -> new IntArrayList()).add(thread));
        StringBuilder all = new StringBuilder(lost());
        byDoing.forEach((doing, threads) -> all.append(sentence(doing, threads.toIntArray())));
        return all.toString();
    }

    /** What did not even arrive. */
    private String lost() {
        Timeline timeline = analysis.timeline();
        int[] clients = asks.stream().filter(ask -> !ask.arrived()).mapToInt(OpenAsk::client).toArray();
        int times = asks.stream().filter(ask -> !ask.arrived())
                .mapToInt(ask -> OpenAsk.resent(timeline, ask.client(), ask.sentNanos(), ask.endNanos()))
                .sum();
        return clients.length == 0 ? ""
                : " What " + PoolNames.list(analysis, clients) + (clients.length == 1 ? " sends" : " send")
                        + " does not arrive: the kernel sends it again "
                        + Words.times(times) + '.';
    }

    private Doing doing(int thread) {
        if (resent(thread) > 0) {
            return Doing.ANSWERS;
        }
        int wait = longWait(thread);
        if (wait != Timeline.NONE) {
            boolean isClient = analysis.get(OpenAsk.RESULT).stream().anyMatch(ask -> ask.client() == thread && ask.waitSegment() == wait);
            return isClient ? Doing.ASKS : Doing.WAITS;
        }
        if (exits(thread)) {
            return Doing.EXITS;
        }
        return share(thread, state -> state.isOnCpu() || isWanting(state)) >= LEAST_COMPUTING ? Doing.COMPUTES : Doing.GOES_ON;
    }

    /** Whether it ended in the first tenth of the time, though the recording of its host goes on. */
    private boolean exits(int thread) {
        Timeline timeline = analysis.timeline();
        int host = timeline.host(thread);
        long end = timeline.threadEnd(thread);
        return end < timeline.recordingEnd(host, timeline.recordings(host) - 1)
                && end - since.get(thread) < (1 - LEAST_WAITING) * (asked.get(thread) - since.get(thread));
    }

    private int resent(int thread) {
        return OpenAsk.resent(analysis.timeline(), thread, since.get(thread), until.get(thread));
    }

    /** The one wait in which a thread is while it is asked; else {@link Timeline#NONE}. */
    private int longWait(int thread) {
        Timeline timeline = analysis.timeline();
        long from = since.get(thread);
        long to = until.get(thread);
        int wait = timeline.segmentAt(thread, from + (to - from) / 2);
        return wait != Timeline.NONE && timeline.state(wait) == ThreadState.BLOCKED && timeline.cause(wait) != Cause.TIMER
                && to - Math.max(from, timeline.start(wait)) >= LEAST_WAITING * (to - from)
                && to - timeline.end(thread, wait) <= (1 - LEAST_TO_END) * (to - from) ? wait : Timeline.NONE;
    }

    /** For which share of the time in which it is asked a thread is in some states. */
    private double share(int thread, Predicate<ThreadState> states) {
        Timeline timeline = analysis.timeline();
        long from = since.get(thread);
        long to = until.get(thread);
        long nanos = 0;
        for (int s = HandOvers.firstSegment(timeline, thread, from); s < timeline.endSegment(thread) && timeline.start(s) < to; s++) {
            nanos += states.test(timeline.state(s))
                    ? Math.max(0, Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s))) : 0;
        }
        return (double) nanos / Math.max(1, to - from);
    }

    private String sentence(Doing doing, int[] threads) {
        boolean one = threads.length == 1;
        boolean all = asks.size() == 1;
        String got = ' ' + PoolNames.list(analysis, threads) + " got "
                + (all ? "the request" : one ? "one of the requests" : "some of the requests");
        return got + switch (doing) {
            case ANSWERS -> " and " + (one ? "answers" : "answer") + ", but that does not arrive: the kernel sends it again "
                    + Words.times(Arrays.stream(threads).map(this::resent).sum()) + '.';
            case WAITS -> " and " + (one ? "waits" : "wait") + calls(threads) + " ever since: nobody wakes " + (one ? "it." : "them.");
            case EXITS -> " and " + (one ? "exits before it answers." : "exit before they answer.");
            case ASKS -> " and " + (one ? "asks somebody else, who does not answer, either." : "ask others, who do not answer, either.");
            case COMPUTES -> " and " + (one ? "is" : "are") + " on a processor for " + percent(computing(threads)) + " of the time since"
                    + (wanting(threads) < LEAST_WANTING ? ""
                            : one ? ", and wants one for " + percent(wanting(threads)) : ", and want one for " + percent(wanting(threads)))
                    + '.';
            case GOES_ON ->
                    " and " + (one ? "waits" : "wait") + " for " + percent(waiting(threads)) + " of the time since, more than once, and "
                            + (one ? "is" : "are") + " on a processor for " + percent(computing(threads)) + '.';
        };
    }

    private double computing(int[] threads) {
        return Arrays.stream(threads).mapToDouble(thread -> share(thread, ThreadState::isOnCpu)).average().orElseThrow();
    }

    private double waiting(int[] threads) {
        return Arrays.stream(threads).mapToDouble(thread -> share(thread, state -> state == ThreadState.BLOCKED)).average().orElseThrow();
    }

    private double wanting(int[] threads) {
        return Arrays.stream(threads).mapToDouble(thread -> share(thread, HangingServers::isWanting)).average().orElseThrow();
    }

    private static boolean isWanting(ThreadState state) {
        return state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED;
    }

    /** The system call that all of them wait in. */
    private String calls(int[] threads) {
        String call = null;
        for (int thread : threads) {
            String its = analysis.get(OffCpuQuestion.SYSTEM_CALLS).of(longWait(thread));
            if (call != null && !call.equals(its)) {
                return "";
            }
            call = its;
        }
        return call == null || call.isEmpty() ? "" : " in " + call;
    }
}
