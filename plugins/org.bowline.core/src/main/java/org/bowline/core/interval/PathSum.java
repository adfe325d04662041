/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathDoubts;
import org.bowline.core.criticalpath.PathPart;

/** All that is asked of the critical path of an interval, or of a stretch of it; the sum of stretches that follow each other is that of the whole. */
final class PathSum {
    private final int thread;
    /** In the order in which they come first, each without its time. */
    private final Map<PathPart, Long> nanos = new LinkedHashMap<>();
    private final PathVisits visits;
    private PathDoubts doubts;
    private long earliestHandOver;

    private PathSum(int thread, PathVisits visits, PathDoubts doubts, long earliestHandOver) {
        this.thread = thread;
        this.visits = visits;
        this.doubts = doubts;
        this.earliestHandOver = earliestHandOver;
    }

    /** Of nothing yet. */
    static PathSum none(int thread) {
        return new PathSum(thread, new PathVisits(), PathDoubts.NONE, Long.MAX_VALUE);
    }

    /** Of a stretch. O(legs). */
    static PathSum of(CriticalPath.Stretch stretch) {
        CriticalPath path = stretch.path();
        PathSum sum = new PathSum(path.thread(), PathVisits.of(path), path.doubts(), stretch.earliestHandOver());
        for (int leg = 0; leg < path.size(); leg++) {
            sum.nanos.merge(new PathPart(path.thread(leg), path.state(leg), path.cause(leg), path.kind(leg), path.target(leg), 0),
                    path.nanos(leg), Long::sum);
        }
        return sum;
    }

    /** Goes on with the stretch that follows, which stays as it is. O(its parts and threads). */
    PathSum add(PathSum next) {
        next.nanos.forEach((part, time) -> nanos.merge(part, time, Long::sum));
        visits.add(next.visits, thread);
        doubts = doubts.plus(next.doubts);
        earliestHandOver = Math.min(earliestHandOver, next.earliestHandOver);
        return this;
    }

    /** The parts, longest first, then in the order in which they come first. */
    List<PathPart> parts() {
        List<PathPart> parts = new ArrayList<>();
        nanos.forEach((part, time) -> parts.add(new PathPart(part.thread(), part.state(), part.cause(), part.kind(), part.target(), time)));
        parts.sort(Comparator.comparingLong(PathPart::nanos).reversed());
        return List.copyOf(parts);
    }

    PathVisits visits() {
        return visits;
    }

    PathDoubts doubts() {
        return doubts;
    }

    /** Only intervals that begin before it have this stretch on their path. */
    long earliestHandOver() {
        return earliestHandOver;
    }
}
