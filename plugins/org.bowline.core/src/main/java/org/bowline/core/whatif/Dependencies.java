/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.whatif;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.core.waitfor.WaitTime;

/**
 * The chain of what the end of a stretch of time depends on, found backward from there: what the thread did last; at the end of a wait, what the one did last that ended it, also before the wait began; and so on, to the begin of the
 * stretch. Each part begins when the one before it ends, so that the whole gets shorter by no more than the parts do. (A critical path comes back to the thread where its wait began, which is what people want to see; work that went on
 * beside the thread until then is not on it, and would make the wait shorter all the same.)
 *
 * <p>It ends: each step goes back in time, or to a thread that was not met at that time. O(steps × log segments).
 */
final class Dependencies {
    private static final int POLL_MASK = (1 << 12) - 1;

    private final WaitForGraph graph;
    private final Timeline timeline;
    private final IntOpenHashSet workers;
    private final Int2ObjectOpenHashMap<IntOpenHashSet> targets = new Int2ObjectOpenHashMap<>();
    private final IntOpenHashSet met = new IntOpenHashSet();
    private long time;
    private int thread;

    Dependencies(WaitForGraph graph, int[] edges, int[] running) {
        this.graph = graph;
        timeline = graph.timeline();
        workers = new IntOpenHashSet(running);
        for (int edge : edges) {
            if (!graph.isIdle(edge)) {
                targets.computeIfAbsent(graph.source(edge), source -> new IntOpenHashSet()).add(graph.target(edge));
            }
        }
    }

    /** For how long the chain is in the waits of the edges, or at the work of the threads, ns. */
    long nanos(int last, long from, long to, Progress progress) {
        TimeUnion union = new TimeUnion(from, to);
        goTo(last, to);
        met.clear();
        met.add(last);
        for (long steps = 1; time > from; steps++) {
            if ((steps & POLL_MASK) == 0) {
                progress.check();
            }
            int segment = time > timeline.threadEnd(thread) ? Timeline.NONE : timeline.segmentAt(thread, time - 1);
            if (segment != Timeline.NONE) {
                step(segment, from, union, progress);
            } else if (time > timeline.threadEnd(thread)) {
                goTo(thread, Math.max(from, Math.min(time - 1, timeline.threadEnd(thread)))); // of the time after its end nothing is known
            } else if (mayFollow(timeline.parent(thread))) {
                goTo(timeline.parent(thread), time);
            } else {
                break; // nothing is known of the time before its begin
            }
        }
        return union.nanos();
    }

    private void step(int segment, long from, TimeUnion union, Progress progress) {
        long begin = Math.max(from, timeline.start(segment));
        if (timeline.state(segment) != ThreadState.BLOCKED) {
            boolean counts = timeline.state(segment) == ThreadState.RUNNING || timeline.state(segment) == ThreadState.UNKNOWN;
            if (counts && workers.contains(thread)) {
                union.add(begin, time);
            }
            goTo(thread, begin);
            return;
        }
        IntOpenHashSet wanted = targets.get(thread);
        if (wanted != null) {
            WaitTime.add(graph, thread, wanted, begin, time, union, progress);
        }
        boolean isEnd = time == timeline.end(thread, segment);
        int link = timeline.link(segment);
        int request = timeline.awaitedRequest(segment);
        Cause cause = timeline.cause(segment);
        if (isEnd && request != Timeline.NONE) {
            long queued = Math.min(timeline.requestQueued(request), timeline.requestIssued(request));
            follow(timeline.requestIssuer(request), Math.min(queued, time), begin, union, has(wanted, timeline.requestDisk(request)));
        } else if (isEnd && cause == Cause.NETWORK && link != Timeline.NONE) {
            int sender = timeline.packetSender(link);
            follow(sender, Math.min(left(link), time), begin, union, onWay(wanted, sender, link));
        } else if (isEnd && (cause == Cause.THREAD || cause == Cause.NETWORK)) {
            follow(timeline.target(segment), time, begin, union, false);
        } else {
            goTo(thread, begin);
        }
    }

    /** Goes on with another thread, if there is one; else back over the wait. What was on its way before the wait began counts for the wait. */
    private void follow(int next, long at, long begin, TimeUnion union, boolean counts) {
        if (at < time && next == thread) {
            if (counts) {
                union.add(at, time);
            }
            goTo(thread, at);
        } else if (mayFollow(next)) {
            if (counts) {
                union.add(at, time);
            }
            goTo(next, at);
        } else {
            goTo(thread, begin);
        }
    }

    /** Until when it depends on its sender that a packet leaves: what the kernel sends while the sender waits for something else does not depend on that wait, but on one until the other side has taken what came before. */
    private long left(int packet) {
        long sent = timeline.packetSent(packet);
        int sender = timeline.packetSender(packet);
        int segment = mayBe(sender) ? timeline.segmentAt(sender, sent) : Timeline.NONE;
        boolean full = segment != Timeline.NONE && timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE
                && timeline.packetAcknowledges(timeline.link(segment));
        return full ? sent : timeline.packetGiven(packet);
    }

    /** Whether the sender of a packet, or the interface that sent it, is wanted. */
    private boolean onWay(@Nullable IntOpenHashSet wanted, int sender, int packet) {
        int frame = timeline.packetFrame(packet);
        return has(wanted, sender) || (frame != Timeline.NONE && has(wanted, timeline.nicVertex(timeline.frameNic(frame))));
    }

    private static boolean has(@Nullable IntOpenHashSet wanted, int vertex) {
        return wanted != null && wanted.contains(vertex);
    }

    private boolean mayBe(int vertex) {
        return vertex >= 0 && vertex < timeline.threadCount();
    }

    private boolean mayFollow(int next) {
        return mayBe(next) && !timeline.isIdle(next) && !met.contains(next);
    }

    private void goTo(int next, long at) {
        if (at != time) {
            met.clear();
        }
        met.add(next);
        thread = next;
        time = at;
    }
}
