/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What did all threads of all hosts do over time? The data provider of the view <em>Threads</em>.
 *
 * <p>In: the {@link org.bowline.core.timeline.Timeline} of the wait analysis. Out: a tree of hosts, processes and threads, the states and arrows to
 * draw for the pixels asked for, tooltips, styles. A row of the answer costs O(pixels · log segments), whatever the range.
 */
@NullMarked
package org.bowline.tracecompass.core.threads;

import org.jspecify.annotations.NullMarked;
