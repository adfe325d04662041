/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.bowline.tests.golden.engine.Recording.label;
import static org.bowline.tests.golden.engine.Recording.medianMillis;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.interval.LabelStatistics.Part;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;

class RequestPathTest {
    private static final double TOLERANCE = 0.15;
    /** From the backend's answer to its look at the helper the server needs so long at most; in between both may be right. */
    private static final long JOIN_NANOS = 150_000;
    /** So few requests of a recording are in between: 1 of 600, and 0 and 2 of 144 each. */
    private static final int MOST_OF_EITHER = 2;

    private static boolean backendTimer(Part part) {
        return on(part, "C", "w1-backend") && part.sort().cause() == Cause.TIMER;
    }

    private static boolean backendDisk(Part part) {
        return on(part, "C", "w1-backend") && part.sort().cause() == Cause.DISK;
    }

    private static boolean pool(Part part) {
        return on(part, "C", "w1-pool") && part.sort().state() == ThreadState.RUNNING;
    }

    private static boolean helper(Part part) {
        return on(part, "B", "w1-helper") && part.sort().state() == ThreadState.RUNNING;
    }

    private static boolean server(Part part) {
        return on(part, "B", "w1-server") && part.sort().state() == ThreadState.RUNNING;
    }

    private static boolean on(Part part, String host, String thread) {
        return part.sort().host().equals(host) && part.sort().thread().equals(thread);
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

    @ParameterizedTest
    @ValueSource(strings = {"w1", "w1-ctf2", "w1-functions"})
    void inNinetyNineOfAHundredRequestsOfEachTypeThePathHasThePartThatTheWorkloadPutThere(String recording) throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/" + recording))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            List<NamedInterval> stages = all(analysis, "wl:stage_begin", "wl:stage_end", "name");
            List<NamedInterval> answers = all(analysis, "syscall_entry_recvfrom", "syscall_exit_recvfrom", "");
            Map<String, int[]> found = new TreeMap<>();
            int either = 0;
            for (OfInterval path : Recording.requestPaths(analysis).paths()) {
                String type = path.interval().label();
                long late = helperAfterAnswer(analysis.timeline(), path.interval(), stages, answers);
                either += late > 0 && late < JOIN_NANOS ? 1 : 0;
                int[] counts = found.computeIfAbsent(type, key -> new int[2]);
                boolean right = late > 0 && isWhereItBelongs(analysis.timeline(), path, true)
                        || late < JOIN_NANOS && isWhereItBelongs(analysis.timeline(), path, false);
                counts[0] += right ? 1 : 0;
                counts[1]++;
            }
            assertThat(found).hasSize(6);
            assertThat(either).as("requests in which both may be right").isLessThanOrEqualTo(MOST_OF_EITHER);
            found.forEach((type, counts) -> assertThat((double) counts[0] / counts[1]).as(Arrays.toString(counts) + " of type " + type)
                    .isGreaterThanOrEqualTo(0.99));
        }
    }

    /**
     * Whether the named part takes at least nine tenths of its nominal time. A helper that was done before the server had the backend's answer
     * in its hands was not waited for: the machine has held the server up. Then the backend is on the path, and the helper is not.
     */
    private static boolean isWhereItBelongs(Timeline timeline, OfInterval path, boolean helperIsLast) {
        long helper = nanos(timeline, path, "w1-helper", ThreadState.RUNNING, Cause.NONE);
        long timer = nanos(timeline, path, "w1-backend", ThreadState.BLOCKED, Cause.TIMER);
        return switch (path.interval().label()) {
            case "0" -> nanos(timeline, path, "w1-server", ThreadState.RUNNING, Cause.NONE) >= 1_800_000;
            case "1" -> timer >= 4_500_000;
            case "2" -> nanos(timeline, path, "w1-backend", ThreadState.BLOCKED, Cause.DISK) >= 4_500_000;
            case "3" -> nanos(timeline, path, "w1-pool", ThreadState.RUNNING, Cause.NONE) >= 2_700_000;
            case "4" -> helperIsLast ? helper > 0 && timer == 0 : timer >= 4_500_000 && helper == 0;
            default -> helperIsLast ? helper >= 8_100_000 && timer == 0 : timer > 0 && helper == 0;
        };
    }

    private static long nanos(Timeline timeline, OfInterval path, String thread, ThreadState state, Cause cause) {
        return path.parts().stream()
                .filter(part -> timeline.name(part.thread()).equals(thread) && part.state() == state && part.cause() == cause)
                .mapToLong(PathPart::nanos).sum();
    }

    /** By how much the helper's stage ended after the server had read the backend's answer, as the program's own events and the system calls say. */
    private static long helperAfterAnswer(Timeline timeline, NamedInterval request, List<NamedInterval> stages,
            List<NamedInterval> answers) {
        long helperEnd = lastEnd(timeline, request, stages, "w1-helper");
        return helperEnd < 0 ? -1 : helperEnd - lastEnd(timeline, request, answers, "w1-server");
    }

    private static long lastEnd(Timeline timeline, NamedInterval request, List<NamedInterval> some, String thread) {
        return some.stream()
                .filter(one -> one.thread() >= 0 && timeline.name(one.thread()).equals(thread)
                        && one.beginNanos() > request.beginNanos() && one.endNanos() < request.endNanos())
                .mapToLong(NamedInterval::endNanos).max().orElse(-1);
    }

    private static List<NamedInterval> all(ReadTraces analysis, String begin, String end, String label) throws TraceReadException {
        return analysis.intervals(new IntervalSpec(begin, end, "", label), Progress.NONE).intervals();
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
