/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What the kernel sent again, as nobody acknowledged it in time, while threads of one name waited: those who sent it, in two sorts, or those whose waits it ended at last, as it was an answer.
 */
final class SentAgain {
    /** What is sent again in waits for a lost answer lies in them for so much of the time. */
    private static final double LEAST_FOR_LOST = 0.5;
    /** So often is enough where it takes this share of the range: the time-out of a request for a connection is a second, and the work may not be longer than two. */
    private static final int TWICE = 2;
    private static final double LEAST_OF_TWICE = 0.5;

    /** What is sent again, and who waits. */
    private enum Sort {
        /** Who asks for a connection waits for it. */
        OPENS,
        /** Who sent something else waits meanwhile. */
        SENDS,
        /** Who asked for something waits for the answer. */
        ANSWERS
    }

    private final Sort sort;
    private final IntRBTreeSet threads = new IntRBTreeSet();
    /** Whose answers they are. */
    private final IntRBTreeSet senders = new IntRBTreeSet();
    private final Samples pauses = new Samples();
    private final int[] fates = new int[ResentFate.values().length];
    /** Which of all that is sent again. */
    private final BitSet resent = new BitSet();
    private final TimeUnion waits;
    /** Of each thread that sent something, until that was sent again. */
    private final Map<Integer, TimeUnion> pending = new TreeMap<>();
    /** Of each thread, its waits. */
    private final Map<Integer, TimeUnion> byThread = new TreeMap<>();
    /** Of these, those for answers that were lost. */
    private final Map<Integer, TimeUnion> forLost = new TreeMap<>();
    /** How often what was asked, too, was sent again in such waits. */
    private int askedAgain;

    private SentAgain(Analysis analysis, Sort sort) {
        this.sort = sort;
        waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
    }

    /**
     * One for each name of a host, and sort. O(times × segments of a wait + segments, if anything was sent again).
     *
     * @param minTimes how often answers are sent again, at least, and for which share of the range somebody waits for that: else those are told who send them
     */
    static List<SentAgain> of(Analysis analysis, long minTimes, double minShare) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, SentAgain> all = new LinkedHashMap<>();
        addAnswers(analysis, all);
        BitSet answers = new BitSet();
        List<SentAgain> told = all.values().stream().filter(some -> some.isOften(analysis, minTimes) && some.share(analysis) >= minShare)
                .toList();
        told.forEach(some -> answers.or(some.resent));
        for (int i = 0; i < timeline.resentCount(); i++) {
            int thread = timeline.resentThread(i);
            if (!answers.get(i) && !isAskedForLost(timeline, told, i) && roles.isProgram(thread) && analysis.isChosen(thread)
                    && timeline.resentBefore(i) < analysis.toNanos()
                    && timeline.resentAgain(i) > analysis.fromNanos()) {
                of(analysis, all, thread, timeline.resentOpens(i) ? Sort.OPENS : Sort.SENDS).addSender(analysis, i);
            }
        }
        all.values().forEach(some -> some.finish(analysis));
        return List.copyOf(all.values());
    }

    /** Whether something arrived, and was sent again while whoever sent it waited for an answer that was lost: that was to acknowledge it, and is told. Counts it there. */
    private static boolean isAskedForLost(Timeline timeline, List<SentAgain> told, int again) {
        for (SentAgain some : told) {
            TimeUnion waits = some.forLost.get(timeline.resentThread(again));
            if (waits != null && timeline.resentFate(again) == ResentFate.ARRIVED
                    && waits.nanos(timeline.resentBefore(again), timeline.resentAgain(again)) >= LEAST_FOR_LOST
                            * (timeline.resentAgain(again) - timeline.resentBefore(again))) {
                some.askedAgain++;
                return true;
            }
        }
        return false;
    }

    private static SentAgain of(Analysis analysis, Map<String, SentAgain> all, int thread, Sort sort) {
        return all.computeIfAbsent(Kin.of(analysis.timeline(), thread) + ':' + sort, key -> new SentAgain(analysis, sort));
    }

    /** Adds the answers that ended waits only when they were sent again. */
    private static void addAnswers(Analysis analysis, Map<String, SentAgain> all) {
        Timeline timeline = analysis.timeline();
        if (timeline.resentCount() == 0) {
            return;
        }
        Long2IntOpenHashMap byTime = new Long2IntOpenHashMap();
        byTime.defaultReturnValue(Timeline.NONE);
        for (int i = 0; i < timeline.resentCount(); i++) {
            byTime.put(timeline.resentAgain(i), i);
        }
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!roles.isProgram(thread) || !analysis.isChosen(thread)) {
                continue;
            }
            analysis.progress().check();
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                int packet = timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK ? timeline.link(s)
                        : Timeline.NONE;
                int resent = packet == Timeline.NONE || timeline.packetOpener(packet) != Timeline.Opener.RECEIVER ? Timeline.NONE
                        : byTime.get(timeline.packetSent(packet));
                if (resent != Timeline.NONE && timeline.host(timeline.resentThread(resent)) != timeline.host(thread)) {
                    of(analysis, all, thread, Sort.ANSWERS).addWaiting(analysis, thread, s, resent, byTime);
                }
            }
        }
    }

    /** A wait that what was sent again ended: since it was sent for the first time. */
    private void addWaiting(Analysis analysis, int thread, int segment, int again, Long2IntOpenHashMap byTime) {
        Timeline timeline = analysis.timeline();
        int first = again;
        add(timeline, again);
        for (int before = byTime.get(timeline.resentBefore(first)); before != Timeline.NONE && before != first
                && timeline.resentThread(before) == timeline.resentThread(first); before = byTime.get(timeline.resentBefore(first))) {
            add(timeline, before);
            first = before;
        }
        senders.add(timeline.resentThread(again));
        long from = Math.max(timeline.start(segment), timeline.resentBefore(first));
        waits(analysis, thread, from, timeline.end(thread, segment));
        if (timeline.resentFate(first) == ResentFate.LOST) {
            forLost.computeIfAbsent(thread, key -> new TimeUnion(analysis.fromNanos(), analysis.toNanos())).add(from,
                    timeline.end(thread, segment));
        }
    }

    /** Something that a thread sent, if it waits at all before that is sent again. */
    private void addSender(Analysis analysis, int again) {
        Timeline timeline = analysis.timeline();
        int thread = timeline.resentThread(again);
        analysis.progress().check();
        for (int s = HandOvers.firstSegment(timeline, thread, timeline.resentBefore(again)); s < timeline.endSegment(thread)
                && timeline.start(s) < timeline.resentAgain(again); s++) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                add(timeline, again);
                pending.computeIfAbsent(thread, key -> new TimeUnion(analysis.fromNanos(), analysis.toNanos()))
                        .add(timeline.resentBefore(again), timeline.resentAgain(again));
                return;
            }
        }
    }

    /** Adds the waits of those who sent something, each once, however much they have sent. */
    private void finish(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        pending.forEach((thread, times) -> {
            times.index();
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                if (timeline.state(s) == ThreadState.BLOCKED) {
                    times.each(timeline.start(s), timeline.end(thread, s), (from, to) -> waits(analysis, thread, from, to));
                }
            }
        });
        pending.clear();
    }

    private void waits(Analysis analysis, int thread, long from, long to) {
        threads.add(thread);
        waits.add(from, to);
        byThread.computeIfAbsent(thread, key -> new TimeUnion(analysis.fromNanos(), analysis.toNanos())).add(from, to);
    }

    /** Once, however many threads it wakes. */
    private void add(Timeline timeline, int again) {
        if (resent.get(again)) {
            return;
        }
        resent.set(again);
        pauses.add(timeline.resentAgain(again) - timeline.resentBefore(again));
        fates[timeline.resentFate(again).ordinal()]++;
    }

    /** How often something was sent again while a thread waited. */
    int times() {
        return pauses.size();
    }

    /** Whether something was sent again often enough while a thread waited: so often, or twice in waits that take half of the range. */
    boolean isOften(Analysis analysis, long minTimes) {
        return pauses.size() >= minTimes || pauses.size() >= TWICE && share(analysis) >= LEAST_OF_TWICE;
    }

    /** For which share of the range at least one of the threads waits so. */
    double share(Analysis analysis) {
        return (double) waits.nanos() / analysis.rangeNanos();
    }

    /** A finding of a rule in words. */
    Finding finding(Analysis analysis, Finding.Builder finding) {
        Timeline timeline = analysis.timeline();
        boolean one = threads.size() == 1;
        String share = percent(share(analysis));
        finding.subject(analysis.stableName(threads.firstInt()))
                .summary(PoolNames.list(analysis, threads.toIntArray()) + what(analysis, one)
                        + count(pauses.size(), "time")
                        + (sort == Sort.ANSWERS ? ", " + duration(pauses.median()) + " after it sent them before, at the median; "
                                : " the kernel sends it again, " + duration(pauses.median()) + " after the time before at the median; ")
                        + (one ? "it" : "at least one of them") + " waits so for "
                        + duration(waits.nanos()) + ", " + share + " of the range. " + fate()
                        + (askedAgain == 0 ? ""
                                : " Meanwhile what " + (one ? "it" : "they") + " asked is sent again, too, " + count(askedAgain, "time")
                                        + ": it had arrived, and what acknowledges it is lost with the answer, or late.")
                        + " Without these waits the work would be at most " + share + " shorter (an estimate).")
                .wins(share(analysis)).estimate();
        byThread.forEach((thread, union) -> finding.evidence(new Evidence.Vertex(thread, union.nanos(), "until it is sent again")));
        return finding.restsOn(analysis.doubts(timeline.host(threads.firstInt()))).build();
    }

    private String what(Analysis analysis, boolean one) {
        return switch (sort) {
            case OPENS -> (one ? " asks" : " ask") + " for connections and " + (one ? "gets" : "get") + " no answer in time: ";
            case SENDS -> (one ? " sends" : " send") + " what nobody acknowledges in time: ";
            case ANSWERS -> (one ? " waits" : " wait") + " for answers of " + answerers(analysis)
                    + " that the kernel there sends again, as they were not acknowledged in time: ";
        };
    }

    private String answerers(Analysis analysis) {
        return PoolNames.list(analysis, senders.intStream().map(analysis.graph().groups()::vertex).distinct().toArray());
    }

    /** Where it was lost, as far as both ends tell. */
    private String fate() {
        int lost = fates[ResentFate.LOST.ordinal()];
        int arrived = fates[ResentFate.ARRIVED.ordinal()];
        int granted = fates[ResentFate.GRANTED.ordinal()];
        int unknown = fates[ResentFate.UNKNOWN.ordinal()];
        if (lost + arrived + granted == 0) {
            return sort == Sort.OPENS
                    ? "What asks, or the answer, is lost, or the other side has no room for it: the queue of its listening socket is full."
                    : "What is sent, or what acknowledges it, is lost or late.";
        }
        List<String> clauses = new ArrayList<>();
        add(clauses, lost, "it is lost on its way");
        add(clauses, granted, "it arrives, and the answer is lost or late");
        add(clauses, arrived, sort == Sort.OPENS
                ? "it arrives and is not answered before that, as where the queue of the listening socket is full"
                : "it arrives, and what acknowledges it is lost or late, or the receiver has no room for it");
        add(clauses, unknown, "it is not known what became of it");
        return String.join("; ", clauses) + '.';
    }

    private void add(List<String> clauses, int times, String clause) {
        if (times > 0) {
            clauses.add(count(times, "time") + ' ' + clause);
        }
    }
}
