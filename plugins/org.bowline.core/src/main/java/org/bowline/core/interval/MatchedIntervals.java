/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.List;

import org.bowline.core.model.Caveat;

/**
 * The intervals that begin and end facts make.
 *
 * @param intervals by begin, then end, then key
 * @param caveats what did not make an interval, counted
 */
public record MatchedIntervals(List<NamedInterval> intervals, List<Caveat> caveats) {}
