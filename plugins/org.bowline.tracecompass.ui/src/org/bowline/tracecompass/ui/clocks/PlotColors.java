/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Display;

import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The colours of the plot, from the theme; none is ours to dispose. Where the system asks for high contrast, its own two: shapes and line
 * patterns tell the rest.
 *
 * @param background behind everything
 * @param text words and numbers
 * @param grid lines of the grid
 * @param sent messages that the host sent, and their hull
 * @param received messages that it received, and their hull
 * @param band where the truth lies
 * @param estimate the clock that is taken
 * @param range the selected time
 * @param useless messages that bound nothing
 */
record PlotColors(Color background, Color text, Color grid, Color sent, Color received, Color band, Color estimate, Color range,
        Color useless) {
    /** What all ids of these colours begin with. */
    static final String PREFIX = "org.bowline.clocks.";

    static PlotColors current(Display display) {
        Color front = display.getSystemColor(SWT.COLOR_LIST_FOREGROUND);
        Color back = display.getSystemColor(SWT.COLOR_LIST_BACKGROUND);
        if (display.getHighContrast()) {
            Color chosen = display.getSystemColor(SWT.COLOR_LIST_SELECTION);
            return new PlotColors(back, front, front, front, front, chosen, front, chosen, front);
        }
        return new PlotColors(of("background", back), of("text", front), of("grid", front), of("sent", front),
                of("received", front), of("band", front), of("estimate", front), of("range", front),
                of("useless", front));
    }

    private static Color of(String name, Color otherwise) {
        return Ui.color(PREFIX + name, otherwise);
    }
}
