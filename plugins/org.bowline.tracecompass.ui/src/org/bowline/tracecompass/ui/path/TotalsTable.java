/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.path;

import java.util.Arrays;
import java.util.List;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.model.Cause;
import org.bowline.report.rows.ModuleShare;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.path.PathModel;
import org.bowline.tracecompass.core.path.Shares;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.time.StateColors;
import org.bowline.tracecompass.ui.view.FittedColumns;
import org.bowline.tracecompass.ui.view.Tables;

/**
 * The totals of a critical path by state and cause, longest first, with a bar for the share; then the range, to which they add up, and, where programs tell of them, the modules, which add up to it, too.
 */
final class TotalsTable {
    private static final int[] WIDTHS = {100, 70, 70};
    private static final int MOST_STATE_WIDTH = 235;
    private static final int BAR_MARGIN = 3;
    private static final int BAR_ALPHA = 110;
    private static final int MOST_MODULES = 20;

    private final Table table;
    private @Nullable PathModel model;
    private boolean hasModules;

    TotalsTable(Composite parent) {
        Composite frame = new Composite(parent, SWT.NONE);
        frame.setLayout(new FillLayout());
        table = new Table(frame, SWT.FULL_SELECTION | SWT.MULTI | SWT.V_SCROLL | SWT.H_SCROLL);
        table.setHeaderVisible(true);
        column(Messages.columnState, SWT.LEFT);
        column(Messages.columnTime, SWT.RIGHT);
        column(Messages.columnShare, SWT.RIGHT);
        new FittedColumns(table, WIDTHS, 0, MOST_STATE_WIDTH, FittedColumns.NONE);
        table.addListener(SWT.EraseItem, this::drawBar);
        Tables.onCopy(table, this::copy);
    }

    private void column(String title, int alignment) {
        TableColumn column = new TableColumn(table, alignment);
        column.setText(title);
    }

    /** Shows the totals of a path; nothing if null. */
    void show(@Nullable PathModel newModel) {
        if (newModel == model || table.isDisposed()) {
            return;
        }
        model = newModel;
        hasModules = false;
        table.setRedraw(false);
        table.removeAll();
        if (newModel != null) {
            PathTotals totals = newModel.totals();
            for (PathTotals.OfState of : totals.states()) {
                StateStyle style = StateStyle.of(of.state(), of.cause());
                TableItem item = line(name(of, style), of.nanos(), totals.nanos());
                item.setData(style);
            }
            line(Messages.totals, totals.nanos(), totals.nanos());
        }
        table.setRedraw(true);
    }

    /** Interrupts are told apart by what they were for; their states all look the same. */
    private static String name(PathTotals.OfState of, StateStyle style) {
        return style == StateStyle.INTERRUPTED && of.cause() != Cause.NONE ? NLS.bind(Messages.interruptFor, of.cause().label())
                : style.label();
    }

    private TableItem line(String name, long nanos, long whole) {
        TableItem item = new TableItem(table, SWT.NONE);
        item.setText(new String[] {name, TimeFormat.duration(nanos), Shares.percent(nanos, whole)});
        return item;
    }

    /** Shows what modules have of the path that is shown. */
    void show(List<ModuleShare> modules) {
        PathModel shown = model;
        if (shown == null || hasModules || modules.isEmpty() || table.isDisposed()) {
            return;
        }
        hasModules = true;
        table.setRedraw(false);
        new TableItem(table, SWT.NONE).setText(Messages.byModule);
        for (ModuleShare module : modules.subList(0, Math.min(MOST_MODULES, modules.size()))) {
            line(module.name(), module.nanos(), shown.totals().nanos());
        }
        if (modules.size() > MOST_MODULES) {
            line(NLS.bind(Messages.moreModules, modules.size() - MOST_MODULES),
                    modules.subList(MOST_MODULES, modules.size()).stream().mapToLong(ModuleShare::nanos).sum(), shown.totals().nanos());
        }
        table.setRedraw(true);
    }

    /** The lines. */
    Table table() {
        return table;
    }

    /** A bar in the colour of the state below the share. */
    private void drawBar(Event event) {
        PathModel shown = model;
        if (event.index != 2 || shown == null || !(event.item instanceof TableItem item) || !(item.getData() instanceof StateStyle style)) {
            return;
        }
        int index = table.indexOf(item);
        List<PathTotals.OfState> states = shown.totals().states();
        if (index < 0 || index >= states.size()) {
            return;
        }
        Rectangle cell = item.getBounds(2);
        int width = (int) (Shares.of(states.get(index).nanos(), shown.totals().nanos()) * (cell.width - 2 * BAR_MARGIN));
        RGB rgb = StateColors.of(style);
        Color color = new Color(event.gc.getDevice(), rgb);
        Color before = event.gc.getBackground();
        event.gc.setBackground(color);
        event.gc.setAlpha(BAR_ALPHA);
        event.gc.fillRectangle(cell.x + BAR_MARGIN, cell.y + BAR_MARGIN, Math.max(1, width), cell.height - 2 * BAR_MARGIN);
        event.gc.setAlpha(255);
        event.gc.setBackground(before);
        color.dispose();
    }

    private void copy() {
        TableItem[] items = table.getSelectionCount() == 0 ? table.getItems() : table.getSelection();
        Ui.copy(Tables.namedText(table,
                Arrays.stream(items).map(item -> new String[] {item.getText(0), item.getText(1), item.getText(2)})));
    }
}
