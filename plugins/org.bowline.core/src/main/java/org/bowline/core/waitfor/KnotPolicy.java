/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.bowline.core.figures.Threshold;

/**
 * Which edges are too light to matter. Shares are of {@link WaitForGraph#rangeNanos}.
 *
 * @param trim edges lighter than this are left out before anything else; paper: 1 %
 * @param threshold a complicated knot loses its lightest edge as long as that one is not heavier than this; paper: 20 %
 */
public record KnotPolicy(Threshold trim, Threshold threshold) {
    /** The paper's values: 1 % and 20 %. */
    public static final KnotPolicy DEFAULT = new KnotPolicy(Threshold.ofPercent(1), Threshold.ofPercent(20));
}
