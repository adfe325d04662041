/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;
import java.util.function.Function;

import org.bowline.report.graph.Markup;

/** Tables in boxes of their own that scroll sideways, also by keyboard, so that the page never does. */
final class Table {
    private Table() {}

    /**
     * A column.
     *
     * @param name its head
     * @param isNumber whether it is of numbers
     * @param isAside whether it is left out where the page is narrow
     * @param cell what stands in a row, with its element
     */
    record Column<T>(String name, boolean isNumber, boolean isAside, Function<? super T, Markup> cell) {
        Column(String name, boolean isNumber, Function<? super T, Markup> cell) {
            this(name, isNumber, false, cell);
        }
    }

    /** What a row is about. */
    static <T> Column<T> head(String name, Function<? super T, ?> value) {
        return new Column<>(name, false, row -> Markup.of("<th scope=\"row\">%s</th>", value.apply(row)));
    }

    static <T> Column<T> text(String name, Function<? super T, ?> value) {
        return new Column<>(name, false, row -> Markup.of("<td>%s</td>", value.apply(row)));
    }

    static <T> Column<T> text(String name, String style, Function<? super T, ?> value) {
        return new Column<>(name, false, row -> Markup.of("<td class=\"%s\">%s</td>", style, value.apply(row)));
    }

    static <T> Column<T> number(String name, Function<? super T, ?> value) {
        return new Column<>(name, true, row -> Markup.of("<td class=\"num\">%s</td>", value.apply(row)));
    }

    /** Numbers that a narrow page leaves out. */
    static <T> Column<T> aside(String name, Function<? super T, ?> value) {
        return new Column<>(name, true, true, row -> Markup.of("<td class=\"num roomy\">%s</td>", value.apply(row)));
    }

    /** A table with a row for each. */
    static <T> Markup of(String name, List<Column<T>> columns, Iterable<T> rows) {
        return of(name, new Markup(), columns, Markup.each(rows, row -> row(columns, row)));
    }

    /** A table with attributes of its own, and its rows. */
    static <T> Markup of(String name, Markup attributes, List<Column<T>> columns, Markup rows) {
        return Markup.of("""
                <div class="scroll" tabindex="0" role="region" aria-label="%s"><table%s>
                <thead><tr>%s</tr></thead>
                <tbody>%s</tbody>
                </table></div>
                """, name, attributes,
                Markup.each(columns, column -> Markup.of("<th scope=\"col\"%s>%s</th>",
                        column.isAside() ? Markup.of(" class=\"num roomy\"") : Markup.when(column.isNumber(), " class=\"num\""),
                        column.name())),
                rows);
    }

    static <T> Markup row(List<Column<T>> columns, T row) {
        return Markup.of("<tr>%s</tr>", Markup.each(columns, column -> column.cell().apply(row)));
    }
}
