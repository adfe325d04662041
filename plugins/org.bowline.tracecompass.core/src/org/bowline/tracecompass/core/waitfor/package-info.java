/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who waits for whom in a range, for Trace Compass? The wait-for graph and its refinement of a range, computed once and shared by all views
 * and data providers; the graph as a tree for any front end; and the signals by which the views tell each other what a person looks at.
 */
@NullMarked
package org.bowline.tracecompass.core.waitfor;

import org.jspecify.annotations.NullMarked;
