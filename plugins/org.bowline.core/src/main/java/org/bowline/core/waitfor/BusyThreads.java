/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * The part of a recording in which programs compute, for one in which no {@linkplain RepeatedWaits waits repeat}: {@linkplain Alike equal threads} are a group; those that have at least a
 * {@value #SMALLEST_GROUP}th of the processor time of the group with the most count, and the range is from the first to the last percent of their time on processors, within the {@linkplain CommonTime time in which their
 * hosts are recorded}. It is one only if some program runs, or wants to, for nearly all of it: between two compilers the shell that starts them is at work. Immutable. O(segments).
 */
public final class BusyThreads {
    /** A group with less than this part of the time of the busiest one runs beside the work. */
    static final int SMALLEST_GROUP = 5;
    private static final int PERCENT_OUTSIDE = 1;
    /** In at least so many percent of the range some program is at work. */
    private static final int LEAST_AT_WORK = 90;

    private final long fromNanos;
    private final long toNanos;
    private final int[] threads;

    private BusyThreads(long fromNanos, long toNanos, int[] threads) {
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.threads = threads;
    }

    /**
     * Finds them.
     *
     * @param timeline what the threads did
     * @param roles whose they are
     * @param progress asked whether to stop
     * @return what was found; {@link #isFound} says whether anything was
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static BusyThreads of(Timeline timeline, ThreadRoles roles, Progress progress) {
        long[] nanos = new long[timeline.threadCount()];
        long[] ofGroup = new long[timeline.vertexCount()];
        Alike alike = new Alike(timeline);
        long most = 0;
        for (int thread = 0; thread < nanos.length; thread++) {
            progress.check();
            if (roles.isProgram(thread)) {
                nanos[thread] = onCpu(timeline, thread, Long.MIN_VALUE, Long.MAX_VALUE);
                ofGroup[alike.first(thread)] += nanos[thread];
                most = Math.max(most, ofGroup[alike.first(thread)]);
            }
        }
        BitSet members = new BitSet();
        for (int thread = 0; thread < nanos.length; thread++) {
            members.set(thread, nanos[thread] > 0 && ofGroup[alike.first(thread)] >= most / SMALLEST_GROUP);
        }
        long[] range = range(timeline, members, Long.MIN_VALUE, Long.MAX_VALUE, progress);
        if (!CommonTime.isThroughout(timeline, range[0], range[1])) {
            CommonTime recorded = CommonTime.of(timeline, range[0], range[1], () -> ofHosts(timeline, members, nanos),
                    (from, to) -> onCpu(timeline, members, from, to));
            if (recorded.isLessThan(range[0], range[1])) {
                range = range(timeline, members, recorded.leastNanos(range[0]), recorded.mostNanos(range[1]), progress);
            }
        }
        TimeUnion work = new TimeUnion(range[0], range[1]);
        for (int thread = 0; thread < nanos.length; thread++) {
            if (nanos[thread] > 0) {
                work.addActive(timeline, thread);
            }
        }
        if (range[0] >= range[1] || work.nanos() < (double) (range[1] - range[0]) / 100 * LEAST_AT_WORK) {
            return new BusyThreads(timeline.startNanos(), timeline.startNanos(), new int[0]);
        }
        int[] byTime = members.stream().toArray();
        IntArrays.stableSort(byTime, (a, b) -> Long.compare(nanos[b], nanos[a]));
        return new BusyThreads(range[0], range[1], byTime);
    }

    private static long[] ofHosts(Timeline timeline, BitSet members, long[] nanos) {
        long[] sums = new long[timeline.hostCount()];
        members.stream().forEach(thread -> sums[timeline.host(thread)] += nanos[thread]);
        return sums;
    }

    private static long onCpu(Timeline timeline, BitSet members, long from, long to) {
        long sum = 0;
        for (int thread = members.nextSetBit(0); thread >= 0; thread = members.nextSetBit(thread + 1)) {
            sum += onCpu(timeline, thread, from, to);
        }
        return sum;
    }

    /** For how long a thread is on a processor between two times, ns. O(log segments of the thread + those between these times). */
    public static long onCpu(Timeline timeline, int thread, long from, long to) {
        long sum = 0;
        for (int s = Math.max(timeline.firstSegment(thread), timeline.segmentAt(thread, from)); s < timeline.endSegment(thread, to); s++) {
            sum += timeline.isOnCpu(s) ? common(timeline, thread, s, from, to) : 0;
        }
        return sum;
    }

    /** From the first to the last percent of the time of threads on processors between two times. */
    private static long[] range(Timeline timeline, BitSet members, long least, long most, Progress progress) {
        LongColumn starts = new LongColumn();
        LongColumn ends = new LongColumn();
        long all = 0;
        for (int thread = members.nextSetBit(0); thread >= 0; thread = members.nextSetBit(thread + 1)) {
            progress.check();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                long start = Math.max(least, timeline.start(s));
                long end = Math.min(most, timeline.end(thread, s));
                if (timeline.isOnCpu(s) && start < end) {
                    starts.add(start);
                    ends.add(end);
                    all += end - start;
                }
            }
        }
        IntColumn order = Ascending.order(starts);
        long outside = all / 100 * PERCENT_OUTSIDE;
        long from = timeline.startNanos();
        long to = timeline.startNanos();
        long before = 0;
        for (int i = 0; i < order.size(); i++) {
            long start = starts.get(order.get(i));
            long nanos = ends.get(order.get(i)) - start;
            if (before <= outside && outside < before + nanos) {
                from = start + outside - before;
            }
            if (before < all - outside && all - outside <= before + nanos) {
                to = start + all - outside - before;
            }
            before += nanos;
        }
        return new long[] {Math.max(from, timeline.startNanos()), Math.min(to, timeline.endNanos())};
    }

    /**
     * Which part of what the threads compute in their range they compute between two times. O(segments of the threads).
     *
     * @param timeline of these threads
     * @param from reference time, ns
     * @param to likewise
     * @return 0 to 1
     */
    public double shareWithin(Timeline timeline, long from, long to) {
        double all = 0;
        double within = 0;
        for (int thread : threads) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.isOnCpu(s)) {
                    all += common(timeline, thread, s, fromNanos, toNanos);
                    within += common(timeline, thread, s, Math.max(from, fromNanos), Math.min(to, toNanos));
                }
            }
        }
        return all == 0 ? 0 : within / all;
    }

    private static long common(Timeline timeline, int thread, int segment, long from, long to) {
        return Math.max(0, Math.min(to, timeline.end(thread, segment)) - Math.max(from, timeline.start(segment)));
    }

    /** Whether somebody computes all the time in a part of the recording. */
    public boolean isFound() {
        return fromNanos < toNanos;
    }

    /** Begin of the range, reference time, ns. */
    public long fromNanos() {
        return fromNanos;
    }

    /** End of the range, exclusive; not after its begin if nothing was found. */
    public long toNanos() {
        return toNanos;
    }

    /** Who computes, the one with the most time on processors first. */
    public IntArrayList threads() {
        return IntArrayList.of(threads);
    }
}
