/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;
import java.util.function.ToIntFunction;

import org.bowline.core.figures.Percent;
import org.bowline.core.figures.Ticks;
import org.bowline.core.waitfor.ThresholdCurve;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.ThresholdRow;
import org.bowline.report.text.TimeFormat;

/** How much of the wait-for graph is left at which threshold: two curves of steps over equal ratios, and a table. */
public final class ThresholdsSection {
    private static final double WIDTH = 1000;
    private static final double HEIGHT = 300;
    private static final double LEFT = 60;
    private static final double RIGHT = 984;
    private static final double TOP = 14;
    private static final double BOTTOM = 258;
    private static final double TICK_ROOM = 56;
    /** What is left free on both sides, as a ratio. */
    private static final double SIDE = 1.5;
    private static final int LINES = 8;

    private final ThresholdCurve curve;
    private final long range;
    private final long threshold;
    private final double low;
    private final double high;
    private final double most;

    private ThresholdsSection(ThresholdCurve curve, long range, long threshold) {
        this.curve = curve;
        this.range = range;
        this.threshold = threshold;
        List<ThresholdCurve.Step> steps = curve.steps();
        double chosen = (double) Math.max(1, threshold);
        double first = steps.size() == 1 ? chosen : Math.min(chosen, (double) Math.max(1, steps.get(1).thresholdNanos()));
        low = Math.log(first / SIDE / range);
        high = Math.log(Math.max(chosen, (double) steps.get(steps.size() - 1).thresholdNanos()) * SIDE / range);
        most = steps.stream().mapToInt(step -> Math.max(step.edges(), step.vertices())).max().orElse(1);
    }

    /**
     * The section.
     *
     * @param curve with an edge
     * @param range what thresholds are shares of, ns
     * @param threshold that of the knots, ns
     */
    public static Section of(ThresholdCurve curve, long range, long threshold) {
        return new Section("thresholds", "Thresholds", 45, new ThresholdsSection(curve, range, threshold).markup());
    }

    private Markup markup() {
        return Markup.of("""
                <section id="thresholds" aria-labelledby="h-thresholds"><h2 id="h-thresholds">What is left at which threshold</h2>
                <p class="lead">A knot whose members stay the same over a long stretch does not hang on the threshold.</p>
                <figure class="card"><figcaption><b>Edges of the wait-for graph that are left</b>, and threads and devices in knots</figcaption>
                <div class="wide" tabindex="0" role="region" aria-label="Edges left by threshold">
                <svg class="plot thresholds" viewBox="0 0 %s %s" role="img" aria-label="Edges left by threshold">%s
                <path class="median" d="M%s %sV%s"/><path class="left" d="%s"/><path class="knotted" d="%s"/></svg></div>
                <p class="keys"><span class="key left"><i></i>edges left</span> <span class="key knotted"><i></i>threads and devices in knots</span></p>
                <p class="note">Across: the threshold as a share of the range. The dashed line is the threshold of the knots on this page, %s.</p></figure>
                %s
                </section>
                """, WIDTH, HEIGHT, axes(), x(threshold), TOP, BOTTOM, line(ThresholdCurve.Step::edges),
                line(ThresholdCurve.Step::vertices), share(threshold),
                Table.of("What is left at which threshold", List.of(
                        Table.head("Threshold", row -> share(row.thresholdNanos())),
                        Table.number("In time", row -> TimeFormat.duration(row.thresholdNanos())),
                        Table.number("Edges left", row -> row.edges()),
                        Table.number("Knots", row -> row.knots()),
                        Table.number("Threads and devices in knots", row -> row.vertices())), ThresholdRow.round(curve, range, threshold)));
    }

    private String share(long nanos) {
        return Percent.percent((double) nanos / range);
    }

    private double x(long nanos) {
        return atShare((double) Math.max(1, nanos) / range);
    }

    private double atShare(double share) {
        return LEFT + (RIGHT - LEFT) * ((Math.log(share) - low) / (high - low));
    }

    private double y(double number) {
        return BOTTOM - (BOTTOM - TOP) * (number / (most * 1.05));
    }

    private Markup line(ToIntFunction<ThresholdCurve.Step> number) {
        Markup path = new Markup();
        for (ThresholdCurve.Step step : curve.steps()) {
            path.add("%s", path.isEmpty() ? Markup.of("M%s %s", LEFT, y(number.applyAsInt(step)))
                    : Markup.of("H%sV%s", x(step.thresholdNanos()), y(number.applyAsInt(step))));
        }
        return path.add("H%s", RIGHT);
    }

    private Markup axes() {
        Markup axes = Markup.of("<rect class=\"frame\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>", LEFT, TOP, RIGHT - LEFT,
                BOTTOM - TOP);
        double step = Ticks.wholeStep(most, LINES);
        for (double value = 0; value <= most; value += step) {
            axes.add("""
                    <path class="grid" d="M%s %sH%s"/>
                    <text x="%s" y="%s" text-anchor="end">%s</text>""", LEFT, y(value), RIGHT, LEFT - 8, y(value) + 4, Ticks.plain(value));
        }
        for (double share : Ticks.ratios(Math.exp(low), Math.exp(high), (int) ((RIGHT - LEFT) / TICK_ROOM))) {
            axes.add("""
                    <path class="grid" d="M%s %sv5"/>
                    <text x="%s" y="%s" text-anchor="middle">%s %%</text>""", atShare(share), BOTTOM, atShare(share), BOTTOM + 20,
                    Ticks.plain(100 * share));
        }
        return axes;
    }
}
