/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.Arrays;

import org.bowline.core.progress.Progress;

/**
 * Where each place is from left to right. Sweeps pull each row to the weighted mean of its neighbours; the least squares under "in this
 * order, this far apart, within the band" are found exactly by pooling neighbours that push each other (pool adjacent violators; R. E. Barlow
 * et al., Statistical Inference under Order Restrictions, 1972). O(places + pieces) per sweep.
 */
final class Columns {
    private static final int SWEEPS = 24;
    /** Room that a band has beyond what its fullest row needs. */
    private static final double SLACK = 1.15;

    private final ProperGraph graph;
    private final int[][] rows;
    private final double gap;
    private final double[] centre;
    private final double[] left;
    private final double[] right;

    /**
     * @param gap between two nodes
     * @param margin between the edge of a band and its places
     */
    Columns(ProperGraph graph, int[][] rows, int bands, double gap, double margin, Progress progress) {
        this.graph = graph;
        this.rows = rows;
        this.gap = gap;
        centre = new double[graph.places()];
        left = new double[bands];
        right = new double[bands];
        spread(margin);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            progress.check();
            sweep(sweep % 2 == 0, sweep >= SWEEPS - 4);
        }
        shrink(margin);
    }

    private double apart(int a, int b) {
        boolean bends = graph.isBend(a) || graph.isBend(b);
        return (graph.width(a) + graph.width(b)) / 2 + (graph.isBend(a) && graph.isBend(b) ? gap / 6 : bends ? gap / 2 : gap);
    }

    /** Where the places of a band that begin at an index end. */
    private int end(int[] row, int from) {
        int end = from;
        while (end < row.length && graph.band(row[end]) == graph.band(row[from])) {
            end++;
        }
        return end;
    }

    private void spread(double margin) {
        double[] need = new double[left.length];
        for (int[] row : rows) {
            for (int from = 0; from < row.length; from = end(row, from)) {
                int band = graph.band(row[from]);
                need[band] = Math.max(need[band], length(row, from, end(row, from)));
            }
        }
        double x = 0;
        for (int band = 0; band < need.length; band++) {
            left[band] = x;
            right[band] = x + (need[band] == 0 ? 0 : need[band] * SLACK + 2 * margin);
            x = right[band];
        }
        for (int[] row : rows) {
            for (int from = 0; from < row.length; from = end(row, from)) {
                int end = end(row, from);
                int band = graph.band(row[from]);
                double at = (left[band] + right[band] - length(row, from, end)) / 2 + graph.width(row[from]) / 2;
                for (int i = from; i < end; i++) {
                    at += i == from ? 0 : apart(row[i - 1], row[i]);
                    centre[row[i]] = at;
                }
            }
        }
        for (int band = 0; band < need.length; band++) {
            left[band] += need[band] == 0 ? 0 : margin;
            right[band] -= need[band] == 0 ? 0 : margin;
        }
    }

    private double length(int[] row, int from, int end) {
        double length = (graph.width(row[from]) + graph.width(row[end - 1])) / 2;
        for (int i = from + 1; i < end; i++) {
            length += apart(row[i - 1], row[i]);
        }
        return length;
    }

    private void sweep(boolean down, boolean both) {
        for (int i = 0; i < rows.length; i++) {
            int[] row = rows[down ? i : rows.length - 1 - i];
            for (int from = 0; from < row.length; from = end(row, from)) {
                place(row, from, end(row, from), down || both, !down || both);
            }
        }
    }

    private void place(int[] row, int from, int end, boolean byAbove, boolean byBelow) {
        int count = end - from;
        double[] mean = new double[count];
        double[] weight = new double[count];
        int[] size = new int[count];
        double[] offset = new double[count];
        int blocks = 0;
        for (int i = 0; i < count; i++) {
            int place = row[from + i];
            offset[i] = i == 0 ? 0 : offset[i - 1] + apart(row[from + i - 1], place);
            double sum = 0;
            double pull = 0;
            for (int piece : byAbove ? graph.above(place) : new int[0]) {
                sum += graph.pull(piece) * centre[graph.upper(piece)];
                pull += graph.pull(piece);
            }
            for (int piece : byBelow ? graph.below(place) : new int[0]) {
                sum += graph.pull(piece) * centre[graph.lower(piece)];
                pull += graph.pull(piece);
            }
            mean[blocks] = (pull == 0 ? centre[place] : sum / pull) - offset[i];
            weight[blocks] = pull == 0 ? 0.1 : pull;
            size[blocks++] = 1;
            while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
                double both = weight[blocks - 2] + weight[blocks - 1];
                mean[blocks - 2] = (mean[blocks - 2] * weight[blocks - 2] + mean[blocks - 1] * weight[blocks - 1]) / both;
                weight[blocks - 2] = both;
                size[blocks - 2] += size[blocks - 1];
                blocks--;
            }
        }
        double lowest = left[graph.band(row[from])] + graph.width(row[from]) / 2;
        double highest = right[graph.band(row[from])] - graph.width(row[end - 1]) / 2 - offset[count - 1];
        int i = 0;
        for (int block = 0; block < blocks; block++) {
            double at = Math.max(lowest, Math.min(highest, mean[block]));
            for (int member = 0; member < size[block]; member++) {
                centre[row[from + i]] = at + offset[i];
                i++;
            }
        }
    }

    /** Takes the room out that the bands did not need. */
    private void shrink(double margin) {
        double[] least = new double[left.length];
        double[] most = new double[left.length];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        for (int place = 0; place < centre.length; place++) {
            int band = graph.band(place);
            least[band] = Math.min(least[band], centre[place] - graph.width(place) / 2);
            most[band] = Math.max(most[band], centre[place] + graph.width(place) / 2);
        }
        double x = 0;
        double[] shift = new double[left.length];
        for (int band = 0; band < left.length; band++) {
            left[band] = x;
            if (least[band] <= most[band]) {
                shift[band] = x + margin - least[band];
                x += most[band] - least[band] + 2 * margin;
            }
            right[band] = x;
        }
        for (int place = 0; place < centre.length; place++) {
            centre[place] += shift[graph.band(place)];
        }
    }

    /** Centre of a place. */
    double centre(int place) {
        return centre[place];
    }

    /** Left border of a band, its margin included. */
    double left(int band) {
        return left[band];
    }

    /** Right border of a band, its margin included; the left one if it is empty. */
    double right(int band) {
        return right[band];
    }
}
