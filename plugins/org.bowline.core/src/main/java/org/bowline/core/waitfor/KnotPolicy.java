/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.bowline.core.figures.Threshold;

/**
 * Which edges are too light to matter. Shares are of {@link WaitForGraph#rangeNanos}.
 *
 * @param trim edges lighter than this are left out before anything else; paper: 1 %
 * @param leastWaits edges of fewer waits than this are left out as well, unless none has so many: what happens once or twice, when programs
 *     start and end, does not bound how much is done again and again
 * @param threshold a complicated knot loses its lightest edge as long as that one is not heavier than this, and edges that lead out of a
 *     component are passed over if they hold up anybody no longer than this; paper: 20 %
 */
public record KnotPolicy(Threshold trim, int leastWaits, Threshold threshold) {
    /** The paper's shares, 1 % and 20 %, and 3 waits. */
    public static final KnotPolicy DEFAULT = new KnotPolicy(Threshold.ofPercent(1), SetAside.FEW, Threshold.ofPercent(20));
    /** For edges of which {@link SetAside} has left out those that do not repeat: it counts the waits of a pool's threads together, which would let the tracer's own into the knots of everything. */
    public static final KnotPolicy OF_WORK = new KnotPolicy(DEFAULT.trim, 1, DEFAULT.threshold);
}
