/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.jface.resource.FontDescriptor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Font;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.jspecify.annotations.Nullable;

/**
 * Widths of a table's columns. Each is as wide as its name, and at least as what it shows needs; one takes the room that is left, so that the
 * last ones are seen also in a narrow view, up to a width from where on the last one takes it. What a person changed is remembered and left alone.
 */
public final class FittedColumns {
    /** No column takes the room that is left. */
    public static final int NONE = -1;

    private static final String ORDER_KEY = "columns";
    private static final String WIDTH_KEY = "widths";
    private static final int PADDING = 20;
    private static final int ARROW = 20;
    /** What a cell has beside its text; and how wide one gets that is not the one that grows. */
    static final int CELL = 10;
    private static final int MOST_CELL = 260;
    /** So many rows are looked at. */
    public static final int MEASURED = 100;

    private final Table table;
    /** Without regard to what is shown. */
    private final int[] bare;
    private int[] least;
    private final int growing;
    private final int most;
    private int[] fitted;
    private boolean changed;

    /**
     * Gives the columns their widths.
     *
     * @param table has all its columns
     * @param contents how wide the columns are at least, pixels
     * @param growing the one that takes the room that is left, or {@link #NONE}
     * @param most how wide that one gets at most
     * @param sorted the one that the table is sorted by at first: its name stands beside an arrow; or {@link #NONE}
     */
    public FittedColumns(Table table, int[] contents, int growing, int most, int sorted) {
        this.table = table;
        this.least = contents.clone();
        this.growing = growing;
        this.most = most;
        for (int i = 0; i < least.length; i++) {
            least[i] = Math.max(least[i], ofName(table, table.getColumn(i).getText()) + (i == sorted ? ARROW : 0));
        }
        bare = least.clone();
        fitted = least;
        set(least);
        table.addListener(SWT.Resize, event -> fit());
    }

    /** How wide a column is at least that has this name, without the arrow of the one that a table is sorted by. */
    public static int ofName(Table table, String name) {
        Font bold = FontDescriptor.createFrom(table.getFont()).setStyle(SWT.BOLD).createFont(table.getDisplay()); // as GTK draws names
        GC gc = new GC(table);
        gc.setFont(bold);
        int width = gc.textExtent(name).x + PADDING;
        gc.dispose();
        bold.dispose();
        return width;
    }

    /** The same without one that grows, and not sorted at first. */
    public FittedColumns(Table table, int[] contents) {
        this(table, contents, NONE, 0, NONE);
    }

    /**
     * Makes room for what is shown, beside the column that grows; that one has what is left, as before.
     *
     * @param rows the texts of each, of which the first are looked at
     */
    public void show(List<String[]> rows) {
        if (isChanged()) {
            return;
        }
        GC gc = new GC(table);
        least = needed(bare, growing, rows.subList(0, Math.min(MEASURED, rows.size())), text -> gc.textExtent(text).x);
        gc.dispose();
        if (growing == NONE || table.getClientArea().width <= 0) {
            set(least);
        } else {
            fit();
        }
    }

    /** How wide columns are at least with these rows in them; of each only its longest texts are measured. */
    static int[] needed(int[] bare, int growing, List<String[]> rows, ToIntFunction<String> width) {
        int[] needed = bare.clone();
        for (int i = 0; i < needed.length; i++) {
            int column = i;
            int longest = rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
            int widest = i == growing ? 0 : rows.stream().map(row -> row[column])
                    .filter(text -> !text.isEmpty() && text.length() >= longest - 1).distinct().mapToInt(width).max().orElse(0);
            needed[i] = Math.max(needed[i], Math.min(MOST_CELL, widest + CELL));
        }
        return needed;
    }

    private void set(int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            table.getColumn(i).setWidth(widths[i]);
        }
        fitted = widths;
    }

    private void fit() {
        int room = table.getClientArea().width;
        if (growing == NONE || room <= 0 || isChanged()) {
            return;
        }
        int[] widths = least.clone();
        widths[growing] = Math.max(least[growing], Math.min(most, room - Arrays.stream(least).sum() + least[growing]));
        if (!Arrays.equals(widths, fitted)) {
            set(widths);
        }
    }

    /** Whether a person changed a width. The one of the last column is stretched by GTK, and says nothing. */
    private boolean isChanged() {
        int last = table.getColumnOrder()[least.length - 1];
        for (int i = 0; i < least.length && !changed; i++) {
            changed = i != last && table.getColumn(i).getWidth() != fitted[i];
        }
        return changed;
    }

    /** Takes order and widths as they were saved; saves the order, and widths that a person changed, when the table ends. */
    public void remember(IDialogSettings settings) {
        int[] widths = numbers(settings.getArray(WIDTH_KEY));
        if (widths != null) {
            set(Arrays.stream(widths).map(width -> Math.max(PADDING, width)).toArray());
            changed = true;
        }
        int[] order = numbers(settings.getArray(ORDER_KEY));
        if (order != null && Arrays.stream(order).sorted().boxed().toList().equals(IntStream.range(0, least.length).boxed().toList())) {
            table.setColumnOrder(order);
        }
        table.addListener(SWT.Dispose, event -> {
            settings.put(ORDER_KEY, texts(Arrays.stream(table.getColumnOrder())));
            if (isChanged()) {
                settings.put(WIDTH_KEY, texts(Arrays.stream(table.getColumns()).mapToInt(TableColumn::getWidth)));
            }
        });
    }

    private static String[] texts(IntStream numbers) {
        return numbers.mapToObj(Integer::toString).toArray(String[]::new);
    }

    /** As many numbers as there are columns; null for settings of another version. */
    private int @Nullable [] numbers(String @Nullable [] texts) {
        try {
            return texts == null || texts.length != least.length ? null : Arrays.stream(texts).mapToInt(Integer::parseInt).toArray();
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
