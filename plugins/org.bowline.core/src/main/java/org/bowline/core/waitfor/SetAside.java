/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/**
 * What is in a recording beside the work: threads and edges that a first look leaves out. They stay in all sums, and in the tables for programs.
 * Immutable. O(segments in the range + threads) time, memory for each pair of threads that wait for each other.
 *
 * <p>Left out are the threads of the tracer; those of the kernel for which no thread of a program waits {@value #FEW} times; and the threads of programs that
 * only wait: there is no thread and no peer on the network for which they wait {@value #FEW} times, no thread of a program waits for them as often, and they run
 * or use a disk for less than a twentieth of the range. Of the edges also those to the unknown and those of fewer than {@value #FEW} waits.
 */
public final class SetAside {
    /** Fewer waits than this tell nothing of work that repeats. */
    public static final int FEW = 3;
    private static final long BUSY_AT_LEAST_A = 20;
    private static final int POLL_MASK = (1 << 16) - 1;

    /** Why a thread is left out. */
    private enum Why {
        NOT, TRACER, LISTENER, KERNEL, WAITS_ONLY
    }

    private final Timeline timeline;
    private final Why[] why;
    private final int[] counts = new int[Why.values().length];

    private SetAside(Timeline timeline, Why[] why) {
        this.timeline = timeline;
        this.why = why;
    }

    /**
     * What is left out in a range.
     *
     * @param timeline what the threads did
     * @param roles whose they are
     * @param fromNanos begin of the range, reference time
     * @param toNanos its end, exclusive
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static SetAside of(Timeline timeline, ThreadRoles roles, long fromNanos, long toNanos, Progress progress) {
        Activity activity = new Activity(timeline, roles, fromNanos, toNanos);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            activity.add(thread, progress);
        }
        activity.countPairs();
        SetAside result = new SetAside(timeline, new Why[timeline.threadCount()]);
        for (int thread = 0; thread < result.why.length; thread++) {
            Why reason = switch (roles.of(thread)) {
                case TRACER -> Why.TRACER;
                case LISTENER -> Why.LISTENER;
                case IDLE -> Why.NOT;
                case KERNEL -> activity.waitedFor[thread] ? Why.NOT : Why.KERNEL;
                case PROGRAM -> activity.isActive(thread) ? Why.NOT : Why.WAITS_ONLY;
            };
            result.why[thread] = reason;
            boolean lives = timeline.threadStart(thread) < toNanos && timeline.threadEnd(thread) > fromNanos;
            result.counts[reason.ordinal()] += lives ? 1 : 0;
        }
        return result;
    }

    /** What threads did in a range, as far as it tells whether they were of the work. */
    private static final class Activity {
        private final Timeline timeline;
        private final ThreadRoles roles;
        private final long from;
        private final long to;
        private final WaitTargets targets;
        /** Waits by who waits and for what. */
        private final Long2IntOpenHashMap pairs = new Long2IntOpenHashMap();
        /** For how long each ran, or waited for a disk. */
        private final long[] busy;
        private final boolean[] waits;
        private final boolean[] waitedFor;

        Activity(Timeline timeline, ThreadRoles roles, long from, long to) {
            this.timeline = timeline;
            this.roles = roles;
            this.from = from;
            this.to = to;
            targets = new WaitTargets(timeline);
            busy = new long[timeline.threadCount()];
            waits = new boolean[busy.length];
            waitedFor = new boolean[busy.length];
        }

        void add(int thread, Progress progress) {
            if (!roles.isProgram(thread) || timeline.threadEnd(thread) <= from) {
                return;
            }
            int first = timeline.segmentAt(thread, from);
            int end = timeline.endSegment(thread);
            for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < end && timeline.start(s) < to; s++) {
                if ((s & POLL_MASK) == 0) {
                    progress.check();
                }
                ThreadState state = timeline.state(s);
                int target = state == ThreadState.BLOCKED ? targets.of(thread, s) : Timeline.NONE;
                boolean disk = target >= busy.length && timeline.kind(target) == VertexKind.DISK;
                if (state == ThreadState.RUNNING || disk) {
                    busy[thread] += Math.min(timeline.end(thread, s), to) - Math.max(timeline.start(s), from);
                } else if (target != Timeline.NONE && isSomebody(target)) {
                    pairs.addTo((long) thread << 32 | target, 1);
                }
            }
        }

        /** Whom work may wait for: not the clock, and nobody of the tracer. */
        private boolean isSomebody(int target) {
            return target < busy.length ? !roles.isOfTracer(target) : timeline.kind(target) == VertexKind.NETWORK;
        }

        void countPairs() {
            pairs.long2IntEntrySet().fastForEach(pair -> {
                if (pair.getIntValue() >= FEW) {
                    int target = (int) pair.getLongKey();
                    waits[(int) (pair.getLongKey() >>> 32)] = true;
                    if (target < waitedFor.length) {
                        waitedFor[target] = true;
                    }
                }
            });
        }

        boolean isActive(int thread) {
            return waits[thread] || waitedFor[thread] || busy[thread] >= (to - from) / BUSY_AT_LEAST_A;
        }
    }

    /** Whether a vertex is left out: a thread as above, or what stands for all that is not known. */
    public boolean isAside(int vertex) {
        return vertex < why.length ? why[vertex] != Why.NOT : timeline.kind(vertex) == VertexKind.UNKNOWN;
    }

    /** Whether an edge is left out: one of its ends is, or it has few waits. */
    public boolean isAside(WaitForGraph graph, int edge) {
        return isAside(graph.source(edge)) || isAside(graph.target(edge)) || graph.waits(edge) < FEW;
    }

    /** How many threads that live in the range are left out. */
    public int threads() {
        int sum = 0;
        for (Why reason : Why.values()) {
            sum += reason == Why.NOT ? 0 : counts[reason.ordinal()];
        }
        return sum;
    }

    /** What is left out, as a phrase: {@code 40 threads of the tracer, 2 listeners of its library}; empty if nothing is. */
    public String phrase() {
        List<String> parts = new ArrayList<>();
        add(parts, Why.TRACER, "thread of the tracer", "threads of the tracer");
        add(parts, Why.LISTENER, "listener of its library in traced programs", "listeners of its library in traced programs");
        add(parts, Why.KERNEL, "kernel thread", "kernel threads");
        add(parts, Why.WAITS_ONLY, "thread that only waits", "threads that only wait");
        return String.join(", ", parts);
    }

    private void add(List<String> parts, Why reason, String one, String many) {
        if (counts[reason.ordinal()] > 0) {
            parts.add(Words.count(counts[reason.ordinal()], one, many));
        }
    }
}
