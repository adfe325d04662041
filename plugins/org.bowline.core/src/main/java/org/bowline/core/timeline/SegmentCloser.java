/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.order.Spans;

/** Makes a segment of a thread's state when it ends, with the time cut out of it in which events were lost. */
final class SegmentCloser {
    private static final int NONE = SegmentLog.NONE;

    private final ThreadTable threads;
    private final SegmentLog segments;
    private final LostIntervals lost;
    private final WaitCause waker;
    private final Resources resources;
    private final Interruptions interruptions;

    SegmentCloser(ThreadTable threads, SegmentLog segments, LostIntervals lost, WaitCause waker, Resources resources,
            Interruptions interruptions) {
        this.interruptions = interruptions;
        this.threads = threads;
        this.segments = segments;
        this.lost = lost;
        this.waker = waker;
        this.resources = resources;
    }

    /** Ends the thread's present state; a blocked one by the cause in the {@link WaitCause}. */
    void close(int thread, long nanos, int closingCpu) {
        long since = threads.since.getLong(thread);
        if (nanos <= since) {
            return;
        }
        ThreadState state = threads.state(thread);
        int home = threads.cpu(thread);
        if (lost.count() > 0 && state != ThreadState.UNKNOWN) {
            since = closeBeforeLosses(thread, since, nanos, state, home);
            if (closingCpu != home && state != ThreadState.RUNNING) {
                since = closeBeforeLosses(thread, since, nanos, state, closingCpu);
            }
            if (since > threads.since.getLong(thread)) {
                threads.left(thread, Leave.BLOCKED); // it may have come and gone meanwhile, and nothing tells how
            }
        }
        if (since < nanos) {
            append(thread, since, nanos, state, home);
        }
        threads.since.set(thread, nanos);
    }

    /**
     * While events of its CPU were lost a thread may have left it and come back unseen; one off the CPU may have run unseen on that on which
     * it ran last, or runs next. That time is unknown.
     *
     * @return begin of what is left, after the last such loss
     */
    private long closeBeforeLosses(int thread, long since, long until, ThreadState state, int cpu) {
        long from = since;
        Spans losses = lost.of(cpu);
        int last = losses.size();
        int first = losses.firstAfter(since);
        for (int i = first; i < last && losses.begin(i) < until; i++) {
            long begin = Math.max(from, losses.begin(i));
            boolean many = i - first >= LostIntervals.MAXIMUM_WITHIN_SEGMENT;
            long end = Math.min(until, losses.end(many ? last - 1 : i));
            if (begin > from) {
                if (state == ThreadState.BLOCKED) {
                    segments.add(thread, from, begin, state, Cause.UNKNOWN, SegmentLog.resource(resources.only(VertexKind.UNKNOWN)), NONE,
                            threads.cpu(thread));
                } else if (state == ThreadState.RUNNING) {
                    run(thread, from, begin, threads.cpu(thread));
                } else {
                    segments.add(thread, from, begin, state, Cause.NONE, NONE, NONE, threads.cpu(thread));
                }
            }
            if (end > begin) {
                segments.add(thread, begin, end, ThreadState.UNKNOWN, Cause.NONE, NONE, NONE, threads.cpu(thread));
            }
            from = Math.max(begin, end);
            if (many) {
                break;
            }
        }
        return from;
    }

    private void append(int thread, long since, long until, ThreadState state, int cpu) {
        if (state == ThreadState.BLOCKED) {
            segments.add(thread, since, until, state, waker.cause, waker.target, waker.linkOf(threads.left(thread)), cpu);
        } else if (state == ThreadState.RUNNING) {
            run(thread, since, until, cpu);
        } else {
            segments.add(thread, since, until, state, Cause.NONE, NONE, NONE, cpu);
        }
    }

    private void run(int thread, long since, long until, int cpu) {
        if (threads.isIdle(thread)) {
            segments.add(thread, since, until, ThreadState.RUNNING, Cause.NONE, NONE, NONE, cpu);
        } else {
            interruptions.cut(segments, thread, since, until, cpu);
        }
    }
}
