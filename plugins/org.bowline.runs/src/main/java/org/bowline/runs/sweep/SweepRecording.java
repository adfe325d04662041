/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.bowline.core.model.Caveat;
import org.bowline.runs.UnreadableRunException;

/**
 * A run that was recorded.
 *
 * @param run what ran, and its throughput while it was recorded
 * @param trace its recording
 */
public record SweepRecording(SweepRun run, Path trace) {
    private static final String RUNS = "runs";
    private static final String RUN = "run.csv";
    private static final String TRACE = "trace";

    /**
     * The recordings that {@code bowline sweep} has made in a directory, by name: those of runs that count, and of runs that were made only for that. A recorded run
     * that failed has no throughput, so nothing can be said of its work.
     *
     * @param caveats gets what is told of runs that are not taken
     */
    static List<SweepRecording> within(Path directory, List<Caveat> caveats) throws IOException {
        Path runs = directory.resolve(RUNS);
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        List<Path> made;
        try (Stream<Path> entries = Files.list(runs)) {
            made = entries.filter(Files::isDirectory).sorted().toList();
        } catch (AccessDeniedException e) {
            caveats.add(RecordedLevels.leftOut(runs, "permission denied"));
            return List.of();
        }
        List<SweepRecording> found = new ArrayList<>();
        for (Path run : made) {
            if (!Files.isExecutable(run)) {
                caveats.add(RecordedLevels.leftOut(run, "permission denied"));
            }
            if (!Files.isDirectory(run.resolve(TRACE)) || !Files.isRegularFile(run.resolve(RUN))) {
                continue;
            }
            try {
                found.add(new SweepRecording(SweepFile.read(run.resolve(RUN)).runs().get(0), run.resolve(TRACE)));
            } catch (UnreadableRunException e) {
                caveats.add(RecordedLevels.leftOut(run.resolve(TRACE), "its run failed, or what is written of it cannot be read"));
            }
        }
        return found;
    }
}
