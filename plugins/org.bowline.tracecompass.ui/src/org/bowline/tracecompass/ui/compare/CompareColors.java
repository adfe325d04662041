/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Display;

import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The colours of the pictures: those of the requests, from the theme; none is ours to dispose. Where the system asks for high contrast, its own.
 *
 * @param background behind everything
 * @param text words, medians and intervals
 * @param grid lines of the grid, and the band of what could hardly be seen
 * @param fresh what is of NEW
 * @param chosen the run at the pointer
 * @param builds of several builds, in the order in which the page has them; they repeat
 */
record CompareColors(Color background, Color text, Color grid, Color fresh, Color chosen, List<Color> builds) {
    /** How the page calls what is of a build: this and its number. */
    static final String BUILD = "build";
    private static final String PREFIX = "org.bowline.requests.";
    private static final String OF_BUILD = "org.bowline.sweep.build";
    private static final int BUILDS = 8;

    /** Copies the list. */
    CompareColors {
        builds = List.copyOf(builds);
    }

    static CompareColors current(Display display) {
        Color front = display.getSystemColor(SWT.COLOR_LIST_FOREGROUND);
        Color back = display.getSystemColor(SWT.COLOR_LIST_BACKGROUND);
        if (display.getHighContrast()) {
            return new CompareColors(back, front, front, front, display.getSystemColor(SWT.COLOR_LIST_SELECTION),
                    List.of(front));
        }
        return new CompareColors(Ui.color(PREFIX + "background", back), Ui.color(PREFIX + "text", front), Ui.color(PREFIX + "grid", front),
                Ui.color(PREFIX + "point", front), Ui.color(PREFIX + "chosen", front),
                IntStream.range(0, BUILDS).mapToObj(i -> Ui.color(OF_BUILD + i, front)).toList());
    }

    /** Whose colour that is: of NEW, of a build, or that of the words. */
    Color of(String group, boolean ofNew) {
        return ofNew ? fresh
                : group.startsWith(BUILD) ? builds.get(Integer.parseInt(group.substring(BUILD.length())) % builds.size()) : text;
    }
}
