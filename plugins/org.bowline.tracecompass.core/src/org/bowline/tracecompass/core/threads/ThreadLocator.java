/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.Map;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;

/** From Trace Compass's way to name threads (a trace, a tid, a moment; or a CPU) to the numbers of the timeline, and back. O(threads). */
public final class ThreadLocator {
    private static final int NONE = Timeline.NONE;

    private final Timeline timeline;

    /** One for a timeline. */
    public ThreadLocator(Timeline timeline) {
        this.timeline = timeline;
    }

    /** The host of a trace, or {@link Timeline#NONE}. */
    public int host(ITmfTrace trace) {
        if (trace instanceof CtfTmfTrace ctf) {
            Map<String, String> environment = ctf.getEnvironment();
            int host = host(unquoted(environment.getOrDefault("hostname", "")));
            if (host != NONE) {
                return host;
            }
        }
        return timeline.hostCount() == 1 ? 0 : NONE;
    }

    private int host(String name) {
        for (int host = 0; host < timeline.hostCount(); host++) {
            if (timeline.hostName(host).equals(name)) {
                return host;
            }
        }
        return NONE;
    }

    private static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }

    /** The host of a host id as Trace Compass gives them to the traces of an experiment, or {@link Timeline#NONE}. */
    public int host(ITmfTrace experiment, String hostId) {
        for (ITmfTrace trace : TmfTraceManager.getTraceSet(experiment)) {
            if (hostId.equals(trace.getHostId())) {
                return host(trace);
            }
        }
        return NONE;
    }

    /** A trace of a host within an experiment, a kernel trace if there is one; null if none. */
    public @Nullable ITmfTrace trace(ITmfTrace experiment, int host) {
        ITmfTrace found = null;
        for (ITmfTrace trace : TmfTraceManager.getTraceSet(experiment)) {
            if (host(trace) == host) {
                if (trace instanceof org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace) {
                    return trace;
                }
                found = trace;
            }
        }
        return found;
    }

    /** The thread that had the tid on the host at a moment; if none lived then, the last that had it; {@link Timeline#NONE} if none ever had. */
    public int thread(int host, int tid, long timeNanos) {
        int last = NONE;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.host(thread) == host && timeline.tid(thread) == tid) {
                last = thread;
                if (timeline.segmentAt(thread, timeNanos) != NONE) {
                    return thread;
                }
            }
        }
        return last;
    }

    /** The only thread with the tid that lived at a moment, on whatever host; {@link Timeline#NONE} if there is none or are several. */
    public int onlyThread(int tid, long timeNanos) {
        int found = NONE;
        for (int host = 0; host < timeline.hostCount(); host++) {
            int thread = thread(host, tid, timeNanos);
            if (thread != NONE) {
                if (found != NONE) {
                    return NONE;
                }
                found = thread;
            }
        }
        return found;
    }

    /** The thread on a CPU of a host at a moment, not the idle one; {@link Timeline#NONE} if there is none. */
    public int running(int host, int cpu, long timeNanos) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.host(thread) == host && !timeline.isIdle(thread)) {
                int segment = timeline.segmentAt(thread, timeNanos);
                if (segment != NONE && timeline.isOnCpu(segment) && timeline.cpu(segment) == cpu) {
                    return thread;
                }
            }
        }
        return NONE;
    }
}
