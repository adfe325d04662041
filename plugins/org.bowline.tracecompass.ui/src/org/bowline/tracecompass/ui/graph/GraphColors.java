/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Display;

import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The colours of a graph, from the theme; none is ours to dispose. Where the system asks for high contrast, its own two colours: shapes,
 * widths, marks and letters tell the rest.
 *
 * @param background behind everything
 * @param text names
 * @param node inside of a node
 * @param border border of a node
 * @param device inside of what is not a thread
 * @param edge a line
 * @param knot lines and borders of a knot
 * @param sink border of a sink
 * @param host area of a host
 * @param chosen what is chosen
 * @param hit what is searched for
 */
record GraphColors(Color background, Color text, Color node, Color border, Color device, Color edge, Color knot, Color sink, Color host,
        Color chosen, Color hit) {
    /** What all ids of these colours begin with. */
    static final String PREFIX = "org.bowline.graph.";

    static GraphColors current(Display display) {
        Color front = display.getSystemColor(SWT.COLOR_LIST_FOREGROUND);
        Color back = display.getSystemColor(SWT.COLOR_LIST_BACKGROUND);
        if (display.getHighContrast()) {
            return new GraphColors(back, front, back, front, back, front, front, front, back,
                    display.getSystemColor(SWT.COLOR_LIST_SELECTION), display.getSystemColor(SWT.COLOR_LIST_SELECTION));
        }
        return new GraphColors(of("background", back), of("text", front), of("node", back), of("border", front),
                of("device", back), of("edge", front), of("knot", front), of("sink", front),
                of("host", back), of("chosen", front), of("hit", front));
    }

    private static Color of(String name, Color otherwise) {
        return Ui.color(PREFIX + name, otherwise);
    }
}
