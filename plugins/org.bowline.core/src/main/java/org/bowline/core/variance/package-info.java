/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Why do some intervals take longer than others of the same kind? The variance of their durations, split along the tree of calls, and its
 * parts ranked: those that vary much and stand deep in the tree, where something can be done, come first.
 *
 * <p>Paper: J. Huang, B. Mozafari, T. F. Wenisch, "Statistical Analysis of Latency Through Semantic Profiling" (VProfiler), EuroSys 2017.
 *
 * <p>In: a {@link org.bowline.core.variance.CallTree}, and for each of n intervals the time in each of its nodes, in nanoseconds. Out: a
 * {@link org.bowline.core.variance.VarianceTree} with variances, covariances of siblings, and
 * {@link org.bowline.core.variance.Factor factors}. All variances are those of the population: they divide by n, for pairs too, so that
 * those of a node's parts add up to that of the node. Negative covariances stay. Definitions: docs/concepts/variance.md.
 *
 * <p>One pass over the intervals, in any order and in any number of parts that are merged later; sums are integers of 192 bits, so
 * order and partition do not change a single bit of the result, and nothing is lost to cancellation, however long the intervals are.
 * Cost for a node with k measured callees: O(k²) time per interval, O(k²) memory; no recursion, no allocation per interval.
 *
 * <p>These are functions of arrays. Nothing here knows where the numbers come from: intervals (package {@code interval}) and the entries
 * and exits of functions will feed them.
 */
@NullMarked
package org.bowline.core.variance;

import org.jspecify.annotations.NullMarked;
