/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.StateItem;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphPresentationProvider;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.report.graph.FlameTree;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.flame.FlameAnswer;
import org.bowline.tracecompass.core.flame.FlameAnswer.Kind;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.ui.time.StateColors;

/**
 * Colours, names and tooltips of frames: a wait has the colour that it has in all views, code and modules have tints of one colour each, so that neighbours can be told apart, and what is not searched for is faded.
 */
final class FlamePresentation extends TimeGraphPresentationProvider {
    private static final int ROW_HEIGHT = 20;
    private static final int RING = 2;
    private static final int TINTS = 3;
    private static final int TINT = 14;
    private static final double FADED = 0.75;
    private static final RGB WHITE = new RGB(255, 255, 255);
    private static final RGB DARK = new RGB(47, 47, 47);
    /** By kind, on a light and on a dark ground. */
    private static final RGB[] LIGHT_KINDS = {new RGB(200, 204, 212), new RGB(150, 178, 212), new RGB(140, 200, 196),
        new RGB(150, 200, 130)};
    private static final RGB[] DARK_KINDS = {new RGB(84, 90, 100), new RGB(66, 98, 140), new RGB(48, 112, 110), new RGB(70, 120, 52)};

    private final StateItem[] items;
    private final int plain;
    private @Nullable FlameAnswer answer;
    private @Nullable BitSet found;
    private int marked = FlameTree.NONE;
    private final IPropertyChangeListener themeListener = event -> {
        if (event.getProperty().startsWith(StateColors.PREFIX) || event.getProperty().equals(StateColors.GROUND)
                || event.getProperty().equals("CHANGE_CURRENT_THEME")) {
            recolor();
        }
    };

    FlamePresentation() {
        super("");
        plain = Kind.values().length * TINTS + StateStyle.values().length;
        items = new StateItem[2 * plain];
        for (int i = 0; i < items.length; i++) {
            items[i] = new StateItem(color(i), "");
        }
        PlatformUI.getWorkbench().getThemeManager().addPropertyChangeListener(themeListener);
    }

    void dispose() {
        PlatformUI.getWorkbench().getThemeManager().removePropertyChangeListener(themeListener);
    }

    private void recolor() {
        for (int i = 0; i < items.length; i++) {
            items[i].setStateColor(color(i));
        }
        fireColorSettingsChanged();
    }

    /** What is shown, and which frames are searched for; null for all. */
    void show(@Nullable FlameAnswer shown, @Nullable BitSet searched) {
        answer = shown;
        found = searched;
    }

    /** Which frame has a ring; {@link FlameTree#NONE} for none. */
    void mark(int frame) {
        marked = frame;
    }

    @Override
    public void postDrawEvent(@Nullable ITimeEvent event, @Nullable Rectangle bounds, @Nullable GC gc) {
        if (bounds != null && gc != null && event instanceof FlameEntry.Bar bar && bar.frame() == marked) {
            Color before = gc.getForeground();
            gc.setForeground(new Color(StateColors.isDark() ? WHITE : DARK));
            gc.setLineWidth(RING);
            gc.drawRectangle(bounds.x + RING / 2, bounds.y + RING / 2, Math.max(0, bounds.width - RING), Math.max(0, bounds.height - RING));
            gc.setLineWidth(0);
            gc.setForeground(before);
        }
    }

    private RGB color(int item) {
        boolean dark = StateColors.isDark();
        RGB ground = dark ? DARK : WHITE;
        if (item >= plain) {
            return mixed(color(item - plain), ground);
        }
        int kinds = Kind.values().length * TINTS;
        if (item >= kinds) {
            return StateColors.of(StateStyle.of(item - kinds));
        }
        RGB base = (dark ? DARK_KINDS : LIGHT_KINDS)[item / TINTS];
        int tint = item % TINTS * TINT;
        return new RGB(Math.min(255, base.red + tint), Math.min(255, base.green + tint), Math.min(255, base.blue + tint));
    }

    private static RGB mixed(RGB color, RGB ground) {
        return new RGB((int) (color.red + (ground.red - color.red) * FADED), (int) (color.green + (ground.green - color.green) * FADED),
                (int) (color.blue + (ground.blue - color.blue) * FADED));
    }

    @Override
    public StateItem[] getStateTable() {
        return items;
    }

    @Override
    public int getStateTableIndex(@Nullable ITimeEvent event) {
        FlameAnswer of = answer;
        if (!(event instanceof FlameEntry.Bar bar) || of == null || bar.frame() >= of.tree().size()) {
            return INVISIBLE;
        }
        int kind = of.tree().kind(bar.frame());
        int item = Kind.isWait(kind) ? Kind.values().length * TINTS + Kind.wait(kind).ordinal()
                : Kind.of(kind).ordinal() * TINTS + Math.floorMod(of.tree().name(bar.frame()).hashCode(), TINTS);
        BitSet searched = found;
        return searched == null || searched.get(bar.frame()) ? item : plain + item;
    }

    @Override
    public @Nullable String getEventName(@Nullable ITimeEvent event) {
        FlameAnswer of = answer;
        return event instanceof FlameEntry.Bar bar && of != null ? of.shown(bar.frame()) : null;
    }

    @Override
    public Map<String, String> getEventHoverToolTipInfo(@Nullable ITimeEvent event, long hoverNanos) {
        FlameAnswer of = answer;
        return event instanceof FlameEntry.Bar bar && of != null ? facts(of, bar.frame()) : Map.of();
    }

    /** What is known of a frame, for its tooltip. */
    static Map<String, String> facts(FlameAnswer of, int frame) {
        FlameTree tree = of.tree();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(switch (of.what()) {
            case BLOCKED -> Messages.Flame_Blocked;
            case RUNNING -> Messages.Flame_Running;
            case BOTH -> Messages.Flame_Both;
        },
                TimeFormat.duration(tree.nanos(frame)));
        facts.put(Messages.Flame_OfAll, of.share(frame));
        if (tree.parent(frame) != FlameTree.ROOT) {
            facts.put(Messages.Flame_OfParent, of.shareOfParent(frame));
        }
        if (tree.ownNanos(frame) < tree.nanos(frame)) {
            facts.put(Messages.Flame_Itself, TimeFormat.duration(tree.ownNanos(frame)));
        }
        return facts;
    }

    @Override
    public int getItemHeight(@Nullable ITimeGraphEntry entry) {
        return ROW_HEIGHT;
    }

    @Override
    public boolean displayTimesInTooltip() {
        return false;
    }

    @Override
    public String getPreferenceKey() {
        return "org.bowline.flame";
    }
}
