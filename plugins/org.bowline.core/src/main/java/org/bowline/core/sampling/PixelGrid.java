/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import org.bowline.core.order.Bisection;

/** Pixels of a range: consecutive, none empty. */
abstract class PixelGrid {
    /** Number of pixels. */
    abstract int pixels();

    /** Where a pixel begins; where the last one ends for the number of pixels. */
    abstract long edge(int pixel);

    /**
     * The pixel that holds a moment of the range.
     *
     * @param hint not after it
     */
    abstract int pixelOf(long nanos, int hint);

    /** A range divided evenly; there are at least as many nanoseconds as pixels. */
    static final class Even extends PixelGrid {
        private final long from;
        private final long length;
        private final int pixels;

        Even(long from, long length, int pixels) {
            this.from = from;
            this.length = length;
            this.pixels = pixels;
        }

        @Override
        int pixels() {
            return pixels;
        }

        @Override
        long edge(int pixel) {
            // ⌊pixel · length / pixels⌋ without its overflow
            return from + length / pixels * pixel + length % pixels * pixel / pixels;
        }

        @Override
        int pixelOf(long nanos, int hint) {
            // off by one at most: a double tells 2^53 apart
            int pixel = (int) Math.min(pixels - 1.0, (double) (nanos - from) / length * pixels);
            while (edge(pixel) > nanos) {
                pixel--;
            }
            while (edge(pixel + 1) <= nanos) {
                pixel++;
            }
            return pixel;
        }
    }

    /** Pixels that begin at given times, the last of which is 1 ns wide. */
    static final class Listed extends PixelGrid {
        private final long[] times;
        private final int pixels;

        /** @param times strictly ascending in the first so many */
        Listed(long[] times, int pixels) {
            this.times = times;
            this.pixels = pixels;
        }

        @Override
        int pixels() {
            return pixels;
        }

        @Override
        long edge(int pixel) {
            return pixel < pixels ? times[pixel] : times[pixels - 1] + 1;
        }

        @Override
        int pixelOf(long nanos, int hint) {
            int low = hint;
            int step = 1;
            while (low + step < pixels && times[low + step] <= nanos) {
                low += step;
                step <<= 1;
            }
            int high = Math.min(pixels, low + step);
            return Bisection.firstAbove(times, low + 1, high, nanos) - 1;
        }
    }
}
