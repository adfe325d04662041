/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.function.DoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Ticks;
import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.text.CompareText;

/** Box plots that lie, one of BASE and one of NEW, on an axis that they share, and below them the ratio of the two. */
final class BoxPlot {
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
    /** So that there are two ticks or more, as five steps have room. */
    private static final double ROOM_OF_TICK = 55;
    private static final double ROOM_OF_ROUND_TICK = 50;
    private static final int MOST_EVEN_TICKS = 12;

    private final boolean logarithmic;
    private final double low;
    private final double high;
    private final DoubleFunction<String> words;

    /**
     * An axis from the least value to the most and somewhat further.
     *
     * @param logarithmic whether it has steps of equal ratio; then the other numbers are logarithms
     * @param leastSpan its least length
     * @param padding at each end, as a share of the length
     * @param words how a value is written
     */
    private BoxPlot(boolean logarithmic, double least, double most, double leastSpan, double padding, DoubleFunction<String> words) {
        this.logarithmic = logarithmic;
        this.words = words;
        double half = Math.max(leastSpan, most - least) * (0.5 + padding);
        low = (least + most) / 2 - half;
        high = (least + most) / 2 + half;
    }

    /** The runs of a measure, each a point. */
    static Markup of(CompareInput.Measure measure, String id) {
        CompareRow row = measure.row();
        BoxStatistics base = statistics(measure.base());
        BoxStatistics fresh = statistics(measure.fresh());
        DoubleSummaryStatistics range = Stream.concat(measure.base().stream(), measure.fresh().stream()).filter(Double::isFinite)
                .mapToDouble(Double::doubleValue).summaryStatistics();
        double least = range.getCount() == 0 ? 0 : range.getMin();
        double most = range.getCount() == 0 ? 1 : range.getMax();
        double size = Math.max(Math.abs(least), Math.abs(most));
        // a span far below the values would have no ticks that differ
        BoxPlot plot = new BoxPlot(false, least, most, size == 0 ? 1 : size * 0.02, 0.06, value -> CompareText.value(row, value));
        return plot.figure(id, CompareText.name(row),
                "BASE: " + plot.ofRuns(base) + " NEW: " + plot.ofRuns(fresh) + ' ' + CompareText.figures(row) + '.', plot.ticks(row.unit()),
                base, fresh, "no run has a value", RatioAxis.of(row));
    }

    /** The intervals of a label, all of BASE and all of NEW; below them what became of median and 99th percentile. */
    static Markup of(CompareInput.Latency latency, @Nullable BoxStatistics base, @Nullable BoxStatistics fresh, String id) {
        LongSummaryStatistics range = Stream.concat(latency.base().stream(), latency.fresh().stream())
                .flatMapToLong(run -> LongStream.of(run.endedAndOverdue()))
                .summaryStatistics();
        double most = Math.max(1, (double) range.getMax());
        BoxPlot plot = new BoxPlot(true, Math.log(Math.max(1, Math.min((double) range.getMin(), most))), Math.log(most), 0.2, 0.04,
                BoxPlot::length);
        return plot.figure(id, "Lengths of all intervals of " + CompareText.label(latency.label()),
                "BASE: " + plot.ofIntervals(base) + " NEW: " + plot.ofIntervals(fresh) + " Median: " + CompareText.pooled(latency.median())
                        + ". 99th percentile: " + CompareText.pooled(latency.tail()) + '.',
                Markup.each(plot.lengths(), tick -> tick(Ticks.time(tick), plot.x(tick))), base, fresh, "no interval",
                RatioAxis.of(latency.median(), latency.tail()));
    }

    static @Nullable BoxStatistics statistics(List<Double> values) {
        return values.stream().anyMatch(Double::isFinite) ? BoxStatistics.of(values) : null;
    }

    static @Nullable BoxStatistics statisticsOfIntervals(List<Latencies> runs) {
        return runs.stream().anyMatch(run -> run.endedOrOverdue() > 0) ? BoxStatistics.ofIntervals(runs) : null;
    }

    static String length(double nanos) {
        return Duration.duration(Math.round(nanos));
    }

    private double x(double value) {
        return LEFT + (RIGHT - LEFT) * ((logarithmic ? Math.log(Math.max(1, value)) : value) - low) / (high - low);
    }

    private String ofRuns(@Nullable BoxStatistics of) {
        return of == null ? "no run has a value." : Words.count(of.count(), "run") + ", median " + words.apply(of.median())
                + (of.hasBox() ? quartiles(of) + ", from " + words.apply(of.least()) + " to " + words.apply(of.most()) : "") + '.';
    }

    private String ofIntervals(@Nullable BoxStatistics of) {
        return of == null ? "no interval." : Words.count(of.count(), "interval") + ", median " + words.apply(of.median()) + quartiles(of)
                + ", 1st to 99th percentile " + words.apply(of.low()) + " to " + words.apply(of.high()) + '.';
    }

    private String quartiles(BoxStatistics of) {
        return ", quartiles " + words.apply(of.lowerQuartile()) + " and " + words.apply(of.upperQuartile());
    }

    private Markup ticks(String unit) {
        double scale = unit.equals("share") ? 100 : 1;
        double step = Ticks.step((high - low) * scale, (int) ((RIGHT - LEFT) / ROOM_OF_TICK));
        Markup ticks = new Markup();
        String before = "";
        for (double tick = Math.ceil(low * scale / step) * step; tick <= high * scale; tick += step) {
            String text = unit.endsWith("²") ? tick == 0 ? "0" : String.format(Locale.ROOT, "%.2g", tick)
                    : unit.startsWith("ns") ? Ticks.time(tick) : Ticks.plain(tick) + (unit.equals("share") ? " %" : "");
            ticks.add("%s", tick(text.equals(before) ? "" : text, x(tick / scale)));
            before = text;
        }
        return ticks;
    }

    /** Ticks of an axis of equal ratios. Where everything lies between two round numbers of the usual sort, others have to do. */
    private List<Double> lengths() {
        List<Double> ticks = Ticks.ratios(Math.exp(low), Math.exp(high), (int) ((RIGHT - LEFT) / ROOM_OF_ROUND_TICK));
        if (ticks.size() > 1) {
            return ticks;
        }
        List<Double> even = new ArrayList<>();
        double step = Ticks.step(Math.exp(high) - Math.exp(low), 5);
        double last = Double.NEGATIVE_INFINITY;
        double tick = Math.ceil(Math.exp(low) / step) * step;
        for (int i = 0; i < MOST_EVEN_TICKS && tick <= Math.exp(high); i++, tick += step) {
            if (x(tick) - last > ROOM_OF_ROUND_TICK) {
                even.add(tick);
                last = x(tick);
            }
        }
        return even;
    }

    /** An image with its description. */
    private Markup figure(String id, String title, String text, Markup ticks, @Nullable BoxStatistics base, @Nullable BoxStatistics fresh,
            String nothing, @Nullable RatioAxis ratio) {
        return Markup.of("""
                <svg class="plot boxes" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title %s-text"><title id="%s-title">%s</title>
                <desc id="%s-text">%s</desc>
                %s
                %s
                %s
                <path class="zero" d="M%s %sH%s"/>
                %s
                </svg>
                """, WIDTH, ratio == null ? AXIS + 24 : ratio.bottom(), id, id, id, title, id, text, ticks,
                lane("BASE", "of-base", base, nothing, BASE), lane("NEW", "of-new", fresh, nothing, NEW), LEFT, AXIS, RIGHT,
                ratio == null ? new Markup() : ratio.shapes());
    }

    private Markup lane(String name, String style, @Nullable BoxStatistics of, String nothing, double y) {
        return Markup.of("<text class=\"row\" x=\"%s\" y=\"%s\" text-anchor=\"end\">%s</text>%s", LEFT - 8, y + 4, name,
                of == null ? Markup.of("<text x=\"%s\" y=\"%s\">%s</text>", LEFT + 6, y + 4, nothing)
                        : Markup.of("<g class=\"%s\">%s%s%s</g>", style, of.hasBox() ? box(of, y) : new Markup(), points(of.points(), y),
                                Markup.when(of.count() > 1, "<path class=\"middle\" d=\"M%s %sv%s\"/>", x(of.median()), y - BOX / 2,
                                        BOX)));
    }

    private Markup box(BoxStatistics of, double y) {
        double from = x(of.lowerQuartile());
        Markup box = Markup.of("""
                <path class="whisker" d="M%s %sH%sM%s %sH%sM%s %sv10M%s %sv10"/>
                <rect class="box" x="%s" y="%s" width="%s" height="%s" rx="2"/>""", x(of.low()), y, from, x(of.upperQuartile()), y,
                x(of.high()), x(of.low()), y - 5, x(of.high()), y - 5,
                from, y - BOX / 2, Math.max(0.5, x(of.upperQuartile()) - from), BOX);
        for (double end : new double[] {of.least(), of.most()}) {
            if ((end < of.low() || end > of.high()) && !of.points().contains(end)) {
                box.add("<circle class=\"end\" cx=\"%s\" cy=\"%s\" r=\"1.6\"/>", x(end), y);
            }
        }
        return box;
    }

    /** A tick with its number below the axis; at the end of it inside the figure. */
    private static Markup tick(String text, double x) {
        boolean last = x > RIGHT - LAST;
        return Markup.of("""
                <path class="grid" d="M%s 6V%s"/>%s""", x, AXIS + 4, Markup.when(!text.isEmpty(), """
                <text x="%s" y="%s" text-anchor="%s">%s</text>""", last ? WIDTH - 1 : x, AXIS + 18, last ? "end" : "middle", text));
    }

    /** Points that would cover one another go up and down from the middle. */
    private Markup points(List<Double> values, double y) {
        List<double[]> placed = new ArrayList<>();
        return Markup.each(values, value -> {
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
            return Markup.of("<circle cx=\"%s\" cy=\"%s\" r=\"%s\"><title>%s</title></circle>", x, at, POINT, words.apply(value));
        });
    }
}
