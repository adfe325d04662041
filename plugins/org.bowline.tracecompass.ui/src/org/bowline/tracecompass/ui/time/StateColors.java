/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.EnumMap;
import java.util.Map;

import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.ui.PlatformUI;

import org.bowline.tracecompass.core.provider.StateStyle;

/**
 * The colours of states: those of the workbench's theme, which a person can change in the preferences. On a dark ground those that could not be told
 * from it are lighter, unless they were changed. (Not by a style sheet of the dark theme: each such sheet must repeat the colours of all others.)
 */
public final class StateColors {
    /** What the names of the colours in the theme begin with; the key of the style follows. */
    public static final String PREFIX = "org.bowline.colors.";
    /** The ground of Trace Compass's time graphs. */
    public static final String GROUND = "org.eclipse.tracecompass.tmf.ui.BACKGROUND";

    private static final int HALF_BRIGHT = 3 * 128;
    private static final Map<StateStyle, RGB> ON_DARK = onDark();

    private StateColors() {}

    private static Map<StateStyle, RGB> onDark() {
        Map<StateStyle, RGB> colors = new EnumMap<>(StateStyle.class);
        colors.put(StateStyle.BLOCKED_DISK, parse("#a468f4"));
        colors.put(StateStyle.BLOCKED_DEVICE, parse("#d06060"));
        colors.put(StateStyle.BLOCKED_TIMER, parse("#5590c8"));
        colors.put(StateStyle.BLOCKED_THREAD, parse("#f04464"));
        colors.put(StateStyle.BLOCKED_IPI, parse("#8a8ae6"));
        colors.put(StateStyle.BLOCKED_UNKNOWN, parse("#8a8172"));
        colors.put(StateStyle.PREEMPTED, parse("#d97a1a"));
        colors.put(StateStyle.RUNNING, parse("#4caf1a"));
        colors.put(StateStyle.UNKNOWN, parse("#909090"));
        colors.put(StateStyle.INTERRUPTED, parse("#cd7f50"));
        colors.put(StateStyle.WAKE_UP, parse("#b6c0d0"));
        colors.put(StateStyle.PACKET, parse("#e26ee2"));
        return colors;
    }

    /** The colour of a style as it is now. */
    public static RGB of(StateStyle style) {
        ColorRegistry registry = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
        return of(style, registry.getRGB(PREFIX + style.key()), registry.getRGB(GROUND));
    }

    /** The colour of a style, given those of the theme; null if it has none. */
    static RGB of(StateStyle style, @org.jspecify.annotations.Nullable RGB themed, @org.jspecify.annotations.Nullable RGB ground) {
        RGB byDay = parse(style.color());
        RGB rgb = themed == null ? byDay : themed;
        return isDark(ground) && rgb.equals(byDay) ? ON_DARK.getOrDefault(style, rgb) : rgb;
    }

    /** Whether the ground of time graphs is dark now. */
    public static boolean isDark() {
        return isDark(PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry().getRGB(GROUND));
    }

    /** Whether a ground is dark. */
    static boolean isDark(@org.jspecify.annotations.Nullable RGB ground) {
        return ground != null && ground.red + ground.green + ground.blue < HALF_BRIGHT;
    }

    private static RGB parse(String color) {
        int rgb = Integer.parseInt(color.substring(1), 16);
        return new RGB(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
    }
}
