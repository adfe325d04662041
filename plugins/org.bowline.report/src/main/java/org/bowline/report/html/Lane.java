/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

import org.jspecify.annotations.Nullable;

/** A box plot that lies: a row of a figure, of one set of runs. */
final class Lane {
    /** Width of all figures of comparisons, their axes' ends, and where their rows are. */
    static final double WIDTH = 340;
    static final double LEFT = 50;
    static final double RIGHT = 326;
    static final double BASE = 24;
    static final double NEW = 66;
    static final double AXIS = 90;

    private static final double BOX = 26;
    private static final double POINT = 3.4;
    private static final int MOST_OFFSETS = 7;
    /** A text in the middle below a tick that is nearer to the end than this would stick out. */
    private static final double LAST = 12;

    private final DoubleUnaryOperator x;
    private final DoubleFunction<String> words;

    /**
     * Lanes of one figure.
     *
     * @param x where a value is
     * @param words how it is written
     */
    Lane(DoubleUnaryOperator x, DoubleFunction<String> words) {
        this.x = x;
        this.words = words;
    }

    void write(Html html, String name, String style, @Nullable BoxStatistics of, String nothing, double y) {
        html.element("text", name, "class", "row", "x", number(LEFT - 8), "y", number(y + 4), "text-anchor", "end");
        if (of == null) {
            html.element("text", nothing, "x", number(LEFT + 6), "y", number(y + 4));
            return;
        }
        html.open("g", "class", style);
        double top = y - BOX / 2;
        if (of.hasBox()) {
            html.shape("path", "class", "whisker", "d", 'M' + at(of.low()) + ' ' + number(y) + 'H' + at(of.lowerQuartile()) + 'M'
                    + at(of.upperQuartile()) + ' ' + number(y) + 'H' + at(of.high()) + cap(of.low(), y) + cap(of.high(), y));
            double from = x.applyAsDouble(of.lowerQuartile());
            html.shape("rect", "class", "box", "x", number(from), "y", number(top), "width",
                    number(Math.max(0.5, x.applyAsDouble(of.upperQuartile()) - from)), "height", number(BOX), "rx", "2");
            for (double end : new double[] {of.least(), of.most()}) {
                if ((end < of.low() || end > of.high()) && !of.points().contains(end)) {
                    html.shape("circle", "class", "end", "cx", at(end), "cy", number(y), "r", "1.6");
                }
            }
        }
        points(html, of.points(), y);
        if (of.count() > 1) {
            html.shape("path", "class", "middle", "d", 'M' + at(of.median()) + ' ' + number(top) + 'v' + number(BOX));
        }
        html.close();
    }

    /** The number of a tick below the axis; at the end of it inside the figure. */
    static void tick(Html html, String text, double x) {
        boolean last = x > RIGHT - LAST;
        html.element("text", text, "x", number(last ? WIDTH - 1 : x), "y", number(AXIS + 18), "text-anchor", last ? "end" : "middle");
    }

    private String at(double value) {
        return number(x.applyAsDouble(value));
    }

    private String cap(double value, double y) {
        return 'M' + at(value) + ' ' + number(y - 5) + "v10";
    }

    /** Points that would cover one another go up and down from the middle. */
    private void points(Html html, List<Double> values, double y) {
        List<double[]> placed = new ArrayList<>();
        for (double value : values) {
            double x = this.x.applyAsDouble(value);
            double at = y;
            for (int i = 0; i < MOST_OFFSETS; i++) {
                at = y + (i % 2 == 0 ? 1 : -1) * ((i + 1) / 2) * POINT;
                double tried = at;
                if (placed.stream().noneMatch(other -> Math.hypot(other[0] - x, other[1] - tried) < 2 * POINT)) {
                    break;
                }
            }
            placed.add(new double[] {x, at});
            html.open("circle", "cx", number(x), "cy", number(at), "r", number(POINT)).element("title", words.apply(value)).close();
        }
    }
}
