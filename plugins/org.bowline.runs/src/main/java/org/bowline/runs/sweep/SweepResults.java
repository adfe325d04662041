/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepRow;
import org.bowline.runs.UnreadableRunException;

/** From a file of runs to the comparison of its builds; the command line and the goals of the Maven plug-in ask here. */
public final class SweepResults {
    private SweepResults() {}

    /** Which recordings are read: each takes seconds. */
    public enum Recordings {
        /** None: only what is written of the runs counts, and why a build has fallen is not told. */
        NONE,
        /** Those that tell why a build has fallen: where it has, and at its peak. */
        OF_FALLS,
        /** All, for the times and knots of each level. */
        ALL
    }

    /**
     * Reads runs and compares them, and reads what was recorded of them.
     *
     * @param runs a CSV file, or a directory that holds one as {@value SweepFile#NAME}; that file stands for its directory
     * @param wanted which recordings are read
     * @param version of Bowline, for the page
     * @param progress told which recording is read
     * @throws UnreadableRunException if it is not such a file, or has no run
     * @throws org.bowline.core.progress.CancelledException if cancelled
     * @throws Sweep.UnknownBuildException if the question names a build that has no run
     */
    public static SweepInput read(Path runs, Sweep.Question question, Recordings wanted, String version, Progress progress)
            throws IOException {
        SweepFile file = SweepFile.read(runs);
        Sweep sweep = Sweep.of(file.runs(), question);
        List<Caveat> caveats = new ArrayList<>(file.caveats());
        caveats.addAll(sweep.caveats());
        List<SweepRow> rows = SweepRows.of(sweep);
        List<SweepRecording> recordings = new ArrayList<>(file.traces());
        Path directory = directoryOf(runs);
        if (directory != null) {
            recordings.addAll(SweepRecording.within(directory, caveats));
        }
        SweepInput.Recorded recorded = RecordedLevels.of(rows, recordings, wanted, caveats, progress);
        return new SweepInput(version, sweep.base(), question.fallen(), rows, sweep.moved(), recorded, caveats);
    }

    /** Where the sweep's recordings are: its file, as it is called there, is as good as its directory. */
    private static @Nullable Path directoryOf(Path runs) {
        if (Files.isDirectory(runs)) {
            return runs;
        }
        return String.valueOf(runs.getFileName()).equals(SweepFile.NAME) ? runs.toAbsolutePath().getParent() : null;
    }
}
