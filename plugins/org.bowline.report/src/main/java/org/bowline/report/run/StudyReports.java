/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.run;

import java.io.IOException;

import org.bowline.core.study.Study;
import org.bowline.report.AnalysisFiles;
import org.bowline.report.Format;
import org.bowline.report.ReportDirectory;
import org.bowline.report.SyncRows;
import org.bowline.report.ThreadRows;

/** A study as a directory of reports: the files of {@code bowline analyze -o}. */
public final class StudyReports {
    private StudyReports() {}

    /** Writes all reports; they are in place after {@link ReportDirectory#commit}. */
    public static void write(Study study, ReportDirectory directory, Format format) throws IOException {
        new AnalysisFiles(study.timeline(), SyncRows.of(study.result().sync()), ThreadRows.of(study.timeline(), study.totals()),
                study.graph(),
                study.knots(), null, study.intervals(), study.findings(), study.caveats()).write(directory, format);
    }
}
