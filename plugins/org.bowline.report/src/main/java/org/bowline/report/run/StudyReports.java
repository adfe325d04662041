/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.run;

import java.io.IOException;

import org.bowline.core.progress.Progress;
import org.bowline.core.study.Study;
import org.bowline.core.timeline.Timeline;
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
                study.graph(),
                study.knots(), null, study.intervals(), study.findings(), study.caveats()).write(directory, format);
    }

    /**
     * Writes the page for people beside them.
     *
     * @param request what was asked for
     * @param version of the program
     */
    public static void writePage(Study study, Study.Request request, String version, ReportDirectory directory, Progress progress)
            throws IOException {
        Timeline timeline = study.timeline();
        HtmlInput input = new HtmlInput(HtmlInput.title(request.traces()), version, timeline, study.fromNanos(), study.toNanos(),
                study.result().sync(), study.totals(), study.graph(), study.hierarchy(), study.hierarchy().thresholdNanos(), null,
                study.intervals(), study.findings(), request.rules().infos(), study.caveats());
        directory.writePage(out -> HtmlReport.write(input, out, progress));
    }
}
