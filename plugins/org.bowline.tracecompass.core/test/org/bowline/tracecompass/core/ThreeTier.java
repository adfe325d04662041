/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core;

import java.nio.file.Path;
import java.util.List;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;

/** The recording tests/traces/three-tier: a client on host A, a server on B, a database on C. Read once, for all tests. */
public final class ThreeTier {
    private static final AnalysisResult RESULT = analyse();

    private ThreeTier() {}

    /** Its folder. */
    public static Path folder() {
        return Path.of(System.getProperty("bowline.root"), "tests", "traces", "three-tier");
    }

    /** Its analysis. */
    public static AnalysisResult result() {
        return RESULT;
    }

    /** The thread of a name. */
    public static int thread(String name) {
        Timeline timeline = RESULT.timeline();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.name(thread).equals(name)) {
                return thread;
            }
        }
        throw new AssertionError("no thread " + name);
    }

    private static AnalysisResult analyse() {
        try (Experiment experiment = Experiment.open(List.of(folder()), OpenOptions.DEFAULT, Progress.NONE)) {
            return experiment.read(Progress.NONE).result();
        } catch (TraceReadException e) {
            throw new AssertionError(e);
        }
    }
}
