/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.bowline.core.progress.Progress;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.page.SweepPage;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.table.Format;
import org.bowline.report.table.Reports;
import org.bowline.report.table.SweepReports;

/** The files of a sweep: levels, what recordings tell of them, caveats and the page. */
public final class SweepFiles {
    private SweepFiles() {}

    /**
     * Makes ready to write, before the long work starts.
     *
     * @throws IOException if nothing can be written there
     */
    public static ReportDirectory prepare(Path directory, Progress progress) throws IOException {
        return ReportDirectory.prepare(directory, Reports.SWEEPS, List.of(), progress);
    }

    /** Writes them; they are not yet in place. */
    public static void write(SweepInput input, ReportDirectory directory, Format format, Progress progress) throws IOException {
        directory.write(Reports.SWEEP, input.rows(), format);
        directory.write(SweepReports.TIMES, input.recorded().times(), format);
        directory.write(SweepReports.KNOTS, input.recorded().knots(), format);
        directory.write(Reports.CAVEATS, input.caveats(), format);
        directory.writePage(out -> SweepPage.write(input, out, progress));
    }
}
