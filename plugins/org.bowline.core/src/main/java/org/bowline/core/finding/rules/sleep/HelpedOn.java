/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.Sent;
import org.bowline.core.finding.rules.waits.TimesByThread;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * Whether what ends a thread's waits helps it on. A client that reads a heartbeat beside its answers is woken by each of them and waits on: it has no more to do than before. What a thread does is known by what
 * others notice of it: it wakes a thread, or sends a packet that carries something.
 */
final class HelpedOn {
    /** So many waits after which hardly ever anything follows are no chance. */
    private static final int LEAST_WAITS = 20;
    /** And so often something follows the waits that others end. */
    private static final int LEAST_ACTS = 10;
    /** Which is so many times as often, of all waits each: what a thread does once in a while after a heartbeat, an answer has given it to do that came while it was awake. */
    private static final int TIMES_AS_OFTEN = 10;

    private final Analysis analysis;
    /** When each thread did something. */
    private @Nullable TimesByThread acts;

    HelpedOn(Analysis analysis) {
        this.analysis = analysis;
    }

    /**
     * Whether anything follows the waits of a thread that another one ends. So unless these are {@value #LEAST_WAITS} or more, and something follows {@value #LEAST_ACTS} or more of those that others end, {@value
     * #TIMES_AS_OFTEN} times as often as these. O(segments of the thread × log); once O(all segments + packets).
     */
    boolean by(int waker, int thread) {
        TimesByThread when = acts();
        Timeline timeline = analysis.timeline();
        int waits = 0;
        int helped = 0;
        int others = 0;
        int othersHelped = 0;
        int end = timeline.endSegment(thread);
        for (int s = timeline.firstSegment(thread); s < end; s++) {
            int from = ender(timeline, s);
            if (from == Timeline.NONE || timeline.start(s) < analysis.fromNanos() || timeline.end(thread, s) > analysis.toNanos()) {
                continue;
            }
            int next = s + 1;
            while (next < end && timeline.state(next) != ThreadState.BLOCKED) {
                next++;
            }
            boolean follows = when.any(thread, timeline.end(thread, s), next < end ? timeline.start(next) : Long.MAX_VALUE);
            if (from == waker) {
                waits++;
                helped += follows ? 1 : 0;
            } else {
                others++;
                othersHelped += follows ? 1 : 0;
            }
        }
        return waits < LEAST_WAITS || othersHelped < LEAST_ACTS || (long) TIMES_AS_OFTEN * helped * others > (long) othersHelped * waits;
    }

    /** Who ended a wait: another thread, or the one that sent the packet. */
    private static int ender(Timeline timeline, int segment) {
        if (timeline.state(segment) != ThreadState.BLOCKED) {
            return Timeline.NONE;
        }
        int by = timeline.cause(segment) == Cause.THREAD ? timeline.target(segment)
                : timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE
                        ? timeline.packetSender(timeline.link(segment))
                        : Timeline.NONE;
        return by < timeline.threadCount() ? by : Timeline.NONE;
    }

    private TimesByThread acts() {
        TimesByThread known = acts;
        if (known == null) {
            known = new TimesByThread(analysis.timeline().threadCount(), this::visit);
            acts = known;
        }
        return known;
    }

    private void visit(TimesByThread.Sink times) {
        Timeline timeline = analysis.timeline();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            analysis.progress().check();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.THREAD && timeline.target(s) >= 0
                        && timeline.target(s) < timeline.threadCount()) {
                    times.add(timeline.target(s), timeline.end(thread, s));
                }
            }
        }
        Sent.each(timeline, packet -> !timeline.packetAcknowledges(packet), timeline::packetSent, times);
    }
}
