/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.report.graph.Markup;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.text.CompareText;

/** Comparisons in tables: what the figures show, in numbers, and what there was no room for. */
final class CompareTables {
    private CompareTables() {}

    private static final List<Table.Column<CompareRow>> WHAT = List.of(Table.head("Measure", CompareRow::measure),
            Table.text("Label", "name", CompareRow::label), Table.text("Of", "name", CompareRow::subject));

    /** What was judged, and how. */
    static Markup verdicts(String title, List<CompareInput.Measure> measures) {
        List<Table.Column<CompareRow>> columns = new ArrayList<>(WHAT);
        columns.addAll(List.of(
                Table.text("Verdict", CompareText::verdict),
                Table.number("BASE", CompareText::base),
                Table.number("NEW", CompareText::fresh),
                Table.number("Change", row -> Double.isNaN(row.change()) ? "" : CompareText.change(row)),
                Table.text("95 % interval", "nums",
                        row -> Double.isFinite(row.changeLow()) ? CompareText.range(row.changeLow(), row.changeHigh()) : ""),
                Table.number("g", row -> CompareFigures.plain(row.effect())),
                Table.number("p", row -> CompareFigures.probability(row.pAdjusted())),
                Table.number("Visible", CompareText::visible)));
        return Table.of("Verdicts: " + title, columns, measures.stream().map(CompareInput.Measure::row).toList());
    }

    /** A measure's numbers in the runs of a set. */
    private record OfSet(CompareRow row, String set, List<Double> values, @Nullable BoxStatistics statistics) {
        OfSet(CompareRow row, String set, List<Double> values) {
            this(row, set, values, BoxPlot.statistics(values));
        }

        String value(ToDoubleFunction<BoxStatistics> figure, boolean ofBox) {
            return statistics == null || ofBox && !statistics.hasBox() ? "" : CompareText.value(row, figure.applyAsDouble(statistics));
        }
    }

    /** The numbers of each run. */
    static Markup values(String title, List<CompareInput.Measure> measures) {
        List<Table.Column<OfSet>> columns = new ArrayList<>();
        WHAT.forEach(column -> columns.add(new Table.Column<>(column.name(), false, of -> column.cell().apply(of.row))));
        columns.addAll(List.of(
                Table.text("Set", OfSet::set),
                Table.number("Least", of -> of.value(BoxStatistics::least, false)),
                Table.number("Quartile", of -> of.value(BoxStatistics::lowerQuartile, true)),
                Table.number("Median", of -> of.value(BoxStatistics::median, false)),
                Table.number("Quartile", of -> of.value(BoxStatistics::upperQuartile, true)),
                Table.number("Most", of -> of.value(BoxStatistics::most, false)),
                Table.text("Each run, in order", "wrap nums",
                        of -> of.values.stream().map(value -> CompareText.value(of.row, value)).collect(Collectors.joining(", ")))));
        return Table.of("Figures of each run: " + title, columns, measures.stream().flatMap(measure -> Stream.of(
                new OfSet(measure.row(), "BASE", measure.base()), new OfSet(measure.row(), "NEW", measure.fresh()))).toList());
    }
}
