/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What was recorded? Finds traces, opens them, groups them by host and reads them: the clocks, the timeline, the intervals.
 *
 * <p>In: paths. Out: {@link org.bowline.core.trace.Experiment}, the opened traces; {@link org.bowline.core.trace.ReadTraces}, what was read
 * from them; {@link org.bowline.core.trace.AnalysisResult}, what of it outlives the open files. Questions about it are asked in another room,
 * {@code core.analysis}, which this one does not know.
 */
@NullMarked
package org.bowline.core.trace;

import org.jspecify.annotations.NullMarked;
