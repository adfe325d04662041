/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** Critical paths as rows. */
public final class PathRows {
    /** What texts and pages say of intervals where it is not known of any what it waited for. */
    public static final String NOT_KNOWN = "What they waited for is not known: the threads that ended them are in no kernel trace.";
    private static final String NO_PATH = "the thread is not in the kernel trace";
    private static final String NOT_ENDED = "had not ended by then";

    private PathRows() {}

    /** The legs of a path in order of time. They are made on demand: a path may have millions. */
    public static List<PathRow> of(CriticalPath path) {
        Timeline timeline = path.timeline();
        return new AbstractList<>() {
            @Override
            public PathRow get(int leg) {
                int thread = path.thread(leg);
                Vertex vertex = Vertex.of(timeline, thread);
                return new PathRow(path.start(leg), path.end(leg), vertex.host(), vertex.tid(), vertex.name(), path.state(leg).label(),
                        path.cause(leg).label(), detail(timeline, path.kind(leg), path.cause(leg), path.target(leg)));
            }

            @Override
            public int size() {
                return path.size();
            }
        };
    }

    /**
     * The parts of the intervals' paths: intervals in their order, the parts of each longest first. An interval without a path is one row of its
     * whole length, in which it is not known what was done: it is as long as others, and must not be missing where lengths are judged. The same goes for
     * those that were not seen to end, which come last.
     */
    public static List<IntervalPathRow> of(Timeline timeline, IntervalPaths paths) {
        List<IntervalPathRow> rows = new ArrayList<>();
        for (IntervalPaths.OfInterval path : paths.paths()) {
            NamedInterval interval = path.interval();
            if (path.parts().isEmpty()) {
                rows.add(new IntervalPathRow(interval.label(), interval.key(), interval.beginNanos(), interval.endNanos(), true,
                        timeline.hostName(interval.host()), Rows.ABSENT, "", ThreadState.UNKNOWN.label(), Cause.NONE.label(), NO_PATH,
                        interval.nanos()));
            }
            for (PathPart part : path.parts()) {
                Vertex vertex = Vertex.of(timeline, part.thread());
                rows.add(new IntervalPathRow(interval.label(), interval.key(), interval.beginNanos(), interval.endNanos(), true,
                        vertex.host(),
                        vertex.tid(),
                        vertex.name(), part.state().label(), part.cause().label(),
                        detail(timeline, part.kind(), part.cause(), part.target()),
                        part.nanos()));
            }
        }
        for (NamedInterval open : paths.unfinished()) {
            rows.add(
                    new IntervalPathRow(open.label(), open.key(), open.beginNanos(), open.endNanos(), false, timeline.hostName(open.host()),
                            Rows.ABSENT, "", ThreadState.UNKNOWN.label(), Cause.NONE.label(), NOT_ENDED, open.nanos()));
        }
        return rows;
    }

    /** What a leg was about, beyond its state and cause; empty if there is nothing to add. */
    public static String detail(Timeline timeline, LegKind kind, Cause cause, int target) {
        return detail(kind, cause, target == Timeline.NONE ? "" : place(timeline, target));
    }

    /**
     * The same for a target that is known by its name only.
     *
     * @param target empty if it is not known
     */
    public static String detail(LegKind kind, Cause cause, String target) {
        return switch (kind) {
            case OWN -> target; // of an interrupt
            case NETWORK_TRANSIT -> "from " + target;
            case DISK_QUEUE -> target + " queue";
            case DISK_SERVICE -> target + " service";
            case CYCLE -> "cycle with " + target;
            case ABSENT -> "not alive";
            case WAIT -> switch (cause) {
                case THREAD -> target.isEmpty() ? "" : "woken by " + target;
                case NETWORK -> target.isEmpty() ? "" : "from " + target;
                case TIMER, DISK, DEVICE, IPI, KERNEL -> target;
                case NONE, UNKNOWN -> "";
            };
        };
    }

    /** A thread as {@code B:w1-server (244)}, a resource by its name. */
    private static String place(Timeline timeline, int target) {
        Vertex vertex = Vertex.of(timeline, target);
        return vertex.isThread() ? vertex.host() + ':' + vertex.name() + " (" + vertex.tid() + ')' : vertex.name();
    }
}
