/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.variance.Factor;
import org.bowline.core.variance.PathVariance;

/** Requests of the three-tier workload against what its recorder computed of the same trace by other means, and against what the workload does. */
class RequestTruthTest {
    private static final int REQUESTS = 100;
    /** The recorder's figures have three decimals of a millisecond, some of them cut off. */
    private static final double ROUNDED_NANOS = 1_000;
    /** Its lengths are of the client's clock, ours of the reference's: the clocks of the recording run apart by less than that (README of the recording). */
    private static final double DRIFT = 260e-6;
    private static final Pattern CLIENT = Pattern
            .compile("host A client +type (\\d) n (\\d+) ms min/med/mean/p95/max ([\\d.]+) ([\\d.]+) ([\\d.]+) ([\\d.]+) ([\\d.]+)");

    private static void assertLength(double nanos, String millis) {
        double truth = Double.parseDouble(millis) * 1e6;
        assertThat(nanos).isCloseTo(truth, within(ROUNDED_NANOS + DRIFT * truth));
    }

    @Test
    void latenciesOfEachTypeAreThoseOfTheRecorder() throws IOException {
        Path recording = Recording.shared("lab/w1");
        try (Experiment experiment = Recording.open(recording)) {
            IntervalPaths paths = Recording.requestPaths(experiment.read(Progress.NONE));
            List<String> types = new ArrayList<>();
            Matcher line = CLIENT.matcher(Files.readString(recording.resolve("verify.txt")));
            while (line.find()) {
                types.add(line.group(1));
                Latencies latencies = Recording.label(paths, line.group(1)).latencies();
                long[] lengths = latencies.endedNanos().clone();
                Arrays.sort(lengths);
                assertThat(latencies.ended()).isEqualTo(Integer.parseInt(line.group(2))).isEqualTo(REQUESTS);
                assertLength((double) lengths[0], line.group(3));
                // the recorder takes the upper one of the middle two, and the 96th of a hundred; ours lie between neighbours (ADR 92)
                assertLength((double) lengths[REQUESTS / 2], line.group(4));
                assertThat(latencies.median().nanos()).isBetween(lengths[REQUESTS / 2 - 1], lengths[REQUESTS / 2]);
                assertLength(latencies.meanNanos(), line.group(5));
                assertLength((double) lengths[95], line.group(6));
                assertThat(latencies.percentile(95).nanos()).isBetween(lengths[94], lengths[95]);
                assertLength((double) latencies.longestNanos(), line.group(7));
            }
            assertThat(types).containsExactly("0", "1", "2", "3", "4", "5");
        }
    }

    private static PathVariance together(Timeline timeline, IntervalPaths paths, String... types) {
        List<IntervalPaths.OfInterval> some = paths.paths().stream().filter(path -> List.of(types).contains(path.interval().label()))
                .map(path -> new IntervalPaths.OfInterval(new NamedInterval("", path.interval().key(), path.interval().host(),
                        path.interval().thread(), path.interval().beginNanos(), path.interval().endNanos()), path.parts()))
                .toList();
        assertThat(some).hasSize(REQUESTS * types.length);
        return PathVariance
                .of(PathNames.stable(timeline), new IntervalPaths(some, List.of(), List.of(), List.of()), IntervalSizes.NONE, Progress.NONE)
                .get(0);
    }

    private static PathVariance.Node top(PathVariance variance) {
        Factor top = variance.tree().factors().get(0);
        assertThat(top.isPair()).isFalse();
        return variance.nodes().get(variance.tree().tree().node(top.first()));
    }

    /** What the workload put into a type, and not into type 0, is the top factor of the two together. */
    @ParameterizedTest
    @CsvSource({"1, C, w1-backend, BLOCKED, TIMER", "2, C, w1-backend, BLOCKED, DISK", "3, C, w1-pool, RUNNING, NONE",
        "5, B, w1-helper, RUNNING, NONE"})
    void whatATypeDoesAndAnotherDoesNotIsTheTopFactorOfBoth(String type, String host, String thread, ThreadState state, Cause cause)
            throws IOException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            ReadTraces read = experiment.read(Progress.NONE);
            PathVariance.Node top = top(together(read.timeline(), Recording.requestPaths(read), "0", type));
            assertThat(List.of(top.host(), top.thread())).containsExactly(host, thread);
            assertThat(top.state()).isEqualTo(state);
            assertThat(top.cause()).isEqualTo(cause);
        }
    }

    /** Of all six types the helper's work comes first: 9 ms in one type of six, where the disk's wait is 5 ms in one. Within type 2 that wait is constant, and explains nothing. */
    @Test
    void ofAllTypesTheHelperVariesMostAndTheConstantWaitForTheDiskExplainsNothingWithinItsType() throws IOException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            ReadTraces read = experiment.read(Progress.NONE);
            IntervalPaths paths = Recording.requestPaths(read);
            PathVariance all = together(read.timeline(), paths, "0", "1", "2", "3", "4", "5");
            assertThat(top(all).thread()).isEqualTo("w1-helper");
            assertThat(top(all).state()).isEqualTo(ThreadState.RUNNING);
            assertThat(all.tree().share(all.tree().factors().get(0))).isGreaterThan(0.8);
            assertThat(shareOfDisk(all)).isGreaterThan(0.25);
            assertThat(shareOfDisk(together(read.timeline(), paths, "2"))).isLessThan(0.02);
        }
    }

    /** The variance of the wait for the disk in the backend, as a part of that of the requests. */
    private static double shareOfDisk(PathVariance of) {
        double sum = 0;
        for (int node = 0; node < of.nodes().size(); node++) {
            PathVariance.Node what = of.nodes().get(node);
            if (what.thread().equals("w1-backend") && what.cause() == Cause.DISK) {
                sum += of.tree().varianceNanos2(node);
            }
        }
        return sum / of.tree().varianceNanos2(0);
    }
}
