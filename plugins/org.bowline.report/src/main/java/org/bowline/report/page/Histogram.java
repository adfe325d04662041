/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.Arrays;

import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.text.TimeFormat;

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

    Markup figure(String label, String id) {
        int most = Math.max(1, Arrays.stream(counts).max().orElse(1));
        double step = (RIGHT - LEFT) / BINS;
        Markup bars = new Markup();
        for (int i = 0; i < BINS; i++) {
            if (counts[i] > 0) {
                double height = (BOTTOM - TOP) * counts[i] / most;
                bars.add("""
                        <rect class="bar" x="%s" y="%s" width="%s" height="%s"><title>%s from %s to %s</title></rect>""",
                        LEFT + i * step + 0.5, BOTTOM - height, step - 1, height, Words.count(counts[i], "interval"), edge(i), edge(i + 1));
            }
        }
        Latencies latencies = statistics.latencies();
        return Markup.of("""
                <figure class="card"><figcaption><b>%s</b> %s</figcaption>
                <svg class="plot histogram" viewBox="0 0 %s %s" role="img" aria-labelledby="%s">
                <title id="%s">Lengths of the intervals of %s: median %s, 95 %% up to %s</title>
                <path class="grid" d="M%s %sH%s"/>
                <text x="%s" y="%s" text-anchor="end">%s</text>
                <text x="%s" y="%s" text-anchor="end">0</text>
                %s
                <path class="zero" d="M%s %sH%s"/>
                %s
                %s
                %s
                </svg></figure>
                """, label, Words.count(statistics.count(), "interval"), WIDTH, HEIGHT, id,
                id, label, TimeFormat.latency(latencies.median()), TimeFormat.latency(latencies.percentile(95)),
                LEFT, TOP, RIGHT, LEFT - 5, TOP + 4, most, LEFT - 5, BOTTOM + 3, bars, LEFT, BOTTOM, RIGHT,
                line("median", latencies.median().nanos()), line("p95", latencies.percentile(95).nanos()),
                Markup.each(Ticks.logarithmic(low, high, this::x, 44), tick -> Markup.of("""
                        <path class="grid" d="M%s %sv4"/>
                        <text x="%s" y="%s" text-anchor="middle">%s</text>""", x(tick), BOTTOM, Math.min(x(tick), RIGHT - 14), BOTTOM + 18,
                        Ticks.duration(tick))));
    }

    private String edge(int bin) {
        return TimeFormat.duration(Math.round(Math.exp(low + (high - low) * bin / BINS)));
    }

    private Markup line(String style, long nanos) {
        return Markup.of("<path class=\"%s\" d=\"M%s %sV%s\"/>", style, Math.min(RIGHT, x((double) nanos)), TOP, BOTTOM);
    }
}
