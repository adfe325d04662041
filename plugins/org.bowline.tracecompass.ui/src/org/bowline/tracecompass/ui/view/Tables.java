/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.jspecify.annotations.Nullable;

/** What the tables of results have in common. */
public final class Tables {
    /** Brightness of a ground, of 0 to 1, below which it is dark. */
    private static final float DARK = 0.5f;

    private Tables() {}

    /**
     * Adds the columns, which a person can move.
     *
     * @param right which ones hold numbers
     * @param clicked told which one is to be sorted by
     */
    public static void columns(Table table, String[] names, IntPredicate right, IntConsumer clicked) {
        table.setHeaderVisible(true);
        for (int i = 0; i < names.length; i++) {
            TableColumn column = new TableColumn(table, right.test(i) ? SWT.RIGHT : SWT.LEFT);
            column.setText(names[i]);
            column.setMoveable(true);
            int index = i;
            column.addListener(SWT.Selection, event -> clicked.accept(index));
        }
        colourHeader(table);
    }

    /** A column that is made after the workbench's theme has coloured the header of its table looks, with GTK, as the desktop's theme has it: the table is told its own colours anew. */
    private static void colourHeader(Table table) {
        Color ground = table.getHeaderBackground();
        if (ground.getRGB().getHSB()[2] < DARK) { // the light theme leaves headers as they are
            Color words = table.getHeaderForeground();
            table.setHeaderBackground(null);
            table.setHeaderForeground(null);
            table.setHeaderBackground(ground);
            table.setHeaderForeground(words);
        }
    }

    /** Whether a virtual table asks for the text of one of so many rows: GTK asks for that of row −1, too, while it takes rows away. */
    public static boolean isRow(Event setData, int rows) {
        return setData.index >= 0 && setData.index < rows;
    }

    /**
     * Gives a virtual table so many rows, and asks for the text of each anew when it is seen.
     *
     * <p>While rows are taken away, GTK asks for some that are going, and SWT makes items of these that no table has afterwards and nobody disposes of. The workbench's theme
     * knows every item that was ever made until it is disposed of, and colours it when the theme changes; the row of such an item is gone, and GTK ends the program. So they are disposed of here.
     */
    public static void rows(Table table, int count) {
        List<TableItem> asked = new ArrayList<>();
        Listener asks = event -> {
            if (event.item instanceof TableItem item) {
                asked.add(item);
            }
        };
        table.addListener(SWT.SetData, asks);
        table.setItemCount(count);
        table.removeListener(SWT.SetData, asks);
        asked.stream().filter(item -> !item.isDisposed() && table.indexOf(item) < 0).forEach(TableItem::dispose);
        table.clearAll();
    }

    /** Tells what stands in a cell whose column is too narrow for it, when the pointer rests there. */
    public static void tips(Table table) {
        table.addListener(SWT.MouseMove, event -> {
            String tip = cut(table, event.x, event.y);
            if (!Objects.equals(tip, table.getToolTipText())) {
                table.setToolTipText(tip);
            }
        });
    }

    /** The text of a cell that is not seen as a whole; null if it is. */
    private static @Nullable String cut(Table table, int x, int y) {
        TableItem item = table.getItem(new Point(x, y));
        for (int i = 0; item != null && i < table.getColumnCount(); i++) {
            Rectangle cell = item.getBounds(i);
            if (cell.contains(x, y)) {
                GC gc = new GC(table);
                int width = gc.textExtent(item.getText(i)).x;
                gc.dispose();
                return width + FittedColumns.CELL > cell.width ? item.getText(i).replace("&", "&&") : null;
            }
        }
        return null;
    }

    /** Shows by what the rows are sorted. */
    public static void sorted(Table table, int column, boolean down) {
        table.setSortColumn(table.getColumn(column));
        table.setSortDirection(down ? SWT.DOWN : SWT.UP);
    }

    /** Does something when a person presses the keys of "Copy". */
    public static void onCopy(Table table, Runnable copy) {
        table.addListener(SWT.KeyDown, event -> {
            if ((event.stateMask & SWT.MOD1) != 0 && event.keyCode == 'c') {
                copy.run();
            }
        });
    }

    /** Rows as text: a line each, the columns with tabs between. A tab or a line break in a cell, as a thread may be named anything, is a space. */
    public static String text(Stream<String[]> rows) {
        return rows
                .map(row -> Arrays.stream(row).map(cell -> cell.replace('\t', ' ').replace('\n', ' '))
                        .collect(Collectors.joining("\t", "", "\n")))
                .collect(Collectors.joining());
    }

    /** The same after a line with the names of the columns. */
    public static String namedText(Table table, Stream<String[]> rows) {
        return Arrays.stream(table.getColumns()).map(TableColumn::getText).collect(Collectors.joining("\t", "", "\n")) + text(rows);
    }
}
