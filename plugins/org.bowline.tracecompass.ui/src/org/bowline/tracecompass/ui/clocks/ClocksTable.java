/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;

import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.clocks.ClockRow;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.FittedColumns;
import org.bowline.tracecompass.ui.view.Tables;

/** The hosts and their clocks, a row each. Sorted by a click on a column; order and widths of the columns are remembered. */
public final class ClocksTable {
    private static final String DASH = "\u2013";
    private static final int[] WIDTHS = {40, 80, 60, 60, 60, 60, 60, 60, 60, 40, 40, 80};
    private static final int FIRST_NUMBER = 2;
    private static final int LAST_NUMBER = 10;

    private final Table table;
    private final FittedColumns columns;
    private List<ClockRow> rows = List.of();
    private int sortColumn;
    private boolean down;

    ClocksTable(Composite parent, IDialogSettings settings) {
        table = new Table(parent, SWT.MULTI | SWT.FULL_SELECTION | SWT.BORDER);
        table.setLinesVisible(true);
        String[] names = {Messages.Clocks_Host, Messages.Clocks_Quality, Messages.Clocks_Ahead, Messages.Clocks_Drift,
            Messages.Clocks_ErrorBegin, Messages.Clocks_ErrorMiddle, Messages.Clocks_ErrorEnd, Messages.Clocks_ErrorPackets,
            Messages.Clocks_Growth, Messages.Clocks_Sent,
            Messages.Clocks_Received,
            Messages.Clocks_Over};
        String[] tips = {"", Messages.Clocks_QualityTip, Messages.Clocks_AheadTip, Messages.Clocks_DriftTip, Messages.Clocks_ErrorTip,
            Messages.Clocks_ErrorTip, Messages.Clocks_ErrorTip, Messages.Clocks_ErrorPacketsTip, Messages.Clocks_GrowthTip,
            Messages.Clocks_MatchedTip, Messages.Clocks_MatchedTip,
            Messages.Clocks_OverTip};
        Tables.columns(table, names, i -> i >= FIRST_NUMBER && i <= LAST_NUMBER, this::sortBy);
        for (int i = 0; i < tips.length; i++) {
            table.getColumn(i).setToolTipText(tips[i]);
        }
        columns = new FittedColumns(table, WIDTHS);
        columns.remember(settings);
        Tables.onCopy(table, this::copy);
        Ui.name(table, () -> Messages.Clocks_Table);
    }

    /** Shows these and keeps a host selected. */
    void show(List<ClockRow> newRows, int host) {
        rows = newRows;
        fill(host);
        columns.show(newRows.stream().map(ClocksTable::texts).toList());
    }

    private void sortBy(int column) {
        down = column == sortColumn && !down;
        sortColumn = column;
        Tables.sorted(table, column, down);
        fill(selectedHost());
    }

    private void fill(int host) {
        Comparator<ClockRow> order = order();
        List<ClockRow> sorted = new ArrayList<>(rows);
        sorted.sort(down ? order.reversed() : order);
        BitSet selected = selectedHosts();
        if (!selected.get(Math.max(0, host))) {
            selected.clear();
        }
        table.setRedraw(false);
        // the items stay where they are as far as possible: a range that changes under a person's click must not take the row away
        if (table.getItemCount() > sorted.size()) {
            table.remove(sorted.size(), table.getItemCount() - 1);
        }
        for (int i = 0; i < sorted.size(); i++) {
            ClockRow row = sorted.get(i);
            TableItem item = i < table.getItemCount() ? table.getItem(i) : new TableItem(table, SWT.NONE);
            item.setText(texts(row));
            item.setData(row);
            boolean wanted = row.host() == host || selected.get(row.host());
            if (wanted && !table.isSelected(i)) {
                table.select(i);
            } else if (!wanted) {
                table.deselect(i);
            }
        }
        table.setRedraw(true);
    }

    private Comparator<ClockRow> order() {
        return switch (sortColumn) {
            case 1 -> Comparator.comparing(ClockRow::quality);
            case 2 -> Comparator.comparingLong(ClockRow::aheadNanos);
            case 3 -> Comparator.comparingDouble(ClockRow::driftPpm);
            case 4 -> Comparator.comparingLong(ClockRow::errorBeginNanos);
            case 5 -> Comparator.comparingLong(ClockRow::errorMiddleNanos);
            case 6 -> Comparator.comparingLong(ClockRow::errorEndNanos);
            case 7 -> Comparator.comparingLong(ClockRow::errorPacketsNanos);
            case 8 -> Comparator.comparingLong(ClockRow::growthNanosPerSecond);
            case 9 -> Comparator.comparingLong(ClockRow::matchedFrom);
            case 10 -> Comparator.comparingLong(ClockRow::matchedTo);
            case 11 -> Comparator.comparing(ClockRow::neighbourName);
            default -> Comparator.comparing(ClockRow::name);
        };
    }

    private static String[] texts(ClockRow row) {
        return new String[] {row.name(), quality(row),
            row.reference() ? "0 ns" : row.isKnown() ? TimeFormat.duration(row.aheadNanos()) : DASH,
            row.reference() ? "0.000 ppm" : row.isKnown() ? drift(row.driftPpm()) : DASH, error(row, row.errorBeginNanos()),
            error(row, row.errorMiddleNanos()), error(row, row.errorEndNanos()),
            error(row, row.errorPacketsNanos()), growth(row), Long.toString(row.matchedFrom()),
            Long.toString(row.matchedTo()),
            row.reference() ? Messages.Clocks_IsReference : row.neighbourName().isEmpty() ? DASH : row.neighbourName()};
    }

    private static String growth(ClockRow row) {
        return row.reference() ? "0"
                : row.growthNanosPerSecond() == Long.MAX_VALUE ? Messages.Clocks_Unknown
                        : "+" + TimeFormat.duration(row.growthNanosPerSecond()) + "/s";
    }

    private static String drift(double ppm) {
        return String.format(Locale.ROOT, "%.3f ppm", ppm);
    }

    private static String error(ClockRow row, long nanos) {
        return row.reference() ? "0"
                : !row.isKnown() || nanos == Long.MAX_VALUE ? Messages.Clocks_Unknown : "\u00b1 " + TimeFormat.duration(nanos);
    }

    /** A sign before the word, so that a glance tells good from bad without colours. */
    private static String quality(ClockRow row) {
        if (row.reference()) {
            return "\u2605 " + Messages.Quality_Reference;
        }
        return switch (row.quality()) {
            case ACCURATE -> "\u2713 " + Messages.Quality_Accurate;
            case APPROXIMATE -> "\u2248 " + Messages.Quality_Approximate;
            case INCOMPLETE -> "\u2192 " + Messages.Quality_Incomplete;
            case ABSENT -> "\u2717 " + Messages.Quality_Absent;
            case FAILED -> "\u2717 " + Messages.Quality_Failed;
        };
    }

    /** The host of the first selected row; −1 if none is. */
    int selectedHost() {
        TableItem[] items = table.getSelection();
        return items.length > 0 && items[0].getData() instanceof ClockRow row ? row.host() : -1;
    }

    private BitSet selectedHosts() {
        BitSet hosts = new BitSet();
        for (TableItem item : table.getSelection()) {
            if (item.getData() instanceof ClockRow row) {
                hosts.set(row.host());
            }
        }
        return hosts;
    }

    /** The selected rows as text: a line each, the columns with tabs between, after a line of names. */
    public String selectedText() {
        return Tables.namedText(table, Arrays.stream(table.getSelection()).map(item -> texts((ClockRow) item.getData())));
    }

    /** Copies the selected rows. */
    void copy() {
        if (table.getSelectionCount() > 0) {
            Ui.copy(selectedText());
        }
    }

    /** The control. */
    public Table table() {
        return table;
    }
}
