/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.ui.PlatformUI;

import org.bowline.tracecompass.core.provider.StateStyle;

/** The colours of states: those of the workbench's theme, which a person can change in the preferences; else the defaults. */
public final class StateColors {
    /** What the names of the colours in the theme begin with; the key of the style follows. */
    public static final String PREFIX = "org.bowline.colors.";

    private StateColors() {}

    /** The colour of a style as it is now. */
    public static RGB of(StateStyle style) {
        ColorRegistry registry = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
        RGB rgb = registry.getRGB(PREFIX + style.key());
        return rgb == null ? parse(style.color()) : rgb;
    }

    private static RGB parse(String color) {
        int rgb = Integer.parseInt(color.substring(1), 16);
        return new RGB(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
    }
}
