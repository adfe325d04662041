/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import java.util.BitSet;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.timeline.Timeline;

/**
 * When a thread waited for a processor that ran others while another processor of its host, on which it does not run any more, had nothing to do. A scheduler moves threads that wait to a processor that is idle within
 * milliseconds, unless they may not run there: an affinity, or a set of processors of their control group, confines them. Immutable.
 */
public final class Confined extends WaitsBeside {
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
         * @param idleNanos for how long of that the processor ran nothing that had least to do of those on which the thread does not run
         */
        void waits(long fromNanos, long toNanos, long idleNanos);
    }

    private Confined(Processors processors, Progress progress) {
        super(processors, progress);
    }

    /** In the range of which it is known what the processors did. O(1). */
    public static Confined of(Processors processors, Progress progress) {
        return new Confined(processors, progress);
    }

    /**
     * Where a thread may run, as far as it shows.
     *
     * @param cpus the processors on which it runs
     * @param sinceNanos since when it runs on no other, reference time; the begin of the range if it never did in it
     * @param isOften whether it began to run so often since then that chance would have led it to other processors
     */
    public record Place(BitSet cpus, long sinceNanos, boolean isOften) {}

    /**
     * Where a thread runs in the range. A thread that binds itself, as most do when they begin, has run elsewhere before: of all moments since which it began to run often, and at least as often as before, that counts
     * since which it runs on the fewest processors, and of those the first. O(its segments).
     */
    public Place place(int thread) {
        int first = firstSegment(thread);
        int end = timeline.endSegment(thread, to);
        int all = 0;
        for (int s = first + 1; s < end; s++) {
            all += begins(s) ? 1 : 0;
        }
        BitSet cpus = new BitSet();
        int runs = 0;
        for (int s = end - 1; s >= first; s--) {
            if (timeline.isOnCpu(s) && timeline.cpu(s) >= 0 && !cpus.get(timeline.cpu(s))) {
                if (!cpus.isEmpty() && runs >= LEAST_RUNS && runs >= all - runs) {
                    return new Place(cpus, timeline.end(thread, s), true);
                }
                cpus.set(timeline.cpu(s));
            }
            runs += s > first && begins(s) ? 1 : 0;
        }
        return new Place(cpus, from, all >= LEAST_RUNS);
    }

    private boolean begins(int segment) {
        return timeline.isOnCpu(segment) && !timeline.isOnCpu(segment - 1);
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
     * Tells the waits of a thread since it runs {@linkplain #place where it runs} that last for a time or longer; none of a thread that runs on all processors of its host, or began to run
     * fewer than {@value #LEAST_RUNS} times since. O(its segments + what the processors did in such waits).
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
        private @Nullable Place place;
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
            if (never.isEmpty() || begin < place().sinceNanos() || busyNanos(cpu, begin, end) <= (end - begin) / 2) {
                return;
            }
            long idle = 0;
            for (int other = never.nextSetBit(0); other >= 0; other = never.nextSetBit(other + 1)) {
                look(other, begin, end);
                idle = Math.max(idle, tally.nanos(Doing.IDLE));
            }
            sink.waits(begin, end, idle);
        }

        private Place place() {
            Place known = place;
            if (known == null) {
                known = Confined.this.place(thread);
                place = known;
            }
            return known;
        }

        /** The processors of its host on which it does not run; none if it did not begin to run often. */
        private BitSet others() {
            BitSet known = others;
            if (known == null) {
                known = place().isOften() ? cpus(timeline.host(thread)) : new BitSet();
                known.andNot(place().cpus());
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
