/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

/**
 * How well a colour can be told from another one, by the rule of the Web Content Accessibility Guidelines 2.1 (success criterion 1.4.11): graphics
 * need a ratio of 3. Colours are {@code #rrggbb}. O(1).
 */
public final class Contrast {
    /** What graphics need. */
    public static final double GRAPHICS = 3;
    /** What text needs. */
    public static final double TEXT = 4.5;

    private static final double STEP = 0.95;
    private static final int WHITE = 255;

    private Contrast() {}

    /**
     * The ratio of two colours, 1 to 21.
     *
     * @throws NumberFormatException if one is no colour
     */
    public static double ratio(String a, String b) {
        double x = luminance(a);
        double y = luminance(b);
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    }

    /** The colour itself if it can be told from white, else the lightest darker one of its hue that can. */
    public static String onWhite(String color) {
        String ground = "#ffffff";
        double shade = 1;
        String darker = color;
        while (ratio(darker, ground) < GRAPHICS) {
            shade *= STEP;
            darker = String.format("#%02x%02x%02x", (int) (channel(color, 1) * shade), (int) (channel(color, 3) * shade),
                    (int) (channel(color, 5) * shade));
        }
        return darker;
    }

    private static double luminance(String color) {
        return 0.2126 * linear(channel(color, 1)) + 0.7152 * linear(channel(color, 3)) + 0.0722 * linear(channel(color, 5));
    }

    private static int channel(String color, int at) {
        return Integer.parseInt(color.substring(at, at + 2), 16);
    }

    private static double linear(int channel) {
        double value = (double) channel / WHITE;
        return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
