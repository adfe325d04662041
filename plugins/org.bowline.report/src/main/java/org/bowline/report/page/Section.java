/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextTable;

/**
 * A section of the page of a run.
 *
 * @param id its anchor: lower case, with {@code -} between words
 * @param title its entry in the list of sections
 * @param rank its place: summary 0, findings 10, clocks 20, the wait-for graph 40, paths 50, threads 90, caveats last
 * @param markup a {@code section} element with that id
 */
public record Section(String id, String title, int rank, Markup markup) {
    static final int LAST = Integer.MAX_VALUE;

    /** A section that shows the first rows of a report as a table. */
    public static <R> Section of(String id, String title, int rank, String lead, Report<R> report, List<? extends R> rows, int most) {
        Names names = new Names();
        List<Table.Column<R>> columns = report.columns().stream().<Table.Column<R>>map(column -> column instanceof Column.Text<R>
                ? Table.text(TextTable.heading(column.name()), row -> names.of(TextTable.cell(column, row)))
                : Table.number(TextTable.heading(column.name()), row -> TextTable.cell(column, row))).toList();
        return new Section(id, title, rank, Markup.of("""
                <section id="%s" aria-labelledby="h-%s"><h2 id="h-%s">%s</h2>
                <p class="lead">%s</p>
                %s
                %s
                </section>
                """, id, id, id, title, lead, Table.of(title, columns, rows.stream().<R>map(row -> row).limit(most).toList()),
                Markup.when(rows.size() > most, "<p class=\"note\">%s in the report %s.</p>",
                        Words.count(rows.size() - most, "more row is", "more rows are"), report.name())));
    }
}
