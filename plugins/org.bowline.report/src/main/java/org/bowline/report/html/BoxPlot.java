/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;
import static org.bowline.report.html.Lane.AXIS;
import static org.bowline.report.html.Lane.LEFT;
import static org.bowline.report.html.Lane.RIGHT;
import static org.bowline.report.html.Lane.WIDTH;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Words;
import org.bowline.report.CompareRow;
import org.bowline.report.CompareText;

/** The runs of BASE and of NEW on one axis, each a point, and below them the ratio of the two with its confidence interval. */
final class BoxPlot {
    private static final double LEAST_SPAN = 0.02;
    private static final double PADDING = 0.06;
    private static final double ROOM_OF_TICK = 58;

    private final CompareInput.Measure measure;
    private final @Nullable BoxStatistics base;
    private final @Nullable BoxStatistics fresh;
    private final double low;
    private final double high;

    BoxPlot(CompareInput.Measure measure) {
        this.measure = measure;
        base = statistics(measure.base());
        fresh = statistics(measure.fresh());
        double least = Math.min(base == null ? Double.POSITIVE_INFINITY : base.least(), fresh == null ? Double.POSITIVE_INFINITY
                : fresh.least());
        double most = Math.max(base == null ? Double.NEGATIVE_INFINITY : base.most(), fresh == null ? Double.NEGATIVE_INFINITY
                : fresh.most());
        if (least > most) {
            least = 0;
            most = 1;
        }
        double size = Math.max(Math.abs(least), Math.abs(most));
        // a span far below the values would have no ticks that differ
        double half = Math.max(most - least, size == 0 ? 1 : size * LEAST_SPAN) * (0.5 + PADDING);
        low = (least + most) / 2 - half;
        high = (least + most) / 2 + half;
    }

    static @Nullable BoxStatistics statistics(List<Double> values) {
        return values.stream().anyMatch(Double::isFinite) ? BoxStatistics.of(values) : null;
    }

    private double x(double value) {
        return LEFT + (RIGHT - LEFT) * (value - low) / (high - low);
    }

    /** As an image with its description. */
    void write(Html html, String id) {
        CompareRow row = measure.row();
        RatioAxis ratio = RatioAxis.of(row);
        html.open("svg", "class", "plot boxes", "viewBox",
                "0 0 " + number(WIDTH) + ' ' + number(ratio == null ? AXIS + 24 : ratio.bottom()), "role", "img",
                "aria-labelledby", id + "-title " + id + "-text");
        html.element("title", CompareText.name(row), "id", id + "-title");
        html.element("desc", "BASE: " + description(base) + " NEW: " + description(fresh) + ' ' + CompareText.figures(row) + '.', "id",
                id + "-text");
        ticks(html);
        Lane lanes = new Lane(this::x, this::value);
        lanes.write(html, "BASE", "of-base", base, "no run has a value", Lane.BASE);
        lanes.write(html, "NEW", "of-new", fresh, "no run has a value", Lane.NEW);
        html.shape("path", "class", "zero", "d", "M" + number(LEFT) + ' ' + number(AXIS) + 'H' + number(RIGHT));
        if (ratio != null) {
            ratio.write(html);
        }
        html.close().line();
    }

    private String description(@Nullable BoxStatistics of) {
        if (of == null) {
            return "no run has a value.";
        }
        String text = Words.count(of.count(), "run") + ", median " + value(of.median());
        return of.hasBox()
                ? text + ", quartiles " + value(of.lowerQuartile()) + " and " + value(of.upperQuartile()) + ", from " + value(of.least())
                        + " to " + value(of.most()) + '.'
                : text + '.';
    }

    private String value(double value) {
        return CompareText.value(measure.row(), value);
    }

    private void ticks(Html html) {
        double scale = switch (measure.row().unit()) {
            case "share" -> 100;
            default -> 1;
        };
        double step = Ticks.anyStep((high - low) * scale, (int) ((RIGHT - LEFT) / ROOM_OF_TICK));
        String before = "";
        for (double tick = Math.ceil(low * scale / step) * step; tick <= high * scale; tick += step) {
            double x = x(tick / scale);
            html.shape("path", "class", "grid", "d", 'M' + number(x) + " 6V" + number(AXIS + 4));
            String text = measure.row().unit().startsWith("ns") ? Ticks.duration(tick)
                    : Ticks.plain(tick) + (measure.row().unit().equals("share") ? " %" : "");
            if (!text.equals(before)) {
                Lane.tick(html, text, x);
            }
            before = text;
        }
    }
}
