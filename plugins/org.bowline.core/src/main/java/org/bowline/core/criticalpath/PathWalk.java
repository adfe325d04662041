/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Finds the legs of one critical path, backward.
 *
 * <p>The asked thread's own segments are gone through from the end to the begin. What is no wait is a leg. For a wait, a walk starts at its end
 * and goes back in time, from thread to thread: along a thread's segments until it meets a wait of that thread, from there to who ended the
 * wait, at the moment it did, and on along that one's segments, until the begin of the asked thread's wait is reached. There the walk ends
 * and the asked thread goes on: the path is bounded by its waits.
 *
 * <p><b>It ends.</b> Every step adds a leg, so that the time goes back by at least a nanosecond, or goes to another thread at the same time.
 * The threads met at one time are marked; one that is met again makes a leg, too, down to the latest begin of the waits just met, all of which
 * began before. So there are at most as many steps at one time as threads. The time stops only at bounds of segments, packets and requests.
 */
final class PathWalk {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Timeline timeline;
    private final Progress progress;
    private final Legs legs = new Legs();
    /** The threads that were met at the present time, as a set and as a list. */
    private final BitSet met = new BitSet();
    private final IntArrayList metList = new IntArrayList();
    /** The latest begin of the waits that were met at the present time. */
    private long metFloor = Long.MIN_VALUE;

    /** All that is later is done. */
    private long time;
    /** The thread at which the walk is, and the segment in which it is just before the present time, if that is known. */
    private int at;
    private int segment;
    /** Where the walk ends. */
    private long bound;

    private long cycles;
    private long clockErrors;
    private long absentNanos;
    private long unknownNanos;

    PathWalk(Timeline timeline, Progress progress) {
        this.timeline = timeline;
        this.progress = progress;
    }

    Legs walk(int thread, long fromNanos, long toNanos) {
        time = toNanos;
        bound = toNanos;
        long steps = 0;
        while (time > fromNanos) {
            if ((++steps & POLL_MASK) == 0) {
                progress.report("Critical path", ((double) toNanos - time) / ((double) toNanos - fromNanos));
                progress.check();
            }
            if (time == bound) {
                go(thread);
                bound = Math.max(fromNanos, ownBound(thread));
            }
            step();
        }
        legs.finish();
        return legs;
    }

    /** Begin of what the asked thread does just before the present time. */
    private long ownBound(int thread) {
        int own = find();
        if (own != Timeline.NONE) {
            return timeline.start(own);
        }
        long lifeEnd = Math.min(timeline.threadEnd(thread), timeline.endNanos());
        return time > lifeEnd ? lifeEnd : Long.MIN_VALUE;
    }

    private void step() {
        int x = at;
        if (time > timeline.endNanos() || time > timeline.threadEnd(x)) {
            absent(Math.min(timeline.endNanos(), timeline.threadEnd(x)));
        } else if (time <= timeline.startNanos()) {
            absent(Long.MIN_VALUE);
        } else if (time <= timeline.threadStart(x)) {
            int parent = timeline.parent(x);
            mark(x, Long.MIN_VALUE);
            if (!isThread(parent)) {
                absent(Long.MIN_VALUE);
            } else if (met.get(parent)) {
                cycles++;
                absent(metFloor);
            } else {
                go(parent);
            }
        } else {
            segment = find();
            if (timeline.state(segment) == ThreadState.BLOCKED) {
                blocked(x, segment);
            } else {
                own(x, segment);
            }
        }
    }

    /** The segment of the present thread just before the present time; {@link Timeline#NONE} outside of its life. */
    private int find() {
        if (segment != Timeline.NONE && timeline.start(segment) < time && timeline.end(at, segment) >= time) {
            return segment;
        }
        int before = segment - 1;
        if (segment != Timeline.NONE && before >= timeline.firstSegment(at) && timeline.start(before) < time
                && timeline.end(at, before) >= time) {
            return before;
        }
        return timeline.segmentAt(at, time - 1);
    }

    private void own(int x, int own) {
        long later = time;
        leg(timeline.start(own), x, timeline.state(own), Cause.NONE, LegKind.OWN, Timeline.NONE, Timeline.NONE);
        if (timeline.state(own) == ThreadState.UNKNOWN) {
            unknownNanos += later - time;
        }
    }

    private void blocked(int x, int wait) {
        int link = timeline.link(wait);
        Cause cause = timeline.cause(wait);
        if (cause == Cause.NETWORK && link != Timeline.NONE) {
            packet(x, wait, link);
        } else if (cause == Cause.DISK && link != Timeline.NONE) {
            request(x, wait, link);
        } else if (cause == Cause.THREAD || cause == Cause.NETWORK) {
            follow(x, wait, timeline.target(wait));
        } else {
            stay(x, wait);
        }
    }

    private void packet(int x, int wait, int packet) {
        int sender = timeline.packetSender(packet);
        long sent = timeline.packetSent(packet);
        if (time <= sent) {
            clockErrors += sent > timeline.end(x, wait) ? 1 : 0;
            follow(x, wait, sender);
            return;
        }
        clockErrors += timeline.packetReceived(packet) < sent ? 1 : 0;
        // nobody is known who sent it: the path comes back to the one that waited for it
        boolean known = isThread(sender);
        leg(known ? sent : Math.max(sent, timeline.start(wait)), x, ThreadState.BLOCKED, Cause.NETWORK, LegKind.NETWORK_TRANSIT,
                timeline.target(wait) == Timeline.NONE ? sender : timeline.target(wait), packet);
        if (known && time == sent) {
            go(sender);
        }
    }

    private void request(int x, int wait, int request) {
        int disk = timeline.requestDisk(request);
        int issuer = timeline.requestIssuer(request);
        long issued = timeline.requestIssued(request);
        long queued = Math.min(timeline.requestQueued(request), issued);
        if (time <= queued) {
            if (issuer == x) {
                // it waits before it has made its own request: for something that the trace does not tell, and for the disk in the end
                stay(x, wait);
            } else {
                follow(x, wait, issuer);
            }
            return;
        }
        long floor = isThread(issuer) ? Long.MIN_VALUE : timeline.start(wait);
        if (time > issued) {
            leg(Math.max(issued, floor), x, ThreadState.BLOCKED, Cause.DISK, LegKind.DISK_SERVICE, disk, request);
        }
        if (time > bound && time > queued && time > floor) {
            leg(Math.max(queued, floor), x, ThreadState.BLOCKED, Cause.DISK, LegKind.DISK_QUEUE, disk, request);
        }
        if (isThread(issuer) && time == queued) {
            go(issuer);
        }
    }

    private boolean isThread(int vertex) {
        return vertex >= 0 && vertex < timeline.threadCount() && !timeline.isIdle(vertex);
    }

    /** Goes to who ends a wait, if that is a thread. */
    private void follow(int x, int wait, int next) {
        if (!isThread(next)) {
            stay(x, wait);
            return;
        }
        mark(x, timeline.start(wait));
        if (met.get(next)) {
            cycles++;
            leg(metFloor, x, ThreadState.BLOCKED, timeline.cause(wait), LegKind.CYCLE,
                    timeline.target(wait) == Timeline.NONE ? next : timeline.target(wait), timeline.link(wait));
        } else {
            go(next);
        }
    }

    private void stay(int x, int wait) {
        leg(timeline.start(wait), x, ThreadState.BLOCKED, timeline.cause(wait), LegKind.WAIT, timeline.target(wait), timeline.link(wait));
    }

    private void absent(long floor) {
        long later = time;
        leg(floor, at, ThreadState.UNKNOWN, Cause.NONE, LegKind.ABSENT, Timeline.NONE, Timeline.NONE);
        absentNanos += later - time;
    }

    private void go(int thread) {
        at = thread;
        segment = Timeline.NONE;
    }

    private void mark(int thread, long floor) {
        if (!met.get(thread)) {
            met.set(thread);
            metList.add(thread);
        }
        metFloor = Math.max(metFloor, floor);
    }

    /** Adds a leg that ends at the present time and begins at the floor, or at the bound. */
    private void leg(long floor, int thread, ThreadState state, Cause cause, LegKind kind, int target, int link) {
        time = Math.max(floor, bound);
        legs.addBefore(time, thread, state, cause, kind, target, link);
        for (int i = 0; i < metList.size(); i++) {
            met.clear(metList.getInt(i));
        }
        metList.clear();
        metFloor = Long.MIN_VALUE;
    }

    /** What the path does not know. */
    PathDoubts doubts() {
        return new PathDoubts(unknownNanos, absentNanos, clockErrors, cycles);
    }
}
