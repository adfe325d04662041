/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * What ran while threads were runnable or preempted. A thread waits for the processor that {@link ProcessorWaits} says; the kernel may have moved it there meanwhile, so that who is blamed is an
 * estimate where a thread was moved. The shares of a thread add up to its runnable and preempted time exactly. Immutable.
 *
 * @param shares by thread, then the longest first
 */
public record RanInstead(List<Share> shares) {
    /** What a processor did. */
    public enum Doing {
        /** It ran another thread. */
        THREAD,
        /** It served interrupts. */
        INTERRUPTS,
        /** It ran nothing: the thread had been woken, or was to be moved, and had not begun yet. */
        IDLE,
        /** The trace does not tell: events were lost, or it is not known which processor it was. */
        UNKNOWN;

        private static final Doing[] ALL = values();

        static Doing of(int ordinal) {
            return ALL[ordinal];
        }

        /** As written in reports: lower case. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * A part of the time for which a thread wanted a processor.
     *
     * @param thread who wanted it
     * @param doing what the processor did
     * @param other the thread that ran; {@link Timeline#NONE} if none did
     * @param nanos for how long, within the range
     */
    public record Share(int thread, Doing doing, int other, long nanos) {}

    /** Copies the list. */
    public RanInstead {
        shares = List.copyOf(shares);
    }

    /**
     * Computes it for all threads but the idle ones, on all processors. O(segments × (log segments + mean number of threads that wait for a processor)) time, 8 bytes for each segment on a processor, and for a moment 24 for each on one of them.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static RanInstead of(Timeline timeline, long from, long to, Progress progress) {
        return of(Processors.of(timeline, from, to, progress), progress);
    }

    /** The same, of processors that are known: O(segments × mean number of threads that wait for a processor). */
    public static RanInstead of(Processors processors, Progress progress) {
        int lanes = processors.laneCount();
        List<Processors.Sums> parts = IntStream.rangeClosed(0, lanes).parallel()
                .mapToObj(i -> i == 0 ? left(processors, progress) : processors.beforeRuns(i - 1, progress)).toList();
        Processors.Sums all = new Processors.Sums();
        parts.forEach(all::addAll);
        List<Share> shares = new ArrayList<>();
        all.forEach((thread, doing, other, nanos) -> shares.add(new Share(thread, doing, other, nanos)));
        shares.sort(RanInstead::compare);
        return new RanInstead(shares);
    }

    private static int compare(Share one, Share other) {
        int byThread = Integer.compare(one.thread, other.thread);
        int byNanos = byThread != 0 ? byThread : Long.compare(other.nanos, one.nanos);
        int byDoing = byNanos != 0 ? byNanos : one.doing.compareTo(other.doing);
        return byDoing != 0 ? byDoing : Integer.compare(one.other, other.other);
    }

    /** What ran during waits after which the thread does not run within the range. */
    private static Processors.Sums left(Processors processors, Progress progress) {
        Timeline timeline = processors.timeline;
        Processors.Sums sums = new Processors.Sums();
        Processors.Places places = new Processors.Places(processors);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (!timeline.isIdle(thread) && timeline.threadEnd(thread) > processors.from
                    && timeline.threadStart(thread) < processors.to) {
                int host = timeline.host(thread);
                int waiting = thread;
                ProcessorWaits.forEachWithoutRun(timeline, thread, processors.from, processors.to,
                        (cpu, begin, end) -> processors.add(host, cpu, begin, end, places, sums.of(waiting), progress));
            }
        }
        return sums;
    }
}
