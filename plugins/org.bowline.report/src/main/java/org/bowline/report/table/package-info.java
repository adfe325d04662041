/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Rows as CSV and JSON.
 *
 * <p>Answers: <em>how does a result look outside of Bowline?</em> A {@link org.bowline.report.table.Report} is a list of columns, each a name, a
 * meaning and a function of a row; the {@link org.bowline.report.table.Reports} are defined once and serve every format, so that two formats
 * cannot tell different things. In: rows ({@code report.rows}). Out: text, in one pass over the rows.
 */
@NullMarked
package org.bowline.report.table;

import org.jspecify.annotations.NullMarked;
