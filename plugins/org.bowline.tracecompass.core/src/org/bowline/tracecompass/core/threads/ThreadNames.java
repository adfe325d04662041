/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;

import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.rows.Vertex;
import org.bowline.report.text.TimeFormat;

/** How threads, other vertices and times are called in views. */
public final class ThreadNames {
    private ThreadNames() {}

    /** The name of a thread for a row that has its tid beside it. */
    public static String name(Timeline timeline, int thread) {
        if (timeline.isIdle(thread)) {
            int first = timeline.firstSegment(thread);
            return first == timeline.endSegment(thread) || timeline.cpu(first) < 0 ? Messages.idleThread
                    : NLS.bind(Messages.idleThreadOfCpu, timeline.cpu(first));
        }
        return timeline.name(thread).isEmpty() ? NLS.bind(Messages.unnamed, timeline.tid(thread)) : ThreadRoles.called(timeline, thread);
    }

    /** A vertex within a sentence, as the reports write it: {@code mysqld (db:256)}, {@code disk vda (db)}; empty for none. */
    public static String phrase(Timeline timeline, int vertex) {
        return vertex == Timeline.NONE ? "" : Vertex.of(timeline, vertex).phrase();
    }

    /**
     * A vertex within a state of a thread's row, as short as can be: a thread's name, with its host if that is another one; a disk's, device's or
     * peer's name; empty for what the state's colour tells already.
     */
    public static String label(Timeline timeline, int thread, int vertex) {
        if (vertex == Timeline.NONE) {
            return "";
        }
        return switch (timeline.kind(vertex)) {
            case THREAD -> timeline.host(vertex) == timeline.host(thread) ? name(timeline, vertex)
                    : name(timeline, vertex) + " @ " + timeline.hostName(timeline.host(vertex));
            case DISK, NIC, NETWORK, DEVICE -> timeline.vertexName(vertex);
            case TIMER, IPI, KERNEL, UNKNOWN -> "";
        };
    }

    /** A length of time, short; empty for none. */
    public static String time(long nanos) {
        return nanos == 0 ? "" : TimeFormat.duration(nanos);
    }

    /** A moment as Trace Compass writes it everywhere: in the form and the time zone of its preferences. */
    static String clock(long nanos) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(nanos);
    }
}
