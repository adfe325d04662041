/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is there to compare of a run? The figures of one run by names that stay the same from run to run (no thread ids), from traces that
 * are analysed now or from a directory of reports that were written then; and what a project has accepted, as a file.
 *
 * <p>In: a {@link org.bowline.core.analysis.Analysis} or a directory of {@link org.bowline.report.table.Reports}. Out: {@link
 * org.bowline.runs.RunFacts}, {@link org.bowline.runs.Baseline}. Cost: one pass over the rows; only what is kept is held.
 */
@NullMarked
package org.bowline.runs;

import org.jspecify.annotations.NullMarked;
