/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.analysis.OpenOptions;
import org.bowline.core.progress.Progress;

/**
 * Keeps the result of an analysis in a file. A stored result is told by its <em>fingerprint</em>: what the traces were, how they were
 * opened, and which engine read them.
 */
public final class AnalysisStore {
    private AnalysisStore() {}

    /**
     * Stores a result; the file is replaced as a whole or not at all, also when several do so at once. Missing directories are made.
     *
     * @param fingerprint of the traces it was made from
     * @param file where; the same directory takes the unfinished file
     * @throws IOException if it cannot be written; what was there is still there
     * @throws org.bowline.core.progress.CancelledException if cancelled; what was there is still there
     */
    public static void save(AnalysisResult result, String fingerprint, Path file, Progress progress) throws IOException {
        progress.check();
    }

    /**
     * The stored result, equal to the one that was stored; empty if there is none, or only one with another fingerprint, of another version
     * of the format, cut off, damaged or made up: then read the traces again.
     *
     * @param fingerprint of the traces as they are now
     * @throws IOException if there is a file that cannot be read (permissions, a broken disk): it is not overwritten as easily as read
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static Optional<AnalysisResult> load(Path file, String fingerprint, Progress progress) throws IOException {
        progress.check();
        return Optional.empty();
    }

    /**
     * What the result of an analysis depends on, in one line: the version of the engine and the format, the options, and the names, sizes and
     * times of change of the traces' files (no content is read). Equal if and only if these are, in whatever order the directories list.
     *
     * @param traces directories and archives, as given to {@link org.bowline.core.analysis.Experiment#open}, in that order
     * @param options as given there
     * @throws IOException if a directory cannot be listed
     */
    public static String fingerprint(List<Path> traces, OpenOptions options) throws IOException {
        return "none:" + traces + options;
    }
}
