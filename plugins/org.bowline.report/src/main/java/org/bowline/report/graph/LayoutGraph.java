/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * What a layout has to place: boxes of a size, in bands side by side, and lines between them.
 *
 * @param width width of each node
 * @param height height of each node
 * @param band band of each node, from 0; bands lie side by side in this order
 * @param source begin of each line, a node
 * @param target end of each line, a node
 * @param weight how much each line matters; heavy ones lead down, and are straight
 * @param backward whether a line had better lead up: it counts as if it led the other way, after all that do not
 * @param stiffness how much each line counts when positions are weighed, from 1
 */
record LayoutGraph(double[] width, double[] height, int[] band, int[] source, int[] target, long[] weight, boolean[] backward,
        int[] stiffness) {
    /** Number of nodes. */
    int nodes() {
        return width.length;
    }

    /** Number of lines. */
    int lines() {
        return source.length;
    }

    /** Number of bands. */
    int bands() {
        return Arrays.stream(band).max().orElse(-1) + 1;
    }

    /** Whether a line leads to its own node. */
    boolean isLoop(int line) {
        return source[line] == target[line];
    }

    /** All lines, heaviest first, those that had better lead up at the end; of equal ones that with the smaller source, then target, first. */
    int[] byWeight() {
        int[] lines = new int[lines()];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = i;
        }
        IntArrays.quickSort(lines, (a, b) -> {
            int byBackward = Boolean.compare(backward[a], backward[b]);
            int byWeight = byBackward != 0 ? byBackward : Long.compare(weight[b], weight[a]);
            int bySource = byWeight != 0 ? byWeight : Integer.compare(source[a], source[b]);
            return bySource != 0 ? bySource : Integer.compare(target[a], target[b]);
        });
        return lines;
    }
}
