/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import org.bowline.core.figures.Ticks;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.LatencyHistogram;
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
    private static final double ROOM_OF_TICK = 44;

    private final LatencyHistogram counts;
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
        counts = new LatencyHistogram(lengths, least, most, BINS);
    }

    private double x(double nanos) {
        return LEFT + (RIGHT - LEFT) * counts.place(nanos);
    }

    Markup figure(String label, String id) {
        int most = Math.max(1, counts.most());
        double step = (RIGHT - LEFT) / BINS;
        Markup bars = new Markup();
        for (int i = 0; i < BINS; i++) {
            if (counts.count(i) > 0) {
                double height = (BOTTOM - TOP) * counts.count(i) / most;
                bars.add("""
                        <rect class="bar" x="%s" y="%s" width="%s" height="%s"><title>%s from %s to %s</title></rect>""",
                        LEFT + i * step + 0.5, BOTTOM - height, step - 1, height, Words.count(counts.count(i), "interval"), edge(i),
                        edge(i + 1));
            }
        }
        Latencies latencies = statistics.latencies();
        return Markup.of("""
                <figure class="card"><figcaption><b>%s</b> %s</figcaption>
                <svg class="plot histogram" viewBox="0 0 %s %s" role="img" aria-labelledby="%s">
                <title id="%s">Lengths of the intervals of %s: median %s, p95 %s</title>
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
                Markup.each(Ticks.ratios(counts.edgeNanos(0), counts.edgeNanos(BINS), (int) ((RIGHT - LEFT) / ROOM_OF_TICK)),
                        tick -> Markup.of("""
                        <path class="grid" d="M%s %sv4"/>
                        <text x="%s" y="%s" text-anchor="middle">%s</text>""", x(tick), BOTTOM, Math.min(x(tick), RIGHT - 14), BOTTOM + 18,
                                Ticks.time(tick))));
    }

    private String edge(int bin) {
        return TimeFormat.duration(Math.round(counts.edgeNanos(bin)));
    }

    private Markup line(String style, long nanos) {
        return Markup.of("<path class=\"%s\" d=\"M%s %sV%s\"/>", style, Math.min(RIGHT, x((double) nanos)), TOP, BOTTOM);
    }
}
