/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkLabels;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalSpec;

/** Service and queueing of requests are those that the programs measured with their own clock. */
class LabelledWorkTest {
    private static final long MEDIAN_OFF_NANOS = 50_000;

    @ParameterizedTest
    @ValueSource(strings = {"loop", "pool"})
    void serviceAndQueueingAreThoseOfTheProgramsOwnClock(String label) throws IOException {
        Path recording = Recording.own("labelled-work");
        Map<String, long[]> truth = new HashMap<>();
        for (String line : Files.readAllLines(recording.resolve("truth.csv"))) {
            String[] parts = line.split(",");
            if (parts[1].equals(label)) {
                truth.put(parts[0], new long[] {Long.parseLong(parts[2]), Long.parseLong(parts[3])});
            }
        }
        try (Experiment experiment = Recording.open(recording)) {
            MatchedIntervals matched = experiment.read(Progress.NONE)
                    .intervals(IntervalSpec.parse("begin=bowline:interval_begin,end=bowline:interval_end,key=id,label=label"),
                            Progress.NONE);
            List<NamedInterval> ofLabel = matched.intervals().stream().filter(one -> one.label().equals(label)).toList();
            assertThat(ofLabel).hasSize(192).extracting(NamedInterval::key).containsExactlyInAnyOrderElementsOf(truth.keySet());
            long[] service = new long[ofLabel.size()];
            long[] queue = new long[ofLabel.size()];
            for (int i = 0; i < service.length; i++) {
                WorkLabels.Work work = matched.work(ofLabel.get(i));
                long[] measured = truth.get(ofLabel.get(i).key());
                assertThat(work).isNotNull();
                assertThat(work.stretches()).isEqualTo(label.equals("loop") ? 4 : 2);
                service[i] = Math.abs(work.serviceNanos() - measured[0]);
                queue[i] = Math.abs(work.queueNanos() - measured[1]);
            }
            Arrays.sort(service);
            Arrays.sort(queue);
            assertThat(service[service.length / 2]).isLessThan(MEDIAN_OFF_NANOS);
            assertThat(queue[queue.length / 2]).isLessThan(MEDIAN_OFF_NANOS);
        }
    }
}
