/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Which group of threads waits only for itself, and so bounds the work?
 *
 * <p>wPerf: Zhou et al., OSDI 2018. {@link org.bowline.core.finding.rules.knot.DominantKnot} finds and orders, {@code ToldKnot} and {@code ToldSink} say.
 */
@NullMarked
package org.bowline.core.finding.rules.knot;

import org.jspecify.annotations.NullMarked;
