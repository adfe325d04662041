/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

/** How large a text is, in the units of the picture (pixels at zoom 1). Must give the same answer for the same text.
 * Asked on the thread that calls {@link GraphPicture#of}. */
public interface TextSize {
    /** A usual sans-serif font at 12 pixels, estimated by classes of characters and rather too wide than too narrow. For SVG. */
    TextSize SANS_12 = new TextSize() {
        @Override
        public double width(String text) {
            return text.codePoints().mapToDouble(TextSize::sans12).sum();
        }

        @Override
        public double lineHeight() {
            return 15;
        }
    };

    /** Width of a text of one line. */
    double width(String text);

    /** Height of a line, ascent to descent. */
    double lineHeight();

    private static double sans12(int c) {
        if ("il.,:;|!'()[]{}jtfr /\\I-".indexOf(c) >= 0) {
            return 4.5;
        }
        if ("mwMW@%".indexOf(c) >= 0) {
            return 11;
        }
        if (c >= 'A' && c <= 'Z') {
            return 8.5;
        }
        return c < 0x2e80 ? 7.4 : 13;
    }
}
