/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Results of the engine as rows: what a line of a file is, without a word on how it is written.
 *
 * <p>In: results ({@code core}). Out: records, made one by one, nothing held back. {@link org.bowline.report.rows.Vertex} is how all of them name
 * a thread or resource. Rows know neither columns nor files, so that whoever computes with them (the facts of a run, comparisons) does not depend on
 * how they look.
 */
@NullMarked
package org.bowline.report.rows;

import org.jspecify.annotations.NullMarked;
