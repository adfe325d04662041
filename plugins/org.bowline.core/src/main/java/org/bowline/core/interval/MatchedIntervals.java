/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.List;

import org.bowline.core.model.Caveat;

/**
 * The intervals that begin and end facts make.
 *
 * @param intervals by begin, then end, then key
 * @param unfinished what began and was not seen to end, likewise: each with the host and the thread that began it, and with an end before which it did not end
 * @param caveats what did not make an interval, counted
 */
public record MatchedIntervals(List<NamedInterval> intervals, List<NamedInterval> unfinished, List<Caveat> caveats) {
    /** All of which ended. */
    public MatchedIntervals(List<NamedInterval> intervals, List<Caveat> caveats) {
        this(intervals, List.of(), caveats);
    }
}
