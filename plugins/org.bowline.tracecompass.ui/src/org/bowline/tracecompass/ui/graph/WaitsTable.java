/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.FittedColumns;
import org.bowline.tracecompass.ui.view.Tables;

/** The waits behind what is chosen, those with the most time in the range first, as {@code bowline waits} has them. Virtual: only the rows that are seen are made. */
public final class WaitsTable extends Composite {
    private static final int[] WIDTHS = {90, 60, 60, 80, 80, 50};
    private static final int START = 0;
    private static final int LENGTH = 1;
    private static final int IN_RANGE = 2;

    /** Told which wait a person wants to see. */
    interface Opener {
        /** Reference time, ns. */
        void open(long fromNanos, long toNanos);
    }

    private final Label title;
    private final Table table;
    private final FittedColumns columns;
    private final Opener opener;
    private @Nullable EdgeWaits waits;
    private Integer[] order = {};

    WaitsTable(Composite parent, Opener opener) {
        super(parent, SWT.NONE);
        this.opener = opener;
        setLayout(GridLayoutFactory.fillDefaults().spacing(5, 5).create());
        title = new Label(this, SWT.NONE);
        title.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        table = new Table(this, SWT.VIRTUAL | SWT.MULTI | SWT.FULL_SELECTION | SWT.BORDER);
        table.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
        String[] names = {Messages.Waits_Start, Messages.Waits_Length, Messages.Waits_InRange, Messages.Waits_Who, Messages.Waits_For,
            Messages.Waits_Cause};
        Tables.columns(table, names, i -> i == LENGTH || i == IN_RANGE, this::sort);
        table.getColumn(IN_RANGE).setToolTipText(Messages.Waits_InRangeTip);
        columns = new FittedColumns(table, WIDTHS, FittedColumns.NONE, 0, IN_RANGE);
        table.addListener(SWT.SetData, this::fill);
        table.addListener(SWT.DefaultSelection, event -> open());
        Tables.onCopy(table, this::copy);
        Tables.tips(table);
        Ui.name(table, title::getText);
        clear(Messages.Waits_Choose);
    }

    /** Shows a sentence and no waits. */
    void clear(String text) {
        waits = null;
        order = new Integer[0];
        title.setText(text);
        Tables.rows(table, 0);
    }

    /** Shows the waits of what is named. */
    void show(String name, EdgeWaits newWaits) {
        waits = newWaits;
        order = IntStream.range(0, newWaits.size()).boxed().toArray(Integer[]::new);
        String text = NLS.bind(newWaits.count() == 1 ? Messages.Waits_TitleOne : Messages.Waits_Title,
                new Object[] {name, newWaits.count(), TimeFormat.duration(newWaits.nanos())});
        title.setText(newWaits.size() < newWaits.count() ? text + NLS.bind(Messages.Waits_Capped, newWaits.size()) : text);
        Tables.sorted(table, IN_RANGE, true); // as they come
        Tables.rows(table, order.length);
        columns.show(IntStream.range(0, Math.min(FittedColumns.MEASURED, order.length)).mapToObj(i -> texts(newWaits, i)).toList());
        if (order.length > 0) {
            table.setTopIndex(0);
        }
    }

    private void fill(Event event) {
        EdgeWaits of = waits;
        if (of != null && Tables.isRow(event, order.length) && event.item instanceof TableItem item) {
            item.setText(texts(of, order[event.index]));
        }
    }

    private static String[] texts(EdgeWaits of, int i) {
        Timeline timeline = of.graph().timeline();
        int segment = of.segment(i);
        return new String[] {TmfTimestampFormat.getDefaulTimeFormat().format(of.startNanos(i)),
            TimeFormat.duration(of.endNanos(i) - of.startNanos(i)), TimeFormat.duration(of.nanos(i)),
            WaitForDataProvider.nameAndHost(timeline, of.source(i)), WaitForDataProvider.nameAndHost(timeline, of.target(i)),
            segment == Timeline.NONE ? Messages.Waits_Request : timeline.cause(segment).label()};
    }

    private void sort(int column) {
        EdgeWaits of = waits;
        if (of == null) {
            return;
        }
        boolean down = table.getSortColumn() == table.getColumn(column) ? table.getSortDirection() != SWT.DOWN
                : column == LENGTH || column == IN_RANGE;
        Comparator<Integer> comparator = column == START ? Comparator.comparingLong(of::startNanos)
                : column == LENGTH ? Comparator.comparingLong(i -> of.endNanos(i) - of.startNanos(i))
                        : column == IN_RANGE ? Comparator.comparingLong(of::nanos)
                                : Comparator.comparing(i -> texts(of, i)[column]);
        Arrays.sort(order, down ? comparator.reversed() : comparator);
        Tables.sorted(table, column, down);
        table.clearAll();
    }

    private void open() {
        EdgeWaits of = waits;
        int row = table.getSelectionIndex();
        if (of != null && row >= 0) {
            opener.open(of.startNanos(order[row]), of.endNanos(order[row]));
        }
    }

    /** Copies the selected rows. */
    void copy() {
        EdgeWaits of = waits;
        if (of != null) {
            Ui.copy(Tables.namedText(table, Arrays.stream(table.getSelectionIndices()).mapToObj(row -> texts(of, order[row]))));
        }
    }

    /** The waits that are shown, or null. */
    public @Nullable EdgeWaits waits() {
        return waits;
    }

    /** The table. */
    public Table table() {
        return table;
    }

    /** What is written above the table. */
    public String title() {
        return title.getText();
    }

    @Override
    public boolean setFocus() {
        if (table.getItemCount() > 0 && table.getSelectionIndex() < 0) {
            table.select(0);
        }
        return table.setFocus();
    }
}
