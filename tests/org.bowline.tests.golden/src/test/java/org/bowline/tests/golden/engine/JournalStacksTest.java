/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.offcpu.StackLog;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.SourceLines;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.core.trace.ReadTraces;
import org.bowline.report.analyses.CriticalPathDescriptor;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.FindingsDescriptor;
import org.bowline.report.analyses.OffCpuDescriptor;
import org.bowline.report.analyses.WaitForDescriptor;
import org.bowline.report.export.OffCpuWriter;
import org.bowline.report.page.OffCpuSection;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.PathCodeRow;
import org.bowline.report.rows.WaitCodeRow;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;
import org.bowline.testkit.Babeltrace;

/** Call stacks of a real recording: as an independent reader has them, and named as in the program's source. */
class JournalStacksTest {
    private static final Pattern ADDRESS = Pattern.compile("= 0x([0-9A-F]+)");
    private static final Pattern TID = Pattern.compile("prev_tid = (\\d+)");

    private static Analysis analysis(boolean lines) throws IOException {
        return Analysis.of(List.of(Recording.own("journal-stacks")), OpenOptions.DEFAULT, Question.ALL.with(OffCpuQuestion.ON_PATH, false)
                .with(FunctionQuestion.SYMBOLS, List.of()).with(StackQuestion.LINES, lines), Progress.NONE);
    }

    private static OffCpu.Stack waitForTheDisk(Analysis analysis) {
        return analysis.get(OffCpuQuestion.WAITS).stream().map(OffCpu.Total::stack)
                .filter(stack -> stack.thread().equals("j-writer") && stack.cause() == Cause.DISK).findFirst().orElseThrow();
    }

    @Test
    void theWriterWaitsForTheDiskInTheFunctionThatCallsFdatasync() throws IOException {
        OffCpu.Stack stack = waitForTheDisk(analysis(false));
        assertThat(stack.functions()).endsWith("writer_main", "[write_batch]", "fdatasync");
        assertThat(stack.call()).as("no system call was recorded: it is in the kernel's stack").isEqualTo("fdatasync");
        assertThat(stack.kernel()).contains("ext4_sync_file").endsWith("io_schedule");
        assertThat(stack.target()).isEqualTo("vdd");
        assertThat(analysis(false).caveats()).extracting(Caveat::kind).doesNotContain("recorded-and-not-used");
    }

    @Test
    void linesAreThoseOfTheSource() throws IOException {
        Assumptions.assumeTrue(SourceLines.find() != null, "neither addr2line nor llvm-symbolizer is installed");
        List<String> source = Files.readAllLines(Recording.own("journal-stacks").resolve("journal.c"));
        Matcher line = Pattern.compile("writer_main \\(journal\\.c:(\\d+)\\)")
                .matcher(waitForTheDisk(analysis(true)).functions().toString());
        assertThat(line.find()).isTrue();
        assertThat(source.get(Integer.parseInt(line.group(1)) - 1)).contains("write_batch(until);");
        line = Pattern.compile("\\[write_batch \\(journal\\.c:(\\d+)\\)\\]").matcher(waitForTheDisk(analysis(true)).functions().toString());
        assertThat(line.find()).isTrue();
        assertThat(source.subList(Integer.parseInt(line.group(1)) - 2, Integer.parseInt(line.group(1))).toString())
                .contains("write_batch(long until)");
    }

    @Test
    void collapsedStacksHaveTheProgramTheCallAndTheKernel() throws IOException {
        Analysis analysis = analysis(false);
        StringWriter collapsed = new StringWriter();
        OffCpuWriter.write(OffCpuRow.of(analysis), collapsed);
        assertThat(collapsed.toString().lines()).anyMatch(
                line -> line.matches("A;j-writer;.*;writer_main;\\[write_batch\\];fdatasync;.*ext4_sync_file;.*;waits for disk vdd \\d+"));
        assertThat(collapsed.toString().lines().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum())
                .isEqualTo(analysis.get(OffCpuQuestion.WAITS).stream().mapToLong(OffCpu.Total::nanos).sum());
    }

    private static String text(Descriptor descriptor, Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        descriptor.text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10);
        return out.toString();
    }

    @Test
    void edgesPathsAndFindingsTellTheCodeOfTheirWaits() throws IOException {
        Analysis analysis = analysis(Recording.own("journal-stacks"), "j-writer");
        assertThat(text(new WaitForDescriptor(), analysis))
                .containsPattern("j-writer \\(A:987\\) +disk vdd \\(A\\) .* writer_main → \\[write_batch\\] → fdatasync\\n");
        assertThat(text(new CriticalPathDescriptor(), analysis))
                .containsPattern("blocked +disk +vdd service .* writer_main → \\[write_batch\\] → fdatasync\\n");
        assertThat(text(new FindingsDescriptor(), analysis))
                .contains("- in writer_main → [write_batch] → fdatasync: 237 ms (37 waits of j-writer (A:987) for disk vdd (A))");
        assertThat(WaitCodeRow.of(analysis)).anyMatch(row -> row.source().name().equals("j-writer") && row.target().name().equals("vdd")
                && row.total().chain().functions().contains("[write_batch]") && row.total().waits() == 37);
        assertThat(PathCodeRow.of(analysis)).anyMatch(
                row -> row.label().isEmpty() && row.cause().equals("disk") && row.total().chain().functions().contains("[write_batch]"));
    }

    @Test
    void aRecordingWithoutStacksHasNoColumnForCode() throws IOException {
        Analysis analysis = analysis(Recording.own("wperf-example"), "w2-B");
        for (Descriptor descriptor : List.of(new WaitForDescriptor(), new CriticalPathDescriptor(), new FindingsDescriptor())) {
            assertThat(text(descriptor, analysis)).doesNotContain("ostly in").doesNotContain(" → ");
            assertThat(descriptor.tables()).filteredOn(table -> table.isThere().test(analysis)).extracting(table -> table.report().name())
                    .doesNotContain("wait-for-code", "path-code");
        }
        assertThat(WaitCodeRow.of(analysis)).isEmpty();
        assertThat(PathCodeRow.of(analysis)).isEmpty();
    }

    private static String withWakers(String recording) throws IOException {
        return text(new OffCpuDescriptor(), Analysis.of(List.of(Recording.own(recording)), OpenOptions.DEFAULT, Question.WORK
                .with(OffCpuQuestion.ON_PATH, false).with(FunctionQuestion.SYMBOLS, List.of()).with(OffCpuQuestion.WAKER, true),
                Progress.NONE));
    }

    @Test
    void theOtherSideIsToldWhereItWasRecordedAndItIsSaidWhereItWasNot() throws IOException {
        assertThat(withWakers("wperf-example")).containsPattern("w2-A \\(A\\) .* futex +waits for w2-B +futex\\n")
                .contains("It is known of 46 of 46 waits that threads ended.\n");
        assertThat(withWakers("journal-stacks")).contains("It is known of 0 of 78 waits that threads ended. It takes system calls");
    }

    private static Analysis analysis(Path traces, String thread) throws IOException {
        return Analysis.of(List.of(traces), OpenOptions.DEFAULT,
                Question.WORK.with(FunctionQuestion.SYMBOLS, List.of())
                        .path((timeline, from, to) -> Recording.thread(timeline, "A", thread)),
                Progress.NONE);
    }

    /** Bars that are too narrow for a letter are there, too. */
    @Test
    void thePictureOnThePageHasTheStacks() throws IOException {
        List<OffCpuRow> rows = OffCpuRow.of(analysis(false));
        assertThat(OffCpuSection.of(rows).markup().toString()).contains("<title>j-client: ");
        List<OffCpuRow> writer = rows.stream().filter(row -> row.stack().thread().equals("j-writer")).toList();
        assertThat(OffCpuSection.of(writer).markup().toString()).contains("<title>[write_batch]: ", "<title>ext4_sync_file: ");
    }

    /** Every wait has the addresses that babeltrace2 prints of the switch with which it began. */
    @Test
    void addressesAreThoseThatAnIndependentReaderPrints() throws IOException {
        Optional<Babeltrace> babeltrace = Babeltrace.installed();
        Assumptions.assumeTrue(babeltrace.isPresent(), "babeltrace2 is not installed");
        try (Experiment experiment = Recording.open(Recording.own("journal-stacks"))) {
            OpenTrace trace = experiment.hosts().get(0).traces().stream().filter(one -> one.domain() == OpenTrace.Domain.KERNEL).findFirst()
                    .orElseThrow();
            Map<String, long[][]> expected = printed(babeltrace.orElseThrow(), trace);
            ReadTraces read = experiment.read(Progress.NONE);
            Timeline timeline = read.timeline();
            StackLog log = Objects.requireNonNull(read.stacks(Progress.NONE)).stacks();
            int compared = 0;
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
                    long[][] stack = expected.get(timeline.tid(thread) + " " + timeline.start(segment));
                    int id = log.of(segment);
                    if (timeline.state(segment) == ThreadState.BLOCKED && stack != null) {
                        long[] all = new long[log.count(id)];
                        Arrays.setAll(all, i -> log.address(id, i));
                        assertThat(Arrays.copyOf(all, log.kernelCount(id))).isEqualTo(stack[0]);
                        assertThat(Arrays.copyOfRange(all, log.kernelCount(id), all.length)).isEqualTo(stack[1]);
                        compared++;
                    }
                }
            }
            assertThat(compared).isGreaterThan(300);
        }
    }

    /** By thread and time: the addresses of the kernel and of the program. */
    private static Map<String, long[][]> printed(Babeltrace babeltrace, OpenTrace trace) throws IOException {
        Map<String, long[][]> stacks = new HashMap<>();
        try (Babeltrace.Output output = babeltrace.print(trace.directory(), Babeltrace.Clock.NANOS)) {
            for (Babeltrace.Line line = output.next(); line != null; line = output.next()) {
                Matcher tid = TID.matcher(line.text());
                int kernel = line.text().indexOf("callstack_kernel = [");
                int user = line.text().indexOf("callstack_user = [");
                if (kernel >= 0 && user > kernel && tid.find(user)) {
                    stacks.put(tid.group(1) + " " + trace.onHostClock(line.time()),
                            new long[][] {addresses(line.text().substring(kernel, user)),
                                addresses(line.text().substring(user, tid.start()))});
                }
            }
        }
        return stacks;
    }

    private static long[] addresses(String text) {
        return ADDRESS.matcher(text).results().mapToLong(match -> Long.parseUnsignedLong(match.group(1), 16)).toArray();
    }
}
