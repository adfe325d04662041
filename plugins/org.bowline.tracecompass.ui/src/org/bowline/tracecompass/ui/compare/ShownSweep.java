/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.bowline.report.rows.SweepInput;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.sweep.Sweep;
import org.bowline.runs.sweep.SweepFile;

/**
 * A sweep that the view Compare shows, and what is asked of it.
 *
 * @param runs a file of runs, or the folder of a sweep
 * @param question which build the others are compared with, and when one has fallen
 * @param load which sort of load is seen; the first one if the sweep does not have it
 */
record ShownSweep(Path runs, Sweep.Question question, String load) {
    /** Shares of the peak that a build may be asked to have fallen by. */
    static final List<Double> FALLEN = List.of(0.05, 0.1, Sweep.FALLEN, 0.3, 0.5);

    /** A sweep as it is asked first. A file of runs that lies in the folder of its sweep stands for that, whose recordings are read then. */
    static ShownSweep of(Path path) {
        Path folder = path.getParent();
        Path runs = folder != null && String.valueOf(path.getFileName()).equals(SweepFile.NAME) ? folder : path;
        return new ShownSweep(runs, Sweep.Question.DEFAULT, "");
    }

    /** Whether a folder is that of a sweep. */
    static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve(SweepFile.NAME)) && !ResultDirectory.is(folder);
    }

    ShownSweep against(String build) {
        return new ShownSweep(runs, new Sweep.Question(build, question.fallen(), question.series()), load);
    }

    ShownSweep fallenBelow(double share) {
        return new ShownSweep(runs, new Sweep.Question(question.base(), share, question.series()), load);
    }

    ShownSweep under(String newLoad) {
        return new ShownSweep(runs, question, newLoad);
    }

    /** The load that is seen. */
    String load(SweepInput input) {
        return input.loads().contains(load) ? load : input.loads().get(0);
    }

    String name() {
        Path last = runs.getFileName();
        return last == null ? runs.toString() : last.toString();
    }
}
