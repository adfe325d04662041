/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.function.CallLog;
import org.bowline.core.function.CallRecorder;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.KernelSymbols;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class OffCpuTest {
    /** A handler that writes to a disk in commit (address 2) of handle (1), and a client that waits for it. */
    private static final class Sample {
        private final Timeline timeline;
        private final CallLog calls;
        private final FunctionNames names;
        private final SystemCallLog systemCalls = new SystemCallLog();

        Sample() {
            TimelineBuilder builder = new TimelineBuilder();
            builder.host("a");
            int client = builder.thread(0, 1, 1, "client");
            int handler = builder.thread(0, 2, 2, "handler");
            int disk = builder.resource(0, VertexKind.DISK, "vdd");
            builder.segment(client, 0, 10, ThreadState.RUNNING, 0);
            builder.blocked(client, 10, 60, Cause.THREAD, handler, Timeline.NONE, 0);
            builder.segment(client, 60, 100, ThreadState.RUNNING, 0);
            builder.segment(handler, 0, 20, ThreadState.RUNNING, 1);
            builder.blocked(handler, 20, 50, Cause.DISK, disk, Timeline.NONE, 1);
            builder.segment(handler, 50, 100, ThreadState.RUNNING, 1);
            timeline = builder.build();
            CallRecorder recorder = new CallRecorder(2);
            recorder.enter(0, handler, 2, 1, 5);
            recorder.enter(0, handler, 2, 2, 15);
            recorder.exit(0, handler, 2, 2, 55);
            recorder.exit(0, handler, 2, 1, 90);
            calls = recorder.finish();
            names = new FunctionNames(calls, new SymbolFiles(List.of()));
            systemCalls.begun(9, client, "recvfrom");
            systemCalls.begun(18, handler, "fsync");
            systemCalls.returned(timeline, 51, handler);
            systemCalls.ended(timeline, 0);
        }

        OffCpu.Code code() {
            return new OffCpu.Code(calls, names, systemCalls, null);
        }
    }

    private static final OffCpu.Stack CLIENT = new OffCpu.Stack(0, "client", List.of(), "recvfrom", Cause.THREAD, "handler", 0,
            List.of("0x1"), List.of());
    private static final OffCpu.Stack HANDLER = new OffCpu.Stack(0, "handler", List.of("0x1", "0x2"), "fsync", Cause.DISK, "vdd", 0,
            List.of(), List.of());

    @Test
    void aWaitIsOfItsFunctionsAndCallWithWhatTheWakerWasIn() {
        Sample sample = new Sample();
        assertThat(OffCpu.of(sample.timeline, sample.code(), 0, 100, thread -> true, Progress.NONE))
                .containsExactly(new OffCpu.Total(CLIENT, 50, 1, 50), new OffCpu.Total(HANDLER, 30, 1, 30));
    }

    @Test
    void waitsCountWithThePartInTheRangeAndOfThreadsThatAreChosen() {
        Sample sample = new Sample();
        assertThat(OffCpu.of(sample.timeline, sample.code(), 30, 45, thread -> thread == 1, Progress.NONE))
                .containsExactly(new OffCpu.Total(HANDLER, 15, 1, 15));
        assertThat(OffCpu.of(sample.timeline, sample.code(), 60, 100, thread -> true, Progress.NONE))
                .isEmpty();
    }

    @Test
    void onTheCriticalPathTheWaitForTheOtherThreadIsItsWork() {
        Sample sample = new Sample();
        CriticalPath path = CriticalPath.of(sample.timeline, 0, 0, 100, Progress.NONE);
        assertThat(OffCpu.on(List.of(path, path), sample.timeline, sample.code(), Progress.NONE))
                .containsExactly(new OffCpu.Total(HANDLER, 60, 2, 30));
    }

    /** A call stack says more than functions that were instrumented, and has the system call where none was recorded; others remain as they were. */
    @Test
    void aCallStackTellsTheFunctionsTheCallAndTheKernelOnPathsToo() {
        Sample sample = new Sample();
        StackLog log = new StackLog();
        log.leaves(sample.timeline, 1, 20, new long[] {0xffffffff81000210L, 0xffffffff81000110L, 0x3001, 0x4001}, 2, 4, false);
        RecordedSymbols symbols = new RecordedSymbols(Map.of(), Map.of(),
                KernelSymbols
                        .of(Stream.of("ffffffff81000100 T __x64_sys_write", "ffffffff81000200 t io_schedule", "ffffffff81000300 D end")),
                Map.of());
        OffCpu.Code code = new OffCpu.Code(sample.calls, sample.names, SystemCallLog.NONE,
                StackNames.of(log, List.of(symbols), new SymbolFiles(List.of()), false, Progress.NONE));
        OffCpu.Stack handler = new OffCpu.Stack(0, "handler", List.of("0x4001", "0x3001"), "write", Cause.DISK, "vdd", 0, List.of(),
                List.of("io_schedule"));
        OffCpu.Stack client = new OffCpu.Stack(0, "client", List.of(), "", Cause.THREAD, "handler", 0, List.of("0x1"), List.of());
        assertThat(OffCpu.of(sample.timeline, code, 0, 100, thread -> true, Progress.NONE))
                .containsExactly(new OffCpu.Total(client, 50, 1, 50), new OffCpu.Total(handler, 30, 1, 30));
        CriticalPath path = CriticalPath.of(sample.timeline, 0, 0, 100, Progress.NONE);
        assertThat(OffCpu.on(List.of(path), sample.timeline, code, Progress.NONE)).containsExactly(new OffCpu.Total(handler, 30, 1, 30));
    }

    @Test
    void whatWasNotRecordedIsEmpty() {
        Sample sample = new Sample();
        assertThat(OffCpu.of(sample.timeline, new OffCpu.Code(null, null, SystemCallLog.NONE, null), 0, 100, thread -> thread == 1,
                Progress.NONE))
                .containsExactly(
                        new OffCpu.Total(new OffCpu.Stack(0, "handler", List.of(), "", Cause.DISK, "vdd", 0, List.of(), List.of()), 30, 1,
                                30));
    }

    @Test
    void afterALossTheCallIsNotKnownUntilTheNext() {
        Sample sample = new Sample();
        SystemCallLog log = new SystemCallLog();
        log.begun(18, 1, "fsync");
        log.lost(sample.timeline, 0);
        log.returned(sample.timeline, 51, 1);
        assertThat(log.isEmpty()).isTrue();
    }

    /** Which call and which function a thread is in is kept for each nanosecond. */
    @Test
    void randomWaitsAddUpToWhatCountingNanosecondsGives() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int end = 200;
            TimelineBuilder builder = new TimelineBuilder();
            builder.host("a");
            int thread = builder.thread(0, 1, 1, "t");
            int timer = builder.resource(0, VertexKind.TIMER, "timer");
            CallRecorder recorder = new CallRecorder(1);
            boolean[] blocked = new boolean[end];
            int[] wait = new int[end];
            int time = 0;
            while (time < end) {
                int to = Math.min(end, time + 1 + random.nextInt(20));
                if (random.nextBoolean()) {
                    builder.blocked(thread, time, to, Cause.TIMER, timer, Timeline.NONE, 0);
                    Arrays.fill(blocked, time, to, true);
                } else {
                    builder.segment(thread, time, to, ThreadState.RUNNING, 0);
                }
                Arrays.fill(wait, time, to, time);
                time = to;
            }
            Timeline timeline = builder.build();
            SystemCallLog log = new SystemCallLog();
            String[] call = new String[end];
            String[] function = new String[end];
            List<Integer> open = new ArrayList<>();
            int from = -1;
            for (int now = 0; now < end; now++) {
                // what begins while the thread is blocked is not seen in recordings
                if (!blocked[now]) {
                    int dice = random.nextInt(8);
                    if (dice == 0 && from < 0) {
                        log.begun(now, thread, "call" + now % 3);
                        from = now;
                    } else if (dice == 1 && from >= 0) {
                        log.returned(timeline, now, thread);
                        Arrays.fill(call, from, now, "call" + from % 3);
                        from = -1;
                    } else if (dice == 2 && open.size() < 3) {
                        open.add(1 + random.nextInt(2));
                        recorder.enter(0, thread, 1, open.get(open.size() - 1), now);
                    } else if (dice == 3 && !open.isEmpty()) {
                        recorder.exit(0, thread, 1, open.remove(open.size() - 1), now);
                    }
                }
                function[now] = open.toString();
            }
            log.ended(timeline, 0);
            if (from >= 0) {
                Arrays.fill(call, from, end, "call" + from % 3);
            }
            Map<String, Long> expected = new TreeMap<>();
            for (int now = 0; now < end; now++) {
                if (blocked[now]) {
                    expected.merge(function[wait[now]] + (call[wait[now]] == null ? "" : call[wait[now]]), 1L, Long::sum);
                }
            }
            CallLog calls = recorder.finish();
            Map<String, Long> actual = new TreeMap<>();
            OffCpu.of(timeline, new OffCpu.Code(calls, new FunctionNames(calls, new SymbolFiles(List.of())), log, null), 0, end,
                    one -> true, Progress.NONE)
                    .forEach(total -> actual.merge(total.stack().functions().toString().replace("0x", "") + total.stack().call(),
                            total.nanos(), Long::sum));
            assertThat(actual).as("seed %d, round %d", seed, round).isEqualTo(expected);
        }
    }
}
