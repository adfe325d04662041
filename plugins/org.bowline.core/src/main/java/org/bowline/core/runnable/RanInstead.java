/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

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

    private static final int THREADS_BETWEEN_CHECKS = 64;

    /** Copies the list. */
    public RanInstead {
        shares = List.copyOf(shares);
    }

    /**
     * Computes it for all threads but the idle ones, on all processors. O(segments × (log segments + mean number of threads that wait for a processor)) time, 4 bytes for each segment on a processor, and for a moment 16 for each on one of them.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static RanInstead of(Timeline timeline, long from, long to, Progress progress) {
        return of(Processors.of(timeline, from, to, progress), progress);
    }

    /** The same, of processors that are known: O(segments × mean number of threads that wait for a processor). */
    public static RanInstead of(Processors processors, Progress progress) {
        List<List<Share>> ofThreads = IntStream.range(0, processors.timeline.threadCount()).parallel()
                .mapToObj(thread -> ofThread(thread, processors, progress)).toList();
        List<Share> shares = new ArrayList<>();
        ofThreads.forEach(shares::addAll);
        return new RanInstead(shares);
    }

    private static List<Share> ofThread(int thread, Processors processors, Progress progress) {
        Timeline timeline = processors.timeline;
        long from = processors.from;
        long to = processors.to;
        if (thread % THREADS_BETWEEN_CHECKS == 0) {
            progress.check();
        }
        if (timeline.isIdle(thread) || timeline.threadEnd(thread) <= from || timeline.threadStart(thread) >= to) {
            return List.of();
        }
        Int2LongOpenHashMap sums = new Int2LongOpenHashMap();
        int host = timeline.host(thread);
        Processors.Place place = new Processors.Place();
        ProcessorWaits.forEach(timeline, thread, from, to,
                (cpu, begin, end) -> processors.add(host, cpu, begin, end, place, sums, progress));
        List<Share> ofThread = new ArrayList<>();
        for (Int2LongMap.Entry entry : sums.int2LongEntrySet()) {
            int who = entry.getIntKey();
            ofThread.add(who >= 0 ? new Share(thread, Doing.THREAD, who, entry.getLongValue())
                    : new Share(thread, Doing.values()[-who], Timeline.NONE, entry.getLongValue()));
        }
        ofThread.sort(Comparator.comparingLong(Share::nanos).reversed().thenComparing(Share::doing).thenComparingInt(Share::other));
        return ofThread;
    }
}
