/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

/** The point of an arrow. */
final class Arrowhead {
    private static final double LENGTH = 8;
    private static final double HALF_WIDTH = 3;

    private Arrowhead() {}

    /** A triangle whose point is where an arrow ends, x and y in turn; of an arrow without a length it points down. */
    static int[] at(int fromX, int fromY, int toX, int toY) {
        double length = Math.hypot(toX - fromX, toY - fromY);
        double alongX = length == 0 ? 0 : (toX - fromX) / length;
        double alongY = length == 0 ? 1 : (toY - fromY) / length;
        double baseX = toX - alongX * LENGTH;
        double baseY = toY - alongY * LENGTH;
        return new int[] {toX, toY, round(baseX - alongY * HALF_WIDTH), round(baseY + alongX * HALF_WIDTH),
            round(baseX + alongY * HALF_WIDTH),
            round(baseY - alongX * HALF_WIDTH)};
    }

    private static int round(double pixel) {
        return (int) Math.round(pixel);
    }
}
