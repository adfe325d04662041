/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import java.util.Arrays;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.SegmentSums;
import org.bowline.core.timeline.Timeline;

/**
 * How the time of some threads is shared out among states, pixel by pixel: for pixels in which one state alone would hide the others. A thread counts in a pixel for as long as it lives there. Exact. Immutable.
 */
public final class StateShares {
    private final long[] edges;
    private final long[] nanos;

    private StateShares(long[] edges, long[] nanos) {
        this.edges = edges;
        this.nanos = nanos;
    }

    /**
     * The shares of threads. O(threads × pixels × log segments), but for the pixels in which a thread does not live.
     *
     * @param threads numbers of threads
     * @param edges where the pixels begin, and where the last one ends; ascending, none empty, reference time
     * @param progress asked whether to stop, once a thread
     * @throws IllegalArgumentException if there is no pixel, or an edge is not after the one before
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static StateShares of(Timeline timeline, int[] threads, long[] edges, Progress progress) {
        if (edges.length < 2) {
            throw new IllegalArgumentException("a picture needs at least 1 pixel");
        }
        for (int i = 1; i < edges.length; i++) {
            if (edges[i] <= edges[i - 1]) {
                throw new IllegalArgumentException("edge " + i + " is not after the one before it: " + edges[i] + " after " + edges[i - 1]);
            }
        }
        int pixels = edges.length - 1;
        long[] nanos = new long[Math.multiplyExact(pixels, SegmentSums.CLASSES)];
        long[] totals = new long[SegmentSums.SLOTS];
        PixelGrid grid = new PixelGrid.Listed(edges, pixels);
        for (int thread : threads) {
            progress.check();
            long begin = Math.max(edges[0], timeline.threadStart(thread));
            long end = Math.min(edges[pixels], timeline.threadEnd(thread));
            int pixel = begin < end ? grid.pixelOf(begin, 0) : pixels;
            int segment = begin < end ? timeline.segmentAt(thread, begin) : Timeline.NONE;
            for (long at = begin; at < end; pixel++) {
                long to = Math.min(end, edges[pixel + 1]);
                int last = timeline.end(thread, segment) >= to ? segment : timeline.segmentAt(thread, to - 1);
                Arrays.fill(totals, 0);
                timeline.sums().add(thread, segment, last, at, to, totals);
                for (int of = 0; of < SegmentSums.CLASSES; of++) {
                    nanos[pixel * SegmentSums.CLASSES + of] += totals[of];
                }
                segment = timeline.end(thread, last) == to && to < end ? last + 1 : last;
                at = to;
            }
        }
        return new StateShares(edges.clone(), nanos);
    }

    /** Number of pixels. */
    public int pixels() {
        return edges.length - 1;
    }

    /** Where a pixel begins; where the last one ends for the number of pixels. */
    public long edge(int pixel) {
        return edges[pixel];
    }

    /**
     * The time that the threads spend in a pixel in a class of states, ns; of n threads up to n times the pixel's length.
     *
     * @param ofClass below {@link SegmentSums#CLASSES}
     */
    public long nanos(int pixel, int ofClass) {
        return nanos[pixel * SegmentSums.CLASSES + ofClass];
    }

    /** The time that the threads live in a pixel, ns. */
    public long lifeNanos(int pixel) {
        long sum = 0;
        for (int of = 0; of < SegmentSums.CLASSES; of++) {
            sum += nanos(pixel, of);
        }
        return sum;
    }

    /** The class with the most time in a pixel; of equal ones the first. */
    public int most(int pixel) {
        int best = 0;
        for (int of = 1; of < SegmentSums.CLASSES; of++) {
            best = nanos(pixel, of) > nanos(pixel, best) ? of : best;
        }
        return best;
    }

    /** The pixel that holds a moment; the first or the last one for moments outside. */
    public int pixelOf(long timeNanos) {
        long within = Math.max(edges[0], Math.min(edges[pixels()] - 1, timeNanos));
        return new PixelGrid.Listed(edges, pixels()).pixelOf(within, 0);
    }
}
