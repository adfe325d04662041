/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.OnCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.offcpu.OnCpu;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.OpenOptions;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** Samples of written recordings, in which it is known who ran when: those of a timer's event, and perf's beside a trace of LTTng. */
class WrittenSamplesTest {
    private static final CtfType STACK = new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(64));
    private static final long EPOCH_SECOND = 1_700_000_000L;
    private static final long KERNEL_MARK = -128;
    private static final long USER_MARK = -512;
    private static final int WORKER = 7;
    private static final int OTHER = 8;

    @TempDir private Path directory;

    /** Thread 7 runs from 1 ms to 5 ms and from 7 ms to 9 ms, thread 8 in between, the processor is idle then; a timer, if it is recorded with stacks, comes at 2, 4, 6, 8 and 10 ms. */
    private void record(boolean stacks) throws IOException {
        record(stacks, 10);
    }

    /** The same, with a timer until so many ms. */
    private void record(boolean stacks, int timerUntil) throws IOException {
        CtfDeclaration declaration = new CtfDeclaration().uuid(new UUID(1, 2)).clock(new UUID(3, 4), 1_000_000_000L, EPOCH_SECOND, 0)
                .env("hostname", "A").env("domain", "kernel").env("tracer_name", "lttng-modules");
        if (stacks) {
            declaration.context("callstack_kernel", STACK, "callstack_user", STACK);
        }
        CtfDeclaration.Event schedSwitch = declaration.event("sched_switch", "prev_comm", CtfType.characters(16), "prev_tid",
                CtfType.signed(32), "prev_prio", CtfType.signed(32), "prev_state", CtfType.signed(64), "next_comm", CtfType.characters(16),
                "next_tid", CtfType.signed(32), "next_prio", CtfType.signed(32));
        CtfDeclaration.Event timer = declaration.event("timer_hrtimer_expire_entry", "hrtimer", CtfType.unsigned(64), "now",
                CtfType.signed(64), "function", CtfType.unsigned(64));
        int[] next = {WORKER, OTHER, WORKER, 0};
        int[] at = {1, 5, 7, 9};
        try (CtfWriter writer = new CtfWriter(Files.createDirectories(directory.resolve("A")).resolve("kernel"), declaration,
                CtfWriter.Metadata.TEXT, 1 << 16, false); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            int before = 0;
            for (int ms = 1, i = 0; ms <= 10; ms++) {
                if (i < at.length && at[i] == ms) {
                    stream.begin(schedSwitch, ms * 1_000_000L);
                    if (stacks) {
                        stream.integers().integers();
                    }
                    stream.text("t" + before).integer(before).integer(20).integer(1).text("t" + next[i]).integer(next[i]).integer(20).end();
                    before = next[i++];
                } else if (ms % 2 == 0 && ms <= timerUntil) {
                    stream.begin(timer, ms * 1_000_000L);
                    if (stacks) {
                        stream.integers(0xffff_ffff_8100_0010L, 0xffff_ffff_8100_0020L).integers(0x1000L + ms, 0x2000);
                    }
                    stream.integer(1).integer(2).integer(3).end();
                }
            }
        }
    }

    /** Perf's, as {@code perf data convert --to-ctf} writes them: of threads 7, 8 and 7, and of the idle one. */
    private void recordByPerf(long offNanos) throws IOException {
        CtfDeclaration declaration = new CtfDeclaration().uuid(new UUID(1, 9)).clock(new UUID(5, 6), 1_000_000_000L, 0, 0)
                .env("host", "A").env("domain", "kernel").env("tracer_name", "perf");
        CtfDeclaration.Event sample = declaration.event("cpu-clock", "perf_ip", CtfType.unsigned(64), "perf_tid", CtfType.signed(32),
                "perf_pid", CtfType.signed(32), "perf_period", CtfType.unsigned(64), "perf_callchain_size", CtfType.unsigned(32),
                "perf_callchain", STACK);
        try (CtfWriter writer = new CtfWriter(directory.resolve("samples"), declaration, CtfWriter.Metadata.TEXT, 1 << 16, false);
                CtfStreamWriter stream = writer.stream("perf_stream_0", 0)) {
            int[] tids = {WORKER, WORKER, OTHER, WORKER, 0};
            for (int i = 0; i < tids.length; i++) {
                stream.begin(sample, (2 + 2 * i) * 1_000_000L + offNanos);
                stream.integer(0x1000 + i).integer(tids[i]).integer(tids[i]).integer(2_000_000).integer(5);
                if (i == 1) {
                    stream.integers(KERNEL_MARK, 0xffff_ffff_8100_0000L, USER_MARK, 0x1000 + i, 0x2000).end();
                } else {
                    stream.integers(USER_MARK, 0x1000 + i, 0x2000).end();
                }
            }
        }
    }

    private Analysis analysis() throws IOException {
        return Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.with(OffCpuQuestion.ON_PATH, false)
                .with(FunctionQuestion.SYMBOLS, List.of()).with(OnCpuQuestion.SAMPLES, true), Progress.NONE);
    }

    private static List<String> told(Analysis analysis) {
        return analysis.get(OnCpuQuestion.RUNNING).totals().stream()
                .map(total -> total.stack().thread() + ' ' + total.stack().functions() + ' ' + total.nanos() / 1_000_000 + ' '
                        + total.samples())
                .sorted().toList();
    }

    @Test
    void aTimersEventWithStacksIsASampleOfWhatRanOnItsProcessor() throws IOException {
        record(true);
        Analysis analysis = analysis();
        assertThat(told(analysis)).containsExactly("t7 [0x2000, 0x1003] 1 1", "t7 [0x2000, 0x1005] 2 1", "t7 [0x2000, 0x1009] 2 1",
                "t7 [] 1 0", "t8 [0x2000, 0x1007] 1 1", "t8 [] 1 0");
        assertThat(analysis.caveats()).extracting(Caveat::kind).doesNotContain("recorded-and-not-used");
        assertThat(analysis.caveats(List.of(OnCpuQuestion.RUNNING))).extracting(Caveat::kind).contains("few-samples")
                .doesNotContain("samples-of-another-clock");
    }

    @Test
    void whereNoSampleSpeaksForMuchOfTheRunningTimeItIsSaid() throws IOException {
        record(true, 4);
        assertThat(analysis().caveats(List.of(OnCpuQuestion.RUNNING))).filteredOn(caveat -> caveat.kind().equals("running-not-sampled"))
                .singleElement().satisfies(caveat -> assertThat(caveat.text())
                        .startsWith("For 63 % of the running time no sample speaks: threads that run shortly"));
    }

    @Test
    void whereSamplesSpeakForThreeQuartersItIsNot() throws IOException {
        record(true);
        assertThat(analysis().caveats(List.of(OnCpuQuestion.RUNNING))).extracting(Caveat::kind).doesNotContain("running-not-sampled");
    }

    @Test
    void withoutStacksATimersEventIsNoSample() throws IOException {
        record(false);
        assertThat(OnCpuQuestion.isKnown(analysis())).isFalse();
        assertThat(told(analysis())).isEmpty();
    }

    @Test
    void perfsSamplesAreOfTheThreadsThatTheyNameOnTheClockOfTheKernelsTrace() throws IOException {
        record(false);
        recordByPerf(0);
        Analysis analysis = analysis();
        assertThat(analysis.timeline().hostCount()).as("of the same host").isOne();
        assertThat(told(analysis)).containsExactly("t7 [0x2000, 0x1001] 1 1", "t7 [0x2000, 0x1002] 2 1", "t7 [0x2000, 0x1004] 2 1",
                "t7 [] 1 0", "t8 [0x2000, 0x1003] 1 1", "t8 [] 1 0");
        assertThat(analysis.caveats()).extracting(Caveat::kind).doesNotContain("recorded-and-not-used");
        List<OnCpu.Total> totals = analysis.get(OnCpuQuestion.RUNNING).totals();
        assertThat(totals.stream().mapToLong(OnCpu.Total::nanos).sum()).as("whatever was sampled").isEqualTo(8_000_000);
    }

    @Test
    void samplesOfAnotherClockAreLeftOutAndThatIsSaid() throws IOException {
        record(false);
        recordByPerf(3_500_000); // to when another thread ran, or none
        Analysis analysis = analysis();
        assertThat(told(analysis)).isEmpty();
        assertThat(analysis.caveats(List.of(OnCpuQuestion.RUNNING))).filteredOn(caveat -> caveat.kind().equals("samples-of-another-clock"))
                .singleElement().satisfies(caveat -> assertThat(caveat.text()).contains("perf record -k CLOCK_MONOTONIC"));
    }
}
