/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Assumptions;

import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.LabelStatistics.Part;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;
import org.bowline.testkit.Folders;

/** A recording that tests analyse: one of the repository's own, or one of the folder shared beside it. */
final class Recording {
    static final IntervalSpec REQUESTS = new IntervalSpec("wl:req_begin", "wl:req_end", "req", "type");

    private Recording() {}

    static Path own(String name) {
        return Folders.repository().resolve("tests/traces").resolve(name);
    }

    static Path shared(String name) {
        Optional<Path> folder = Folders.shared("traces/" + name);
        Assumptions.assumeTrue(folder.isPresent(), "skipped: no traces/" + name + " in the folder shared (BOWLINE_SHARED)");
        return folder.orElseThrow();
    }

    static Experiment open(Path recording) throws TraceReadException {
        return Experiment.open(List.of(recording), OpenOptions.DEFAULT, Progress.NONE);
    }

    static IntervalPaths requestPaths(ReadTraces analysis) throws TraceReadException {
        MatchedIntervals requests = analysis.intervals(REQUESTS, Progress.NONE);
        return IntervalPaths.of(analysis.timeline(), requests.intervals(), Progress.NONE);
    }

    static LabelStatistics label(IntervalPaths paths, String label) {
        return paths.labels().stream().filter(statistics -> statistics.label().equals(label)).findFirst().orElseThrow();
    }

    /** Sum of the medians of the parts that a test names. */
    static double medianMillis(LabelStatistics statistics, java.util.function.Predicate<Part> wanted) {
        return statistics.parts().stream().filter(wanted).mapToLong(Part::medianNanos).sum() / 1e6;
    }

    static int thread(Timeline timeline, String host, String name) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.name(thread).equals(name) && timeline.hostName(timeline.host(thread)).equals(host)) {
                return thread;
            }
        }
        throw new AssertionError("no thread " + name + " on host " + host);
    }
}
