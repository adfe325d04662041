/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import org.bowline.core.analysis.Analysis;
import org.bowline.report.table.Report;

/**
 * A table that an analysis gives: a file of {@code analyze -o}, what {@code --format} prints, a table in the desktop.
 *
 * @param report its name and columns
 * @param rows its rows; asked for when somebody wants them
 * @param isThere whether there is such a table for a question; if not, there is no file
 * @param <R> the rows
 */
public record ReportTable<R>(Report<R> report, Function<Analysis, ? extends List<? extends R>> rows, Predicate<Analysis> isThere) {
    /** A table that there is for every question. */
    public ReportTable(Report<R> report, Function<Analysis, ? extends List<? extends R>> rows) {
        this(report, rows, analysis -> true);
    }
}
