/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.page.SweepPage;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.table.Format;
import org.bowline.report.table.Reports;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.UnreadableRunException;

/** From a file of runs to the comparison of its builds and to the files that hold it; the command line and the goals of the Maven plug-in ask here. */
public final class SweepResults {
    private SweepResults() {}

    /**
     * Reads runs and compares them.
     *
     * @param runs a CSV file, or a directory that holds one as {@value SweepFile#NAME}
     * @param version of Bowline, for the page
     * @throws UnreadableRunException if it is not such a file, or has no run
     * @throws Sweep.UnknownBuildException if the question names a build that has no run
     */
    public static SweepInput read(Path runs, Sweep.Question question, String version) throws IOException {
        SweepFile file = SweepFile.read(runs);
        Sweep sweep = Sweep.of(file.runs(), question);
        List<Caveat> caveats = new ArrayList<>(file.caveats());
        caveats.addAll(sweep.caveats());
        return new SweepInput(version, sweep.base(), question.fallen(), SweepRows.of(sweep), sweep.moved(), caveats);
    }

    /**
     * Makes ready to write, before the long work starts.
     *
     * @throws IOException if nothing can be written there, or it holds the results of a run, whose page would be lost
     */
    public static ReportDirectory prepare(Path directory, Progress progress) throws IOException {
        if (ResultDirectory.is(directory)) {
            throw new FileSystemException(directory.toString(), null,
                    "it holds the results of a run, which bowline analyze -o wrote; its page would be lost");
        }
        return ReportDirectory.prepare(directory, Reports.SWEEPS, List.of(), progress);
    }

    /** Writes the levels, the caveats and the page; they are not yet in place. */
    public static void write(SweepInput input, ReportDirectory directory, Format format, Progress progress) throws IOException {
        directory.write(Reports.SWEEP, input.rows(), format);
        directory.write(Reports.CAVEATS, input.caveats(), format);
        directory.writePage(out -> SweepPage.write(input, out, progress));
    }
}
