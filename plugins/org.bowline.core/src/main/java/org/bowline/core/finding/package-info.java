/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is wrong here, in order of weight? Small rules over the results of all analyses, each of which says what it found, why that matters,
 * what to try, and what to look at.
 *
 * <p>In: a {@link org.bowline.core.finding.Analysis}: timeline, clocks, caveats, recorded events, range, wait-for graph, knots, thread
 * totals, intervals. Out: {@link org.bowline.core.finding.Findings}. Rules are found by {@link java.util.ServiceLoader}; the built-in ones are in
 * the rooms below {@code finding.rules}, one for each question: locks, disks, processors, and so on. Cost: that of the rules; each makes at most a few passes over the segments of the range.
 *
 * <p>The shape is that of JDK Mission Control's rules: see docs/adr/0070.
 */
@NullMarked
package org.bowline.core.finding;

import org.jspecify.annotations.NullMarked;
