/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.bowline.core.progress.Progress;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.page.ComparePage;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.CompareRunRow;
import org.bowline.report.table.Format;
import org.bowline.report.table.Reports;

/** The files of a comparison of two sets of runs: measures, the numbers of each run, findings, caveats and the page. */
public final class CompareFiles {
    private CompareFiles() {}

    /**
     * Makes ready to write, before the long work starts.
     *
     * @throws IOException if nothing can be written there
     */
    public static ReportDirectory prepare(Path directory, Progress progress) throws IOException {
        return ReportDirectory.prepare(directory, Reports.COMPARISON, List.of(), progress);
    }

    /** Writes them; they are not yet in place. */
    public static void write(CompareInput input, List<CompareRow> rows, List<CompareRunRow> runs, ReportDirectory directory, Format format,
            Progress progress) throws IOException {
        directory.write(Reports.COMPARE, rows, format);
        directory.write(Reports.COMPARE_RUNS, runs, format);
        directory.write(Reports.COMPARE_FINDINGS, input.findings(), format);
        directory.write(Reports.CAVEATS, input.caveats(), format);
        directory.writePage(out -> ComparePage.write(input, out, progress));
    }
}
