/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What does a picture of a timeline need? As many states as it has pixels, and as many arrows as an eye can follow, however many millions of
 * segments lie below.
 *
 * <p>In: a {@link org.bowline.core.timeline.Timeline}, threads, a range, a number of pixels. Out: intervals
 * ({@link org.bowline.core.sampling.StateRows}) and arrows ({@link org.bowline.core.sampling.Arrows}), by rules that are exact: nothing is drawn at random. O(pixels ·
 * log segments) for a row, once sums of the timeline are made.
 */
@NullMarked
package org.bowline.core.sampling;

import org.jspecify.annotations.NullMarked;
