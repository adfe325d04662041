/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What do the built-in rules look for? One rule a file; what they share (groups of threads, hand-overs) beside them.
 *
 * <p>In: a {@link org.bowline.core.finding.Analysis} and thresholds. Out: findings, or why there are none. Each is described in
 * docs/reference/findings.md. Cost: O(segments of the range × log) each, and O(hand-overs) memory.
 */
@NullMarked
package org.bowline.core.finding.rules;

import org.jspecify.annotations.NullMarked;
