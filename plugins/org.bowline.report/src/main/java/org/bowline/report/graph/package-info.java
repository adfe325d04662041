/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What does the wait-for graph look like? A layered picture of it, the same for a view on a screen and for a report on paper.
 *
 * <p>In: a {@link org.bowline.core.waitfor.WaitForGraph} and its {@link org.bowline.core.waitfor.KnotHierarchy}. Out: a
 * {@link org.bowline.report.graph.GraphPicture}: boxes and curves with coordinates, and for every threshold of the refinement which of them
 * are to be seen. The positions are the same for all thresholds, so that a moving slider moves nothing. No toolkit is used: a caller
 * measures its own text ({@link org.bowline.report.graph.TextSize}) and draws with its own colours.
 *
 * <p>Deterministic: the same input gives the same picture, bit for bit.
 */
@NullMarked
package org.bowline.report.graph;

import org.jspecify.annotations.NullMarked;
