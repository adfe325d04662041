/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.Arrays;
import java.util.List;

import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.ui.signal.TmfTimeViewAlignmentSignal;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.PlatformUI;

import org.bowline.tracecompass.ui.frame.Ui;

/** The names of the rows beside a time graph, and their columns: how wide and in which colours. */
final class NameArea {
    private static final int WIDTH = 420;
    private static final int PERCENT = 42;
    /** The most of a view that the names have where their columns need more: a time whose unit is cut off would be read as another one. */
    private static final int MOST_PERCENT = 50;
    /** Where Trace Compass keeps how wide it made a column; another width is a person's. */
    private static final String WIDTH_DATA = "width";
    private static final int MEASURED_ROWS = 100;
    private static final String TMF_COLORS = "org.eclipse.tracecompass.tmf.ui.";

    private final AnalysisTimeGraphView view;
    private final TimeGraphViewer viewer;
    private final Control control;

    private NameArea(AnalysisTimeGraphView view) {
        this.view = view;
        viewer = view.getTimeGraphViewer();
        control = viewer.getTimeGraphControl();
    }

    /** Arranges that of a view, from now on. */
    static void arrange(AnalysisTimeGraphView view) {
        NameArea area = new NameArea(view);
        area.followWidth();
        area.followRows();
        area.colour();
        Ui.onTheme(area.control, name -> name.startsWith(TMF_COLORS), area::colour);
    }

    /** On a dark ground the header of the names is dark, too: the style sheet of the theme does not reach it. */
    private void colour() {
        Tree tree = viewer.getTree();
        if (!tree.isDisposed()) {
            ColorRegistry theme = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
            boolean dark = StateColors.isDark(theme.getRGB(StateColors.GROUND));
            tree.setHeaderBackground(dark ? theme.get(TMF_COLORS + "TOOL_BACKGROUND") : null);
            tree.setHeaderForeground(dark ? theme.get(TMF_COLORS + "TOOL_FOREGROUND") : null);
        }
    }

    /**
     * Gives the columns the room they need, but leaves most of it to the states; whenever the view has another width, until a person moves the
     * line between them.
     */
    private void followWidth() {
        Listener widen = event -> view.frame().later(this::widen);
        control.addListener(SWT.Resize, widen);
        for (TreeColumn column : viewer.getTree().getColumns()) {
            column.addListener(SWT.Resize, widen);
        }
        int[] pressedWith = {0};
        control.addListener(SWT.MouseDown, event -> pressedWith[0] = viewer.getNameSpace());
        control.addListener(SWT.MouseUp, event -> {
            if (viewer.getNameSpace() != pressedWith[0]) {
                control.removeListener(SWT.Resize, widen);
                for (TreeColumn column : viewer.getTree().getColumns()) {
                    column.removeListener(SWT.Resize, widen);
                }
            }
        });
    }

    /** Trace Compass makes columns wider for what it draws, and never narrower: after other rows than before the last columns would be out of sight for nothing. */
    private void followRows() {
        int[] bare = Arrays.stream(viewer.getTree().getColumns()).mapToInt(TreeColumn::getWidth).toArray();
        Object[] last = {null};
        control.addListener(SWT.Paint, event -> {
            ITimeGraphEntry[] rows = viewer.getExpandedElements();
            List<ITimeGraphEntry> now = Arrays.asList(rows.length <= MEASURED_ROWS ? rows : Arrays.copyOf(rows, MEASURED_ROWS));
            if (!now.equals(last[0])) {
                last[0] = now;
                view.frame().later(() -> narrow(bare));
            }
        });
    }

    /** Gives the columns what their names need; what is drawn next makes them wider. Not if a person made one wider or narrower. */
    private void narrow(int[] bare) {
        Tree tree = viewer.getTree();
        if (tree.isDisposed() || tree.getColumnCount() != bare.length) {
            return;
        }
        TreeColumn[] columns = tree.getColumns();
        if (Arrays.stream(columns).allMatch(column -> Integer.valueOf(column.getWidth()).equals(column.getData(WIDTH_DATA)))) {
            for (int i = 0; i < bare.length; i++) {
                columns[i].setData(WIDTH_DATA, bare[i]);
                columns[i].setWidth(bare[i]);
            }
            control.redraw();
        }
    }

    private void widen() {
        if (viewer.getTree().isDisposed()) {
            return;
        }
        int room = control.getSize().x;
        int columns = Arrays.stream(viewer.getTree().getColumns()).mapToInt(TreeColumn::getWidth).sum();
        int width = Math.max(Math.min(WIDTH, room * PERCENT / 100), Math.min(columns, room * MOST_PERCENT / 100));
        if (viewer.getNameSpace() != width) {
            viewer.setNameSpace(width);
            if (width >= WIDTH) {
                // as if it was moved by hand: else Trace Compass aligns it with the views behind it, which have the room, too
                TmfSignalManager.dispatchSignal(new TmfTimeViewAlignmentSignal(view, view.getTimeViewAlignmentInfo()));
            }
        }
    }
}
