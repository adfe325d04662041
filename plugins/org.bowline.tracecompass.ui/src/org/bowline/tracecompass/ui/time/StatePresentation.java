/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.ITimeElement;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.StateItem;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphPresentationProvider;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ILinkEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.threads.ArrowBand;
import org.bowline.tracecompass.core.threads.SharedState;
import org.bowline.tracecompass.ui.frame.Messages;

/**
 * Draws states and arrows by their {@link StateStyle}, in the colours of the theme, with tooltips of the data provider; under a high-contrast theme
 * each state bears its letter.
 */
public class StatePresentation extends TimeGraphPresentationProvider {
    private static final int ROW_HEIGHT = 22;
    /** Pixels above and below the states of a row. */
    private static final int ROW_GAP = 3;
    /** The property by which the legend tells arrows from states, and its value for arrows. */
    private static final String ITEM_TYPE = ".type";
    private static final String LINK_TYPE = ".type.link";

    private static final int HALF_CELL = ArrowBand.CELL_PIXELS / 2;
    /** Pixels; beyond, GTK draws what it likes. */
    private static final int MOST_X = 1 << 14;

    private static final List<String> OUTLINE = List.of(StyleProperties.BORDER_STYLE, StyleProperties.BORDER_COLOR,
            StyleProperties.BORDER_WIDTH);

    private final StateItem[] items;
    private Set<String> told = Set.of();
    private final IPropertyChangeListener themeListener = event -> {
        if (event.getProperty().startsWith(StateColors.PREFIX) || event.getProperty().equals(StateColors.GROUND)
                || event.getProperty().equals("CHANGE_CURRENT_THEME")) {
            recolor();
        }
    };

    /** With the colours of the present theme; {@link #dispose} it. */
    public StatePresentation() {
        super("");
        StateStyle[] styles = StateStyle.values();
        items = new StateItem[styles.length];
        for (StateStyle style : styles) {
            Map<String, Object> properties = new HashMap<>(style.properties());
            String color = hex(StateColors.of(style));
            properties.put(StyleProperties.BACKGROUND_COLOR, color);
            properties.put(StyleProperties.COLOR, color);
            if (!style.isArrow()) {
                OUTLINE.forEach(properties::remove);
                properties.putAll(StateStyle.outline(color));
            }
            if (style.isArrow()) {
                properties.put(ITEM_TYPE, LINK_TYPE);
                properties.remove(StyleProperties.STYLE_GROUP);
            }
            items[style.ordinal()] = new StateItem(properties);
        }
        PlatformUI.getWorkbench().getThemeManager().addPropertyChangeListener(themeListener);
    }

    /** Stops following the theme. */
    public void dispose() {
        PlatformUI.getWorkbench().getThemeManager().removePropertyChangeListener(themeListener);
    }

    private void recolor() {
        for (StateStyle style : StateStyle.values()) {
            items[style.ordinal()].setStateColor(StateColors.of(style));
            if (!style.isArrow()) {
                Map<String, Object> properties = items[style.ordinal()].getStyleMap();
                OUTLINE.forEach(properties::remove);
                properties.putAll(StateStyle.outline(hex(StateColors.of(style))));
            }
        }
        fireColorSettingsChanged();
    }

    private static String hex(RGB rgb) {
        return String.format("#%02x%02x%02x", rgb.red, rgb.green, rgb.blue);
    }

    @Override
    public StateItem[] getStateTable() {
        return items;
    }

    @Override
    public int getStateTableIndex(@Nullable ITimeEvent event) {
        if (event instanceof ILinkEvent) {
            StateStyle style = style(event);
            return style == null ? StateStyle.GOES_ON.ordinal() : style.ordinal();
        }
        if (event instanceof TimeEvent state && state.hasValue() && state.getValue() >= 0 && state.getValue() < StateStyle.STATES) {
            return state.getValue();
        }
        return INVISIBLE;
    }

    private static @Nullable StateStyle style(ITimeEvent event) {
        ITimeElement model = event instanceof TimeEvent timeEvent ? timeEvent.getModel() : null;
        OutputElementStyle style = model == null ? null : model.getStyle();
        String key = style == null ? null : style.getParentKey();
        return key == null ? null : StateStyle.of(key);
    }

    /** A band of arrows is drawn here, and not by Trace Compass, which has lines alone. */
    @Override
    public Map<String, Object> getSpecificEventStyle(@Nullable ITimeEvent event) {
        return band(event) == null ? Map.of() : Map.of(StyleProperties.OPACITY, 0.0f);
    }

    private static @Nullable ArrowBand band(@Nullable ITimeEvent event) {
        return event instanceof TimeEvent timeEvent && timeEvent.getModel() instanceof ArrowBand band ? band : null;
    }

    @Override
    public @Nullable String getEventName(@Nullable ITimeEvent event) {
        int index = getStateTableIndex(event);
        return index < 0 ? null : StateStyle.of(index).label();
    }

    @Override
    public String getPreferenceKey() {
        return "org.bowline.states";
    }

    @Override
    public int getItemHeight(@Nullable ITimeGraphEntry entry) {
        return ROW_HEIGHT;
    }

    @Override
    public String getStateTypeName(@Nullable ITimeGraphEntry entry) {
        return entry != null && !entry.hasTimeEvents() ? Messages.Host_Row : Messages.Thread_Row;
    }

    /** Forgets what a tooltip told. */
    void forgetTold() {
        told = Set.of();
    }

    /** What the last tooltip tells of a state or an arrow, by name; empty since {@link #forgetTold()} if it was about neither. */
    Set<String> told() {
        return told;
    }

    /** What every query must tell besides; of tooltips. */
    protected void addParameters(Map<String, Object> parameters) {
        // nothing
    }

    @Override
    public Map<String, String> getEventHoverToolTipInfo(@Nullable ITimeEvent event, long hoverTime) {
        if (event == null || !(event.getEntry() instanceof TimeGraphEntry entry) || getStateTableIndex(event) < 0) {
            return Map.of();
        }
        ITimeGraphDataProvider<? extends TimeGraphEntryModel> provider = BaseDataProviderTimeGraphView.getProvider(entry);
        Map<String, Object> parameters = new HashMap<>();
        parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(hoverTime));
        parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(entry.getEntryModel().getId()));
        ITimeElement model = event instanceof TimeEvent timeEvent ? timeEvent.getModel() : null;
        if (model != null) {
            parameters.put(DataProviderParameterUtils.REQUESTED_ELEMENT_KEY, model);
        }
        addParameters(parameters);
        Map<String, String> tooltip = provider.fetchTooltip(parameters, new NullProgressMonitor()).getModel();
        if (tooltip == null) {
            return Map.of();
        }
        told = Set.copyOf(tooltip.keySet());
        return new LinkedHashMap<>(tooltip);
    }

    @Override
    public void postDrawEvent(@Nullable ITimeEvent event, @Nullable Rectangle bounds, @Nullable GC gc) {
        ArrowBand band = band(event);
        StateStyle style = event == null ? null : style(event);
        if (band != null && style != null && bounds != null && gc != null) {
            drawBand(band, StateColors.of(style), bounds.x, Math.min(MOST_X, getDrawingHelper().getXForTime(band.lastNanos())),
                    bounds.width,
                    bounds.y, bounds.height, gc);
        }
        drawShares(event, bounds, gc);
        if (event == null || bounds == null || gc == null || event instanceof ILinkEvent || !gc.getDevice().isDisposed()
                && !org.eclipse.swt.widgets.Display.getCurrent().getHighContrast()) {
            return;
        }
        int index = getStateTableIndex(event);
        if (index >= 0) {
            drawLetter(StateStyle.of(index), bounds, gc);
        }
    }

    private void drawShares(@Nullable ITimeEvent event, @Nullable Rectangle bounds, @Nullable GC gc) {
        if (bounds != null && gc != null && event instanceof TimeEvent timeEvent && timeEvent.getModel() instanceof SharedState shared) {
            ShareColumns.draw(this, shared, bounds, gc);
        }
    }

    /**
     * Draws the states of a row somewhere else than in its time graph, at the same times across.
     *
     * @param bounds where
     */
    public void draw(TimeGraphEntry row, TimeGraphViewer viewer, Rectangle bounds, GC gc) {
        long from = viewer.getTime0();
        long to = viewer.getTime1();
        var events = bounds.width <= 0 ? null
                : row.getTimeEventsIterator(from, to, Math.max(1, (to - from) / bounds.width));
        while (events != null && events.hasNext()) {
            ITimeEvent event = events.next();
            int index = getStateTableIndex(event);
            if (index < 0) {
                continue;
            }
            int begin = viewer.getXForTime(Math.max(from, event.getTime()));
            int end = viewer.getXForTime(Math.min(to, event.getTime() + event.getDuration()));
            int height = Math.round((bounds.height - 2 * ROW_GAP) * StateStyle.of(index).height());
            Rectangle state = new Rectangle(begin, bounds.y + (bounds.height - height) / 2, Math.max(1, end - begin), height);
            gc.setBackground(new Color(StateColors.of(StateStyle.of(index))));
            gc.fillRectangle(state);
            postDrawEvent(event, state, gc);
        }
    }

    /**
     * What a tooltip tells of a state of a row that is drawn somewhere else than in its time graph, by name; empty where there is none.
     *
     * @param x across, in the time graph
     */
    public Map<String, String> tip(TimeGraphEntry row, TimeGraphViewer viewer, int x) {
        long time = viewer.getTimeAtX(x);
        long pixel = Math.max(1, viewer.getTimeAtX(x + 1) - time);
        var events = row.getTimeEventsIterator(time, time + pixel, 1);
        while (events != null && events.hasNext()) {
            ITimeEvent event = events.next();
            if (getStateTableIndex(event) >= 0) {
                return getEventHoverToolTipInfo(event, Math.max(time, event.getTime()));
            }
        }
        return Map.of();
    }

    /**
     * Draws the arrows between rows that are drawn somewhere else than in their time graph, at the same times across.
     *
     * @param middle where the middle of a row is, from above; negative if it is not drawn
     */
    public void drawArrows(List<ILinkEvent> arrows, TimeGraphViewer viewer, ToIntFunction<@Nullable ITimeGraphEntry> middle, GC gc) {
        for (ILinkEvent arrow : arrows) {
            int fromY = middle.applyAsInt(arrow.getEntry());
            int toY = middle.applyAsInt(arrow.getDestinationEntry());
            StateStyle style = style(arrow);
            if (fromY < 0 || toY < 0 || style == null) {
                continue;
            }
            int fromX = within(viewer.getXForTime(arrow.getTime()));
            int toX = within(viewer.getXForTime(arrow.getTime() + arrow.getDuration()));
            ArrowBand band = band(arrow);
            if (band == null) {
                Color color = new Color(StateColors.of(style));
                gc.setForeground(color);
                gc.setBackground(color);
                gc.drawLine(fromX, fromY, toX, toY);
                gc.fillPolygon(Arrowhead.at(fromX, fromY, toX, toY));
            } else {
                drawBand(band, StateColors.of(style), fromX, within(viewer.getXForTime(band.lastNanos())), toX - fromX, fromY, toY - fromY,
                        gc);
            }
        }
    }

    private static int within(int x) {
        return Math.max(-MOST_X, Math.min(MOST_X, x));
    }

    /** From row to row a surface over the time in which the arrows begin, narrower where they end. */
    private static void drawBand(ArrowBand band, RGB rgb, int from, int last, int slant, int y, int height, GC gc) {
        int to = Math.max(from, last);
        int[] surface = {from - HALF_CELL, y, to + HALF_CELL, y, to + slant + 1, y + height, from + slant - 1, y + height};
        Color color = new Color(rgb);
        gc.setBackground(color);
        int alpha = gc.getAlpha();
        gc.setAlpha(Math.round(255 * band.opacity()));
        gc.fillPolygon(surface);
        gc.setAlpha(alpha);
    }

    /** The letter of a state where there is room for it, on a ground that can be read. */
    static void drawLetter(StateStyle style, Rectangle bounds, GC gc) {
        String letter = String.valueOf(style.letter());
        Point size = gc.textExtent(letter);
        if (bounds.width > size.x + 4) {
            int x = bounds.x + 2;
            int y = bounds.y + (bounds.height - size.y) / 2;
            gc.setBackground(gc.getDevice().getSystemColor(org.eclipse.swt.SWT.COLOR_LIST_BACKGROUND));
            gc.setForeground(gc.getDevice().getSystemColor(org.eclipse.swt.SWT.COLOR_LIST_FOREGROUND));
            gc.drawString(letter, x, y, false);
        }
    }
}
