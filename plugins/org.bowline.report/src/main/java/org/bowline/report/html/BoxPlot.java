/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Words;
import org.bowline.report.CompareRow;
import org.bowline.report.CompareText;

/** The runs of BASE and of NEW on one axis, each a point, and below them the ratio of the two with its confidence interval. */
final class BoxPlot {
    private static final double WIDTH = 340;
    private static final double LEFT = 50;
    private static final double RIGHT = 326;
    private static final double LANE_BASE = 24;
    private static final double LANE_NEW = 66;
    private static final double AXIS = 90;
    private static final double BOX = 26;
    private static final double POINT = 3.4;
    private static final double LEAST_SPAN = 0.02;
    private static final double PADDING = 0.06;
    private static final int MOST_OFFSETS = 7;
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
        RatioAxis ratio = RatioAxis.of(row, LEFT, RIGHT);
        html.open("svg", "class", "plot boxes", "viewBox", "0 0 " + number(WIDTH) + ' ' + (ratio == null ? 114 : 178), "role", "img",
                "aria-labelledby", id + "-title " + id + "-text");
        html.element("title", CompareText.name(row), "id", id + "-title");
        html.element("desc", "BASE: " + description(base) + " NEW: " + description(fresh) + ' ' + CompareText.figures(row) + '.', "id",
                id + "-text");
        ticks(html);
        lane(html, "BASE", "of-base", base, LANE_BASE);
        lane(html, "NEW", "of-new", fresh, LANE_NEW);
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
        String text = Words.count(of.values().size(), "run") + ", median " + value(of.median());
        return of.hasBox()
                ? text + ", quartiles " + value(of.lowerQuartile()) + " and " + value(of.upperQuartile()) + ", from " + value(of.least())
                        + " to " + value(of.most()) + '.'
                : text + '.';
    }

    private String value(double value) {
        return CompareText.value(measure.row(), value);
    }

    private void lane(Html html, String name, String style, @Nullable BoxStatistics of, double y) {
        html.element("text", name, "class", "row", "x", number(LEFT - 8), "y", number(y + 4), "text-anchor", "end");
        if (of == null) {
            html.element("text", "no run has a value", "x", number(LEFT + 6), "y", number(y + 4));
            return;
        }
        html.open("g", "class", style);
        double top = y - BOX / 2;
        if (of.hasBox()) {
            html.shape("path", "class", "whisker", "d", 'M' + number(x(of.low())) + ' ' + number(y) + 'H' + number(x(of.lowerQuartile()))
                    + 'M' + number(x(of.upperQuartile())) + ' ' + number(y) + 'H' + number(x(of.high())) + cap(of.low(), y)
                    + cap(of.high(), y));
            html.shape("rect", "class", "box", "x", number(x(of.lowerQuartile())), "y", number(top), "width",
                    number(Math.max(0.5, x(of.upperQuartile()) - x(of.lowerQuartile()))), "height", number(BOX), "rx", "2");
        }
        points(html, of.values(), y);
        if (of.values().size() > 1) {
            html.shape("path", "class", "middle", "d", 'M' + number(x(of.median())) + ' ' + number(top) + 'v' + number(BOX));
        }
        html.close();
    }

    private String cap(double value, double y) {
        return 'M' + number(x(value)) + ' ' + number(y - 5) + "v10";
    }

    /** Points that would cover one another go up and down from the middle. */
    private void points(Html html, List<Double> values, double y) {
        List<double[]> placed = new ArrayList<>();
        for (double value : values) {
            double x = x(value);
            double at = y;
            for (int i = 0; i < MOST_OFFSETS; i++) {
                at = y + (i % 2 == 0 ? 1 : -1) * ((i + 1) / 2) * POINT;
                double tried = at;
                if (placed.stream().noneMatch(other -> Math.hypot(other[0] - x, other[1] - tried) < 2 * POINT)) {
                    break;
                }
            }
            placed.add(new double[] {x, at});
            html.open("circle", "cx", number(x), "cy", number(at), "r", number(POINT)).element("title", value(value)).close();
        }
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
                html.element("text", text, "x", number(x), "y", number(AXIS + 18), "text-anchor",
                        x > RIGHT - 8 ? "end" : "middle");
            }
            before = text;
        }
    }
}
