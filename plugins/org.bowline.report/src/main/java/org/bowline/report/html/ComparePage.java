/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.report.CompareRow;
import org.bowline.report.CompareText;

/**
 * A comparison as one page of HTML that needs nothing else, not even a script: what came out, then a box plot of the runs per measure with the
 * ratio's confidence interval, and the same as tables. The page's content security policy allows no network and no script at all.
 */
public final class ComparePage {
    /** More figures than that nobody looks at; the table has all. */
    private static final int MOST_FIGURES = 24;

    /** A part of the page. */
    private enum Part {
        OUTCOMES("outcomes", "Latency and throughput", "What users feel, per label."),
        CAUSES("causes", "Causes of waits", "What ended the waits: of the critical paths of a label, per interval; and of all threads."),
        PATHS("paths", "Critical paths", "The share of each part in the critical paths; parts below 1 % are left out."),
        KNOTS("knots", "Knots", "The weight of knots and sinks, per second of a run.");

        private final String id;
        private final String title;
        private final String lead;

        Part(String id, String title, String lead) {
            this.id = id;
            this.title = title;
            this.lead = lead;
        }

        private static Part of(CompareRow row) {
            return switch (row.measure()) {
                case "interval-cause", "wait-cause" -> CAUSES;
                case "path-share", "thread-path-share" -> PATHS;
                case "knot" -> KNOTS;
                default -> OUTCOMES;
            };
        }

        List<CompareInput.Measure> of(CompareInput input) {
            return input.measures().stream().filter(measure -> of(measure.row()) == this).toList();
        }
    }

    private ComparePage() {}

    /**
     * Writes the page; does not close the writer. O(measures × runs²): points that would cover one another are moved.
     *
     * @param input what to show
     * @param out UTF-8
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static void write(CompareInput input, Writer out, Progress progress) throws IOException {
        Html html = new Html();
        PageHead.write(html, "Comparison of runs", input.version(), "", HtmlReport.asset("report.css") + HtmlReport.asset("compare.css"));
        html.open("body").element("a", "Skip to what came out", "href", "#summary", "class", "skip");
        html.open("header").open("div", "class", "title").element("p", "Bowline comparison", "class", "brand")
                .element("h1", "NEW against BASE: " + Words.count(input.newRuns().size(), "run") + " against "
                        + input.baseRuns().size())
                .close(2).line();
        html.open("nav", "aria-label", "Sections").open("ul");
        link(html, "summary", "Summary");
        for (Part part : Part.values()) {
            if (!part.of(input).isEmpty()) {
                link(html, part.id, part.title);
            }
        }
        link(html, "runs", "Runs");
        link(html, "caveats", "Caveats");
        html.close(2).line();
        html.open("main", "id", "main");
        summary(html, input);
        for (Part part : Part.values()) {
            progress.check();
            part(html, part, part.of(input));
        }
        runs(html, input);
        Doubts.section(html, input.caveats());
        html.close();
        html.element("footer", "Made by Bowline " + input.version() + ". This page needs no network.");
        html.close(2).line();
        out.write("<!DOCTYPE html>\n");
        out.write(html.toString());
        out.flush();
    }

    private static void link(Html html, String id, String text) {
        html.open("li").element("a", text, "href", '#' + id).close();
    }

    private static void summary(Html html, CompareInput input) {
        List<CompareRow> rows = input.measures().stream().map(CompareInput.Measure::row).toList();
        html.open("section", "id", "summary", "aria-labelledby", "h-summary").element("h2", "What came out", "id", "h-summary");
        html.element("p", CompareText.summary(rows), "class", "sentence");
        List<CompareRow> differing = rows.stream().filter(CompareText::differs).toList();
        if (!differing.isEmpty()) {
            html.open("ul", "class", "all-caveats");
            for (CompareRow row : differing.subList(0, Math.min(MOST_FIGURES, differing.size()))) {
                html.open("li").element("span", word(row), "class", "badge " + style(row))
                        .text(' ' + CompareText.name(row) + ": " + reading(row))
                        .close();
            }
            if (differing.size() > MOST_FIGURES) {
                html.element("li", "and " + (differing.size() - MOST_FIGURES) + " more, in the tables");
            }
            html.close();
        }
        long serious = input.caveats().stream().filter(caveat -> caveat.severity() != Caveat.Severity.INFO).count();
        html.open("dl", "class", "facts");
        SummarySection.fact(html, "Runs of BASE", Integer.toString(input.baseRuns().size()), "");
        SummarySection.fact(html, "Runs of NEW", Integer.toString(input.newRuns().size()), "");
        SummarySection.fact(html, "Beyond chance", Integer.toString(differing.size()), "of " + Words.count(rows.size(), "measure"));
        SummarySection.fact(html, "Within the noise",
                Long.toString(rows.stream().filter(row -> row.verdict().equals("within-noise")).count()),
                "which is not “equal”");
        SummarySection.fact(html, "Caveats", Integer.toString(input.caveats().size()),
                serious == 0 ? "notes only" : Words.count(serious, "warning"));
        html.close();
        html.element("h3", "How to read the figures");
        html.open("p", "class", "note wide-text")
                .text("Each point is a run: an empty one of BASE, a full one of NEW. The upright line is the "
                        + "median, the box holds the middle half of the runs (drawn from " + BoxStatistics.FEWEST_FOR_BOX
                        + " runs on), whiskers reach the furthest run within one and a half box lengths. Every figure has an axis of its own, "
                        + "which need not begin at 0.")
                .close();
        html.open("p", "class", "note wide-text")
                .text("Below it stands the ratio NEW ÷ BASE: ◆ the means, the line its 95 % confidence interval"
                        + " (an arrow where it goes on). A change that lies in the grey band would be seen in less than 80 % of such comparisons. g is "
                        + "the effect size of Hedges: the difference in standard deviations of runs.")
                .close();
        html.close().line();
    }

    private static void part(Html html, Part part, List<CompareInput.Measure> measures) {
        if (measures.isEmpty()) {
            return;
        }
        html.open("section", "id", part.id, "aria-labelledby", "h-" + part.id).element("h2", part.title, "id", "h-" + part.id);
        html.element("p", part.lead, "class", "lead");
        if (measures.stream().allMatch(measure -> measure.row().verdict().equals("noise-unknown"))) {
            html.element("p", "The noise between runs is not known: points only, no verdicts.", "class", "caveats");
        }
        List<CompareInput.Measure> drawn = measures.subList(0, Math.min(MOST_FIGURES, measures.size()));
        List<String> groups = drawn.stream().map(measure -> heading(measure.row())).distinct().sorted().toList();
        int number = 0;
        for (String group : groups) {
            html.element("h3", group);
            html.open("div", "class", "cards");
            for (CompareInput.Measure measure : drawn) {
                if (heading(measure.row()).equals(group)) {
                    figure(html, measure, part.id + '-' + number++);
                }
            }
            html.close().line();
        }
        if (measures.size() > drawn.size()) {
            html.element("p",
                    Words.count(measures.size() - drawn.size(), "more measure") + " in the table: those that are drawn are the most "
                            + "certain of each sort.",
                    "class", "note");
        }
        verdicts(html, part, measures);
        html.open("details", "class", "card label").open("summary").text("The figures of each run").close();
        values(html, part, measures);
        html.close(2).line();
    }

    private static String heading(CompareRow row) {
        return switch (row.measure()) {
            case "wait-cause" -> "All threads";
            case "thread-path-share" -> "The thread's own critical path";
            case "knot" -> "Knots and sinks";
            default -> row.label().isEmpty() ? "(no label)" : row.label();
        };
    }

    /** The name below the heading of its label. */
    private static String title(CompareRow row) {
        return switch (row.measure()) {
            case "latency-p50" -> "Median latency";
            case "latency-p99" -> "99th percentile of latency";
            case "throughput" -> "Throughput";
            default -> row.subject();
        };
    }

    private static void figure(Html html, CompareInput.Measure measure, String id) {
        CompareRow row = measure.row();
        html.open("figure", "class", "card").open("figcaption").element("b", title(row)).text(" ")
                .element("span", word(row), "class", "badge " + style(row)).close();
        new BoxPlot(measure).write(html, id);
        html.element("p", reading(row), "class", "reading nums").close().line();
    }

    private static String reading(CompareRow row) {
        return CompareText.value(row, row.base()) + " → " + CompareText.value(row, row.fresh()) + ", " + words(row);
    }

    private static String words(CompareRow row) {
        return switch (row.verdict()) {
            case "not-comparable" -> "not in all runs.";
            case "noise-unknown" -> CompareText.change(row) + ". The noise between runs is not known.";
            case "within-noise" -> CompareText.interval(row) + ", " + effect(row)
                    + ". Below what the noise allows to see" + (Double.isFinite(row.minimalEffect())
                            ? ": a change of " + CompareText.percent(row.minimalEffect()) + " would be seen in 80 % of cases." : ".");
            default -> CompareText.interval(row) + ", " + effect(row) + ", p = " + probability(row.pAdjusted()) + '.';
        };
    }

    private static String effect(CompareRow row) {
        return "g = " + plain(row.effect());
    }

    private static String plain(double value) {
        return Double.isNaN(value) ? "" : Double.isInfinite(value) ? "beyond measure" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String probability(double p) {
        return Double.isNaN(p) ? "" : String.format(Locale.ROOT, "%.2g", p);
    }

    private static String word(CompareRow row) {
        return switch (row.verdict()) {
            case "within-noise" -> "within the noise";
            default -> row.verdict().replace('-', ' ');
        };
    }

    private static String style(CompareRow row) {
        return switch (row.verdict()) {
            case "regression" -> "worse";
            case "improvement" -> "better";
            case "changed" -> "other";
            default -> "none";
        };
    }

    private static void verdicts(Html html, Part part, List<CompareInput.Measure> measures) {
        Tables.open(html, "Verdicts: " + part.title);
        Tables.head(html, "Measure", "Label", "Of", "Verdict", "#BASE", "#NEW", "#Change", "95 % interval", "#g", "#p", "#Visible");
        html.open("tbody");
        for (CompareInput.Measure measure : measures) {
            CompareRow row = measure.row();
            html.open("tr").element("th", row.measure(), "scope", "row").element("td", row.label()).element("td", row.subject())
                    .element("td", word(row)).element("td", CompareText.value(row, row.base()), "class", "num")
                    .element("td", CompareText.value(row, row.fresh()), "class", "num")
                    .element("td", Double.isNaN(row.change()) ? "" : CompareText.change(row), "class", "num")
                    .element("td", Double.isFinite(row.changeLow())
                            ? CompareText.percent(row.changeLow()) + " to " + CompareText.percent(row.changeHigh()) : "", "class", "nums")
                    .element("td", plain(row.effect()), "class", "num").element("td", probability(row.pAdjusted()), "class", "num")
                    .element("td", Double.isFinite(row.minimalEffect()) ? CompareText.percent(row.minimalEffect()) : "", "class", "num")
                    .close();
        }
        html.close();
        Tables.close(html);
    }

    private static void values(Html html, Part part, List<CompareInput.Measure> measures) {
        Tables.open(html, "Figures of each run: " + part.title);
        Tables.head(html, "Measure", "Label", "Of", "Set", "#Least", "#Quartile", "#Median", "#Quartile", "#Most", "Each run, in order");
        html.open("tbody");
        for (CompareInput.Measure measure : measures) {
            values(html, measure.row(), "BASE", measure.base());
            values(html, measure.row(), "NEW", measure.fresh());
        }
        html.close();
        Tables.close(html);
    }

    private static void values(Html html, CompareRow row, String set, List<Double> values) {
        BoxStatistics of = BoxPlot.statistics(values);
        html.open("tr").element("th", row.measure(), "scope", "row").element("td", row.label()).element("td", row.subject())
                .element("td", set);
        for (Double value : figures(of)) {
            html.element("td", value == null ? "" : CompareText.value(row, value), "class", "num");
        }
        html.element("td", values.stream().map(value -> CompareText.value(row, value)).collect(Collectors.joining(", ")), "class",
                "wrap nums")
                .close();
    }

    private static List<@Nullable Double> figures(@Nullable BoxStatistics of) {
        List<@Nullable Double> figures = new ArrayList<>();
        figures.add(of == null ? null : (Double) of.least());
        figures.add(of == null || !of.hasBox() ? null : (Double) of.lowerQuartile());
        figures.add(of == null ? null : (Double) of.median());
        figures.add(of == null || !of.hasBox() ? null : (Double) of.upperQuartile());
        figures.add(of == null ? null : (Double) of.most());
        return figures;
    }

    private static void runs(Html html, CompareInput input) {
        html.open("section", "id", "runs", "aria-labelledby", "h-runs").element("h2", "Runs", "id", "h-runs");
        Tables.open(html, "Runs of both sets");
        Tables.head(html, "Set", "#Number", "Run");
        html.open("tbody");
        names(html, "BASE", input.baseRuns());
        names(html, "NEW", input.newRuns());
        html.close();
        Tables.close(html);
        html.close().line();
    }

    private static void names(Html html, String set, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            html.open("tr").element("td", set).element("td", Integer.toString(i + 1), "class", "num")
                    .element("th", names.get(i), "scope", "row").close();
        }
    }
}
