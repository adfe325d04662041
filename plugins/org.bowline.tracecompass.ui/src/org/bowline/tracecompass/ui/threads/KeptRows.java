/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.time.StateColors;

/**
 * Rows that a person keeps in sight: copies of them above the time graph, which stay there however it is scrolled, and follow its range and the line between names and states. A click on one chooses its thread; the
 * last that is kept stands lowest. Takes no room while there is none. In the UI thread.
 */
final class KeptRows extends Canvas {
    /** More would leave no room for the others; the first one goes then. */
    private static final int MOST = 6;
    private static final int ROW = 22;
    private static final int MARGIN = 6;
    private static final String FOREGROUND = "org.eclipse.tracecompass.tmf.ui.TOOL_FOREGROUND";

    private final ThreadsView view;
    private final Map<ITmfTrace, List<Long>> kept = new WeakHashMap<>();
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
            List<Long> ids = new ArrayList<>(ids());
            ids.remove(Long.valueOf(row.getEntryModel().getId()));
            if (keep) {
                ids.add(row.getEntryModel().getId());
            }
            kept.put(trace, ids.subList(Math.max(0, ids.size() - MOST), ids.size()));
            arrange();
            view.restartZoomThread(); // which asks for the states of those that are out of sight
        }
    }

    private void keepNone() {
        kept.remove(view.getTrace());
        arrange();
    }

    private List<Long> ids() {
        return kept.getOrDefault(view.getTrace(), List.of());
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
        int y = 0;
        for (TimeGraphEntry row : rows()) {
            gc.setForeground(text);
            gc.setClipping(0, y, Math.max(0, left - MARGIN), ROW);
            gc.drawText(row.getName(), MARGIN, y + (ROW - gc.getFontMetrics().getHeight()) / 2, true);
            gc.setClipping(left, y, Math.max(0, right - left), ROW);
            view.draw(row, of, new Rectangle(left, y, right - left, ROW), gc);
            y += ROW;
        }
        gc.setClipping((Rectangle) null);
        gc.setForeground(getDisplay().getSystemColor(SWT.COLOR_WIDGET_NORMAL_SHADOW));
        gc.drawLine(0, all.height - 1, all.width, all.height - 1);
    }

    /** A colour of the theme, which by day may have none of it: then one of the system's. */
    private Color themed(String name, int system) {
        Color color = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry().get(name);
        return color == null ? getDisplay().getSystemColor(system) : color;
    }
}
