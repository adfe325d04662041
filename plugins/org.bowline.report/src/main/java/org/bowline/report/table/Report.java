/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of report: its name and its columns in order.
 *
 * @param name as in file names, without the extension
 * @param about what its rows are, in Markdown: the reference page is made of it
 * @param columns the law of the format: append only, never reorder
 * @param <R> the rows
 */
public record Report<R>(String name, String about, List<Column<R>> columns) {
    /** Copies the list and refuses two columns of one name. */
    public Report {
        columns = List.copyOf(columns);
        if (columns.stream().map(Column::name).distinct().count() != columns.size()) {
            throw new IllegalArgumentException("report " + name + " has two columns of one name");
        }
    }

    /** A table for a screen alone, which no page describes. */
    public Report(String name, List<Column<R>> columns) {
        this(name, "", columns);
    }

    /** The names of the columns, in order. */
    public List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }

    /** The same report with only these columns, in this order: for a table on a screen. */
    public Report<R> select(String... names) {
        List<Column<R>> selected = new ArrayList<>();
        for (String wanted : names) {
            selected.add(columns.stream().filter(column -> column.name().equals(wanted)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("report " + name + " has no column " + wanted)));
        }
        return new Report<>(name, about, selected);
    }
}
