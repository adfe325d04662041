/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.open.RecordingRead;

/**
 * Reads what a program was started with while its window is being made, which takes longer and keeps one processor busy. No job, as these wait until the window is up. Whoever opens the recording takes it over, at
 * whatever point it is.
 */
public final class ReadAhead {
    private static @Nullable RecordingRead begun;

    private ReadAhead() {}

    /** Begins to read folders that something makes, if they have to be made; what was begun before and nobody took is dropped. Comes back at once. */
    public static synchronized void begin(List<Path> roots, RecordingRead.Preparation preparation) {
        drop();
        begun = RecordingRead.begin(roots, preparation);
    }

    /** What was begun of these folders, unless it has failed; else it begins now. What was begun of others is dropped. The caller closes it. */
    static synchronized RecordingRead take(List<Path> roots) {
        RecordingRead ahead = begun;
        if (ahead != null && ahead.roots().equals(roots) && !ahead.hasFailed()) {
            begun = null;
            return ahead;
        }
        drop();
        return RecordingRead.begin(roots);
    }

    /** Stops what was begun and nobody took. */
    static synchronized void drop() {
        RecordingRead ahead = begun;
        begun = null;
        if (ahead != null) {
            ahead.drop();
        }
    }
}
