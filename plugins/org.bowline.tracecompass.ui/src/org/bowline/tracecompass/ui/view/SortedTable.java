/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;

import org.bowline.tracecompass.ui.frame.Ui;

/**
 * A virtual table of which several rows can be selected; a click on a column sorts. What is selected stays so when it is sorted, and when other rows are shown.
 *
 * @param <R> a row
 */
public final class SortedTable<R> {
    private final Table table;
    private final List<Column<R>> columns;
    private final FittedColumns fitted;
    private List<R> rows = List.of();
    private List<R> sorted = List.of();
    private int sortColumn = -1;
    private boolean down;

    /**
     * A column.
     *
     * @param name its name
     * @param width pixels at least
     * @param isNumber whether it stands on the right
     * @param text of a row
     * @param order of the rows
     * @param down their order the other way round
     */
    public record Column<R>(String name, int width, boolean isNumber, Function<R, String> text, Comparator<R> order, Comparator<R> down) {
        /** One whose rows are simply reversed. */
        public Column(String name, int width, boolean isNumber, Function<R, String> text, Comparator<R> order) {
            this(name, width, isNumber, text, order, order.reversed());
        }

        /** One that is sorted by numbers, within each of their units; rows of which the number is not known come last, whichever way it is sorted. */
        public static <R> Column<R> ofNumber(String name, int width, boolean isNumber, Function<R, String> text, Function<R, String> unit,
                ToDoubleFunction<R> number) {
            Comparator<R> known = Comparator.comparing((R row) -> Double.isNaN(number.applyAsDouble(row))).thenComparing(unit);
            Comparator<R> byNumber = Comparator.comparingDouble(number);
            return new Column<>(name, width, isNumber, text, known.thenComparing(byNumber), known.thenComparing(byNumber.reversed()));
        }

        /** One of numbers of one unit. */
        public static <R> Column<R> ofNumber(String name, int width, boolean isNumber, Function<R, String> text,
                ToDoubleFunction<R> number) {
            return ofNumber(name, width, isNumber, text, row -> "", number);
        }
    }

    /**
     * Shows nothing yet.
     *
     * @param name what screen readers say
     * @param growing the column that takes the room that is left
     * @param told gets what a person selects
     */
    public SortedTable(Composite parent, String name, List<Column<R>> columns, int growing, IDialogSettings settings,
            Consumer<List<R>> told) {
        this(parent, name, columns, growing, FittedColumns.NONE, settings, told);
    }

    /**
     * Shows nothing yet.
     *
     * @param name what screen readers say
     * @param growing the column that takes the room that is left
     * @param first the column that it is sorted by at first, the largest above; {@link FittedColumns#NONE}: rows stay as they come
     * @param told gets what a person selects
     */
    public SortedTable(Composite parent, String name, List<Column<R>> columns, int growing, int first, IDialogSettings settings,
            Consumer<List<R>> told) {
        this.columns = columns;
        table = new Table(parent, SWT.VIRTUAL | SWT.MULTI | SWT.FULL_SELECTION | SWT.BORDER);
        Tables.columns(table, columns.stream().map(Column::name).toArray(String[]::new), i -> columns.get(i).isNumber(), this::sortBy);
        fitted = new FittedColumns(table, columns.stream().mapToInt(Column::width).toArray(), growing, 400, first);
        fitted.remember(settings);
        table.addListener(SWT.SetData, this::fill);
        table.addListener(SWT.Selection, event -> told.accept(selected()));
        Tables.onCopy(table, this::copy);
        Tables.tips(table);
        Ui.name(table, () -> name);
        if (first != FittedColumns.NONE) {
            sortColumn = first;
            down = true;
            Tables.sorted(table, first, true);
        }
    }

    /** Shows these rows. */
    public void show(List<R> newRows) {
        Set<R> chosen = new HashSet<>(selected());
        rows = newRows;
        arrange(chosen);
        fitted.show(rows.stream().limit(FittedColumns.MEASURED).map(this::texts).toList());
    }

    private void sortBy(int column) {
        down = column == sortColumn && !down;
        sortColumn = column;
        arrange(new HashSet<>(selected()));
    }

    private void arrange(Set<R> chosen) {
        List<R> order = new ArrayList<>(rows);
        if (sortColumn >= 0) {
            Column<R> by = columns.get(sortColumn);
            order.sort(down ? by.down() : by.order());
            Tables.sorted(table, sortColumn, down);
        }
        sorted = order;
        table.setRedraw(false);
        table.deselectAll();
        Tables.rows(table, order.size());
        mark(chosen);
        table.setRedraw(true);
    }

    private void mark(Set<R> chosen) {
        int[] which = java.util.stream.IntStream.range(0, sorted.size()).filter(i -> chosen.contains(sorted.get(i))).toArray();
        table.deselectAll();
        table.select(which);
        if (which.length > 0) {
            table.showSelection();
        }
    }

    /** Selects rows, and tells nobody. */
    public void select(List<R> chosen) {
        if (!Set.copyOf(chosen).equals(Set.copyOf(selected()))) {
            mark(new HashSet<>(chosen));
        }
    }

    /** The selected rows. */
    public List<R> selected() {
        return Arrays.stream(table.getSelectionIndices()).sorted().filter(i -> i < sorted.size()).mapToObj(sorted::get).toList();
    }

    /** The rows as they are sorted. */
    public List<R> rows() {
        return List.copyOf(sorted);
    }

    private void fill(Event event) {
        if (Tables.isRow(event, sorted.size()) && event.item instanceof TableItem item) {
            item.setText(texts(sorted.get(event.index)));
        }
    }

    private String[] texts(R row) {
        return columns.stream().map(column -> column.text().apply(row)).toArray(String[]::new);
    }

    /** Copies the selected rows, or all. */
    public void copy() {
        List<R> chosen = selected();
        Ui.copy(Tables.namedText(table, (chosen.isEmpty() ? sorted : chosen).stream().map(this::texts)));
    }

    /** The control. */
    public Table table() {
        return table;
    }
}
