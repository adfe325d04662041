/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import java.util.BitSet;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.timeline.Timeline;

/**
 * When a thread waited for a processor that ran others while another processor of its host, on which it never runs, had nothing to do. A scheduler moves threads that wait to a processor that is idle within
 * milliseconds, unless they may not run there: an affinity, or a set of processors of their control group, confines them. Immutable.
 */
public final class Confined {
    /** A thread that was put on a processor less often may have been there by chance. */
    private static final int LEAST_RUNS = 20;

    /** Takes waits for a processor in the order of time. */
    @FunctionalInterface
    public interface Sink {
        /**
         * A thread was runnable or preempted, and its processor ran others for most of it.
         *
         * @param fromNanos begin, reference time
         * @param toNanos end, exclusive
         * @param idleNanos for how long of that the processor ran nothing that had least to do of those on which the thread never runs
         */
        void waits(long fromNanos, long toNanos, long idleNanos);
    }

    private final Timeline timeline;
    private final long from;
    private final long to;
    private final Processors processors;
    private final Progress progress;

    private Confined(Processors processors, Progress progress) {
        this.timeline = processors.timeline;
        this.from = processors.from;
        this.to = processors.to;
        this.progress = progress;
        this.processors = processors;
    }

    /** In the range of which it is known what the processors did. O(1). */
    public static Confined of(Processors processors, Progress progress) {
        return new Confined(processors, progress);
    }

    /** The processors on which a thread runs in the range: before it, it may not have been bound yet. O(its segments). */
    public BitSet runsOn(int thread) {
        BitSet cpus = new BitSet();
        for (int s = firstSegment(thread); s < timeline.endSegment(thread) && timeline.start(s) < to; s++) {
            if (timeline.isOnCpu(s) && timeline.cpu(s) >= 0) {
                cpus.set(timeline.cpu(s));
            }
        }
        return cpus;
    }

    /** Those of its host on which it does not run. O(its segments), fewer if it runs on all. */
    private BitSet neverOn(int thread) {
        BitSet others = cpus(timeline.host(thread));
        int last = -1;
        for (int s = firstSegment(thread); s < timeline.endSegment(thread) && timeline.start(s) < to && !others.isEmpty(); s++) {
            if (timeline.isOnCpu(s) && timeline.cpu(s) >= 0 && timeline.cpu(s) != last) {
                last = timeline.cpu(s);
                others.clear(last);
            }
        }
        return others;
    }

    /** Whether it began to run so often that chance would have led it to other processors. */
    private boolean ranOften(int thread) {
        int runs = 0;
        for (int s = firstSegment(thread) + 1; s < timeline.endSegment(thread) && timeline.start(s) < to && runs < LEAST_RUNS; s++) {
            runs += timeline.isOnCpu(s) && !timeline.isOnCpu(s - 1) ? 1 : 0;
        }
        return runs >= LEAST_RUNS;
    }

    private int firstSegment(int thread) {
        int first = timeline.segmentAt(thread, from);
        return first == Timeline.NONE ? timeline.firstSegment(thread) : first;
    }

    /** The processors of a host that did something in the range, or were seen idle. */
    public BitSet cpus(int host) {
        return processors.of(host);
    }

    /**
     * Tells the waits of a thread within the range that last for a time or longer; none of a thread that runs on all processors of its host, or began to run
     * fewer than {@value #LEAST_RUNS} times in it. O(its segments + what the processors did in such waits).
     *
     * @param least shorter waits are not told, nanoseconds
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public void forEach(int thread, long least, Sink sink) {
        ProcessorWaits.forEach(timeline, thread, from, to, new OfThread(thread, least, sink));
    }

    /** Looks at the waits of a thread. What is the same for all of them is looked for at the first long one. */
    private final class OfThread implements ProcessorWaits.Sink {
        private final int thread;
        private final long least;
        private final Sink sink;
        private final Processors.Times tally = new Processors.Times();
        private final Processors.Places places = new Processors.Places(processors);
        private @Nullable BitSet others;

        OfThread(int thread, long least, Sink sink) {
            this.thread = thread;
            this.least = least;
            this.sink = sink;
        }

        @Override
        public void waits(int cpu, long begin, long end) {
            if (end - begin < least) {
                return;
            }
            BitSet never = others();
            if (never.isEmpty() || busyNanos(cpu, begin, end) <= (end - begin) / 2) {
                return;
            }
            long idle = 0;
            for (int other = never.nextSetBit(0); other >= 0; other = never.nextSetBit(other + 1)) {
                look(other, begin, end);
                idle = Math.max(idle, tally.nanos(Doing.IDLE));
            }
            sink.waits(begin, end, idle);
        }

        /** None if it did not begin to run often. */
        private BitSet others() {
            BitSet known = others;
            if (known == null) {
                known = neverOn(thread);
                known = known.isEmpty() || ranOften(thread) ? known : new BitSet();
                others = known;
            }
            return known;
        }

        private long busyNanos(int cpu, long begin, long end) {
            look(cpu, begin, end);
            return end - begin - tally.nanos(Doing.IDLE) - tally.nanos(Doing.UNKNOWN);
        }

        private void look(int cpu, long begin, long end) {
            tally.clear();
            processors.add(timeline.host(thread), cpu, begin, end, places, tally, progress);
        }
    }
}
