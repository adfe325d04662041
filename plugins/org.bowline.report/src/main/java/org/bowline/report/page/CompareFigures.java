/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;

import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;
import org.bowline.report.text.CompareText;

/** Figures of a comparison with their verdicts and what they say in words; for the page, and as pictures and sentences for the desktop. */
public final class CompareFigures {
    private CompareFigures() {}

    /** A percentile of all intervals, in words; what became of it, where that was computed. */
    private record Percentile(String name, ToDoubleFunction<BoxStatistics> of, @Nullable PooledChange pooled) {}

    /** The figure of a measure as an image of its own: SVG without colours, whose classes say what each shape is. */
    public static String picture(CompareInput.Measure measure) {
        return BoxPlot.of(measure, "picture").toString();
    }

    /** The figure of all intervals of a label, likewise. */
    public static String picture(CompareInput.Latency latency) {
        return BoxPlot.of(latency, BoxPlot.statisticsOfIntervals(latency.base()), BoxPlot.statisticsOfIntervals(latency.fresh()), "picture")
                .toString();
    }

    /** What the figure of a measure says, in words. */
    public static String reading(CompareInput.Measure measure) {
        return reading(measure.row()) + (measure.row().measure().equals("knot") ? ' ' + presence(measure) : "");
    }

    /** What the figure of all intervals of a label is of, and what can be said of it. */
    public static String reading(CompareInput.Latency latency) {
        return count("BASE", latency.base()) + ", " + count("NEW", latency.fresh()) + ". " + resampled(latency);
    }

    /** All intervals of a label: box plots, and the numbers beside them. */
    static Markup latency(CompareInput.Latency latency, String id) {
        BoxStatistics base = BoxPlot.statisticsOfIntervals(latency.base());
        BoxStatistics fresh = BoxPlot.statisticsOfIntervals(latency.fresh());
        return Markup.of("""
                <figure class="card pooled"><figcaption><b>All intervals</b> <span class="reading">%s, %s</span></figcaption>
                <div class="pair">
                %s
                <div>
                %s
                <p class="%s">%s</p></div></div></figure>
                """, count("BASE", latency.base()), count("NEW", latency.fresh()), BoxPlot.of(latency, base, fresh, id),
                Table.of("All intervals of " + CompareText.label(latency.label()), List.of(
                        Table.head("Percentile", Percentile::name),
                        Table.number("BASE", row -> base == null ? "" : BoxPlot.length(row.of.applyAsDouble(base))),
                        Table.number("NEW", row -> fresh == null ? "" : BoxPlot.length(row.of.applyAsDouble(fresh))),
                        Table.number("Change", row -> base == null || fresh == null || row.of.applyAsDouble(base) == 0 ? ""
                                : CompareText.percent(row.of.applyAsDouble(fresh) / row.of.applyAsDouble(base) - 1)),
                        Table.text("95 % interval", "nums", row -> row.pooled == null || !row.pooled.hasInterval() ? ""
                                // on a phone it breaks here and nowhere else
                                : Markup.of("<span>%s to</span> <span>%s</span>", CompareText.percent(Math.max(-1, row.pooled.low())),
                                        CompareText.percent(row.pooled.high())))),
                        List.of(new Percentile("1st", BoxStatistics::low, null),
                                new Percentile("25th", BoxStatistics::lowerQuartile, null),
                                new Percentile("median", BoxStatistics::median, latency.median()),
                                new Percentile("75th", BoxStatistics::upperQuartile, null),
                                new Percentile("99th", BoxStatistics::high, latency.tail()),
                                new Percentile("longest", BoxStatistics::most, null))),
                latency.median().resampled().equals(PooledChange.INTERVALS) ? "caveats" : "reading", resampled(latency));
    }

    private static String count(String set, List<Latencies> runs) {
        return set + ' ' + Words.count(runs.stream().mapToLong(Latencies::endedOrOverdue).sum(), "interval") + " of "
                + Words.count(runs.stream().filter(run -> run.endedOrOverdue() > 0).count(), "run");
    }

    private static String resampled(CompareInput.Latency latency) {
        PooledChange median = latency.median();
        String tail = median.hasInterval() && !latency.tail().hasInterval()
                ? " Of a 99th percentile of fewer than a hundred intervals nothing can be said." : "";
        return switch (median.resampled()) {
            case PooledChange.RUNS -> "Intervals by drawing runs, whole, again and again: what other runs like these would give." + tail;
            case PooledChange.INTERVALS ->
                    "There is only one run of a set: these intervals are of these runs alone, as if requests did not "
                            + "depend on one another. They say nothing of other runs." + tail;
            default -> "Too few intervals, not in all runs, or no run differs from another: no confidence interval.";
        };
    }

    /** A measure, a point per run. */
    static Markup measure(CompareInput.Measure measure, String id) {
        CompareRow row = measure.row();
        return Markup.of("""
                <figure class="card"><figcaption><b>%s</b> %s</figcaption>
                %s
                <p class="reading nums">%s</p></figure>
                """, title(row), verdict(row), BoxPlot.of(measure, id),
                reading(measure));
    }

    /** A verdict in its colour. */
    static Markup verdict(CompareRow row) {
        String style = switch (row.verdict()) {
            case "regression" -> "worse";
            case "improvement" -> "better";
            case "changed" -> "other";
            default -> "none";
        };
        return Markup.of("<span class=\"badge %s\">%s</span>", style, CompareText.verdict(row));
    }

    /** The name below the heading of its label. */
    private static String title(CompareRow row) {
        return switch (row.measure()) {
            case "latency-p50" -> "Median of each run";
            case "latency-p99" -> "99th percentile of each run";
            case "throughput" -> "Throughput";
            case "deviation" -> "Standard deviation of each run";
            case "variation" -> "Standard deviation as a share of the mean";
            case "variance" -> "Variance of each run";
            default -> row.subject();
        };
    }

    /** Whether a knot came or went. */
    private static String presence(CompareInput.Measure measure) {
        return "It is in " + present(measure.base()) + " of BASE and in " + present(measure.fresh()) + " of NEW.";
    }

    private static String present(List<Double> values) {
        return values.stream().filter(value -> value > 0).count() + " of " + Words.count(values.size(), "run");
    }

    /** From what to what, and what can be said of it. */
    static String reading(CompareRow row) {
        String values = CompareText.base(row) + " → " + CompareText.fresh(row) + ", ";
        return values + switch (row.verdict()) {
            case "not-comparable" -> CompareText.why(row) + ": not comparable.";
            case "noise-unknown" -> CompareText.change(row) + ". The noise between runs is not known.";
            case "within-noise" -> CompareText.interval(row) + effect(row) + "."
                    + (CompareText.visible(row).isEmpty() ? ""
                            : " A change of " + CompareText.visible(row) + " would be seen in 80 % of cases.");
            default -> CompareText.interval(row) + effect(row) + ", p = " + probability(row.pAdjusted()) + '.';
        };
    }

    private static String effect(CompareRow row) {
        return Double.isFinite(row.effect()) ? ", g = " + plain(row.effect()) : "";
    }

    static String plain(double value) {
        return Double.isNaN(value) ? "" : Double.isInfinite(value) ? "beyond measure" : String.format(Locale.ROOT, "%.2f", value);
    }

    /** A probability; empty if there is none. */
    public static String probability(double p) {
        return Double.isNaN(p) ? "" : String.format(Locale.ROOT, "%.2g", p);
    }
}
