/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.MouseEvent;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfAbstractToolTipHandler;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.IMarkerEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.ToolTipColors;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.time.StateColors;

/**
 * Rows that a person keeps in sight: copies of them above the time graph, which stay there however it is scrolled, and follow its range and the line between names and states. A click on one chooses its thread; the
 * last that is kept stands lowest. Takes no room while there is none. In the UI thread.
 */
final class KeptRows extends Canvas {
    private static final int ROW = 22;
    private static final int MARGIN = 6;
    private static final String FOREGROUND = "org.eclipse.tracecompass.tmf.ui.TOOL_FOREGROUND";

    private final ThreadsView view;
    private final KeptIds<ITmfTrace> kept = new KeptIds<>();
    private final Tip tip = new Tip();
    private @Nullable TimeGraphViewer viewer;

    /** Keeps none yet. Put it above the time graph, into a grid of one column. */
    KeptRows(Composite parent, ThreadsView view) {
        super(parent, SWT.DOUBLE_BUFFERED);
        this.view = view;
        setLayoutData(GridDataFactory.fillDefaults().grab(true, false).exclude(true).create());
        setVisible(false);
        addListener(SWT.Paint, event -> paint(event.gc));
        addListener(SWT.MouseUp, event -> {
            TimeGraphEntry row = at(event.y);
            if (row != null && event.button == 1) {
                view.choose(row);
            }
        });
        MenuManager menu = new MenuManager();
        menu.setRemoveAllWhenShown(true);
        menu.addMenuListener(manager -> {
            TimeGraphEntry row = at(toControl(getDisplay().getCursorLocation()).y);
            if (row != null) {
                manager.add(Actions.of(NLS.bind(Messages.keepNoMore, row.getName().replace("&", "&&")), () -> keep(row, false)));
                manager.add(Actions.of(Messages.keepNone, this::keepNone));
            }
        });
        setMenu(menu.createContextMenu(this));
        tip.activateHoverHelp(this);
        ToolTipColors.on(this);
        Ui.name(this, () -> NLS.bind(Messages.kept, String.join(", ", rows().stream().map(TimeGraphEntry::getName).toList())));
    }

    /** Is drawn whenever the time graph is. */
    void follow(TimeGraphViewer above) {
        viewer = above;
        above.getTimeGraphControl().addListener(SWT.Paint, event -> redraw());
    }

    /** Whether a row is kept. */
    boolean keeps(TimeGraphEntry row) {
        return ids().contains(row.getEntryModel().getId());
    }

    /** Keeps a row, or does not any more. */
    void keep(TimeGraphEntry row, boolean keep) {
        ITmfTrace trace = view.getTrace();
        if (trace != null) {
            kept.keep(trace, row.getEntryModel().getId(), keep);
            arrange();
            view.restartZoomThread(); // which asks for the states of those that are out of sight
        }
    }

    private void keepNone() {
        kept.keepNone(view.getTrace());
        arrange();
    }

    private List<Long> ids() {
        return kept.of(view.getTrace());
    }

    /** The rows that are kept, from above. */
    List<TimeGraphEntry> rows() {
        return ids().stream().map(view::rowOf).filter(Objects::nonNull).toList();
    }

    private @Nullable TimeGraphEntry at(int y) {
        List<TimeGraphEntry> rows = rows();
        return y < 0 || y / ROW >= rows.size() ? null : rows.get(y / ROW);
    }

    /** Takes the room that it needs, for the rows of the trace that is shown. */
    void arrange() {
        if (!isDisposed()) {
            int rows = rows().size();
            GridData data = (GridData) getLayoutData();
            data.exclude = rows == 0;
            data.heightHint = rows * ROW + 1;
            setVisible(rows > 0);
            getParent().layout(true);
            redraw();
        }
    }

    private void paint(GC gc) {
        TimeGraphViewer of = viewer;
        if (of == null) {
            return;
        }
        Color ground = themed(StateColors.GROUND, SWT.COLOR_LIST_BACKGROUND);
        Color text = StateColors.isDark() ? themed(FOREGROUND, SWT.COLOR_LIST_FOREGROUND)
                : getDisplay().getSystemColor(SWT.COLOR_LIST_FOREGROUND);
        Rectangle all = getClientArea();
        gc.setBackground(ground);
        gc.fillRectangle(all);
        int left = of.getNameSpace();
        int right = Math.min(all.width, of.getTimeGraphControl().getSize().x);
        gc.setClipping(left, 0, Math.max(0, right - left), all.height);
        marks(of, false, all, gc);
        int y = 0;
        for (TimeGraphEntry row : rows()) {
            gc.setForeground(text);
            gc.setClipping(0, y, Math.max(0, left - MARGIN), ROW);
            gc.drawText(row.getName(), MARGIN, y + (ROW - gc.getFontMetrics().getHeight()) / 2, true);
            gc.setClipping(left, y, Math.max(0, right - left), ROW);
            view.draw(row, of, new Rectangle(left, y, right - left, ROW), gc);
            y += ROW;
        }
        gc.setClipping(left, 0, Math.max(0, right - left), all.height);
        marks(of, true, all, gc);
        List<TimeGraphEntry> rows = rows();
        view.drawArrows(of, row -> row == null || !rows.contains(row) ? -1 : rows.indexOf(row) * ROW + ROW / 2, gc);
        gc.setClipping((Rectangle) null);
        gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_WIDGET_NORMAL_SHADOW));
        gc.drawLine(0, all.height - 1, all.width, all.height - 1);
    }

    /** Bookmarks, and the range that all views are about, as in the time graph: before the states or behind them. */
    private static void marks(TimeGraphViewer of, boolean before, Rectangle all, GC gc) {
        of.getTimeGraphControl().getMarkers().stream().filter(mark -> mark.getEntry() == null && mark.isForeground() == before)
                .forEach(mark -> mark(mark, of, all, gc));
    }

    private static void mark(IMarkerEvent mark, TimeGraphViewer of, Rectangle all, GC gc) {
        int from = Math.max(-1, of.getXForTime(mark.getTime()));
        int to = Math.min(all.width + 1, of.getXForTime(mark.getTime() + mark.getDuration()));
        Color color = new Color(mark.getColor());
        gc.setAlpha(mark.getColor().alpha);
        if (to > from) {
            gc.setBackground(color);
            gc.fillRectangle(from, 0, to - from, all.height);
        } else {
            gc.setForeground(color);
            gc.drawLine(from, 0, from, all.height);
        }
        gc.setAlpha(255);
    }

    /** What the tooltip said when the pointer rested last, line by line. */
    List<String> toolTip() {
        return List.copyOf(tip.said);
    }

    /** Of a state what the tooltip of the time graph tells of it; of a name all of it, which may be cut off. */
    private final class Tip extends TmfAbstractToolTipHandler {
        private static final int LINES = 4;
        private final List<String> said = new ArrayList<>();

        @Override
        protected void fill(@Nullable Control control, @Nullable MouseEvent event, @Nullable Point point) {
            said.clear();
            TimeGraphViewer of = viewer;
            TimeGraphEntry row = point == null ? null : at(point.y);
            if (of == null || row == null || point == null) {
                return;
            }
            if (point.x < of.getNameSpace()) {
                tell(Messages.columnThread, row.getName());
            } else {
                view.tip(row, of, point.x).entrySet().stream().limit(LINES).forEach(line -> tell(line.getKey(), line.getValue()));
            }
        }

        private void tell(String name, String value) {
            said.add(name + ": " + value);
            addItem(name, value);
        }
    }

    /** A colour of the theme, which by day may have none of it: then one of the system's. */
    private Color themed(String name, int system) {
        Color color = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry().get(name);
        return color == null ? getDisplay().getSystemColor(system) : color;
    }
}
