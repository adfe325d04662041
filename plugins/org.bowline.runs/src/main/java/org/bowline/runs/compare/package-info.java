/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Is NEW slower than BASE, or is that noise? Compares two sets of runs, measure by measure, by what varies from run to run.
 *
 * <p>In: {@link org.bowline.runs.RunFacts} of several runs each. Out: a {@link org.bowline.runs.compare.Comparison}: for each measure the change,
 * its confidence interval, how surprising it is among all measures that were looked at, and how large a change would have to be to be seen.
 * The unit of noise is the run, never the request: requests of one run share its caches, its placement, its neighbours. Cost: O(measures × runs).
 *
 * <p>Welch, The generalization of Student's problem when several different population variances are involved, Biometrika 34, 1947; Mann and
 * Whitney, On a test of whether one of two random variables is stochastically larger than the other, Ann. Math. Stat. 18, 1947; Holm, A simple
 * sequentially rejective multiple test procedure, Scand. J. Stat. 6, 1979. The distributions and the tests are those of Apache Commons Statistics.
 */
@NullMarked
package org.bowline.runs.compare;

import org.jspecify.annotations.NullMarked;
