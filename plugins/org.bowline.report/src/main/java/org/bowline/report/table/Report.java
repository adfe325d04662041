/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A kind of report: its name and its columns in order. Immutable.
 *
 * @param <R> the rows
 */
public final class Report<R> {
    private final String name;
    private final String about;
    /** Made when they are first asked for: a command prints a few of all reports, and to make the columns of the others takes longer than to read a small trace. */
    private final Supplier<List<Column<R>>> making;
    private volatile @Nullable List<Column<R>> made;

    /**
     * Of columns that are made when they are first asked for.
     *
     * @param name as in file names, without the extension
     * @param about what its rows are, in Markdown: the reference page is made of it
     * @param columns the law of the format: append only, never reorder; gives equal ones each time
     */
    public Report(String name, String about, Supplier<List<Column<R>>> columns) {
        this.name = name;
        this.about = about;
        making = columns;
    }

    /**
     * Of columns that are there.
     *
     * @throws IllegalArgumentException if two of them have one name
     */
    public Report(String name, String about, List<Column<R>> columns) {
        this(name, about, () -> columns);
        columns();
    }

    /** A table for a screen alone, which no page describes. */
    public Report(String name, List<Column<R>> columns) {
        this(name, "", columns);
    }

    /** A table for a screen alone, which no page describes, of columns that are made when they are first asked for. */
    public Report(String name, Supplier<List<Column<R>>> columns) {
        this(name, "", columns);
    }

    /** As in file names, without the extension. */
    public String name() {
        return name;
    }

    /** What its rows are, in Markdown; empty if no page describes it. */
    public String about() {
        return about;
    }

    /**
     * The columns in order.
     *
     * @throws IllegalArgumentException if two of them have one name
     */
    public List<Column<R>> columns() {
        List<Column<R>> known = made;
        if (known == null) {
            known = List.copyOf(making.get());
            if (known.stream().map(Column::name).distinct().count() != known.size()) {
                throw new IllegalArgumentException("report " + name + " has two columns of one name");
            }
            made = known;
        }
        return known;
    }

    /** The names of the columns, in order. */
    public List<String> columnNames() {
        return columns().stream().map(Column::name).toList();
    }

    /**
     * The same report with only these columns, in this order: for a table on a screen.
     *
     * @throws IllegalArgumentException if it has no such column
     */
    public Report<R> select(String... names) {
        List<Column<R>> selected = new ArrayList<>();
        for (String wanted : names) {
            selected.add(columns().stream().filter(column -> column.name().equals(wanted)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("report " + name + " has no column " + wanted)));
        }
        return new Report<>(name, about, selected);
    }
}
