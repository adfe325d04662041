/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.run;

import java.io.IOException;

import org.bowline.core.progress.Progress;
import org.bowline.core.study.Study;
import org.bowline.report.AnalysisFiles;
import org.bowline.report.Format;
import org.bowline.report.ReportDirectory;
import org.bowline.report.SyncRows;
import org.bowline.report.ThreadRows;
import org.bowline.report.html.HtmlInput;
import org.bowline.report.html.HtmlReport;

/** A study as a directory of reports: the files of {@code bowline analyze -o}. */
public final class StudyReports {
    private StudyReports() {}

    /** Writes all reports; they are in place after {@link ReportDirectory#commit}. */
    public static void write(Study study, ReportDirectory directory, Format format) throws IOException {
        new AnalysisFiles(study.timeline(), SyncRows.of(study.result().sync()), ThreadRows.of(study.timeline(), study.totals()),
                study.graph(), study.knots(), study.path(), study.intervals(), study.findings(), study.caveats()).write(directory, format);
    }

    /**
     * Writes the page for people beside them.
     *
     * @param title what the run is called, see {@link HtmlInput#title}
     * @param version of the program
     */
    public static void writePage(Study study, String title, String version, ReportDirectory directory, Progress progress)
            throws IOException {
        HtmlInput input = new HtmlInput(title, version, study.timeline(), study.fromNanos(), study.toNanos(), study.result().sync(),
                study.totals(), study.graph(), study.hierarchy(), study.thresholdNanos(), study.path(), study.intervals(),
                study.findings(), study.rules().infos(), study.caveats());
        directory.writePage(out -> HtmlReport.write(input, out, progress));
    }
}
