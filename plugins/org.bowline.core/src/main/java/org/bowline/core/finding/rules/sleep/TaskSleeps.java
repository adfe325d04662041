/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.PassedOn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.TaskGaps;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * Sleeps of tasks that move among threads: a request is open that they answer, they ask nobody else for anything, and wait for no disk; none of them is at work, and a timer ends that, or the next request does, as it may for tasks that sleep
 * side by side. Whom they ask over a pipe, a socket of their host, or on a host that was not recorded is seen only where that ends a wait.
 */
final class TaskSleeps {
    /** So many requests open on average are more than one now and then. */
    private static final double LEAST_OPEN = 2;
    /** Of the gaps that are told so much ends with a timer. */
    private static final double LEAST_BY_TIMERS = 0.2;

    private TaskSleeps() {}

    /** A finding for each process. O(gaps + requests × log requests) for each. */
    static List<Finding> findings(RuleInfo rule, Analysis analysis, long least, double critical) {
        List<Finding> findings = new ArrayList<>();
        for (ThreadGroups.Group group : analysis.get(Merging.RESULT).groups().all()) {
            Finding finding = group.way() == ThreadGroups.Way.TASKS && Arrays.stream(group.threads()).anyMatch(analysis::isChosen)
                    ? finding(rule, analysis, group, least, critical) : null;
            if (finding != null) {
                findings.add(finding);
            }
        }
        return findings;
    }

    /** The finding on one process; null if it sleeps for less. */
    static @Nullable Finding finding(RuleInfo rule, Analysis analysis, ThreadGroups.Group group, long least, double critical) {
        Timeline timeline = analysis.timeline();
        TaskGaps gaps = TaskGaps.of(analysis, group.threads());
        TimeUnion untilTimer = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        TimeUnion untilEither = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        int timers = 0;
        for (int gap = 0; gap < gaps.size(); gap++) {
            int wait = gaps.segment(gap);
            if (timeline.cause(wait) == Cause.TIMER) {
                timers++;
                untilTimer.add(gaps.begin(gap), gaps.end(gap));
                untilEither.add(gaps.begin(gap), gaps.end(gap));
            } else if (NewWork.isEndedByRequest(timeline, wait)) {
                untilEither.add(gaps.begin(gap), timeline.packetReceived(timeline.link(wait)));
            }
        }
        Open open = Open.of(analysis, new IntOpenHashSet(group.threads()));
        addWaitsForOthers(analysis, group.threads(), open.asks);
        long all = open.nanos(analysis, untilEither);
        long byTimers = open.nanos(analysis, untilTimer);
        if (timers < SetAside.FEW || all < least || byTimers < LEAST_BY_TIMERS * all) {
            return null;
        }
        double share = (double) all / analysis.rangeNanos();
        String host = timeline.hostName(timeline.host(group.threads()[0]));
        return Finding.of(rule, Severity.ofShare(share, critical), share).wins(share)
                .subject(analysis.stableName(group.threads()[0]))
                .summary(group.name() + " (" + host + ") sleep in their requests: for " + duration(all) + ", " + percent(share)
                        + " of the range, a request is open that they answer, they ask nobody else for anything, as far as was recorded, and none of them is at work until a timer ends or the next request comes."
                        + openThen(open.openIn(analysis, untilEither) / (double) all)
                        + " Without these sleeps the work would be at most " + percent(share) + " shorter (an estimate).")
                .evidence(new Evidence.Vertex(group.threads()[0], byTimers, "until a timer ends")).estimate()
                .restsOn(analysis.doubts(timeline.host(group.threads()[0]))).build();
    }

    /** A sentence with a space before it on how many requests are open then, if several are; else empty. When a timer began is no fact of a wait, so what they sleep for tells nothing of whether they do it at the same time. */
    private static String openThen(double requests) {
        return requests < LEAST_OPEN ? ""
                : " On average " + number(requests)
                        + " such requests are open then; whether they sleep side by side, or one after another, as below a lock, is not known.";
    }

    /** Adds when one of them waits for a disk, for an answer of whomever, or for somebody else on its host: then a timer is not what all wait for. */
    private static void addWaitsForOthers(Analysis analysis, int[] threads, TimeUnion others) {
        Timeline timeline = analysis.timeline();
        PassedOn passedOn = analysis.get(PassedOn.RESULT);
        IntOpenHashSet all = new IntOpenHashSet(threads);
        for (int thread : threads) {
            EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
                VertexKind kind = target == Timeline.NONE ? VertexKind.UNKNOWN : timeline.kind(target);
                boolean answer = timeline.cause(segment) == Cause.NETWORK && !NewWork.isEndedByRequest(timeline, segment)
                        && !passedOn.isOfMaker(connection(timeline, segment));
                if (answer || kind == VertexKind.DISK
                        || timeline.cause(segment) == Cause.THREAD && kind == VertexKind.THREAD && !all.contains(target)) {
                    others.add(timeline.start(segment), timeline.end(thread, segment));
                }
            }, analysis.progress());
        }
    }

    private static int connection(Timeline timeline, int wait) {
        int packet = timeline.link(wait);
        return packet >= 0 ? timeline.packetConnection(packet) : Timeline.NONE;
    }

    /**
     * When requests are open.
     *
     * @param answers that some threads answer, or for which they make what a third one passes on
     * @param begins when each of these begins
     * @param ends when each of these ends
     * @param asks that they ask others, or they wait for others, or for what others make, which they pass on
     */
    private record Open(TimeUnion answers, LongColumn begins, LongColumn ends, TimeUnion asks) {
        static Open of(Analysis analysis, IntOpenHashSet threads) {
            AskedRequests requests = analysis.get(AskedRequests.RESULT);
            PassedOn passedOn = analysis.get(PassedOn.RESULT);
            Open open = new Open(new TimeUnion(analysis.fromNanos(), analysis.toNanos()), new LongColumn(), new LongColumn(),
                    new TimeUnion(analysis.fromNanos(), analysis.toNanos()));
            for (int i = 0; i < requests.size(); i++) {
                boolean client = threads.contains(requests.client(i));
                boolean server = threads.contains(requests.server(i));
                boolean asks = !passedOn.isOfMaker(requests.connection(i)) || client && !passedOn.isMade(requests.packet(i));
                if (client != server && asks && server) {
                    open.answers(requests.arrived(i), requests.answered(i));
                } else if (client != server && asks) {
                    open.asks.add(requests.arrived(i), requests.answered(i));
                }
            }
            for (int i = 0; i < passedOn.size(); i++) {
                if (threads.contains(passedOn.maker(i))) {
                    open.answers(passedOn.begin(i), passedOn.end(i));
                } else if (threads.contains(passedOn.passer(i))) {
                    open.asks.add(passedOn.begin(i), passedOn.end(i));
                }
            }
            return open;
        }

        /** For how long some times last in which they have something to answer, and ask nobody: by the lengths of unions. */
        long nanos(Analysis analysis, TimeUnion times) {
            return union(analysis, times, asks) + union(analysis, answers, asks) - union(analysis, times, answers, asks) - asks.nanos();
        }

        private void answers(long begin, long end) {
            answers.add(begin, end);
            begins.add(begin);
            ends.add(end);
        }

        /** For how long requests that they answer are open in some times in which they ask nobody, all together. */
        long openIn(Analysis analysis, TimeUnion times) {
            TimeUnion both = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            both.add(times);
            both.add(asks);
            both.index();
            asks.index();
            long nanos = 0;
            for (int i = 0; i < begins.size(); i++) {
                nanos += both.nanos(begins.get(i), ends.get(i)) - asks.nanos(begins.get(i), ends.get(i));
            }
            return nanos;
        }

        private static long union(Analysis analysis, TimeUnion... some) {
            TimeUnion all = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            for (TimeUnion one : some) {
                all.add(one);
            }
            return all.nanos();
        }
    }
}
