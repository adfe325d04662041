/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** The oracle of the critical path: its definition, nanosecond by nanosecond. */
final class Chain {
    /** Where the path is at a moment. */
    record Point(int thread, ThreadState state, Cause cause, LegKind kind, int target, int link) {}

    private final Timeline timeline;
    private final long from;
    private final long t;
    private final Set<Integer> seen = new HashSet<>();
    private final Set<String> generations = new HashSet<>();

    private Chain(Timeline timeline, long from, long t) {
        this.timeline = timeline;
        this.from = from;
        this.t = t;
    }

    /** Where the path of a thread over [from, to) is at a moment. */
    static Point at(Timeline timeline, int thread, long from, long to, long t) {
        return new Chain(timeline, from, t).point(thread, from, to);
    }

    /** The wait that the thread is in, counted from its hand-over, as far as it is asked for from begin to end; −1 for none. */
    private int handedWait(int x, long begin, long end) {
        List<Integer> waits = new ArrayList<>();
        for (int s = timeline.firstSegment(x); s < timeline.endSegment(x); s++) {
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.start(s) >= begin && timeline.start(s) < end) {
                waits.add(s);
            }
        }
        long limit = Long.MAX_VALUE;
        for (int i = waits.size() - 1; i >= 0; i--) {
            int wait = waits.get(i);
            if (timeline.start(wait) >= limit || timeline.end(x, wait) > end) {
                continue;
            }
            OptionalLong handOver = handOver(x, wait);
            if (handOver.isPresent()) {
                limit = Math.max(begin, handOver.getAsLong());
                for (int earlier : waits) {
                    if (timeline.start(earlier) < limit) {
                        limit = Math.max(limit, timeline.end(x, earlier));
                    }
                }
                if (t >= limit && t < timeline.end(x, wait)) {
                    return wait;
                }
            }
        }
        return -1;
    }

    private OptionalLong handOver(int x, int wait) {
        generations.clear();
        OptionalLong moment = follow(x, timeline.end(x, wait), x, wait, new HashSet<>());
        return moment.isPresent() && moment.getAsLong() < timeline.start(wait) ? moment : OptionalLong.empty();
    }

    /** Back over a wait that ends at the moment, and on, until the chain is at thread x again. */
    private OptionalLong follow(int x, long moment, int current, int wait, Set<Integer> visited) {
        int link = timeline.link(wait);
        boolean packet = timeline.cause(wait) == Cause.NETWORK && link >= 0;
        boolean thread = timeline.cause(wait) == Cause.THREAD && timeline.finished(wait) < 0;
        int next = packet ? timeline.packetSender(link) : thread ? timeline.target(wait) : -1;
        if (next < 0 || next >= timeline.threadCount() || timeline.isIdle(next)) {
            return current == x ? OptionalLong.empty() : back(x, timeline.start(wait), current, visited);
        }
        return back(x, packet ? Math.min(moment, timeline.packetSent(link)) : moment, next, visited);
    }

    private OptionalLong back(int x, long moment, int current, Set<Integer> visited) {
        if (moment <= from) {
            return OptionalLong.empty();
        }
        if (current == x) {
            return OptionalLong.of(moment);
        }
        int segment = timeline.segmentAt(current, moment - 1);
        if (segment < 0) {
            int parent = moment <= timeline.threadStart(current) ? timeline.parent(current) : -1;
            boolean loop = !generations.add(current + "@" + moment);
            return parent < 0 || timeline.isIdle(parent) || loop ? OptionalLong.empty() : back(x, moment, parent, visited);
        }
        if (timeline.state(segment) != ThreadState.BLOCKED || moment < timeline.end(current, segment)) {
            return back(x, timeline.start(segment), current, visited);
        }
        return visited.add(segment) ? follow(x, moment, current, segment, visited) : OptionalLong.empty();
    }

    private Point point(int x, long begin, long end) {
        seen.add(x);
        Point absent = new Point(x, ThreadState.UNKNOWN, Cause.NONE, LegKind.ABSENT, -1, -1);
        if (t < timeline.startNanos() || t >= timeline.endNanos() || t >= timeline.threadEnd(x)) {
            return absent;
        }
        if (t < timeline.threadStart(x)) {
            int parent = timeline.parent(x);
            return parent < 0 || timeline.isIdle(parent) || seen.contains(parent) ? absent
                    : point(parent, begin, Math.min(end, timeline.threadStart(x)));
        }
        int handed = handedWait(x, begin, end);
        int segment = handed >= 0 ? handed : timeline.segmentAt(x, t);
        ThreadState state = timeline.state(segment);
        if (state != ThreadState.BLOCKED) {
            return new Point(x, state, timeline.cause(segment), LegKind.OWN, timeline.target(segment), -1);
        }
        Cause cause = timeline.cause(segment);
        int target = timeline.target(segment);
        int link = timeline.link(segment);
        int next = -1;
        long until = Math.min(end, timeline.end(x, segment));
        int request = cause == Cause.DISK ? link : -1;
        int finished = timeline.finished(segment);
        if (finished >= 0 && t < timeline.requestCompleted(finished)) {
            request = finished;
            until = Math.min(until, timeline.requestCompleted(finished));
        }
        if (request < 0 && cause == Cause.THREAD || cause == Cause.NETWORK && link < 0) {
            next = target;
        } else if (cause == Cause.NETWORK) {
            if (t >= given(link)) {
                return new Point(x, state, cause, LegKind.NETWORK_TRANSIT, target, link);
            }
            next = timeline.packetSender(link);
            until = Math.min(until, given(link));
        } else if (request >= 0) {
            if (t >= timeline.requestIssued(request)) {
                return new Point(x, state, Cause.DISK, LegKind.DISK_SERVICE, timeline.requestDisk(request), request);
            }
            if (t >= timeline.requestQueued(request)) {
                return new Point(x, state, Cause.DISK, LegKind.DISK_QUEUE, timeline.requestDisk(request), request);
            }
            until = Math.min(until, timeline.requestQueued(request));
            next = timeline.requestIssuer(request) == x ? -1 : timeline.requestIssuer(request);
        }
        if (next < 0 || next >= timeline.threadCount() || timeline.isIdle(next)) {
            return new Point(x, state, cause, LegKind.WAIT, target, link);
        }
        return seen.contains(next) ? new Point(x, state, cause, LegKind.CYCLE, target, request >= 0 ? request : link)
                : point(next, frameBegin(x, segment, handed >= 0, begin, end), until);
    }

    /** When the sender did the last thing that may have sent a packet: it does nothing in a wait. */
    private long given(int packet) {
        int sender = timeline.packetSender(packet);
        long sent = timeline.packetSent(packet);
        boolean known = sender >= 0 && sender < timeline.threadCount();
        for (int s = known ? timeline.firstSegment(sender) : 0; known && s < timeline.endSegment(sender); s++) {
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.start(s) <= sent && sent < timeline.end(sender, s)) {
                return timeline.start(s);
            }
        }
        return sent;
    }

    /** When the path first came to whom the thread waits for. */
    private long frameBegin(int x, int segment, boolean handed, long begin, long end) {
        if (!handed) {
            return Math.max(begin, timeline.start(segment));
        }
        long first = t;
        while (first > begin && new Chain(timeline, from, first - 1).handedWait(x, begin, end) == segment) {
            first--;
        }
        return first;
    }
}
