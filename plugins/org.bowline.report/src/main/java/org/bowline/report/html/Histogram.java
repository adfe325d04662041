/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;

import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.model.Words;
import org.bowline.report.TimeFormat;

/** How many intervals are how long, in steps of equal ratio: latencies are skewed, and it is the tail that matters. */
final class Histogram {
    private static final int BINS = 32;
    private static final double WIDTH = 340;
    private static final double HEIGHT = 130;
    private static final double LEFT = 30;
    private static final double RIGHT = 332;
    private static final double TOP = 10;
    private static final double BOTTOM = 104;

    private final int[] counts = new int[BINS];
    private final double low;
    private final double high;
    private final LabelStatistics statistics;

    /**
     * Counts.
     *
     * @param lengths of the intervals, ns
     * @param least begin of the axis, positive
     * @param most end of the axis
     */
    Histogram(long[] lengths, long least, long most, LabelStatistics statistics) {
        this.statistics = statistics;
        low = Math.log((double) Math.max(1, least));
        high = Math.max(low + 0.01, Math.log((double) Math.max(1, most)));
        for (long length : lengths) {
            counts[bin(length)]++;
        }
    }

    private int bin(long nanos) {
        return (int) Math.max(0, Math.min(BINS - 1, (Math.log((double) Math.max(1, nanos)) - low) / (high - low) * BINS));
    }

    private double x(double nanos) {
        return LEFT + (RIGHT - LEFT) * (Math.log(Math.max(1, nanos)) - low) / (high - low);
    }

    void write(Html html, String label, String id) {
        int most = 1;
        for (int count : counts) {
            most = Math.max(most, count);
        }
        html.open("figure", "class", "card").open("figcaption").element("b", label).text(" " + Words.count(statistics.count(), "interval"))
                .close();
        html.open("svg", "class", "plot histogram", "viewBox", "0 0 " + number(WIDTH) + ' ' + number(HEIGHT), "role", "img",
                "aria-labelledby", id);
        html.element("title", "Lengths of the intervals of " + label + ": median " + TimeFormat.latency(statistics.latencies().median())
                + ", 95 % up to " + TimeFormat.latency(statistics.latencies().percentile(95)), "id", id);
        html.shape("path", "class", "grid", "d", "M" + number(LEFT) + ' ' + number(TOP) + 'H' + number(RIGHT));
        html.element("text", Integer.toString(most), "x", number(LEFT - 5), "y", number(TOP + 4), "text-anchor", "end");
        html.element("text", "0", "x", number(LEFT - 5), "y", number(BOTTOM + 3), "text-anchor", "end");
        double step = (RIGHT - LEFT) / BINS;
        for (int i = 0; i < BINS; i++) {
            if (counts[i] > 0) {
                double height = (BOTTOM - TOP) * counts[i] / most;
                html.open("rect", "class", "bar", "x", number(LEFT + i * step + 0.5), "y", number(BOTTOM - height), "width",
                        number(step - 1),
                        "height", number(height))
                        .element("title", Words.count(counts[i], "interval") + " from " + edge(i) + " to " + edge(i + 1))
                        .close();
            }
        }
        html.shape("path", "class", "zero", "d", "M" + number(LEFT) + ' ' + number(BOTTOM) + 'H' + number(RIGHT));
        line(html, "median", statistics.latencies().median().nanos());
        line(html, "p95", statistics.latencies().percentile(95).nanos());
        ticks(html);
        html.close(2).line();
    }

    private String edge(int bin) {
        return TimeFormat.duration(Math.round(Math.exp(low + (high - low) * bin / BINS)));
    }

    private void line(Html html, String style, long nanos) {
        html.shape("path", "class", style, "d",
                "M" + number(Math.min(RIGHT, x((double) nanos))) + ' ' + number(TOP) + 'V' + number(BOTTOM));
    }

    /** 1, 2 and 5 times powers of ten, as far as there is room. */
    private void ticks(Html html) {
        for (double tick : Ticks.logarithmic(low, high, this::x, 44)) {
            html.shape("path", "class", "grid", "d", "M" + number(x(tick)) + ' ' + number(BOTTOM) + "v4");
            html.element("text", Ticks.duration(tick), "x", number(Math.min(x(tick), RIGHT - 14)), "y", number(BOTTOM + 18), "text-anchor",
                    "middle");
        }
    }
}
