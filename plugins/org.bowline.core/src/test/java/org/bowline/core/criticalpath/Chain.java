/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** The oracle of the critical path: its definition, nanosecond by nanosecond, backward. */
final class Chain {
    /** Where the path is in the nanosecond before a moment. */
    record Point(int thread, ThreadState state, Cause cause, LegKind kind, int target, int link) {}

    /** What the path keeps to until a moment, and the thread with which it goes on. */
    private record Course(Point point, long until, int next) {}

    private final Timeline timeline;
    private int at;
    private @Nullable Course course;

    private Chain(Timeline timeline) {
        this.timeline = timeline;
    }

    /** The point of each nanosecond, by its begin. */
    static Map<Long, Point> of(Timeline timeline, int thread, long from, long to) {
        Chain chain = new Chain(timeline);
        Map<Long, Point> result = new HashMap<>();
        int own = -1;
        for (long t = to - 1; t >= from; t--) {
            int now = timeline.segmentAt(thread, t);
            // back to the asked thread where another of its segments, or its life, begins or ends
            boolean alive = t < timeline.endNanos() && t >= timeline.startNanos() && now >= 0;
            int place = alive ? now : t >= Math.min(timeline.endNanos(), timeline.threadEnd(thread)) ? -2 : -3;
            if (t == to - 1 || place != own) {
                own = place;
                chain.at = thread;
                chain.course = null;
            }
            result.put(t, chain.point(t));
        }
        return result;
    }

    /** What the path does in [t, t + 1). */
    private Point point(long t) {
        if (course != null && t < course.until()) {
            at = course.next();
            course = null;
        }
        Set<Integer> seen = new HashSet<>();
        long latest = Long.MIN_VALUE;
        while (course == null) {
            int x = at;
            Point absent = new Point(x, ThreadState.UNKNOWN, Cause.NONE, LegKind.ABSENT, -1, -1);
            if (t < timeline.startNanos() || t >= timeline.endNanos() || t >= timeline.threadEnd(x)) {
                return absent;
            }
            seen.add(x);
            if (t < timeline.threadStart(x)) {
                int parent = timeline.parent(x);
                if (!isThread(parent) || seen.contains(parent)) {
                    course = new Course(absent, isThread(parent) ? latest : Long.MIN_VALUE, x);
                }
                at = parent;
                continue;
            }
            int segment = timeline.segmentAt(x, t);
            long start = timeline.start(segment);
            if (timeline.state(segment) != ThreadState.BLOCKED) {
                return new Point(x, timeline.state(segment), Cause.NONE, LegKind.OWN, -1, -1);
            }
            latest = Math.max(latest, start);
            Cause cause = timeline.cause(segment);
            int target = timeline.target(segment);
            int link = timeline.link(segment);
            int next = cause == Cause.THREAD || cause == Cause.NETWORK ? target : -1;
            if (cause == Cause.NETWORK && link >= 0) {
                next = timeline.packetSender(link);
                long sent = timeline.packetSent(link);
                if (t >= sent) {
                    Point transit = new Point(x, ThreadState.BLOCKED, cause, LegKind.NETWORK_TRANSIT, target, link);
                    course = isThread(next) ? new Course(transit, sent, next) : new Course(transit, Math.max(sent, start), x);
                    continue;
                }
            }
            if (cause == Cause.DISK && link >= 0) {
                next = timeline.requestIssuer(link);
                long issued = timeline.requestIssued(link);
                long queued = Math.min(issued, timeline.requestQueued(link));
                if (t >= queued) {
                    course = disk(x, t, start, link, queued, issued);
                    continue;
                }
                next = next == x ? -1 : next;
            }
            if (!isThread(next)) {
                return new Point(x, ThreadState.BLOCKED, cause, LegKind.WAIT, target, link);
            }
            if (seen.contains(next)) {
                course = new Course(new Point(x, ThreadState.BLOCKED, cause, LegKind.CYCLE, target, link), latest, x);
            }
            at = next;
        }
        if (course.point().kind() == LegKind.DISK_SERVICE && t < timeline.requestIssued(course.point().link())) {
            Point service = course.point();
            return new Point(service.thread(), service.state(), service.cause(), LegKind.DISK_QUEUE, service.target(), service.link());
        }
        return course.point();
    }

    private Course disk(int x, long t, long start, int request, long queued, long issued) {
        int issuer = timeline.requestIssuer(request);
        Point point = new Point(x, ThreadState.BLOCKED, Cause.DISK, t >= issued ? LegKind.DISK_SERVICE : LegKind.DISK_QUEUE,
                timeline.requestDisk(request), request);
        return isThread(issuer) ? new Course(point, queued, issuer) : new Course(point, Math.max(queued, start), x);
    }

    private boolean isThread(int vertex) {
        return vertex >= 0 && vertex < timeline.threadCount() && !timeline.isIdle(vertex);
    }
}
