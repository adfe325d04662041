/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Why did this thread take so long? The distributed critical path of a thread over a range: what it, or whoever it waited for, did at every
 * moment.
 *
 * <p>Paper: F. Giraldeau, M. Dagenais, "Wait Analysis of Distributed Systems Using Kernel Tracing", IEEE TPDS 27(8), 2016.
 *
 * <p>In: a {@link org.bowline.core.timeline.Timeline}, a thread and a range. Out: {@link org.bowline.core.criticalpath.CriticalPath},
 * whose legs tile the range. Cost: O(legs × (length of the chain of waits + log segments)) time, O(legs + threads) memory.
 */
@NullMarked
package org.bowline.core.criticalpath;

import org.jspecify.annotations.NullMarked;
