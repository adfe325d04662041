/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.function.IntUnaryOperator;

/**
 * Who gets how much of the room of a sweep. The rows come first: they are as wide as it takes for the verdict to be in sight, so in a narrow place the pictures are below them, however low it is. The sentences are
 * above the rows and not above the pictures, which in a wide and low place have all of its height. All in pixels.
 *
 * @param below whether the pictures are below the rows, not beside them
 * @param rows the weight of the rows with their sentences
 * @param pictures the weight of the pictures
 * @param sentences the height of the sentences
 */
record SweepRoom(boolean below, int rows, int pictures, int sentences) {
    /** In a place that is so wide pictures beside the rows have the room of pictures. */
    private static final int BESIDE_WIDTH = 1000;
    private static final double ROWS_BESIDE = 0.58;
    private static final double ROWS_ABOVE = 0.38;
    /** Where there are few rows below one another, they and the picture have as much. */
    private static final double LOW_ROWS_ABOVE = 0.5;
    private static final int LOW_HEIGHT = 400;
    private static final int SENTENCES_SHARE = 3;
    /** Where rows and pictures are below them as well. */
    private static final int SENTENCES_SHARE_ABOVE_BOTH = 5;

    /**
     * Of a place.
     *
     * @param verdict where the verdict ends within a row
     * @param needed what all sentences need in height, in a width
     * @param line height of one line of them
     * @param margins what is above and below the lines
     */
    static SweepRoom of(int width, int height, int verdict, IntUnaryOperator needed, int line, int margins) {
        boolean wide = width >= BESIDE_WIDTH || height <= width / 2;
        int beside = (int) (width * ROWS_BESIDE);
        if (wide && beside >= verdict) {
            return new SweepRoom(false, Math.max(1, beside), Math.max(1, width - beside),
                    sentences(height / SENTENCES_SHARE, needed.applyAsInt(beside), line, margins));
        }
        int sentences = sentences(height / SENTENCES_SHARE_ABOVE_BOTH, needed.applyAsInt(width), line, margins);
        int rest = Math.max(2, height - sentences);
        int rows = Math.max(1, (int) (rest * (rest < LOW_HEIGHT ? LOW_ROWS_ABOVE : ROWS_ABOVE)));
        return new SweepRoom(true, sentences + rows, rest - rows, sentences);
    }

    /**
     * The height of the sentences above the rows: what they need, but no more lines than fit into their share, none of them in half, and a line at least.
     *
     * @param share of the height
     * @param needed what all of them need
     * @param line height of one line
     * @param margins what is above and below the lines
     */
    private static int sentences(int share, int needed, int line, int margins) {
        return needed <= share ? needed : Math.min(needed, Math.max(1, (share - margins) / line) * line + margins);
    }
}
