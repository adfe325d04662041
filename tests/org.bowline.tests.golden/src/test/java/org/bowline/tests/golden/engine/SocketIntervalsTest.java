/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.ReadTraces;

/** Requests that were found in system calls alone, beside what the programs told of the same ones. */
class SocketIntervalsTest {
    /** What a program does between its own event and the system call: emulated processors take some 100 µs. */
    private static final long BESIDE_NANOS = 400_000;

    /** Those of the socket with most. */
    private static List<NamedInterval> of(ReadTraces read, IntervalSpec spec, String label) throws IOException {
        MatchedIntervals matched = read.intervals(spec, Progress.NONE);
        Map<String, List<NamedInterval>> sockets = matched.intervals().stream().filter(one -> one.label().equals(label))
                .collect(Collectors.groupingBy(NamedInterval::key));
        return sockets.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    }

    /** Begin and end of what a thread told, in order. */
    private static List<long[]> told(Path recording, String name) throws IOException {
        try (Stream<String> lines = Files.lines(recording.resolve("spans.csv"))) {
            return lines.map(line -> line.split(",")).filter(parts -> parts[2].equals(name))
                    .map(parts -> new long[] {Long.parseLong(parts[5]), Long.parseLong(parts[6])})
                    .sorted((a, b) -> Long.compare(a[0], b[0])).toList();
        }
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void sameLengths(List<NamedInterval> found, List<long[]> told) {
        assertThat(found.size()).isEqualTo(told.size());
        long[] off = new long[found.size()];
        for (int i = 0; i < off.length; i++) {
            off[i] = Math.abs(found.get(i).nanos() - (told.get(i)[1] - told.get(i)[0]));
        }
        assertThat(median(off)).isLessThan(BESIDE_NANOS);
    }

    @Test
    void theRequestsOfEachTierAreThoseThatTheProgramsTellOf() throws IOException {
        Path recording = Recording.own("three-tier");
        try (Experiment experiment = Recording.open(recording)) {
            ReadTraces read = experiment.read(Progress.NONE);
            sameLengths(of(read, IntervalSpec.ASKS, "w1-client"), told(recording, "client"));
            sameLengths(of(read, IntervalSpec.ANSWERS, "w1-server"), told(recording, "server"));
            sameLengths(of(read, IntervalSpec.ANSWERS, "w1-backend"), told(recording, "backend"));
            // the server asks the backend on another descriptor, and the client answers nobody
            assertThat(of(read, IntervalSpec.ASKS, "w1-server")).hasSize(50);
            assertThat(of(read, IntervalSpec.ANSWERS, "w1-client")).isEmpty();
        }
    }

    /** Four clients of pgbench: what the connection of each waits for includes what a server process works for it. */
    @Test
    void whatPgbenchAsksPostgresAnswers() throws IOException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w4-pg"))) {
            ReadTraces read = experiment.read(Progress.NONE);
            assertThat(counts(read, IntervalSpec.ASKS, "pgbench")).isEqualTo(counts(read, IntervalSpec.ANSWERS, "postgres"));
        }
    }

    /** How many intervals each of the four busiest sockets has. */
    private static List<Long> counts(ReadTraces read, IntervalSpec spec, String label) throws IOException {
        return read.intervals(spec, Progress.NONE).intervals().stream()
                .filter(one -> one.label().equals(label)).collect(Collectors.groupingBy(NamedInterval::key, Collectors.counting())).values()
                .stream().sorted(Comparator.reverseOrder()).limit(4).toList();
    }

    /** Its tools and daemons, and its library in the programs, talk over sockets when a recording begins and ends: its range would be that of the recording. */
    @Test
    void whatTheTracerAsksItselfIsNotARequest() throws IOException {
        try (Experiment experiment = Recording.open(Recording.own("three-tier"))) {
            ReadTraces read = experiment.read(Progress.NONE);
            for (IntervalSpec spec : List.of(IntervalSpec.ASKS, IntervalSpec.ANSWERS)) {
                assertThat(labels(read, spec)).contains("w1-server").noneMatch(label -> label.startsWith("lttng"));
            }
        }
    }

    private static Set<String> labels(ReadTraces read, IntervalSpec spec) throws IOException {
        return read.intervals(spec, Progress.NONE).intervals().stream().map(NamedInterval::label).collect(Collectors.toSet());
    }

    @Test
    void aRecordingWithoutSystemCallsIsRefusedWithTheProfileThatHasThem() throws IOException {
        try (Experiment experiment = Recording.open(Recording.own("labelled-work"))) {
            assertThatThrownBy(() -> new IntervalNames(experiment).check(IntervalSpec.ANSWERS))
                    .isInstanceOf(IntervalNames.UnknownNameException.class)
                    .hasMessageContaining("syscalls=recv..send: no kernel trace has the system calls on sockets")
                    .hasMessageContaining("--profile waits-network --profile syscalls");
        }
    }
}
