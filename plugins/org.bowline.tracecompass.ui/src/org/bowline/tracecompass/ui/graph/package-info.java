/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What does the wait-for graph look like, and which waits are behind its lines? The view with the node-link picture: the layout is that of
 * {@code org.bowline.report.graph}, the same as in reports; here it is drawn, walked, searched and asked.
 */
@NullMarked
package org.bowline.tracecompass.ui.graph;

import org.jspecify.annotations.NullMarked;
