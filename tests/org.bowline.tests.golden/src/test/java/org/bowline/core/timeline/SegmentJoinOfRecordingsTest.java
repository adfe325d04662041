/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.event.KernelReader;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.Folders;

/** The timeline of a recording is the same to the last bit, by however many threads its segments are joined. */
class SegmentJoinOfRecordingsTest {
    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "lock-contention", "lost-events", "lab/w1", "lab/w2"})
    void theTimelineDoesNotDependOnTheNumberOfThreads(String name) throws TraceReadException {
        Path own = Folders.repository().resolve("tests/traces").resolve(name);
        Optional<Path> recording = Files.exists(own) ? Optional.of(own) : Folders.shared("traces/" + name);
        Assumptions.assumeTrue(recording.isPresent(), "skipped: no traces/" + name + " in the folder shared (BOWLINE_SHARED)");
        try (Experiment experiment = Experiment.open(List.of(recording.orElseThrow()), OpenOptions.DEFAULT, Progress.NONE)) {
            Timeline expected = timeline(experiment.hosts(), 1);
            assertThat(expected.segmentCount()).isGreaterThan(1_000);
            List<Object> columns = TimelineColumns.of(expected);
            for (int workers : new int[] {2, 5}) {
                Timeline joined = timeline(experiment.hosts(), workers);
                assertThat(joined.caveats()).isEqualTo(expected.caveats());
                for (int column = 0; column < columns.size(); column++) {
                    assertThat(TimelineColumns.of(joined).get(column)).as("column %d, by %d threads", column, workers)
                            .isEqualTo(columns.get(column));
                }
            }
        }
    }

    private static Timeline timeline(List<HostTraces> hosts, int workers) throws TraceReadException {
        List<HostLog> logs = new ArrayList<>();
        for (HostTraces host : hosts) {
            List<OpenTrace> kernels = host.traces().stream().filter(trace -> trace.domain() == Domain.KERNEL).toList();
            List<CtfTrace> traces = kernels.stream().map(OpenTrace::ctf).toList();
            long[] corrections = kernels.stream().mapToLong(OpenTrace::correctionNanos).toArray();
            HostRecorder recorder = new HostRecorder(host.name(), KernelReader.firstEventNanos(traces, corrections));
            KernelReader.read(traces, corrections, recorder, Progress.NONE);
            logs.add(recorder.finish(Long.MIN_VALUE));
        }
        SyncResult sync = ClockSync.run(logs.stream().map(HostLog::packets).toList(),
                logs.stream().map(log -> log.host).toArray(String[]::new), logs.stream().mapToLong(HostLog::startNanos).toArray(),
                logs.stream().mapToLong(HostLog::endNanos).toArray(), ClockSync.Options.DEFAULT, () -> false);
        return TimelineAssembler.assemble(logs, sync, Progress.NONE, segments -> workers);
    }
}
