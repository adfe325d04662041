/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.requests;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Display;

import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The colours of the plot, from the theme; none is ours to dispose. Where the system asks for high contrast, its own.
 *
 * @param background behind everything
 * @param text words and numbers
 * @param grid lines of the grid
 * @param point a request, and the bars of the histogram
 * @param unfinished one that had not ended
 * @param chosen one that is chosen
 * @param percentile the lines of median and 99th percentile
 */
record RequestColors(Color background, Color text, Color grid, Color point, Color unfinished, Color chosen, Color percentile) {
    private static final String PREFIX = "org.bowline.requests.";

    static RequestColors current(Display display) {
        Color front = display.getSystemColor(SWT.COLOR_LIST_FOREGROUND);
        Color back = display.getSystemColor(SWT.COLOR_LIST_BACKGROUND);
        if (display.getHighContrast()) {
            return new RequestColors(back, front, front, front, front, display.getSystemColor(SWT.COLOR_LIST_SELECTION), front);
        }
        return new RequestColors(of("background", back), of("text", front), of("grid", front), of("point", front), of("unfinished", front),
                of("chosen", front), of("percentile", front));
    }

    private static Color of(String name, Color otherwise) {
        return Ui.color(PREFIX + name, otherwise);
    }
}
