/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.interval.OpenSpans;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * Waits for new work that no packet of who asks ends. Waits of who only hears what others get as answers, as the reader of a connection that many share does, or that of the pipe to a helper: for nothing while nobody has asked. Whoever is waited for waits itself then, for who asks.
 * Not where somebody else may be at work on another question meanwhile: where one is open that came over the same connection, or the helper has more threads than one. O(threads + requests × log requests). Immutable.
 */
final class UnaskedWaits {
    static final Result<UnaskedWaits> RESULT = Result.of(UnaskedWaits::new);

    /** Of the segments of who is waited for, back from the answer; before that nothing is known to be for new work. */
    private static final int MOST_LOOKED_AT = 64;

    /** Such a part of the range a passing client lives at most. */
    private static final int SHORT_LIVED = 10;

    private final Timeline timeline;
    private final long rangeNanos;
    /** When questions were open, by their connection. */
    private final OpenSpans questions;
    /** How many threads a process of a host has. */
    private final Long2IntOpenHashMap threads = new Long2IntOpenHashMap();

    private UnaskedWaits(Analysis analysis) {
        timeline = analysis.timeline();
        rangeNanos = analysis.rangeNanos();
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        OpenSpans.Builder spans = new OpenSpans.Builder();
        for (int i = 0; i < requests.size(); i++) {
            spans.add(requests.connection(i), requests.sent(i), requests.answered(i));
        }
        questions = spans.build();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            threads.addTo(Kin.process(timeline, thread), 1);
        }
    }

    /**
     * For how long of a wait, or of the part of one that counts for a thread, that thread waited itself for a question of somebody else. O({@value #MOST_LOOKED_AT} × log requests).
     *
     * @param wait a blocked segment
     * @param target whom it counts for
     * @param from begin of the part
     * @param to its end
     */
    long nanos(int thread, int wait, int target, long from, long to) {
        if (from >= to || !mayHear(thread, wait, target)) {
            return 0;
        }
        int answer = timeline.cause(wait) == Cause.NETWORK ? timeline.link(wait) : Timeline.NONE;
        int s = timeline.segmentAt(target, to - 1);
        int first = s == Timeline.NONE ? 0 : Math.max(timeline.firstSegment(target), s - MOST_LOOKED_AT);
        long sum = 0;
        for (; s >= first; s--) {
            if (timeline.state(s) != ThreadState.BLOCKED) {
                continue;
            }
            if (timeline.target(s) == thread) {
                return 0; // it has asked before it began to wait, and since then it is helped
            }
            sum += Math.max(0, Math.min(to, asked(target, s, thread, answer)) - Math.max(from, timeline.start(s)));
            if (timeline.start(s) <= from || timeline.end(target, s) <= from) {
                break;
            }
        }
        return sum;
    }

    /** Whether a wait ends with data over a connection that the thread's side opened, or is for a helper of one thread. */
    private boolean mayHear(int thread, int wait, int target) {
        if (target < 0 || target >= timeline.threadCount()) {
            return false;
        }
        if (timeline.cause(wait) == Cause.THREAD) {
            return !Kin.areOfOneProcess(timeline, target, thread) && threads.get(Kin.process(timeline, target)) == 1;
        }
        int answer = timeline.cause(wait) == Cause.NETWORK ? timeline.link(wait) : Timeline.NONE;
        return answer != Timeline.NONE && timeline.packetConnection(answer) != Timeline.NONE
                && timeline.packetOpener(answer) == Timeline.Opener.RECEIVER && !timeline.packetAcknowledges(answer);
    }

    /**
     * When somebody else than a thread asked who waits: one of its process; or over the connection over which it gets the answer, and no other question was open. The begin of the wait if nobody did.
     */
    private long asked(int target, int wait, int thread, int answer) {
        int asks = timeline.target(wait);
        if (asks >= 0 && asks < timeline.threadCount()) {
            int question = timeline.cause(wait) == Cause.NETWORK ? timeline.link(wait) : Timeline.NONE;
            if (answer == Timeline.NONE) {
                return timeline.cause(wait) == Cause.THREAD && Kin.areOfOneProcess(timeline, asks, thread) ? timeline.end(target, wait)
                        : timeline.start(wait);
            }
            if (question != Timeline.NONE && timeline.packetHasData(question)
                    && timeline.packetConnection(question) == timeline.packetConnection(answer)) {
                long sent = Math.min(timeline.packetSent(question), timeline.end(target, wait));
                return questions.isOpen(timeline.packetConnection(answer), timeline.start(wait), sent) ? timeline.start(wait) : sent;
            }
        }
        return timeline.start(wait);
    }

    /**
     * Whether whoever ended a wait is a client that came and went: it lives for a tenth of the range at most, was not started by the thread's process, and waits next until that process ends its wait. So a command asks the server of
     * a file system (FUSE), or any other program of its host that was there before. O({@value #MOST_LOOKED_AT}).
     */
    boolean isForPassingClient(int thread, int wait) {
        int client = timeline.target(wait);
        if (timeline.cause(wait) != Cause.THREAD || client < 0 || client >= timeline.threadCount()
                || Kin.areOfOneProcess(timeline, client, thread)
                || timeline.threadEnd(client) - timeline.threadStart(client) > rangeNanos / SHORT_LIVED
                || timeline.parentPid(client) == timeline.pid(thread)) {
            return false;
        }
        int s = timeline.segmentAt(client, timeline.end(thread, wait));
        if (s == Timeline.NONE) {
            return false;
        }
        int end = Math.min(timeline.endSegment(client), s + MOST_LOOKED_AT);
        while (s < end && timeline.state(s) != ThreadState.BLOCKED) {
            s++;
        }
        return s < end && timeline.cause(s) == Cause.THREAD && Kin.areOfOneProcess(timeline, timeline.target(s), thread);
    }
}
