/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who had the processor while a thread wanted one.
 *
 * <p>In: a {@link org.bowline.core.timeline.Timeline} and a range. Out: {@link org.bowline.core.runnable.RanInstead}, exact to the nanosecond: what ran instead of a thread adds up to
 * the time for which the thread was runnable or preempted.
 */
@NullMarked
package org.bowline.core.runnable;

import org.jspecify.annotations.NullMarked;
