/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

import it.unimi.dsi.fastutil.ints.Int2IntRBTreeMap;
import it.unimi.dsi.fastutil.ints.Int2LongRBTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;

/** What threads do since they have a request that does not end. */
final class SinceRequest {
    /** Of the time since a thread has a request until nobody waits for its end any more, for how much it is on a processor or wants one if it computes. */
    private static final double LEAST_COMPUTING = 0.5;
    /** That it wants one for less than that is not worth a word. */
    private static final double LEAST_WANTING = 0.01;
    /** Of that time, for how much it is in one wait if it is that for which the request does not end. */
    private static final double LEAST_WAITING = 0.9;
    /** And it is in that until nobody waits for the end any more, but for what the clocks of two hosts are off. */
    private static final double LEAST_TO_END = 0.99;

    /** The waits of those that ask somebody who does not answer. */
    private static final Result<IntOpenHashSet> ASKING = Result.of(analysis -> {
        IntOpenHashSet waits = new IntOpenHashSet();
        analysis.get(OpenAsk.RESULT).forEach(ask -> waits.add(ask.waitSegment()));
        return waits;
    });
    /** The threads of which the kernel sent something again. */
    private static final Result<IntOpenHashSet> RESENT = Result.of(analysis -> {
        IntOpenHashSet threads = new IntOpenHashSet();
        for (int i = 0; i < analysis.timeline().resentCount(); i++) {
            threads.add(analysis.timeline().resentThread(i));
        }
        return threads;
    });

    /** What a thread does. */
    private enum Doing {
        /** It has sent something, and that did not arrive. */
        SENDS,
        /** It waits, and nobody wakes it. */
        WAITS,
        /** It waits until it exits. */
        WAITS_AND_EXITS,
        /** It exits before the request ends. */
        EXITS,
        /** It asks somebody else, and gets no answer. */
        ASKS,
        /** It is on a processor most of the time. */
        COMPUTES,
        /** It waits, and that ends, or it waits again and again. */
        GOES_ON,
        /** It ends other requests. */
        ENDS_OTHERS
    }

    private final Analysis analysis;
    private final boolean begun;
    private final Int2LongRBTreeMap since = new Int2LongRBTreeMap();
    private final Int2LongRBTreeMap until = new Int2LongRBTreeMap();
    private final Int2LongRBTreeMap asked = new Int2LongRBTreeMap();
    private final Int2IntRBTreeMap counts = new Int2IntRBTreeMap();
    private final Int2LongRBTreeMap lastEnd = new Int2LongRBTreeMap();
    private final Int2IntRBTreeMap others = new Int2IntRBTreeMap();
    private int requests;

    private SinceRequest(Analysis analysis, boolean begun) {
        this.analysis = analysis;
        this.begun = begun;
    }

    /** Of requests that came over the network, and are not answered. */
    static SinceRequest got(Analysis analysis) {
        return new SinceRequest(analysis, false);
    }

    /** Of requests that a program said to have begun, and not that they ended. */
    static SinceRequest began(Analysis analysis) {
        return new SinceRequest(analysis, true);
    }

    /**
     * One more request.
     *
     * @param thread who has it; {@link Timeline#NONE} if that is not known
     * @param sinceNanos since when; of several of a thread the first counts if they came over the network, and the last if it began them: until then it went on
     * @param untilNanos until when somebody waits for its end
     */
    void add(int thread, long sinceNanos, long untilNanos) {
        requests++;
        if (thread != Timeline.NONE && analysis.timeline().threadEnd(thread) > sinceNanos) {
            since.merge(thread, sinceNanos, begun ? Math::max : Math::min);
            until.merge(thread, Math.min(untilNanos, analysis.timeline().threadEnd(thread)), Math::max);
            asked.merge(thread, untilNanos, Math::max);
            counts.addTo(thread, 1);
        }
    }

    /** A thread ended another request. */
    void ended(int thread, long nanos) {
        if (since.containsKey(thread) && nanos > since.get(thread)) {
            others.addTo(thread, 1);
            lastEnd.merge(thread, nanos, Math::max);
        }
    }

    /** From when on a thread has not ended a request. */
    private long from(int thread) {
        return Math.max(since.get(thread), lastEnd.getOrDefault(thread, Long.MIN_VALUE));
    }

    /** Whether it ended others until shortly before the end. */
    private boolean endsOthers(int thread) {
        return others.get(thread) > 0 && until.get(thread) - from(thread) < (1 - LEAST_WAITING) * (until.get(thread) - since.get(thread));
    }

    /** Those of whom something is known, ascending. */
    IntSortedSet threads() {
        return since.keySet();
    }

    /** For how long one of them has its request. */
    long nanos(int thread) {
        return Math.max(0, until.get(thread) - since.get(thread));
    }

    /** A sentence for all that do the same, with a space before it. */
    String sentences() {
        Map<Doing, IntArrayList> byDoing = new EnumMap<>(Doing.class);
        threads().intStream().forEach(thread -> byDoing.computeIfAbsent(doing(thread), doing -> new IntArrayList()).add(thread));
        StringBuilder all = new StringBuilder();
        byDoing.forEach((doing, threads) -> all.append(sentence(doing, threads.toIntArray())));
        return all.toString();
    }

    private Doing doing(int thread) {
        if (endsOthers(thread)) {
            return Doing.ENDS_OTHERS;
        }
        if (resent(thread) > 0) {
            return Doing.SENDS;
        }
        int wait = longWait(thread);
        if (wait != Timeline.NONE) {
            return analysis.get(ASKING).contains(wait) ? Doing.ASKS : begun && exits(thread) ? Doing.WAITS_AND_EXITS : Doing.WAITS;
        }
        if (exits(thread)) {
            return Doing.EXITS;
        }
        return share(thread, state -> state.isOnCpu() || isWanting(state)) >= LEAST_COMPUTING ? Doing.COMPUTES : Doing.GOES_ON;
    }

    /** Whether it ended before somebody stopped waiting for the end of its request, though the recording of its host goes on: long before, or it may have done something else first. */
    private boolean exits(int thread) {
        long end = analysis.timeline().threadEnd(thread);
        return !isAliveAtTheEnd(analysis.timeline(), thread)
                && end - since.get(thread) < (begun ? LEAST_TO_END : 1 - LEAST_WAITING) * (asked.get(thread) - since.get(thread));
    }

    /** Whether a thread lives until the recording of its host ends. */
    static boolean isAliveAtTheEnd(Timeline timeline, int thread) {
        int host = timeline.host(thread);
        return timeline.recordings(host) == 0
                || timeline.threadEnd(thread) >= timeline.recordingEnd(host, timeline.recordings(host) - 1);
    }

    private int resent(int thread) {
        return analysis.get(RESENT).contains(thread) ? OpenAsk.resent(analysis.timeline(), thread, from(thread), until.get(thread)) : 0;
    }

    /** The one wait in which a thread is while it is asked; else {@link Timeline#NONE}. */
    private int longWait(int thread) {
        Timeline timeline = analysis.timeline();
        long from = from(thread);
        long to = until.get(thread);
        int wait = timeline.segmentAt(thread, from + (to - from) / 2);
        return wait != Timeline.NONE && timeline.state(wait) == ThreadState.BLOCKED && timeline.cause(wait) != Cause.TIMER
                && to - Math.max(from, timeline.start(wait)) >= LEAST_WAITING * (to - from)
                && to - timeline.end(thread, wait) <= (1 - LEAST_TO_END) * (to - from) && (!begun || isLast(thread, wait)) ? wait
                        : Timeline.NONE;
    }

    /** Whether a wait ends with the recording of its host, or its thread is killed in it. */
    private boolean isLast(int thread, int wait) {
        return analysis.timeline().isOpen(thread, wait) || !isAliveAtTheEnd(analysis.timeline(), thread);
    }

    /** For which share of the time in which it is asked a thread is in some states. */
    private double share(int thread, Predicate<ThreadState> states) {
        Timeline timeline = analysis.timeline();
        long from = from(thread);
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
        String has = ' ' + PoolNames.list(analysis, threads)
                + (begun ? " began " + begun(threads)
                        : " got " + (requests == 1 ? "the request" : (one ? "one" : "some") + " of the requests"));
        return has + switch (doing) {
            case SENDS -> " and " + (begun ? one ? "sends something" : "send something" : one ? "answers" : "answer")
                    + (begun ? " that does not arrive: the kernel sends it again "
                            : ", but that does not arrive: the kernel sends it again ")
                    + Words.times(Arrays.stream(threads).map(this::resent).sum()) + '.';
            case WAITS ->
                    " and " + (one ? "waits" : "wait") + calls(threads) + (begun ? " until the end" : " ever since") + ": nobody wakes "
                            + (one ? "it." : "them.");
            case WAITS_AND_EXITS -> " and " + (one ? "waits" : "wait") + calls(threads) + (one ? " until it exits, " : " until they exit, ")
                    + exitsAfter(threads) + '.';
            case EXITS ->
                    " and " + (one ? "exits " : "exit ") + (begun ? exit(threads) : one ? "before it answers." : "before they answer.");
            case ASKS -> " and " + (one ? "asks somebody else, who does not answer" : "ask others, who do not answer")
                    + (begun ? "." : ", either.");
            case COMPUTES -> " and " + (one ? "is" : "are") + " on a processor for " + percent(computing(threads)) + " of the time since"
                    + (wanting(threads) < LEAST_WANTING ? ""
                            : one ? ", and wants one for " + percent(wanting(threads)) : ", and want one for " + percent(wanting(threads)))
                    + '.';
            case GOES_ON ->
                    " and " + (one ? "waits" : "wait") + " for " + percent(waiting(threads)) + " of the time since and "
                            + (one ? "is" : "are") + " on a processor for " + percent(computing(threads)) + '.';
            case ENDS_OTHERS -> " and " + (one ? "goes on: it has" : "go on: they have") + " ended "
                    + count(Arrays.stream(threads).map(others::get).sum(), "other request") + " since.";
        };
    }

    private String exit(int[] threads) {
        return exitsAfter(threads) + " without ending " + (Arrays.stream(threads).map(counts::get).sum() == 1 ? "it." : "them.");
    }

    private String exitsAfter(int[] threads) {
        long latest = Arrays.stream(threads).mapToLong(thread -> analysis.timeline().threadEnd(thread) - since.get(thread)).max()
                .orElseThrow();
        return (threads.length == 1 ? "" : "up to ") + duration(latest) + " later";
    }

    private String begun(int[] threads) {
        int count = Arrays.stream(threads).map(counts::get).sum();
        return count < requests ? (count == 1 ? "one" : count) + " of them" : count == 1 ? "it" : "them";
    }

    private double computing(int[] threads) {
        return Arrays.stream(threads).mapToDouble(thread -> share(thread, ThreadState::isOnCpu)).average().orElseThrow();
    }

    private double waiting(int[] threads) {
        return Arrays.stream(threads).mapToDouble(thread -> share(thread, state -> state == ThreadState.BLOCKED)).average().orElseThrow();
    }

    private double wanting(int[] threads) {
        return Arrays.stream(threads).mapToDouble(thread -> share(thread, SinceRequest::isWanting)).average().orElseThrow();
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
