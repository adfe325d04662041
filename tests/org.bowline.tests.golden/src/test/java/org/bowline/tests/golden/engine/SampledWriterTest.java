/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.OnCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.offcpu.OnCpu;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.SourceLines;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.export.OffCpuWriter;
import org.bowline.report.page.OffCpuSection;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.OnCpuRow;

/** The example of the wPerf paper with call stacks of its waits, and samples of what runs, by the kernel's tick and by perf: what {@code w2.c} does is the truth. */
class SampledWriterTest {
    /** w2-B burns 5 ms of processor time in funB for each of 40 records. */
    private static final long BURNT_NANOS = 200_000_000;

    @TempDir private Path directory;

    private static Analysis analysis(Path traces, boolean lines) throws IOException {
        return Analysis.of(List.of(traces), OpenOptions.DEFAULT,
                Question.WORK.about(List.of(IntervalSpec.parse("begin=log_record,end=dequeue")), Question.Part.WORK)
                        .with(OffCpuQuestion.ON_PATH, false)
                        .with(FunctionQuestion.SYMBOLS, List.of(Recording.own("sampled-writer").resolve("symbols")))
                        .with(StackQuestion.LINES, lines).with(OnCpuQuestion.SAMPLES, true),
                Progress.NONE);
    }

    private static OffCpu.Stack waitForTheDisk(Analysis analysis) {
        return analysis.get(OffCpuQuestion.WAITS).stream().map(OffCpu.Total::stack)
                .filter(stack -> stack.thread().equals("w2-B") && stack.cause() == Cause.DISK).findFirst().orElseThrow();
    }

    /** The longest of w2-B's waits, and the first of all that lead to the disk. */
    @Test
    void theWriterWaitsMostInTheFunctionThatCallsFdatasync() throws IOException {
        Analysis analysis = analysis(Recording.own("sampled-writer"), false);
        OffCpu.Stack top = analysis.get(OffCpuQuestion.WAITS).stream().map(OffCpu.Total::stack)
                .filter(stack -> stack.thread().equals("w2-B"))
                .findFirst().orElseThrow();
        assertThat(top.cause()).isEqualTo(Cause.DISK);
        assertThat(top.target()).isEqualTo("vdd");
        assertThat(top.functions()).endsWith("thread_b", "[log_record]", "fdatasync");
    }

    @Test
    void itHasTheFileAndTheLine() throws IOException {
        Assumptions.assumeTrue(SourceLines.find() != null, "neither addr2line nor llvm-symbolizer is installed");
        List<String> source = Files.readAllLines(Recording.own("sampled-writer").resolve("w2.c"));
        String functions = waitForTheDisk(analysis(Recording.own("sampled-writer"), true)).functions().toString();
        assertThat(line("\\[log_record \\(w2\\.c:(\\d+)\\)\\]", functions, source)).contains("void log_record", "fdatasync(f)");
        assertThat(line("thread_b \\(w2\\.c:(\\d+)\\)", functions, source)).contains("log_record(f, b, r)");
    }

    private static String line(String pattern, String functions, List<String> source) {
        Matcher line = Pattern.compile(pattern).matcher(functions);
        assertThat(line.find()).as(functions).isTrue();
        return source.get(Integer.parseInt(line.group(1)) - 1);
    }

    private static long running(Analysis analysis, String thread, Predicate<OnCpu.Stack> which) {
        return analysis.get(OnCpuQuestion.RUNNING).totals().stream().filter(total -> total.stack().thread().equals(thread))
                .filter(total -> which.test(total.stack())).mapToLong(OnCpu.Total::nanos).sum();
    }

    private static boolean isBurning(OnCpu.Stack stack) {
        return stack.functions().contains("funB");
    }

    @Test
    void whatRunsIsWhatTheProgramDoes() throws IOException {
        Analysis analysis = analysis(Recording.own("sampled-writer"), false);
        OnCpu.Total top = analysis.get(OnCpuQuestion.RUNNING).totals().stream().filter(total -> total.stack().thread().equals("w2-B"))
                .findFirst().orElseThrow();
        assertThat(top.stack().functions()).endsWith("thread_b", "funB", "burn");
        assertThat(top.stack().kernel()).as("the interrupt is not what it did").isEmpty();
        assertThat((double) running(analysis, "w2-B", SampledWriterTest::isBurning)).as("work is metered, so more than is told")
                .isBetween((double) BURNT_NANOS, 1.7 * BURNT_NANOS);
        assertThat(analysis.get(OnCpuQuestion.RUNNING).totals()).as("in the system call, under the function that calls it")
                .anyMatch(total -> total.stack().thread().equals("w2-B") && total.stack().call().equals("fdatasync")
                        && total.stack().functions().contains("[log_record]") && !total.stack().kernel().isEmpty());
        assertThat(analysis.caveats()).extracting(Caveat::kind).doesNotContain("recorded-and-not-used");
    }

    /** How long threads run is known, and all of it is told. */
    @Test
    void theSumIsTheRunningTimeOfTheThreads() throws IOException {
        Analysis analysis = analysis(Recording.own("sampled-writer"), false);
        Timeline timeline = analysis.timeline();
        long expected = 0;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
                if (!timeline.isIdle(thread) && analysis.isChosen(thread) && timeline.state(segment) == ThreadState.RUNNING) {
                    expected += Math.max(0, Math.min(analysis.toNanos(), timeline.end(thread, segment))
                            - Math.max(analysis.fromNanos(), timeline.start(segment)));
                }
            }
        }
        assertThat(analysis.get(OnCpuQuestion.RUNNING).nanos()).isEqualTo(expected);
    }

    /** The recording without some of its traces' files. */
    private Path without(Predicate<String> left) throws IOException {
        Path copy = Files.createDirectories(directory.resolve("copy"));
        try (InputStream in = Files.newInputStream(Recording.own("sampled-writer").resolve("A.zip"));
                ZipInputStream zip = new ZipInputStream(in);
                OutputStream out = Files.newOutputStream(copy.resolve("A.zip"));
                ZipOutputStream written = new ZipOutputStream(out)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!left.test(entry.getName())) {
                    written.putNextEntry(new ZipEntry(entry.getName()));
                    zip.transferTo(written);
                    written.closeEntry();
                }
            }
        }
        return copy;
    }

    @Test
    void theTickAloneAndPerfAloneSayTheSame() throws IOException {
        for (String other : List.of("A/perf/", "A/kernel/bowline-samples")) {
            Analysis analysis = analysis(without(name -> name.startsWith(other)), false);
            assertThat(analysis.get(OnCpuQuestion.RUNNING).samples()).as("without " + other).isPositive();
            double all = running(analysis, "w2-B", stack -> true);
            assertThat(running(analysis, "w2-B", SampledWriterTest::isBurning) / all).as("without " + other).isCloseTo(0.68, within(0.03));
            assertThat(analysis.caveats(List.of(OnCpuQuestion.RUNNING))).extracting(Caveat::kind)
                    .doesNotContain("samples-of-another-clock");
        }
        Analysis neither = analysis(without(name -> name.startsWith("A/perf/") || name.startsWith("A/kernel/bowline-samples")), false);
        assertThat(OnCpuQuestion.isKnown(neither)).isFalse();
    }

    @Test
    void collapsedStacksAndThePageHaveWhatWaitsAndWhatRuns() throws IOException {
        Analysis analysis = analysis(Recording.own("sampled-writer"), false);
        StringWriter collapsed = new StringWriter();
        OffCpuWriter.write(OffCpuRow.of(analysis), OnCpuRow.of(analysis), collapsed);
        assertThat(collapsed.toString().lines()).anyMatch(line -> line.matches("A;w2-B;.*;thread_b;funB;burn;runs \\(estimate\\) \\d+"))
                .anyMatch(line -> line.matches("A;w2-B;.*;thread_b;\\[log_record\\];fdatasync;.*;waits for disk vdd \\d+"));
        assertThat(collapsed.toString().lines().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum())
                .isEqualTo(analysis.get(OffCpuQuestion.WAITS).stream().mapToLong(OffCpu.Total::nanos).sum()
                        + analysis.get(OnCpuQuestion.RUNNING).nanos());
        String page = OffCpuSection.of(OffCpuRow.of(analysis), OnCpuRow.of(analysis)).markup().toString();
        assertThat(page).contains("Which code waits, and which runs", "<title>runs (estimate): ", "class=\"runs\"", "class=\"waits\"",
                "Running and blocked time of A by stack");
        assertThat(OffCpuSection.of(OffCpuRow.of(analysis)).markup().toString()).doesNotContain("class=\"runs\"", "which runs");
    }

    /** Begins of two functions of a program that was not built for it make intervals. */
    @Test
    void probesOfFunctionsMakeIntervals() throws IOException {
        Analysis analysis = analysis(Recording.own("sampled-writer"), false);
        assertThat(analysis.matched().intervals()).hasSize(40).allMatch(
                interval -> interval.label().equals("log_record") && analysis.timeline().name(interval.thread()).equals("w2-B"));
    }
}
