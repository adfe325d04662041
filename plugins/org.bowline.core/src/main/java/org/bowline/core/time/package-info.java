/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What time was it elsewhere? Exact, immutable maps from each host's clock to the reference clock, with a guaranteed error.
 *
 * <p>In: lines of exact rational slope ({@link org.bowline.core.time.ClockTransform}), found by {@code org.bowline.core.sync}. Out: reference time of any host time
 * and back, and the bound of its error ({@link org.bowline.core.time.ClockMap}). All times are {@code long} nanoseconds. A transform costs about a nanosecond,
 * a map a binary search over its pieces besides. After Giraldeau and Dagenais, "Wait analysis of distributed systems using kernel tracing" (TPDS 27(8), 2016), whose
 * windowed transform is replaced by a 128-bit one without windows.
 */
@NullMarked
package org.bowline.core.time;

import org.jspecify.annotations.NullMarked;
