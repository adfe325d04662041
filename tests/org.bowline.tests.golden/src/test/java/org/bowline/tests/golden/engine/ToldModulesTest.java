/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.Folders;

/** Call stacks of a real recording without the memory map of their process: named by what LTTng-UST tells of the files in its memory. */
class ToldModulesTest {
    private static final int PROCESS = 960;
    private static final String JOURNAL = "a28690d1a26dae164ca06a9553470d04ecef00c2";
    /** Those of the host's clock, which tells of which host a trace is. */
    private static final UUID CLOCK = UUID.fromString("a76cd19b-8eec-48f5-a525-ab169d3e9344");
    private static final long OFFSET = 1_795_393_026_537_404_267L;
    private static final long BASE = 0x55d3beada000L;
    private static final long LENGTH = 0x5000;

    @TempDir private Path directory;
    private Path map = Path.of("");
    private List<String> expected = List.of();
    private Place early = new Place(0, 0, 0, 0);
    private Place late = early;
    private Place last = early;
    private Place other = early;

    /** When and where a thread ran. */
    private record Place(long timeNanos, int cpu, int process, int thread) {}

    /** A file that a process tells to have in memory. */
    private record Told(Place place, String path, long base, long length, String id) {}

    /** Where a thread ran for the first time, or for the last. */
    private static Place ran(Timeline timeline, int thread, boolean last) {
        Place found = null;
        for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
            if (timeline.state(segment) == ThreadState.RUNNING && (last || found == null)) {
                found = new Place(timeline.start(segment) + 1, timeline.cpu(segment), timeline.pid(thread), timeline.tid(thread));
            }
        }
        return Objects.requireNonNull(found);
    }

    private static int thread(Timeline timeline, int tid) {
        return IntStream.range(0, timeline.threadCount()).filter(thread -> timeline.tid(thread) == tid).findFirst().orElseThrow();
    }

    @BeforeEach
    void withItsMap() throws IOException {
        Folders.unpack(Recording.own("journal-stacks"), directory);
        try (Stream<Path> files = Files.walk(directory)) {
            map = files.filter(file -> file.endsWith("maps/" + PROCESS)).findFirst().orElseThrow();
        }
        Analysis analysis = analysis();
        expected = disk(analysis).functions();
        assertThat(expected).endsWith("writer_main", "[write_batch]", "fdatasync");
        Timeline timeline = analysis.timeline();
        int writer = Recording.thread(timeline, "A", "j-writer");
        early = ran(timeline, thread(timeline, PROCESS), false);
        late = ran(timeline, writer, false);
        last = ran(timeline, writer, true);
        other = IntStream.range(0, timeline.threadCount()).filter(one -> timeline.tid(one) > 0 && timeline.pid(one) != PROCESS)
                .filter(one -> IntStream.range(timeline.firstSegment(one), timeline.endSegment(one))
                        .anyMatch(segment -> timeline.state(segment) == ThreadState.RUNNING))
                .mapToObj(one -> ran(timeline, one, true)).findFirst().orElseThrow();
        Files.delete(map);
        assertThat(disk(analysis()).functions()).as("nothing tells of the memory").noneMatch(name -> name.contains("writer_main"));
    }

    private Analysis analysis() throws IOException {
        return Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.with(OffCpuQuestion.ON_PATH, false)
                .with(FunctionQuestion.SYMBOLS, List.of(Recording.own("journal-stacks").resolve("symbols"))), Progress.NONE);
    }

    private static OffCpu.Stack disk(Analysis analysis) {
        return analysis.get(OffCpuQuestion.WAITS).stream().map(OffCpu.Total::stack)
                .filter(stack -> stack.thread().equals("j-writer") && stack.cause() == Cause.DISK).findFirst().orElseThrow();
    }

    private Analysis analysis(Told... told) throws IOException {
        CtfDeclaration user = new CtfDeclaration().uuid(new UUID(5, 6)).clock(CLOCK, 1_000_000_000L, 0, OFFSET).env("hostname", "A")
                .env("domain", "ust").env("tracer_name", "lttng-ust").context("vpid", CtfType.signed(32), "vtid", CtfType.signed(32));
        CtfDeclaration.Event info = user.event("lttng_ust_statedump:bin_info", "baddr", CtfType.unsigned(64), "memsz",
                CtfType.unsigned(64), "path", CtfType.text(), "is_pic", CtfType.unsigned(8));
        CtfDeclaration.Event id = user.event("lttng_ust_statedump:build_id", "baddr", CtfType.unsigned(64), "build_id",
                new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(8)));
        Path trace = directory.resolve("A/ust");
        try (CtfWriter writer = new CtfWriter(trace, user, CtfWriter.Metadata.TEXT, 1 << 16, false);
                CtfStreamWriter stream = writer.stream("chan_" + told[0].place.cpu, told[0].place.cpu)) {
            for (Told one : told) {
                stream.begin(info, one.place.timeNanos - OFFSET);
                stream.integer(one.place.process).integer(one.place.thread).integer(one.base).integer(one.length).text(one.path).integer(1)
                        .end();
                byte[] bytes = HexFormat.of().parseHex(one.id);
                long[] values = new long[bytes.length];
                for (int i = 0; i < bytes.length; i++) {
                    values[i] = bytes[i] & 0xff;
                }
                stream.begin(id, one.place.timeNanos - OFFSET);
                stream.integer(one.place.process).integer(one.place.thread).integer(one.base).integers(values).end();
            }
        }
        return analysis();
    }

    private static String lacking(Analysis analysis) {
        return StackQuestion.STACKS.caveats(analysis).stream().filter(caveat -> caveat.kind().equals("stacks-without-names"))
                .map(Caveat::text).findFirst().orElse("");
    }

    @Test
    void whatTheProcessToldTakesThePlaceOfItsMap() throws IOException {
        assertThat(disk(analysis(new Told(late, "/opt/journal", BASE, LENGTH, JOURNAL))).functions()).as("the C library was not told of")
                .contains("writer_main", "[write_batch]").hasSameSizeAs(expected);
    }

    @Test
    void whatIsToldAfterTheStacksIsAsGood() throws IOException {
        assertThat(disk(analysis(new Told(last, "/opt/journal", BASE, LENGTH, JOURNAL))).functions()).contains("writer_main");
    }

    @Test
    void whatAnotherProcessToldOfTheSamePathIsNotThisOnes() throws IOException {
        assertThat(disk(analysis(new Told(other, "/opt/journal", BASE, LENGTH, JOURNAL))).functions()).doesNotContain("writer_main");
    }

    @Test
    void whatWasToldBeforeAnotherProgramWasRunIsOfOtherMemory() throws IOException {
        assertThat(disk(analysis(new Told(early, "/opt/journal", BASE, LENGTH, JOURNAL))).functions())
                .doesNotContain("writer_main");
    }

    @Test
    void anotherBuildOfTheFileNamesNothingButTheFile() throws IOException {
        assertThat(disk(analysis(new Told(late, "/opt/journal", BASE, LENGTH, "00ff"))).functions())
                .anyMatch(name -> name.startsWith("journal+0x")).doesNotContain("writer_main");
    }

    /** The first one was unmapped (dlclose), and another one came to its place; nobody tells when. */
    @Test
    void whereTwoFilesWereOneAfterTheOtherNobodyIsNamed() throws IOException {
        Analysis analysis = analysis(new Told(late, "/opt/journal", BASE, LENGTH, JOURNAL),
                new Told(late, "/opt/plugin.so", BASE + 0x1000, LENGTH, "00ff"));
        assertThat(disk(analysis).functions()).doesNotContain("writer_main").noneMatch(name -> name.contains("plugin"));
        assertThat(lacking(analysis)).contains("where the process had several files one after the other");
        assertThat(lacking(analysis(new Told(late, "/opt/journal", BASE, LENGTH, JOURNAL),
                new Told(late, "/opt/journal", BASE, LENGTH, JOURNAL)))).as("the same twice").doesNotContain("several files");
    }
}
