/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.bowline.tests.golden.engine.Recording.label;
import static org.bowline.tests.golden.engine.Recording.medianMillis;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.interval.LabelStatistics.Part;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;

class RequestPathTest {
    private static final double TOLERANCE = 0.15;

    private static boolean backendTimer(Part part) {
        return on(part, "C", "w1-backend") && part.cause() == Cause.TIMER;
    }

    private static boolean backendDisk(Part part) {
        return on(part, "C", "w1-backend") && part.cause() == Cause.DISK;
    }

    private static boolean pool(Part part) {
        return on(part, "C", "w1-pool") && part.state() == ThreadState.RUNNING;
    }

    private static boolean helper(Part part) {
        return on(part, "B", "w1-helper") && part.state() == ThreadState.RUNNING;
    }

    private static boolean server(Part part) {
        return on(part, "B", "w1-server") && part.state() == ThreadState.RUNNING;
    }

    private static boolean on(Part part, String host, String thread) {
        return part.host().equals(host) && part.thread().equals(thread);
    }

    @Test
    void onTheSharedRecordingEachTypeOfRequestSpendsItsTimeWhereTheWorkloadPutIt() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            IntervalPaths paths = Recording.requestPaths(analysis);
            assertThat(paths.paths()).hasSize(600);
            checkTypes(paths, 100);
        }
    }

    @Test
    void onTheOwnRecordingEachTypeOfRequestSpendsItsTimeWhereTheWorkloadPutIt() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.own("three-tier"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            IntervalPaths paths = Recording.requestPaths(analysis);
            assertThat(paths.paths()).hasSize(60);
            checkTypes(paths, 10);
            partsAddUpToTheirIntervals(paths);
        }
    }

    private static void checkTypes(IntervalPaths paths, int each) {
        for (String type : new String[] {"0", "1", "2", "3", "4", "5"}) {
            assertThat(label(paths, type).count()).as("requests of type " + type).isEqualTo(each);
        }
        near("type 0: server's CPU", medianMillis(label(paths, "0"), RequestPathTest::server), 2);
        near("type 1: backend's timer", medianMillis(label(paths, "1"), RequestPathTest::backendTimer), 5);
        near("type 2: backend's disk", medianMillis(label(paths, "2"), RequestPathTest::backendDisk), 5);
        near("type 3: the pool's CPU", medianMillis(label(paths, "3"), RequestPathTest::pool), 3);
        near("type 4: backend's timer", medianMillis(label(paths, "4"), RequestPathTest::backendTimer), 5);
        assertThat(medianMillis(label(paths, "4"), RequestPathTest::helper)).as("type 4: the helper is not on the path").isLessThan(0.2);
        near("type 5: the helper's CPU", medianMillis(label(paths, "5"), RequestPathTest::helper), 9);
        assertThat(medianMillis(label(paths, "5"), RequestPathTest::backendTimer)).as("type 5: the backend is not on the path")
                .isLessThan(0.2);
    }

    private static void near(String what, double millis, double nominal) {
        assertThat(millis).as(what + ", ms at the median").isCloseTo(nominal, within(TOLERANCE * nominal));
    }

    private static void partsAddUpToTheirIntervals(IntervalPaths paths) {
        for (OfInterval path : paths.paths()) {
            assertThat(path.parts().stream().mapToLong(PathPart::nanos).sum()).as("parts of request " + path.interval().key())
                    .isEqualTo(path.interval().nanos());
        }
    }
}
