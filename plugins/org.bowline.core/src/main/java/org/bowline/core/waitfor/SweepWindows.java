/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.progress.PartProgress;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The sweep of a range in windows of time that need nothing of each other: {@link #partition}, for each window its {@link OpenWaits} and its {@link SweepPart}, then {@link SweepPart#then}. The result is that of one
 * {@link CascadeSweep} over the range, whatever the windows: all figures are whole numbers that add up.
 *
 * <p>A window looks at the waits that overlap it and at no others, so a timeline that holds these alone would do. Time is that of the sweep plus O(threads × (log segments + chain length)) a window; memory is that of a sweep for each window that runs, and of its edges until
 * they are merged. As many windows run at once as there are processors.
 *
 * @param timeline what the threads did
 * @param fromNanos begin of the range, reference time
 * @param toNanos its end, exclusive
 * @param shares whom waits count for
 * @param byHolder the same if waits for locks counted for those who hold them, whether or not they do
 * @param partition into which windows the range is cut
 */
record SweepWindows(Timeline timeline, long fromNanos, long toNanos, WaitShares shares, WaitShares byHolder, Partition partition) {
    /** Windows of fewer segments than this are not worth a thread: it is swept in about 20 ms. */
    private static final int SMALLEST = 250_000;
    /** For each thread a window looks up its segment and keeps its state. */
    private static final int SEGMENTS_OF_A_THREAD = 8;
    /** The borders are chosen among so many begins of segments. */
    private static final int SAMPLES = 1 << 14;

    /** Cuts a range into windows. */
    @FunctionalInterface
    interface Partition {
        /** As many windows of as many segments each as there are processors, if the range is large enough to gain by it. */
        Partition BY_SIZE = (timeline, from, to) -> {
            long segments = segments(timeline, from, to);
            long most = segments / Math.max(SMALLEST, (long) SEGMENTS_OF_A_THREAD * timeline.threadCount());
            return equal(timeline, from, to, (int) Math.min(most, Runtime.getRuntime().availableProcessors()));
        };

        /** The borders: the begin of the range, those between windows, ascending, and its end. */
        long[] borders(Timeline timeline, long from, long to);
    }

    /**
     * The edges of the range, with the statistics of all windows in a tally.
     *
     * @param chosen whose waits start chains
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    EdgeList edges(boolean[] chosen, Tally tally, Progress progress) {
        long[] borders = partition.borders(timeline, fromNanos, toNanos);
        if (borders.length <= 2) {
            return new CascadeSweep(this, chosen, tally, progress).run();
        }
        AtomicBoolean failed = new AtomicBoolean();
        PartProgress[] steps = PartProgress.of(progress, borders.length - 1, failed);
        SweepPart[] parts = new SweepPart[steps.length];
        try {
            IntStream.range(0, parts.length).parallel()
                    .forEach(window -> parts[window] = part(borders[window], borders[window + 1], chosen, steps[window]));
        } finally {
            failed.set(true); // if one window did not end, none has to
        }
        SweepPart whole = Arrays.stream(parts).reduce(SweepPart::then).orElseThrow();
        tally.add(whole.sums());
        return EdgeList.of(whole);
    }

    /** What the sweep finds in one window. */
    SweepPart part(long from, long to, boolean[] chosen, Progress progress) {
        progress.check();
        OpenWaits open = from == fromNanos ? OpenWaits.none(from) : OpenWaits.at(timeline, shares, from);
        return new CascadeSweep(this, chosen, new Tally(timeline, chosen), progress).part(open, to);
    }

    /** How many segments overlap a range. O(threads × log segments). */
    private static long segments(Timeline timeline, long from, long to) {
        long segments = 0;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            segments += endIn(timeline, thread, to) - firstIn(timeline, thread, from);
        }
        return segments;
    }

    /** The first segment of a thread that ends after a time, or what is one past its last. */
    private static int firstIn(Timeline timeline, int thread, long from) {
        int at = timeline.segmentAt(thread, from);
        return at != Timeline.NONE ? at : timeline.threadEnd(thread) <= from ? timeline.endSegment(thread) : timeline.firstSegment(thread);
    }

    /** One past its last segment that begins before a time. */
    private static int endIn(Timeline timeline, int thread, long to) {
        int at = timeline.segmentAt(thread, to - 1);
        return at != Timeline.NONE ? at + 1
                : timeline.threadStart(thread) >= to ? timeline.firstSegment(thread) : timeline.endSegment(thread);
    }

    /** Borders between so many windows that about as many segments begin in each; fewer windows where many begin at once. */
    static long[] equal(Timeline timeline, long from, long to, int windows) {
        if (windows < 2) {
            return new long[] {from, to};
        }
        int step = (int) Math.max(1, segments(timeline, from, to) / SAMPLES);
        LongArrayList samples = new LongArrayList();
        int next = 0; // how many segments there are until the next sample
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int last = endIn(timeline, thread, to);
            int segment = firstIn(timeline, thread, from) + next;
            for (; segment < last; segment += step) {
                samples.add(timeline.start(segment));
            }
            next = segment - last;
        }
        long[] sorted = samples.toLongArray();
        Arrays.sort(sorted);
        LongArrayList borders = new LongArrayList();
        borders.add(from);
        for (int window = 1; window < windows && sorted.length > 0; window++) {
            long border = sorted[(int) ((long) sorted.length * window / windows)];
            if (border > borders.getLong(borders.size() - 1) && border < to) {
                borders.add(border);
            }
        }
        borders.add(to);
        return borders.toLongArray();
    }
}
