/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * In which function was a thread at a moment, and who called it? Entries and exits of functions, assembled into the call path of each thread over time.
 *
 * <p>In: entries and exits in order of time, with the numbers of threads of a {@link org.bowline.core.timeline.Timeline}. Out: a
 * {@link org.bowline.core.function.CallLog}. Cost per event: two hash look-ups and 12 bytes; nothing is allocated but for growth, and depth costs no recursion.
 */
@NullMarked
package org.bowline.core.function;

import org.jspecify.annotations.NullMarked;
