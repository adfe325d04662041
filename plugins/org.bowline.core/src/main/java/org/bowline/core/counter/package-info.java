/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What performance counters of threads said, and when.
 *
 * <p>In: readings of {@link org.bowline.core.event.Counter} with events of programs. Out: {@link org.bowline.core.counter.CounterLog}, of which tags and requests take the differences.
 */
@NullMarked
package org.bowline.core.counter;

import org.jspecify.annotations.NullMarked;
