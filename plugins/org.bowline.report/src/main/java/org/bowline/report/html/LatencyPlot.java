/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;
import static org.bowline.report.html.Lane.AXIS;
import static org.bowline.report.html.Lane.LEFT;
import static org.bowline.report.html.Lane.RIGHT;
import static org.bowline.report.html.Lane.WIDTH;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Words;
import org.bowline.report.CompareText;

/** The intervals of a label, all of BASE and all of NEW, on one axis in steps of equal ratio; below it what became of median and 99th percentile. */
final class LatencyPlot {
    private static final double ROOM_OF_TICK = 50;
    private static final int MOST_TICKS = 12;
    private static final double PADDING = 0.04;
    private static final double LEAST_SPAN = 0.2;

    private final CompareInput.Latency latency;
    private final @Nullable BoxStatistics base;
    private final @Nullable BoxStatistics fresh;
    private final double low;
    private final double high;

    LatencyPlot(CompareInput.Latency latency) {
        this.latency = latency;
        base = statistics(latency.base());
        fresh = statistics(latency.fresh());
        double least = Double.POSITIVE_INFINITY;
        double most = 1;
        for (BoxStatistics one : new BoxStatistics[] {base, fresh}) {
            if (one != null) {
                least = Math.min(least, one.least());
                most = Math.max(most, one.most());
            }
        }
        double from = Math.log(Math.max(1, Math.min(least, most)));
        double to = Math.log(most);
        double half = Math.max(LEAST_SPAN, to - from) * (0.5 + PADDING);
        low = (from + to) / 2 - half;
        high = (from + to) / 2 + half;
    }

    private static @Nullable BoxStatistics statistics(List<long[]> runs) {
        return runs.stream().anyMatch(run -> run.length > 0) ? BoxStatistics.ofIntervals(runs) : null;
    }

    @Nullable
    BoxStatistics base() {
        return base;
    }

    @Nullable
    BoxStatistics fresh() {
        return fresh;
    }

    private double x(double nanos) {
        return LEFT + (RIGHT - LEFT) * (Math.log(Math.max(1, nanos)) - low) / (high - low);
    }

    /** As an image with its description. */
    void write(Html html, String id) {
        RatioAxis ratio = RatioAxis.of(latency.median(), latency.tail());
        html.open("svg", "class", "plot boxes", "viewBox",
                "0 0 " + number(WIDTH) + ' ' + number(ratio == null ? AXIS + 24 : ratio.bottom()), "role", "img", "aria-labelledby",
                id + "-title " + id + "-text");
        html.element("title", "Lengths of all intervals of " + CompareText.label(latency.label()), "id", id + "-title");
        html.element("desc", "BASE: " + description(base) + " NEW: " + description(fresh) + " Median: "
                + CompareText.pooled(latency.median()) + ". 99th percentile: " + CompareText.pooled(latency.tail()) + '.', "id",
                id + "-text");
        for (double tick : ticks()) {
            html.shape("path", "class", "grid", "d", 'M' + number(x(tick)) + " 6V" + number(AXIS + 4));
            Lane.tick(html, Ticks.duration(tick), x(tick));
        }
        Lane lanes = new Lane(this::x, LatencyPlot::words);
        lanes.write(html, "BASE", "of-base", base, "no interval", Lane.BASE);
        lanes.write(html, "NEW", "of-new", fresh, "no interval", Lane.NEW);
        html.shape("path", "class", "zero", "d", "M" + number(LEFT) + ' ' + number(AXIS) + 'H' + number(RIGHT));
        if (ratio != null) {
            ratio.write(html);
        }
        html.close().line();
    }

    /** Where everything lies between two round numbers of the usual sort, others have to do. */
    private List<Double> ticks() {
        List<Double> ticks = Ticks.logarithmic(low, high, this::x, ROOM_OF_TICK);
        if (ticks.size() > 1) {
            return ticks;
        }
        List<Double> even = new ArrayList<>();
        double step = Ticks.anyStep(Math.exp(high) - Math.exp(low), 4);
        double last = Double.NEGATIVE_INFINITY;
        double tick = Math.ceil(Math.exp(low) / step) * step;
        for (int i = 0; i < MOST_TICKS && tick <= Math.exp(high); i++, tick += step) {
            if (x(tick) - last > ROOM_OF_TICK) {
                even.add(tick);
                last = x(tick);
            }
        }
        return even;
    }

    private static String description(@Nullable BoxStatistics of) {
        return of == null ? "no interval." : Words.count(of.count(), "interval") + ", median " + words(of.median()) + ", quartiles "
                + words(of.lowerQuartile()) + " and " + words(of.upperQuartile()) + ", 1st to 99th percentile " + words(of.low()) + " to "
                + words(of.high()) + '.';
    }

    static String words(double nanos) {
        return Words.duration(Math.round(nanos));
    }
}
