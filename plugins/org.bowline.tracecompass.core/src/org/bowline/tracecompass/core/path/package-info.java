/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Why did this thread take so long? The data provider of the view <em>Critical Path</em>.
 *
 * <p>Paper: F. Giraldeau, M. Dagenais, "Wait Analysis of Distributed Systems Using Kernel Tracing", IEEE TPDS 27(8), 2016.
 *
 * <p>In: the wait analysis, a thread, a range. Out: the {@link org.bowline.core.criticalpath.CriticalPath} as rows of hosts and threads in the order in
 * which the path comes to them, arrows from leg to leg, totals that add up to the range. Paths asked for lately are kept.
 */
@NullMarked
package org.bowline.tracecompass.core.path;

import org.jspecify.annotations.NullMarked;
