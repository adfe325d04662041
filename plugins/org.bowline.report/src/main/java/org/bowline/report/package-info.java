/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Results of the engine as rows, and rows as CSV, JSON or a text table.
 *
 * <p>Answers: <em>how does a result look outside of Bowline?</em> A {@link org.bowline.report.Report} is a list of columns, each a name, a
 * meaning and a function of a row; the {@link org.bowline.report.Reports} are defined once and serve every format, so that two formats
 * cannot tell different things. In: rows (records of this package). Out: text, in one pass over the rows, nothing held back. A set of
 * files appears whole or not at all ({@link org.bowline.report.ReportDirectory}).
 */
@NullMarked
package org.bowline.report;

import org.jspecify.annotations.NullMarked;
