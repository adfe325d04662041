/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Which waits bound the throughput? The wait-for graph of threads and devices, its knots and sinks, and how they come apart when light
 * edges are taken away.
 *
 * <p>Paper: F. Zhou, Y. Gan, S. Ma, Y. Wang, "wPerf: Generic Off-CPU Analysis to Identify Bottleneck Waiting Events", OSDI 2018. The
 * paper's cascaded redistribution is a recursion over overlapping waits; here it is one sweep in time order with the same result
 * (docs/concepts/wait-for.md).
 *
 * <p>In: a {@link org.bowline.core.timeline.Timeline}, a range and a choice of threads. Out:
 * {@link org.bowline.core.waitfor.WaitForGraph} and {@link org.bowline.core.waitfor.KnotHierarchy}. Cost: O(segments × (log threads +
 * chain length)) time and O(threads + edges) memory for the graph, O(edges × log edges) for the hierarchy.
 */
@NullMarked
package org.bowline.core.waitfor;

import org.jspecify.annotations.NullMarked;
