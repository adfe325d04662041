/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import org.bowline.core.interval.OpenSpans;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * When threads have requests to answer, by {@link AskedRequests}, and when these wait for another thread of their host meanwhile, by who that is. A thread of a server that waits for what its client sends next has nothing to do only while none of these
 * waits for it, as those do that want a row which its transaction has changed. What another program of the host asks counts, too, though no packet tells of it: it
 * wakes the thread, and its next wait is for that one; but only where the one that is waited for is of a process of the same program, as those of a database are that answer, and that send what these write to a copy. So does a program that waits for a thread of its host's kernel which answers no requests, as for the one that hears from the copy of a disk. O(requests × log requests + segments of programs). Immutable.
 */
public final class AwaitedByServers {
    /** Those of the range. */
    public static final Result<AwaitedByServers> RESULT = Result.of(AwaitedByServers::new);

    /** Who asks waits for the answer soon. */
    private static final int MOST_LOOKED_AT = 64;

    private final OpenSpans asked;
    private final Map<Integer, TimeUnion> awaited = new HashMap<>();

    private AwaitedByServers(Analysis analysis) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        OpenSpans.Builder spans = new OpenSpans.Builder();
        for (int i = 0; i < requests.size(); i++) {
            spans.add(requests.server(i), requests.arrived(i), requests.answered(i));
        }
        asked = spans.build();
        for (int thread = 0; thread < analysis.timeline().threadCount(); thread++) {
            if (asked.has(thread)) {
                add(analysis, thread);
            }
        }
        addLocal(analysis);
        awaited.values().forEach(TimeUnion::unite);
    }

    private void add(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        EdgeWaits.eachPart(analysis.graph(), thread, (segment, target, from, to) -> { // a wait for a lock has one for each thread that held it
            long begin = Math.max(analysis.fromNanos(), timeline.start(segment));
            if (target != Timeline.NONE && target < timeline.threadCount() && target != thread && timeline.cause(segment) == Cause.THREAD
                    && !tasks.isForTask(thread, target) && isAsked(thread, begin, begin + 1)) {
                awaited.computeIfAbsent(target, one -> new TimeUnion(analysis.fromNanos(), analysis.toNanos())).add(from, to);
            }
        }, analysis.progress());
    }

    /** Adds the waits, for threads that requests wake, of those of their program that have something to answer to another program of their host; and those of programs for threads of the kernel that answer no requests: these idle for nobody. */
    private void addLocal(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        BitSet woken = wokenByRequests(analysis);
        if (woken.isEmpty()) {
            return;
        }
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        int[] programs = programs(timeline);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (roles.isProgram(thread) && timeline.pid(thread) >= 0) {
                analysis.progress().check();
                addLocal(analysis, thread, woken, programs);
            }
        }
    }

    /** A number for each thread, the same for those that are told together. */
    private static int[] programs(Timeline timeline) {
        Map<String, Integer> numbers = new HashMap<>();
        int[] programs = new int[timeline.threadCount()];
        for (int thread = 0; thread < programs.length; thread++) {
            programs[thread] = numbers.computeIfAbsent(Kin.of(timeline, thread), name -> numbers.size());
        }
        return programs;
    }

    private void addLocal(Analysis analysis, int thread, BitSet woken, int[] programs) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        int last = timeline.endSegment(thread, analysis.toNanos());
        int at = timeline.segmentAt(thread, analysis.fromNanos());
        int first = Math.max(timeline.firstSegment(thread), at - MOST_LOOKED_AT); // what it was asked shortly before the range
        long answered = Long.MIN_VALUE;
        for (int s = first; s < last; s++) {
            int target = otherProcess(timeline, thread, s);
            if (target == Timeline.NONE) {
                continue;
            }
            long end = timeline.end(thread, s);
            if (roles.of(target) == ThreadRoles.Role.KERNEL && !asked.has(target)) {
                addWait(analysis, woken, target, timeline.start(s), end);
            } else if (programs[target] == programs[thread]) {
                if (timeline.start(s) < answered) {
                    addWait(analysis, woken, target, timeline.start(s), end);
                }
            } else if (roles.isProgram(target)) {
                answered = Math.max(answered, answered(timeline, thread, target, end));
            }
        }
    }

    private void addWait(Analysis analysis, BitSet woken, int target, long begin, long end) {
        if (woken.get(target) && end > analysis.fromNanos()) {
            awaited.computeIfAbsent(target, one -> new TimeUnion(analysis.fromNanos(), analysis.toNanos())).add(begin, end);
        }
    }

    /** The thread of another process that ends a wait; {@link Timeline#NONE} if none does, or it is not known of which process it is. */
    private static int otherProcess(Timeline timeline, int thread, int segment) {
        boolean waits = timeline.state(segment) == ThreadState.BLOCKED && timeline.cause(segment) == Cause.THREAD;
        int target = waits ? timeline.target(segment) : Timeline.NONE;
        boolean isOther = target >= 0 && target < timeline.threadCount() && timeline.pid(target) >= 0
                && timeline.pid(target) != timeline.pid(thread);
        return isOther ? target : Timeline.NONE;
    }

    /** Of which threads a request ended a wait. */
    private static BitSet wokenByRequests(Analysis analysis) {
        PacketWaits waits = analysis.get(PacketWaits.RESULT);
        BitSet woken = new BitSet();
        for (int thread = 0; thread < analysis.timeline().threadCount(); thread++) {
            for (int wait = waits.first(thread); wait < waits.end(thread) && !woken.get(thread); wait++) {
                woken.set(thread, NewWork.isEndedByRequest(analysis.timeline(), waits.segment(wait)));
            }
        }
        return woken;
    }

    /** Until when a thread waits for the one that it has woken, if it does so next; {@link Long#MIN_VALUE} if not. */
    private static long answered(Timeline timeline, int by, int asker, long nanos) {
        int s = timeline.segmentAt(asker, nanos);
        int last = Math.min(timeline.endSegment(asker), s + MOST_LOOKED_AT);
        while (s != Timeline.NONE && s < last && timeline.state(s) != ThreadState.BLOCKED) {
            s++;
        }
        return s != Timeline.NONE && s < last && timeline.cause(s) == Cause.THREAD && timeline.target(s) == by ? timeline.end(asker, s)
                : Long.MIN_VALUE;
    }

    /** Whether a thread has a request to answer at some time of [from, to). */
    public boolean isAsked(int thread, long from, long to) {
        return asked.has(thread) && asked.isOpen(thread, from, to);
    }

    /** For how long of [from, to) somebody who has a request to answer waits for a thread. */
    public long nanos(int thread, long from, long to) {
        TimeUnion times = awaited.get(thread);
        return times == null ? 0 : times.nanos(from, to);
    }

    /** Whether a thread waits until its next request comes, and nobody waits for it then, though somebody does in other waits: it is idle between its transactions. */
    public boolean isIdle(Timeline timeline, int thread, int segment) {
        TimeUnion times = awaited.get(thread);
        return times != null && NewWork.isEndedByRequest(timeline, segment)
                && times.nanos(timeline.start(segment), timeline.end(thread, segment)) == 0;
    }
}
