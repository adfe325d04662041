/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.progress.Progress;

/**
 * The order of the places in each row, with few crossings: sweeps down and up, each sorting a row by the mean of the neighbours in the row
 * before (K. Sugiyama, S. Tagawa, M. Toda, IEEE Trans. SMC 11, 1981), then swaps of neighbours as long as they help. Places of a band stay
 * together. Crossings are counted in O(pieces × log places) (W. Barth, P. Mutzel, M. Jünger, JGAA 8, 2004).
 */
final class Crossings {
    private static final int SWEEPS = 24;
    private static final int PATIENCE = 6;
    private static final int SWAP_ROUNDS = 8;

    private final ProperGraph graph;
    private final int[][] rows;
    private final int[] index;
    private final double[] key;

    Crossings(ProperGraph graph, Progress progress) {
        this.graph = graph;
        index = new int[graph.places()];
        key = new double[graph.places()];
        rows = rows();
        int[][] best = copy();
        long fewest = count();
        int since = 0;
        for (int sweep = 0; sweep < SWEEPS && fewest > 0 && since < PATIENCE; sweep++) {
            progress.check();
            sweep(sweep % 2 == 0);
            long crossings = count();
            since++;
            if (crossings < fewest) {
                fewest = crossings;
                best = copy();
                since = 0;
            }
        }
        for (int row = 0; row < rows.length; row++) {
            rows[row] = best[row];
            number(row);
        }
        for (int round = 0; round < SWAP_ROUNDS && swap(); round++) {
            progress.check();
        }
    }

    /** Rows in the order of a walk from the top: what hangs together comes side by side. */
    private int[][] rows() {
        int[] size = new int[graph.layers()];
        for (int place = 0; place < graph.places(); place++) {
            size[graph.layer(place)]++;
        }
        int[][] result = new int[size.length][];
        for (int row = 0; row < size.length; row++) {
            result[row] = new int[size[row]];
        }
        Arrays.fill(size, 0);
        boolean[] seen = new boolean[graph.places()];
        int[] queue = new int[graph.places()];
        for (int start = 0; start < graph.places(); start++) {
            int head = 0;
            int tail = 0;
            if (!seen[start]) {
                seen[start] = true;
                queue[tail++] = start;
            }
            while (head < tail) {
                int place = queue[head++];
                int row = graph.layer(place);
                result[row][size[row]++] = place;
                for (int piece : graph.below(place)) {
                    int next = graph.lower(piece);
                    if (!seen[next]) {
                        seen[next] = true;
                        queue[tail++] = next;
                    }
                }
                for (int piece : graph.above(place)) {
                    int next = graph.upper(piece);
                    if (!seen[next]) {
                        seen[next] = true;
                        queue[tail++] = next;
                    }
                }
            }
        }
        for (int[] row : result) {
            for (int i = 0; i < row.length; i++) {
                key[row[i]] = i;
                index[row[i]] = i;
            }
            sort(row);
        }
        return result;
    }

    private void sort(int[] row) {
        IntArrays.quickSort(row, (a, b) -> {
            int byBand = Integer.compare(graph.band(a), graph.band(b));
            int byKey = byBand != 0 ? byBand : Double.compare(key[a], key[b]);
            return byKey != 0 ? byKey : Integer.compare(index[a], index[b]);
        });
        for (int i = 0; i < row.length; i++) {
            index[row[i]] = i;
        }
    }

    private void number(int row) {
        for (int i = 0; i < rows[row].length; i++) {
            index[rows[row][i]] = i;
        }
    }

    private int[][] copy() {
        int[][] result = new int[rows.length][];
        for (int row = 0; row < rows.length; row++) {
            result[row] = rows[row].clone();
        }
        return result;
    }

    private void sweep(boolean down) {
        for (int i = 0; i < rows.length; i++) {
            int[] row = rows[down ? i : rows.length - 1 - i];
            for (int place : row) {
                double sum = 0;
                int[] pieces = down ? graph.above(place) : graph.below(place);
                for (int piece : pieces) {
                    sum += index[down ? graph.upper(piece) : graph.lower(piece)];
                }
                key[place] = pieces.length == 0 ? index[place] : sum / pieces.length;
            }
            sort(row);
        }
    }

    /** Number of crossings of pieces. */
    private long count() {
        long crossings = 0;
        for (int row = 0; row + 1 < rows.length; row++) {
            int[] tree = new int[rows[row + 1].length + 1];
            int inserted = 0;
            for (int place : rows[row]) {
                int[] pieces = graph.below(place);
                for (int piece : pieces) {
                    int smaller = 0;
                    for (int i = index[graph.lower(piece)] + 1; i > 0; i -= i & -i) {
                        smaller += tree[i];
                    }
                    crossings += inserted - smaller;
                }
                for (int piece : pieces) {
                    for (int i = index[graph.lower(piece)] + 1; i < tree.length; i += i & -i) {
                        tree[i]++;
                    }
                }
                inserted += pieces.length;
            }
        }
        return crossings;
    }

    private boolean swap() {
        boolean swapped = false;
        for (int[] row : rows) {
            for (int i = 0; i + 1 < row.length; i++) {
                int left = row[i];
                int right = row[i + 1];
                if (graph.band(left) == graph.band(right) && gain(left, right) > 0) {
                    row[i] = right;
                    row[i + 1] = left;
                    index[right] = i;
                    index[left] = i + 1;
                    swapped = true;
                }
            }
        }
        return swapped;
    }

    /** How many crossings fewer there are if two neighbours change places. */
    private long gain(int left, int right) {
        long gain = 0;
        for (int a : graph.above(left)) {
            for (int b : graph.above(right)) {
                gain += Integer.signum(index[graph.upper(a)] - index[graph.upper(b)]);
            }
        }
        for (int a : graph.below(left)) {
            for (int b : graph.below(right)) {
                gain += Integer.signum(index[graph.lower(a)] - index[graph.lower(b)]);
            }
        }
        return gain;
    }

    /** The places of each row, from left to right. */
    int[][] order() {
        return rows;
    }
}
