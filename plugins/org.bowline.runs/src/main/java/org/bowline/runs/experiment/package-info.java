/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How does a sweep run? Each run of a plan by itself, in random order: the server is started, waited for, loaded, and ended, whatever happens; what came out
 * is kept whole or not at all, so that a sweep that was stopped goes on where it was.
 *
 * <p>In: a {@link org.bowline.runs.plan.SweepPlan}. Out: a directory with {@code runs.csv}, which {@link org.bowline.runs.sweep.SweepFile} reads.
 */
@NullMarked
package org.bowline.runs.experiment;

import org.jspecify.annotations.NullMarked;
