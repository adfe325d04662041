/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.progress.SideBySide;
import org.bowline.core.time.ClockMap;

/**
 * Joins the segments of one host: each goes from its log, which is in the order of their ends, to its place in the timeline, which is by thread. The log is cut into parts for as many threads as there are
 * processors. They first put times on the reference clock, in the log, and count the segments of each thread; the places of each part's segments are known then, and all can be filled at once. O(segments).
 */
final class SegmentJoin {
    private static final int NONE = SegmentLog.NONE;
    private static final int POLL_MASK = (1 << 16) - 1;
    /** Fewer segments are done before another thread has begun. */
    static final int LEAST_PER_THREAD = 1 << 17;

    private final JoinedVertices vertices;
    private final UnmatchedPackets unmatched;
    private final SegmentColumns segments;
    private final ClockMap clocks;
    private final Progress progress;
    private final int host;
    private final SegmentLog log;
    private final int[] threads;
    /** The builder's number of the host's first thread. */
    private final int first;
    private final int unknown;
    private final List<Part> parts = new ArrayList<>();

    /** Of consecutive segments; threads are the host's, from 0 in the builder's order. */
    private final class Part {
        private final int from;
        private final int to;
        private final int[] count = new int[threads.length];
        private final long[] begin = new long[threads.length];
        private final long[] end = new long[threads.length];
        /** Where the next segment of a thread goes. */
        private final int[] next = new int[threads.length];

        Part(int from, int to) {
            this.from = from;
            this.to = to;
        }

        private void poll(int i) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
        }

        void transform() {
            // most segments of a thread begin where its last one ended: that time was transformed already
            long[] lastEnd = new long[threads.length];
            Arrays.fill(lastEnd, Long.MIN_VALUE); // the recorder has no such times
            long[] lastEndNanos = new long[threads.length];
            for (int i = from; i < to; i++) {
                poll(i);
                int thread = threads[log.thread(i)] - first;
                long endNanos = clocks.toReference(host, log.end(i));
                long startNanos = lastEnd[thread] == log.start(i) ? lastEndNanos[thread] : clocks.toReference(host, log.start(i));
                lastEnd[thread] = log.end(i);
                lastEndNanos[thread] = endNanos;
                log.times(i, startNanos, endNanos);
                if (endNanos < startNanos) {
                    throw new IllegalArgumentException("segment ends before it starts: thread=" + (first + thread) + ", start="
                            + startNanos + ", end=" + endNanos);
                }
                if (endNanos > startNanos) {
                    if (count[thread] == 0) {
                        begin[thread] = startNanos;
                    } else {
                        follow(thread, end[thread], startNanos);
                    }
                    end[thread] = endNanos;
                    count[thread]++;
                }
            }
        }

        void place() {
            for (int i = from; i < to; i++) {
                poll(i);
                long startNanos = log.start(i);
                if (startNanos == log.end(i)) {
                    continue;
                }
                int place = next[threads[log.thread(i)] - first]++;
                ThreadState state = log.state(i);
                if (state == ThreadState.BLOCKED) {
                    placeWait(i, place, startNanos);
                } else if (state == ThreadState.INTERRUPTED) {
                    Cause cause = log.cause(i);
                    segments.put(place, startNanos, state, cause,
                            cause == Cause.NETWORK ? log.target(i) : vertices.resource(host, SegmentLog.resourceIndex(log.target(i))), NONE,
                            log.cpu(i));
                } else {
                    segments.put(place, startNanos, state, Cause.NONE, NONE, NONE, log.cpu(i));
                }
            }
        }

        private void placeWait(int i, int place, long startNanos) {
            Cause cause = log.cause(i);
            int target;
            int link = NONE;
            switch (cause) {
                case NETWORK -> {
                    link = vertices.packet(host, log.link(i));
                    target = link == NONE ? log.target(i) : vertices.senderOf(host, log.link(i));
                }
                case DISK -> {
                    link = vertices.request(host, log.link(i));
                    target = vertices.resource(host, SegmentLog.resourceIndex(log.target(i)));
                }
                case THREAD -> {
                    int waker = vertices.thread(host, log.target(i));
                    target = waker == NONE ? unknown : waker;
                    cause = waker == NONE ? Cause.UNKNOWN : cause;
                    int finished = waker == NONE ? NONE : vertices.request(host, log.link(i));
                    boolean kept = waker != NONE || log.link(i) != Timeline.IN_KERNEL; // for nobody knows whom
                    link = finished != NONE ? Timeline.finishedLink(finished) : kept ? Math.min(NONE, log.link(i)) : NONE;
                }
                default -> {
                    // the link tells whether the thread was stopped, or held back by a timer; others have none
                    link = log.link(i);
                    target = vertices.resource(host, SegmentLog.resourceIndex(log.target(i)));
                }
            }
            segments.put(place, startNanos, ThreadState.BLOCKED, cause, target, link, log.cpu(i));
        }
    }

    SegmentJoin(JoinedVertices vertices, UnmatchedPackets unmatched, SegmentColumns segments, ClockMap clocks, int host, SegmentLog log,
            Progress progress) {
        this.vertices = vertices;
        this.unmatched = unmatched;
        this.segments = segments;
        this.clocks = clocks;
        this.host = host;
        this.log = log;
        this.progress = progress;
        threads = vertices.threads(host);
        first = Arrays.stream(threads).min().orElse(0);
        unknown = vertices.unknown(host);
    }

    /** Joins them, with so many threads. */
    void run(int workers) {
        nameNetworks();
        for (int i = 0; i < workers; i++) {
            parts.add(new Part((int) ((long) log.size() * i / workers), (int) ((long) log.size() * (i + 1) / workers)));
        }
        sideBySide(Part::transform);
        makeRoom();
        sideBySide(Part::place);
    }

    /** With how many threads a number of segments is joined best. */
    static int workers(int segments) {
        return Math.max(1, Math.min(segments / LEAST_PER_THREAD, Runtime.getRuntime().availableProcessors()));
    }

    private void sideBySide(Consumer<Part> step) {
        SideBySide.run("bowline-join", parts.stream().map(part -> (Runnable) () -> step.accept(part)).toList());
    }

    /** The networks that waits and interrupts lead to, as far as no sender is known: in the log, in place of a target. They are numbered as they are met, so one thread does this. */
    private void nameNetworks() {
        int network = NONE;
        for (int i = 0; i < log.size(); i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            if (log.cause(i) != Cause.NETWORK) {
                continue;
            }
            if (log.state(i) == ThreadState.INTERRUPTED) {
                network = network == NONE ? vertices.network(host, NONE) : network;
                log.target(i, network);
            } else if (vertices.packet(host, log.link(i)) == NONE) {
                unmatched.add(host, log.link(i));
                log.target(i, vertices.network(host, log.link(i)));
            }
        }
    }

    /** Finds where the segments of each part go: by thread, those of a thread by part. */
    private void makeRoom() {
        int[] counts = new int[threads.length];
        for (int thread = 0; thread < counts.length; thread++) {
            long end = 0;
            for (Part part : parts) {
                if (part.count[thread] > 0) {
                    if (counts[thread] > 0) {
                        follow(thread, end, part.begin[thread]);
                    }
                    counts[thread] += part.count[thread];
                    end = part.end[thread];
                }
            }
            if (counts[thread] > 0) {
                segments.ends(first + thread, end);
            }
        }
        int place = segments.room(counts);
        for (int thread = 0; thread < counts.length; thread++) {
            for (Part part : parts) {
                part.next[thread] = place;
                place += part.count[thread];
            }
        }
    }

    private void follow(int thread, long before, long startNanos) {
        if (before != startNanos) {
            throw new IllegalArgumentException("segments of a thread must follow each other: thread=" + (first + thread) + ", end="
                    + before + ", next start=" + startNanos);
        }
    }
}
