/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

/**
 * Who gets how much of the room of a sweep. The rows come first: they are as wide as it takes for the verdict to be in sight, so in a narrow place the pictures are below them, however low it is. All in pixels.
 *
 * @param below whether the pictures are below the rows, not beside them
 * @param rows the weight of the rows
 * @param pictures the weight of the pictures
 */
record SweepRoom(boolean below, int rows, int pictures) {
    /** In a place that is so wide pictures beside the rows have the room of pictures. */
    private static final int BESIDE_WIDTH = 1000;
    private static final SweepRoom BESIDE = new SweepRoom(false, 58, 42);
    private static final SweepRoom BELOW = new SweepRoom(true, 38, 62);
    /** Where there are few rows below one another, they and the picture have as much. */
    private static final SweepRoom LOW = new SweepRoom(true, 50, 50);
    private static final int LOW_HEIGHT = 400;
    private static final int SENTENCES_SHARE = 3;

    /**
     * Of a place.
     *
     * @param verdict where the verdict ends within a row
     */
    static SweepRoom of(int width, int height, int verdict) {
        boolean wide = width >= BESIDE_WIDTH || height <= width / 2;
        if (wide && width * BESIDE.rows / (BESIDE.rows + BESIDE.pictures) >= verdict) {
            return BESIDE;
        }
        return height < LOW_HEIGHT ? LOW : BELOW;
    }

    /**
     * The height of the sentences above the rows: what they need, but at most a third of a view, and a line at least.
     *
     * @param view height of the whole view
     * @param needed what all of them need
     * @param line height of one
     */
    static int sentences(int view, int needed, int line) {
        return Math.min(needed, Math.max(line, view / SENTENCES_SHARE));
    }
}
