/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.eclipse.swt.SWT;
import org.eclipse.swt.events.MouseEvent;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfAbstractToolTipHandler;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.ITimeDataProvider;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphTooltipHandler;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.ToolTipColors;

/**
 * The tooltip of a time graph, in four lines at most: of what Trace Compass would show, the parts that the provider of the states names. The rest stands in the row, on the time axis, and in the view of
 * details.
 */
final class StateToolTip extends TimeGraphTooltipHandler {
    private static final int LINES = 4;
    /** A tooltip is 750 pixels wide at most; what is beyond is not shown. */
    private static final int LETTERS = 80;
    private static final String HANDLER = TmfAbstractToolTipHandler.class.getName();

    private final StatePresentation presentation;
    private final List<String> shown = new ArrayList<>();

    private StateToolTip(StatePresentation presentation, ITimeDataProvider times) {
        super(presentation, times);
        this.presentation = presentation;
    }

    /** Takes the place of the tooltip of a time graph. */
    static StateToolTip replace(Control control, StatePresentation presentation, ITimeDataProvider times) {
        for (Listener listener : control.getListeners(SWT.MouseHover)) {
            if (isToolTip(listener)) {
                control.removeListener(SWT.MouseHover, listener);
            }
        }
        StateToolTip tip = new StateToolTip(presentation, times);
        tip.activateHoverHelp(control);
        ToolTipColors.on(control);
        return tip;
    }

    /** Whether a listener is that of a tooltip. What tells it has another type in newer releases of SWT, so that it is asked by name. */
    private static boolean isToolTip(Listener listener) {
        try {
            Object hover = listener.getClass().getMethod("getEventListener").invoke(listener);
            return hover != null && hover.getClass().getName().startsWith(HANDLER);
        } catch (ReflectiveOperationException e) {
            return false; // not a typed one
        }
    }

    @Override
    protected void fill(@Nullable Control control, @Nullable MouseEvent event, @Nullable Point point) {
        shown.clear();
        presentation.forgetTold();
        super.fill(control, event, point);
    }

    @Override
    protected void addItem(@Nullable ToolTipString category, @Nullable ToolTipString name, @Nullable ToolTipString value) {
        Set<String> told = presentation.told();
        if (name != null && (told.contains(name.toString()) || told.isEmpty() && isMark(category)) && shown.size() < LINES) {
            shown.add(name + ": " + value);
            super.addItem(null, name, value == null || value.toString().length() <= LETTERS ? value
                    : ToolTipString.fromString(lines(value.toString())));
        }
    }

    /** A list in lines that are no longer than Trace Compass shows of one. */
    static String lines(String list) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String part : list.split("(?<=, )")) {
            if (length > 0 && length + part.strip().length() > LETTERS) {
                lines.setLength(lines.length() - 1); // the space that would end the line
                lines.append('\n');
                length = 0;
            }
            lines.append(part);
            length += part.length();
        }
        return lines.toString();
    }

    private static boolean isMark(@Nullable ToolTipString category) {
        return category != null && category.toString().startsWith("Marker");
    }

    /** What the tooltip said when the pointer rested last. */
    List<String> shown() {
        return List.copyOf(shown);
    }
}
