/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * How busy a team of workers is to which requests are {@linkplain HandedOn handed on}, from the first to the last: for how much of their time the workers wait for more to do, whether they sleep through what is handed on, and how much is.
 * O(threads + segments of the team in the range + requests × workers × log segments).
 */
public final class BusyPool {
    /** Those of the range, in the order of who hands on. */
    public static final Result<List<BusyPool>> RESULT = Result
            .of(analysis -> analysis.get(HandedOn.RESULT).stream().map(handed -> new BusyPool(analysis, handed)).toList());

    /** Who waits for more to do for more of its time is free when something comes. */
    static final double MOST_IDLE = 0.1;
    /** Who waits for other things for less of its time is at work for nearly all of the rest: whether it looks after several at a time or not, they are not done sooner. */
    private static final double LEAST_BLOCKED = 0.2;
    private static final int LEAST_SLEPT = 3;
    /** Who lives for so much of the time could have taken something. */
    private static final double LEAST_ALIVE = 0.5;

    private final Analysis analysis;
    private final Timeline timeline;
    private final HandedOn handed;
    private final IntOpenHashSet workers;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;
    private long openNanos;
    private long nanos;
    private long idleNanos;
    private long blockedNanos;
    private int slept;
    private int woken;

    private BusyPool(Analysis analysis, HandedOn handed) {
        this.analysis = analysis;
        timeline = analysis.timeline();
        this.handed = handed;
        workers = new IntOpenHashSet(handed.workers());
        handed.each(analysis.fromNanos(), analysis.toNanos(), (begin, end, requests) -> {
            from = Math.min(from, begin);
            to = Math.max(to, end);
            openNanos += (end - begin) * requests;
        });
        if (from < to) {
            handed.workers().forEach(this::addWaits);
            if (mayBeSaturated() && blockedNanos >= LEAST_BLOCKED * nanos) {
                addAsked(analysis.get(AskedRequests.RESULT));
            }
        }
    }

    private void addWaits(int thread) {
        nanos += Math.max(0, Math.min(to, timeline.threadEnd(thread)) - Math.max(from, timeline.threadStart(thread)));
        int last = timeline.endSegment(thread, to);
        for (int s = HandOvers.firstSegment(timeline, thread, from); s < last; s++) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                long wait = Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s));
                boolean idle = isIdle(thread, s);
                idleNanos += idle ? wait : 0;
                blockedNanos += idle ? 0 : wait;
            }
        }
    }

    /** Whether a worker may wait for more to do: not until a timer, for a disk, for an answer of another host, for the kernel's own threads, or for a thread that it wakes, too. */
    private boolean isIdle(int thread, int segment) {
        return switch (timeline.cause(segment)) {
            case TIMER, DISK, DEVICE, NONE -> timeline.isOpen(thread, segment);
            case NETWORK -> timeline.link(segment) == Timeline.NONE
                    || timeline.packetOpener(timeline.link(segment)) != Timeline.Opener.RECEIVER;
            case THREAD -> !isAsked(thread, timeline.target(segment));
            case IPI, KERNEL, UNKNOWN -> true;
        };
    }

    /** Whether a worker asks a thread: who hands on to it, or passes on what others have handed on, is not woken by it as often as it wakes it. */
    private boolean isAsked(int thread, int target) {
        if (target < 0 || target >= timeline.threadCount() || handed.from().contains(target) || workers.contains(target)) {
            return false;
        }
        if (!analysis.get(Analysis.ROLES).isProgram(target)) {
            return true;
        }
        WaitForGraph graph = analysis.graph();
        int there = graph.edge(graph.groups().vertex(thread), graph.groups().vertex(target));
        int back = graph.edge(graph.groups().vertex(target), graph.groups().vertex(thread));
        return there >= 0 && back >= 0 && 2L * graph.waits(back) >= graph.waits(there);
    }

    /** Looks at what was asked: whether somebody of the team was woken when it was handed on, or slept on. */
    private void addAsked(AskedRequests requests) {
        for (int i = 0; i < requests.size(); i++) {
            long arrived = requests.arrived(i);
            if (!handed.from().contains(requests.server(i)) || arrived < from || arrived >= to) {
                continue;
            }
            analysis.progress().check();
            long until = HandedOn.waitAfter(analysis, requests.server(i), arrived);
            boolean sleeps = false;
            boolean wakes = false;
            for (int worker : handed.workers()) {
                int segment = HandedOn.segmentAt(timeline, worker, arrived);
                if (segment != Timeline.NONE && timeline.state(segment) == ThreadState.BLOCKED) {
                    boolean idle = isIdle(worker, segment);
                    wakes |= idle && timeline.end(worker, segment) <= until;
                    sleeps |= !idle && timeline.end(worker, segment) > until;
                }
            }
            woken += wakes ? 1 : 0;
            slept += sleeps && !wakes ? 1 : 0;
        }
    }

    /** Whether more is handed on than there are workers, who never run out of work. */
    private boolean mayBeSaturated() {
        return nanos > 0 && queueOfEach() > 0 && idleNanos <= MOST_IDLE * nanos;
    }

    /** Whether requests wait for the workers, who never run out of work, and each has one thing to do at a time; and nobody like them is free. */
    public boolean isSaturated() {
        return mayBeSaturated()
                && (blockedNanos < LEAST_BLOCKED * nanos || slept >= LEAST_SLEPT && slept >= woken) && !hasFree();
    }

    /** Whether another one of the team's process, or a process of their name that their parent has started, ended none of the waits: it may be free. Who is set aside may be one of them, as it does nothing else but wait. */
    private boolean hasFree() {
        int first = handed.workers().getInt(0);
        String kin = Kin.of(timeline, first);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            boolean same = timeline.pid(thread) == timeline.pid(first)
                    || timeline.parentPid(thread) >= 0 && timeline.parentPid(thread) == timeline.parentPid(first);
            if (same && !workers.contains(thread) && Kin.of(timeline, thread).equals(kin)
                    && Math.min(to, timeline.threadEnd(thread)) - Math.max(from, timeline.threadStart(thread)) >= LEAST_ALIVE
                            * (to - from)) {
                return true;
            }
        }
        return false;
    }

    /** Who hands requests on to its workers. */
    public HandedOn handed() {
        return handed;
    }

    /** Its workers, ascending. */
    public IntArrayList workers() {
        return handed.workers();
    }

    /** When the first request is handed on. */
    public long firstNanos() {
        return from;
    }

    /** When the last is answered. */
    public long lastNanos() {
        return to;
    }

    /** How many are handed on on average, and not answered. */
    public double open() {
        return from < to ? (double) openNanos / (to - from) : 0;
    }

    /** How many of them a worker has beside one. */
    public double queueOfEach() {
        return open() / workers.size() - 1;
    }

    /** For which share of their time the workers may wait for more to do. */
    public double idle() {
        return nanos == 0 ? 1 : (double) idleNanos / nanos;
    }
}
