/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.EventCount;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;

/** Times and counts against those that another reader, with a state machine of its own, took from the same recordings. */
class IndependentReaderTest {
    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "wperf-example", "lock-contention"})
    void threadsRunAsLongAsTheIndependentReaderSays(String name) throws IOException {
        Path recording = Recording.own(name);
        try (Experiment experiment = Recording.open(recording)) {
            Map<String, Long> expected = new TreeMap<>();
            for (NamedCsvRecord row : rows(recording.resolve("threads.csv"))) {
                expected.put(row.getField("host") + ":" + row.getField("tid"), Long.parseLong(row.getField("running_ns")));
            }
            Map<String, Long> actual = new TreeMap<>();
            totals(experiment.read(Progress.NONE),
                    (thread, totals) -> actual.merge(thread,
                            totals.nanos(ThreadState.RUNNING) + totals.nanos(ThreadState.INTERRUPTED), Long::sum));
            actual.keySet().retainAll(expected.keySet());
            // times on the reference clock are those of the host times its clock's rate
            assertThat(actual).hasSameSizeAs(expected);
            for (Map.Entry<String, Long> thread : expected.entrySet()) {
                assertThat(Math.abs(actual.getOrDefault(thread.getKey(), 0L) - thread.getValue())).as("running time of " + thread.getKey())
                        .isLessThanOrEqualTo(clockError(thread.getValue()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "wperf-example", "lock-contention"})
    void waitsAreEndedByWhomTheIndependentReaderSays(String name) throws IOException {
        Path recording = Recording.own(name);
        try (Experiment experiment = Recording.open(recording)) {
            Map<String, Long> expected = new TreeMap<>();
            for (NamedCsvRecord row : rows(recording.resolve("waits.csv"))) {
                expected.merge(row.getField("host") + ":" + row.getField("tid") + " " + cause(row.getField("ended_by")),
                        Long.parseLong(row.getField("total_ns")), Long::sum);
            }
            expected.values().removeIf(nanos -> nanos == 0);
            Map<String, Long> actual = new TreeMap<>();
            totals(experiment.read(Progress.NONE), (thread, totals) -> {
                for (Cause cause : Cause.values()) {
                    actual.merge(thread + " " + cause.label(), totals.blocked(cause), Long::sum);
                }
            });
            for (Map.Entry<String, Long> wait : expected.entrySet()) {
                assertThat(Math.abs(actual.getOrDefault(wait.getKey(), 0L) - wait.getValue()))
                        .as("blocked time of " + wait.getKey() + ", expected " + wait.getValue())
                        .isLessThanOrEqualTo(clockError(wait.getValue()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "wperf-example", "lock-contention", "lost-events"})
    void eventsAreAsManyAsTheIndependentReaderCounts(String name) throws IOException {
        Path recording = Recording.own(name);
        Map<String, Long> expected = new TreeMap<>();
        for (NamedCsvRecord row : rows(recording.resolve("counts.txt"))) {
            String event = row.getField("event");
            String key = row.getField("host") + " " + row.getField("domain") + " ";
            if (!event.startsWith("<")) {
                expected.put(key + event, Long.parseLong(row.getField("count")));
            } else if (event.startsWith("<discarded events")) {
                expected.put(key + EventCount.DISCARDED, Long.parseLong(row.getField("count")));
            }
        }
        try (Experiment experiment = Recording.open(recording)) {
            Map<String, Long> actual = new TreeMap<>();
            for (EventCount count : experiment.countEvents(Progress.NONE)) {
                actual.merge(count.host() + " " + count.domain() + " " + count.event(), count.count(), Long::sum);
            }
            assertThat(actual).isEqualTo(expected);
        }
    }

    /** The oracle names the context of the wake-up. */
    static String cause(String endedBy) {
        return switch (endedBy.split(" ")[0]) {
            case "thread" -> Cause.THREAD.label();
            case "hrtimer", "timer" -> Cause.TIMER.label();
            case "irq" -> Cause.DISK.label();
            case "softirq" -> switch (endedBy) {
                case "softirq 1", "softirq 8" -> Cause.TIMER.label();
                case "softirq 2", "softirq 3" -> Cause.NETWORK.label();
                case "softirq 4", "softirq 5" -> Cause.DISK.label();
                default -> Cause.KERNEL.label();
            };
            default -> endedBy;
        };
    }

    /** Reference time may run at another rate, by 500 ppm at most in these recordings, and every segment is rounded. */
    private static long clockError(long nanos) {
        return nanos / 2_000 + 2_000;
    }

    private interface Collector {
        void add(String thread, ThreadTotals totals);
    }

    private static void totals(ReadTraces analysis, Collector collector) {
        Timeline timeline = analysis.timeline();
        for (ThreadTotals totals : analysis.threads(timeline.startNanos(), timeline.endNanos())) {
            int thread = totals.thread();
            collector.add(timeline.hostName(timeline.host(thread)) + ":" + timeline.tid(thread), totals);
        }
    }

    private static List<NamedCsvRecord> rows(Path file) throws IOException {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
            return reader.stream().toList();
        }
    }
}
