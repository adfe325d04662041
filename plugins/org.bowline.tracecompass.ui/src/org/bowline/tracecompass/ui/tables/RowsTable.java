/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tables;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.jspecify.annotations.Nullable;

import org.bowline.report.table.Column;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextTable;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.FittedColumns;
import org.bowline.tracecompass.ui.view.Tables;

/** The rows of a report, virtual. Sorted by a click on a column; the tips of the columns say what they mean. */
public final class RowsTable {
    private static final int LEAST_WIDTH = 60;
    private static final int MOST_WIDTH = 400;
    /** The first rows decide how wide a column is. */
    private static final int MEASURED = 100;

    private final Table table;
    private TablesView.@Nullable Filled<?> filled;
    private Integer[] order = {};
    private int sortColumn = -1;
    private boolean down;

    RowsTable(Composite parent) {
        table = new Table(parent, SWT.VIRTUAL | SWT.MULTI | SWT.FULL_SELECTION);
        table.addListener(SWT.SetData, this::fill);
        Tables.onCopy(table, this::copy);
        Ui.name(table, () -> Messages.Tables_View);
    }

    /** Shows these. */
    void show(TablesView.Filled<?> newFilled) {
        TablesView.Filled<?> before = filled;
        filled = newFilled;
        order = IntStream.range(0, newFilled.rows().size()).boxed().toArray(Integer[]::new);
        table.setRedraw(false);
        if (before == null || !before.report().name().equals(newFilled.report().name())) {
            sortColumn = -1;
            columns(newFilled);
        }
        sort();
        table.setRedraw(true);
    }

    void clear() {
        filled = null;
        order = new Integer[0];
        Tables.rows(table, 0);
    }

    private <R> void columns(TablesView.Filled<R> of) {
        for (TableColumn column : table.getColumns()) {
            column.dispose();
        }
        List<Column<R>> columns = of.report().columns();
        Tables.columns(table, of.report().columnNames().toArray(new String[0]), i -> !(columns.get(i) instanceof Column.Text<?>),
                this::sortBy);
        for (int i = 0; i < columns.size(); i++) {
            Column<R> column = columns.get(i);
            // a tip is plain text: without the marks of the reference page
            table.getColumn(i).setToolTipText((column.meaning().what() + "\n" + column.meaning().values()).replace("`", "")
                    .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"));
            table.getColumn(i).setWidth(width(column, of.rows()));
        }
    }

    private <R> int width(Column<R> column, List<? extends R> rows) {
        org.eclipse.swt.graphics.GC gc = new org.eclipse.swt.graphics.GC(table);
        try {
            int width = 0;
            for (R row : rows.subList(0, Math.min(MEASURED, rows.size()))) {
                width = Math.max(width, gc.textExtent(TextTable.cell(column, row)).x);
            }
            return Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, Math.max(FittedColumns.ofName(table, column.name()),
                    width + 2 * gc.textExtent("m").x)));
        } finally {
            gc.dispose();
        }
    }

    private void sortBy(int column) {
        down = column == sortColumn && !down;
        sortColumn = column;
        sort();
    }

    private void sort() {
        TablesView.Filled<?> of = filled;
        if (of != null && sortColumn >= 0) {
            Comparator<Integer> comparator = comparator(of, sortColumn);
            Arrays.sort(order, down ? comparator.reversed() : comparator);
            Tables.sorted(table, sortColumn, down);
        }
        Tables.rows(table, order.length);
    }

    private static <R> Comparator<Integer> comparator(TablesView.Filled<R> of, int index) {
        Comparator<R> rows = of.report().columns().get(index).order();
        return (a, b) -> rows.compare(of.rows().get(a), of.rows().get(b));
    }

    private void fill(Event event) {
        TablesView.Filled<?> of = filled;
        if (of != null && Tables.isRow(event, order.length) && event.item instanceof TableItem item) {
            item.setText(texts(of, order[event.index]));
        }
    }

    private static <R> String[] texts(TablesView.Filled<R> of, int row) {
        R values = of.rows().get(row);
        return of.report().columns().stream().map(column -> TextTable.cell(column, values)).toArray(String[]::new);
    }

    /** Copies the selected rows, or all. */
    void copy() {
        TablesView.Filled<?> of = filled;
        if (of != null) {
            int[] selected = table.getSelectionIndices();
            IntStream rows = selected.length > 0 ? Arrays.stream(selected) : IntStream.range(0, order.length);
            Ui.copy(text(of, rows.map(i -> order[i])));
        }
    }

    private static <R> String text(TablesView.Filled<R> of, IntStream rows) {
        return text(of.report(), rows.mapToObj(of.rows()::get));
    }

    /** Rows as the file of the report has them, for a spreadsheet: its headings tell their units, so the values are those of CSV and not those that are seen. */
    static <R> String text(Report<R> report, Stream<? extends R> rows) {
        Stream<String[]> lines = rows.map(row -> report.columns().stream().map(column -> Format.text(column, row)).toArray(String[]::new));
        return Tables.text(Stream.concat(Stream.<String[]>of(report.columnNames().toArray(String[]::new)), lines));
    }

    /** The table. */
    public Table table() {
        return table;
    }
}
