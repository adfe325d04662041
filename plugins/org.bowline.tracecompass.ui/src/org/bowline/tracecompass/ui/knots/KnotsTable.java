/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.knots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.knots.KnotsDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.FittedColumns;
import org.bowline.tracecompass.ui.view.Tables;

/**
 * Knots and sinks, a row each, virtual. Sorted by a click on a column; order, widths and sorting of the columns are remembered; the share has a
 * bar.
 */
public final class KnotsTable {
    private static final int RANK = 0;
    private static final int KIND = 1;
    private static final int SIZE = 3;
    private static final int WAIT = 4;
    private static final int SHARE = 5;
    private static final int MEMBERS = 2;
    private static final int MOST_MEMBERS_WIDTH = 600;
    private static final int[] WIDTHS = {30, 40, 150, 40, 70, 110};
    private static final String SORT_KEY = "sort";
    private static final String DOWN_KEY = "down";

    private final Table table;
    private final FittedColumns columns;
    private final IDialogSettings settings;
    private @Nullable WaitForAnswer answer;
    private List<Knot> knots = List.of();
    private Predicate<Knot> background = knot -> false;
    private Integer[] order = {};
    private int sortColumn = RANK;
    private boolean down;

    KnotsTable(Composite parent, IDialogSettings settings) {
        this.settings = settings;
        table = new Table(parent, SWT.VIRTUAL | SWT.MULTI | SWT.FULL_SELECTION);
        String[] names = {Messages.Knots_Rank, Messages.Knots_Kind, Messages.Knots_Members, Messages.Knots_Size, Messages.Knots_Wait,
            Messages.Knots_Share};
        Tables.columns(table, names, i -> i == RANK || i == SIZE || i == WAIT,
                i -> sortBy(i, i == sortColumn ? !down : i == WAIT || i == SHARE));
        table.getColumn(KIND).setToolTipText(Messages.Knots_KindTip);
        table.getColumn(WAIT).setToolTipText(Messages.Knots_WaitTip);
        table.getColumn(SHARE).setToolTipText(Messages.Knots_ShareTip);
        columns = new FittedColumns(table, WIDTHS, MEMBERS, MOST_MEMBERS_WIDTH, RANK);
        columns.remember(settings);
        restore();
        table.addListener(SWT.SetData, this::fill);
        table.addListener(SWT.EraseItem, this::bar);
        Tables.onCopy(table, this::copy);
        Tables.tips(table);
        Ui.name(table, () -> Messages.Knots_View);
        table.addListener(SWT.Dispose, event -> save());
    }

    private void restore() {
        try {
            String sort = settings.get(SORT_KEY);
            sortColumn = sort == null ? RANK : Math.max(0, Math.min(SHARE, Integer.parseInt(sort)));
            down = settings.getBoolean(DOWN_KEY);
        } catch (NumberFormatException e) {
            sortColumn = RANK; // settings of another version: the defaults
        }
    }

    private void save() {
        settings.put(SORT_KEY, sortColumn);
        settings.put(DOWN_KEY, down);
    }

    /**
     * Shows these.
     *
     * @param isBackground whether a knot bounds no work
     */
    void show(@Nullable WaitForAnswer newAnswer, List<Knot> newKnots, Predicate<Knot> isBackground) {
        answer = newAnswer;
        knots = newKnots;
        background = isBackground;
        order = IntStream.range(0, newKnots.size()).boxed().toArray(Integer[]::new);
        sortBy(sortColumn, down);
        if (newAnswer != null) {
            columns.show(IntStream.range(0, Math.min(FittedColumns.MEASURED, newKnots.size())).mapToObj(i -> texts(newAnswer, i)).toList());
        }
        table.deselectAll();
    }

    private void sortBy(int column, boolean downward) {
        sortColumn = column;
        down = downward;
        WaitForAnswer of = answer;
        if (of != null) {
            Comparator<Integer> comparator = switch (column) {
                case RANK -> Comparator.naturalOrder();
                case KIND -> Comparator.<Integer, Knot.Kind>comparing(i -> knots.get(i).kind())
                        .thenComparing(i -> background.test(knots.get(i)));
                case MEMBERS -> Comparator.comparing(i -> KnotsDataProvider.members(of.graph(), knots.get(i)));
                case SIZE -> Comparator.comparingInt(i -> knots.get(i).vertexCount());
                default -> Comparator.comparingLong(i -> waitNanos(of.graph(), knots.get(i)));
            };
            Arrays.sort(order, downward ? comparator.reversed() : comparator);
        }
        Tables.sorted(table, column, downward);
        Tables.rows(table, order.length);
    }

    private void fill(Event event) {
        WaitForAnswer of = answer;
        if (of != null && Tables.isRow(event, order.length) && event.item instanceof TableItem item) {
            item.setText(texts(of, order[event.index]));
        }
    }

    private String[] texts(WaitForAnswer of, int i) {
        Knot knot = knots.get(i);
        return new String[] {Integer.toString(i + 1), kind(knot), KnotsDataProvider.members(of.graph(), knot),
            Integer.toString(knot.vertexCount()), TimeFormat.duration(waitNanos(of.graph(), knot)),
            Percent.percent(of.share(waitNanos(of.graph(), knot)))};
    }

    private String kind(Knot knot) {
        return background.test(knot) ? Messages.Knots_Background : knot.kind().label();
    }

    /** The time of the heaviest wait inside a knot, or for a sink, ns; of a pool that of the average thread. At most as long as the range. */
    public static long waitNanos(WaitForGraph graph, Knot knot) {
        int heaviest = -1;
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            if (!graph.isIdle(edge) && (heaviest < 0 || graph.weightNanos(edge) > graph.weightNanos(heaviest))) {
                heaviest = edge;
            }
        }
        return heaviest < 0 ? 0 : graph.directNanos(heaviest) / graph.groups().width(graph.source(heaviest));
    }

    /** The share as a bar behind its text. */
    private void bar(Event event) {
        WaitForAnswer of = answer;
        int row = event.item instanceof TableItem item ? table.indexOf(item) : -1;
        if (event.index != SHARE || of == null || row < 0 || row >= order.length) {
            return;
        }
        double share = Math.min(1, of.share(waitNanos(of.graph(), knots.get(order[row]))));
        Color before = event.gc.getBackground();
        event.gc.setBackground(table.getDisplay().getSystemColor(SWT.COLOR_LIST_SELECTION));
        event.gc.setAlpha(80);
        event.gc.fillRectangle(event.x + 1, event.y + 2, (int) ((table.getColumn(SHARE).getWidth() - 4) * share), event.height - 4);
        event.gc.setAlpha(255);
        event.gc.setBackground(before);
    }

    /** The selected ones, by rank. */
    List<Knot> selected() {
        List<Knot> result = new ArrayList<>();
        for (int row : table.getSelectionIndices()) {
            result.add(knots.get(order[row]));
        }
        return result;
    }

    /** Selects the row of a bottleneck with the same members, if there is one. */
    void select(List<Knot> wanted) {
        table.deselectAll();
        for (int row = 0; row < order.length; row++) {
            Knot knot = knots.get(order[row]);
            if (wanted.stream().anyMatch(other -> sameMembers(knot, other))) {
                table.select(row);
                table.showSelection();
            }
        }
    }

    private static boolean sameMembers(Knot a, Knot b) {
        boolean same = a.vertexCount() == b.vertexCount();
        for (int i = 0; same && i < a.vertexCount(); i++) {
            same = a.vertex(i) == b.vertex(i);
        }
        return same;
    }

    /** The selected rows as text: a line each, the columns with tabs between, after a line of names. */
    public String selectedText() {
        WaitForAnswer of = answer;
        if (of == null) {
            return "";
        }
        return Tables.namedText(table, Arrays.stream(table.getSelectionIndices()).mapToObj(row -> texts(of, order[row])));
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
