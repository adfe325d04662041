/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Finds the legs of one critical path.
 *
 * <p>At any moment the path is at the end of a chain: from the asked thread to whom it waits for at that moment, and so on, until a
 * thread that does not wait, a wait that has nobody behind it, or a thread that is already on the chain. Who is next depends only on the
 * thread and the moment: inside a thread's wait it is the waker; before the packet was {@linkplain Timeline#packetGiven given} to the kernel, its sender; before the request was queued,
 * its issuer, if that is another thread; before a thread's start, who created it. Since what the waker did <em>in the end</em> decides
 * the way, and is known for every segment, this is the same path as the one found backward from the wake-up; here it is built forward, so
 * that its legs come in order.
 *
 * <p>A wait for work that was handed over before another wait of the same thread counts from the hand-over: see {@link HandOvers}.
 *
 * <p>The chain is a stack of frames, each with a thread and the time until which the one below waits for it. <b>It ends:</b> every step
 * either moves the time forward by at least a nanosecond (adds a leg), or pushes a thread that is not on the stack yet (at most as many
 * as there are threads), or takes a frame off that was pushed before, which happens only when the time has reached the frame's end;
 * frames are pushed with an end later than the time. The time moves only to bounds of segments, packets and requests.
 */
final class PathWalk {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Timeline timeline;
    private final Progress progress;
    private final IntArrayList threads = new IntArrayList();
    private final LongArrayList ends = new LongArrayList();
    private final IntArrayList segments = new IntArrayList();
    private final BitSet onStack = new BitSet();
    private final HandOvers handOvers;
    /** Waits that count from their hand-over, of all frames, latest first within a frame. */
    private final IntArrayList handedSegments = new IntArrayList();
    private final LongArrayList handedStarts = new LongArrayList();
    /** How many of them were there below each frame. */
    private final IntArrayList handedBelow = new IntArrayList();
    private final Legs legs = new Legs();
    private long time;
    private long cycles;
    private long clockErrors;
    private long absentNanos;
    private long unknownNanos;

    PathWalk(Timeline timeline, long fromNanos, Progress progress) {
        this.timeline = timeline;
        this.handOvers = new HandOvers(timeline, fromNanos);
        this.progress = progress;
    }

    Legs walk(int thread, long fromNanos, long toNanos) {
        time = fromNanos;
        push(thread, toNanos);
        long steps = 0;
        while (!threads.isEmpty()) {
            if ((++steps & POLL_MASK) == 0) {
                progress.report("Critical path", ((double) time - fromNanos) / ((double) toNanos - fromNanos));
                progress.check();
            }
            int top = threads.size() - 1;
            if (time == ends.getLong(top)) {
                onStack.clear(threads.popInt());
                ends.popLong();
                segments.popInt();
                int below = handedBelow.popInt();
                handedSegments.size(below);
                handedStarts.size(below);
            } else {
                step(threads.getInt(top), ends.getLong(top));
            }
        }
        legs.trim();
        return legs;
    }

    private void push(int thread, long end) {
        threads.push(thread);
        ends.push(end);
        segments.push(Timeline.NONE);
        onStack.set(thread);
        handedBelow.push(handedSegments.size());
        handOvers.find(thread, time, end, handedSegments, handedStarts);
    }

    /** Goes on with a thread from the present time, at most until the end. */
    private void step(int thread, long end) {
        long lifeStart = timeline.threadStart(thread);
        long lifeEnd = timeline.threadEnd(thread);
        if (time < timeline.startNanos() || time >= timeline.endNanos() || time >= lifeEnd) {
            long until = time < timeline.startNanos() ? Math.min(end, timeline.startNanos()) : end;
            absent(thread, until);
        } else if (time < lifeStart) {
            long until = Math.min(end, lifeStart);
            int parent = timeline.parent(thread);
            if (parent == Timeline.NONE || timeline.isIdle(parent) || onStack.get(parent)) {
                absent(thread, until);
            } else {
                push(parent, until);
            }
        } else {
            own(thread, end);
        }
    }

    /** The thread as it is, or as if its wait had begun when the work was handed over. */
    private void own(int thread, long end) {
        long limit = end;
        int handed = handedSegments.size() - 1;
        if (handed >= handedBelow.topInt()) {
            long start = handedStarts.getLong(handed);
            if (time < start) {
                limit = Math.min(end, start);
            } else {
                int segment = handedSegments.getInt(handed);
                long waitEnd = timeline.end(thread, segment);
                if (time < waitEnd) {
                    blocked(thread, segment, Math.min(end, waitEnd));
                    return;
                }
                handedSegments.popInt();
                handedStarts.popLong();
                return;
            }
        }
        int segment = segment(thread);
        long until = Math.min(limit, timeline.end(thread, segment));
        if (timeline.state(segment) == ThreadState.BLOCKED) {
            blocked(thread, segment, until);
        } else {
            if (timeline.state(segment) == ThreadState.UNKNOWN) {
                unknownNanos += until - time;
            }
            leg(until, thread, timeline.state(segment), timeline.cause(segment), LegKind.OWN, timeline.target(segment), Timeline.NONE);
        }
    }

    /** The thread's segment at the present time; most often the one after the last. */
    private int segment(int thread) {
        int top = segments.size() - 1;
        int segment = segments.getInt(top);
        if (segment != Timeline.NONE && time >= timeline.end(thread, segment)) {
            segment++;
            if (segment >= timeline.endSegment(thread) || time >= timeline.end(thread, segment)) {
                segment = Timeline.NONE;
            }
        }
        if (segment == Timeline.NONE) {
            segment = timeline.segmentAt(thread, time);
        }
        segments.set(top, segment);
        return segment;
    }

    private void blocked(int thread, int segment, long until) {
        int link = timeline.link(segment);
        switch (timeline.cause(segment)) {
            case THREAD -> {
                int finished = timeline.finished(segment);
                long completed = finished == Timeline.NONE ? Long.MIN_VALUE : timeline.requestCompleted(finished);
                if (time < completed) {
                    request(thread, segment, finished, Math.min(until, completed));
                } else {
                    follow(thread, segment, timeline.target(segment), until, link);
                }
            }
            case NETWORK -> {
                if (link == Timeline.NONE) {
                    follow(thread, segment, timeline.target(segment), until, link);
                } else {
                    packet(thread, segment, link, until);
                }
            }
            case DISK -> {
                if (link == Timeline.NONE) {
                    stay(thread, segment, until);
                } else {
                    request(thread, segment, link, until);
                }
            }
            default -> stay(thread, segment, until);
        }
    }

    private void packet(int thread, int segment, int packet, long until) {
        long given = timeline.packetGiven(packet);
        if (time < given) {
            if (given > timeline.end(thread, segment)) {
                clockErrors++;
            }
            follow(thread, segment, timeline.packetSender(packet), Math.min(until, given), packet);
        } else {
            if (timeline.packetReceived(packet) < timeline.packetSent(packet)) {
                clockErrors++;
            }
            leg(until, thread, ThreadState.BLOCKED, Cause.NETWORK, LegKind.NETWORK_TRANSIT, vertex(segment, timeline.packetSender(packet)),
                    packet);
        }
    }

    private void request(int thread, int segment, int request, long until) {
        int disk = timeline.requestDisk(request);
        long issued = timeline.requestIssued(request);
        long queued = Math.min(timeline.requestQueued(request), issued);
        if (time >= issued) {
            leg(until, thread, ThreadState.BLOCKED, Cause.DISK, LegKind.DISK_SERVICE, disk, request);
        } else if (time >= queued) {
            leg(Math.min(until, issued), thread, ThreadState.BLOCKED, Cause.DISK, LegKind.DISK_QUEUE, disk, request);
        } else {
            int issuer = timeline.requestIssuer(request);
            // a thread that waits before it has made its own request waits for something that the trace does not tell: the disk in the end
            follow(thread, segment, issuer == thread ? Timeline.NONE : issuer, Math.min(until, queued), request);
        }
    }

    /** The next one on the chain, if there is one. */
    private void follow(int thread, int segment, int next, long until, int link) {
        if (next < 0 || next >= timeline.threadCount() || timeline.isIdle(next)) {
            stay(thread, segment, until);
        } else if (onStack.get(next)) {
            cycles++;
            leg(until, thread, ThreadState.BLOCKED, timeline.cause(segment), LegKind.CYCLE, vertex(segment, next), link);
        } else {
            push(next, until);
        }
    }

    private void stay(int thread, int segment, long until) {
        leg(until, thread, ThreadState.BLOCKED, timeline.cause(segment), LegKind.WAIT, timeline.target(segment), timeline.link(segment));
    }

    /** The target of a segment; where it has none, another vertex. */
    private int vertex(int segment, int otherwise) {
        return timeline.target(segment) == Timeline.NONE ? otherwise : timeline.target(segment);
    }

    private void absent(int thread, long until) {
        absentNanos += until - time;
        leg(until, thread, ThreadState.UNKNOWN, Cause.NONE, LegKind.ABSENT, Timeline.NONE, Timeline.NONE);
    }

    private void leg(long until, int thread, ThreadState state, Cause cause, LegKind kind, int target, int link) {
        legs.add(time, thread, state, cause, kind, target, link);
        time = until;
    }

    /** See {@link HandOvers#earliest}. */
    long earliestHandOver() {
        return handOvers.earliest();
    }

    /** What the paths walked so far do not know. */
    PathDoubts doubts() {
        return new PathDoubts(unknownNanos, absentNanos, clockErrors, cycles);
    }
}
