/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Where does the time of a request go? Named intervals (requests, transactions) from pairs of begin and end events, the critical path of
 * each, and what the paths of one label have in common.
 *
 * <p>In: begin and end facts from any threads and hosts, in reference time, and a {@link org.bowline.core.timeline.Timeline}. Out:
 * {@link org.bowline.core.interval.MatchedIntervals} and {@link org.bowline.core.interval.IntervalPaths}. Cost: O(facts × log facts) for
 * the pairs, the sum of the paths for the rest.
 */
@NullMarked
package org.bowline.core.interval;

import org.jspecify.annotations.NullMarked;
