/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.report.CompareRow;
import org.bowline.report.CompareText;

/** Comparisons in tables: what the figures show, in numbers, and what there was no room for. */
final class CompareTables {
    private CompareTables() {}

    /** What was judged, and how. */
    static void verdicts(Html html, String title, List<CompareInput.Measure> measures) {
        Tables.open(html, "Verdicts: " + title);
        Tables.head(html, "Measure", "Label", "Of", "Verdict", "#BASE", "#NEW", "#Change", "95 % interval", "#g", "#p", "#Visible");
        html.open("tbody");
        for (CompareInput.Measure measure : measures) {
            CompareRow row = measure.row();
            html.open("tr").element("th", row.measure(), "scope", "row").element("td", row.label(), "class", "name")
                    .element("td", row.subject(), "class", "name")
                    .element("td", CompareText.verdict(row)).element("td", CompareText.value(row, row.base()), "class", "num")
                    .element("td", CompareText.value(row, row.fresh()), "class", "num")
                    .element("td", Double.isNaN(row.change()) ? "" : CompareText.change(row), "class", "num")
                    .element("td", Double.isFinite(row.changeLow())
                            ? CompareText.range(row.changeLow(), row.changeHigh()) : "", "class", "nums")
                    .element("td", CompareFigures.plain(row.effect()), "class", "num")
                    .element("td", CompareFigures.probability(row.pAdjusted()), "class", "num")
                    .element("td", CompareText.visible(row), "class", "num")
                    .close();
        }
        html.close();
        Tables.close(html);
    }

    /** The numbers of each run. */
    static void values(Html html, String title, List<CompareInput.Measure> measures) {
        Tables.open(html, "Figures of each run: " + title);
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
        html.open("tr").element("th", row.measure(), "scope", "row").element("td", row.label(), "class", "name")
                .element("td", row.subject(), "class", "name")
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
}
