/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.swt.graphics.GC;

import org.bowline.report.graph.TextSize;

/** Widths of a font's characters, measured once in the UI thread, so that a job can lay out. A little too wide rather than too narrow. */
final class CharWidths implements TextSize {
    private static final int FIRST = 32;
    private static final int LAST = 0x17f;
    private final int[] widths = new int[LAST + 1 - FIRST];
    private final int wide;
    private final int height;

    /** Measures the font of a graphics context. */
    CharWidths(GC gc) {
        for (int c = FIRST; c <= LAST; c++) {
            widths[c - FIRST] = gc.getAdvanceWidth((char) c);
        }
        wide = 2 * gc.getAdvanceWidth('m');
        height = gc.getFontMetrics().getHeight();
    }

    @Override
    public double width(String text) {
        return text.codePoints().map(c -> c >= FIRST && c <= LAST ? widths[c - FIRST] : wide).sum();
    }

    @Override
    public double lineHeight() {
        return height;
    }
}
