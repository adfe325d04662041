/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bowline.core.event.KernelSink.Leave.BLOCKED;
import static org.bowline.core.event.KernelSink.Leave.PREEMPTED;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;

/** When each host was recorded, and what the timeline is about. */
class RecordingsTest {
    private static final int IDLE = 0;
    private static final int A = 5;

    private static HostRecorder host(String name, long start) {
        return new HostRecorder(name, start);
    }

    /** Thread A runs from the start up to a time. */
    private static void run(HostRecorder host, long until) {
        host.switched(until, 0, A, "t5", PREEMPTED, IDLE, "");
    }

    private static Timeline timeline(HostLog... logs) {
        List<HostLog> all = Arrays.asList(logs);
        String[] names = all.stream().map(log -> log.host).toArray(String[]::new);
        return TimelineAssembler.assemble(all,
                ClockSync.run(all.stream().map(HostLog::packets).toList(), names, all.stream().mapToLong(HostLog::startNanos).toArray(),
                        all.stream().mapToLong(HostLog::endNanos).toArray(), ClockSync.Options.DEFAULT.withReference(0), () -> false),
                Progress.NONE);
    }

    @Test
    void aHostWithoutAClockIsNotInTheRange() {
        HostRecorder known = host("known", 100);
        run(known, 200);
        HostRecorder unknown = host("unknown", 5_000);
        run(unknown, 5_300);
        Timeline timeline = timeline(known.finish(Long.MIN_VALUE), unknown.finish(Long.MIN_VALUE));
        assertThat(timeline.startNanos()).isEqualTo(100);
        assertThat(timeline.endNanos()).isEqualTo(200);
        assertThat(timeline.recordedNanos(0, 0, 10_000)).isEqualTo(100);
        assertThat(timeline.recordedNanos(1, 0, 10_000)).isEqualTo(300);
        assertThat(timeline.recordedNanos(0, 10_000)).isEqualTo(400);
        assertThat(timeline.caveats()).filteredOn(caveat -> caveat.kind().equals("recording-outside")).singleElement()
                .satisfies(caveat -> {
                    assertThat(caveat.host()).isEqualTo("unknown");
                    assertThat(caveat.count()).isEqualTo(300);
                    assertThat(caveat.severity()).isEqualTo(Caveat.Severity.WARNING);
                    assertThat(caveat.text()).contains("300 ns of what was recorded of unknown", "Analyse unknown by itself");
                });
    }

    @Test
    void aHostOfWhoseThreadsNothingIsKnownIsNotInTheRange() {
        HostRecorder kernel = host("kernel", 100);
        run(kernel, 200);
        Timeline timeline = timeline(kernel.finish(Long.MIN_VALUE), host("user space only", 0).finish(9_000));
        assertThat(timeline.startNanos()).isEqualTo(100);
        assertThat(timeline.endNanos()).isEqualTo(200);
        assertThat(timeline.recordings(1)).isZero();
        assertThat(timeline.recordedNanos(1, 0, 9_000)).isZero();
        assertThat(timeline.caveats()).extracting(Caveat::kind).doesNotContain("recording-outside");
    }

    @Test
    void withoutAnyThreadTheRangeIsThatOfAllTraces() {
        Timeline timeline = timeline(host("a", 100).finish(700), host("b", 50).finish(300));
        assertThat(timeline.startNanos()).isEqualTo(50);
        assertThat(timeline.endNanos()).isEqualTo(700);
    }

    @Test
    void betweenTwoRecordingsNothingIsKnown() {
        HostScenario host = new HostScenario("h");
        host.on(0, 10, A, BLOCKED, IDLE);
        host.on(1, 12, 6, PREEMPTED, 7);
        host.facts.paused(20, 1_000);
        host.wake(0, 1_010, A);
        host.on(0, 1_015, IDLE, PREEMPTED, A);
        host.on(1, 1_020, 8, BLOCKED, IDLE);
        Timeline timeline = host.timeline(1_030);
        assertThat(HostScenario.text(timeline, A))
                .isEqualTo(
                        "running 0-10, blocked 10-20 by unknown unknown, unknown 20-1000, blocked 1000-1010 by unknown unknown, runnable 1010-1015,"
                                + " running 1015-1030");
        assertThat(HostScenario.text(timeline, 6)).isEqualTo("running 0-12, preempted 12-20, unknown 20-1030");
        assertThat(HostScenario.text(timeline, 8)).as("born in the second recording")
                .isEqualTo("running 1000-1020, blocked 1020-1030 by unknown unknown");
        assertThat(timeline.recordings(0)).isEqualTo(2);
        assertThat(timeline.recordingEnd(0, 0)).isEqualTo(20);
        assertThat(timeline.recordingStart(0, 1)).isEqualTo(1_000);
        assertThat(timeline.recordedNanos(0, 0, 1_030)).isEqualTo(50);
    }

    @Test
    void whereTheClockJumpsByHoursNothingIsKnownAndNobodyRunsOrWaitsForHours() {
        long hours = 3 * 3_600_000_000_000L;
        HostScenario host = new HostScenario("h");
        host.on(0, 10, A, BLOCKED, IDLE);
        host.on(1, 12, 6, PREEMPTED, 7);
        host.wake(0, hours, A);
        host.on(0, hours + 5, IDLE, PREEMPTED, A);
        Timeline timeline = host.timeline(hours + 20);
        assertThat(HostScenario.text(timeline, A)).isEqualTo("running 0-10, blocked 10-12 by unknown unknown, unknown 12-" + hours
                + ", runnable " + hours + '-' + (hours + 5) + ", running " + (hours + 5) + '-' + (hours + 20));
        assertThat(HostScenario.text(timeline, 7)).isEqualTo("unknown 0-12, unknown 12-" + (hours + 20));
        assertThat(timeline.recordedNanos(0, 0, hours + 20)).isEqualTo(32);
    }

    @Test
    void theStateAtTheStartOfTheSecondRecordingCounts() {
        HostScenario host = new HostScenario("h");
        host.on(0, 10, A, BLOCKED, IDLE);
        host.facts.paused(20, 1_000);
        host.facts.threadExists(1_001, A, A, 1, "t5", true);
        host.facts.threadExists(1_002, 9, 9, 1, "t9", true);
        host.on(0, 1_100, IDLE, PREEMPTED, 7);
        Timeline timeline = host.timeline(1_200);
        assertThat(HostScenario.text(timeline, A))
                .isEqualTo("running 0-10, blocked 10-20 by unknown unknown, unknown 20-1000, blocked 1000-1200 by unknown unknown");
        assertThat(HostScenario.text(timeline, 9)).isEqualTo("blocked 1000-1200 by unknown unknown");
    }

    @Test
    void recordingsMustComeInOrder() {
        TimelineBuilder builder = new TimelineBuilder();
        int first = builder.host("a");
        int second = builder.host("b");
        builder.recording(second, 0, 10);
        assertThatThrownBy(() -> builder.recording(first, 0, 10)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.recording(second, 9, 20)).isInstanceOf(IllegalArgumentException.class);
    }
}
