/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.AnalysisFiles;
import org.bowline.report.Format;
import org.bowline.report.ReportDirectory;
import org.bowline.report.Reports;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.view.AnalysedRange;

/** Writes the reports of a range, as {@code bowline analyze -o DIR} does: all of them, or none. */
final class ReportJob {
    private ReportJob() {}

    /**
     * Writes.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop; then nothing is written
     */
    static ReportDirectory.Outcome write(AnalysedRange range, Path directory, Format format, Progress progress) throws IOException {
        try (ReportDirectory reports = ReportDirectory.prepare(directory, progress)) {
            WaitForAnswer answer = WaitForAnswers.of(range.trace(), range.result()).get(range.fromNanos(), range.toNanos(), WaitOrigins.ALL,
                    progress);
            AnalysisFiles.of(range.result().timeline(), range.result().sync(),
                    range.result().threads(range.fromNanos(), range.toNanos(), progress), answer.graph(), answer.hierarchy().knots())
                    .write(reports, format);
            List<Caveat> caveats = new ArrayList<>(range.result().caveats());
            caveats.addAll(answer.graph().caveats());
            reports.write(Reports.CAVEATS, caveats, format);
            return reports.commit();
        }
    }
}
