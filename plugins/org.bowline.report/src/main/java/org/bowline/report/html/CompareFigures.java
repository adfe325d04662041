/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Words;
import org.bowline.report.CompareRow;
import org.bowline.report.CompareText;
import org.bowline.report.PooledChange;

/** Figures of a comparison with their verdicts and what they say in words. */
final class CompareFigures {
    private CompareFigures() {}

    /** All intervals of a label: box plots, and the numbers beside them. */
    static void latency(Html html, CompareInput.Latency latency, String id) {
        LatencyPlot plot = new LatencyPlot(latency);
        html.open("figure", "class", "card pooled").open("figcaption").element("b", "All intervals").text(" ")
                .element("span", count("BASE", latency.base()) + ", " + count("NEW", latency.fresh()), "class", "reading").close();
        html.open("div", "class", "pair");
        plot.write(html, id);
        html.open("div");
        Tables.open(html, "All intervals of " + CompareText.label(latency.label()));
        Tables.head(html, "Percentile", "#BASE", "#NEW", "#Change", "95 % interval");
        html.open("tbody");
        BoxStatistics base = plot.base();
        BoxStatistics fresh = plot.fresh();
        row(html, "1st", base == null ? null : (Double) base.low(), fresh == null ? null : (Double) fresh.low(), null);
        row(html, "25th", base == null ? null : (Double) base.lowerQuartile(), fresh == null ? null : (Double) fresh.lowerQuartile(), null);
        row(html, "median", base == null ? null : (Double) base.median(), fresh == null ? null : (Double) fresh.median(), latency.median());
        row(html, "75th", base == null ? null : (Double) base.upperQuartile(), fresh == null ? null : (Double) fresh.upperQuartile(), null);
        row(html, "99th", base == null ? null : (Double) base.high(), fresh == null ? null : (Double) fresh.high(), latency.tail());
        row(html, "longest", base == null ? null : (Double) base.most(), fresh == null ? null : (Double) fresh.most(), null);
        html.close();
        Tables.close(html);
        html.element("p", resampled(latency), "class", latency.median().resampled().equals(PooledChange.INTERVALS) ? "caveats" : "reading");
        html.close(3).line();
    }

    private static String count(String set, List<long[]> runs) {
        return set + ' ' + Words.count(runs.stream().mapToLong(run -> run.length).sum(), "interval") + " of "
                + Words.count(runs.stream().filter(run -> run.length > 0).count(), "run");
    }

    private static void row(Html html, String name, @Nullable Double base, @Nullable Double fresh, @Nullable PooledChange pooled) {
        String change = base == null || fresh == null || base == 0 ? "" : CompareText.percent(fresh / base - 1);
        html.open("tr").element("th", name, "scope", "row").element("td", base == null ? "" : LatencyPlot.words(base), "class", "num")
                .element("td", fresh == null ? "" : LatencyPlot.words(fresh), "class", "num").element("td", change, "class", "num")
                .element("td", pooled == null || !pooled.hasInterval() ? "" : CompareText.range(pooled.low(), pooled.high()), "class",
                        "nums")
                .close();
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
            default -> "Too few intervals, or not in all runs: no confidence interval.";
        };
    }

    /** A measure, a point per run. */
    static void measure(Html html, CompareInput.Measure measure, String id) {
        CompareRow row = measure.row();
        html.open("figure", "class", "card").open("figcaption").element("b", title(row)).text(" ")
                .element("span", CompareText.verdict(row), "class", "badge " + style(row)).close();
        new BoxPlot(measure).write(html, id);
        html.element("p", reading(row) + (row.measure().equals("knot") ? ' ' + presence(measure) : ""), "class", "reading nums").close()
                .line();
    }

    /** The name below the heading of its label. */
    private static String title(CompareRow row) {
        return switch (row.measure()) {
            case "latency-p50" -> "Median of each run";
            case "latency-p99" -> "99th percentile of each run";
            case "throughput" -> "Throughput";
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
        String values = CompareText.value(row, row.base()) + " → " + CompareText.value(row, row.fresh()) + ", ";
        return values + switch (row.verdict()) {
            case "not-comparable" -> "not in all runs.";
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

    static String probability(double p) {
        return Double.isNaN(p) ? "" : String.format(Locale.ROOT, "%.2g", p);
    }

    /** The colour of a verdict. */
    static String style(CompareRow row) {
        return switch (row.verdict()) {
            case "regression" -> "worse";
            case "improvement" -> "better";
            case "changed" -> "other";
            default -> "none";
        };
    }
}
