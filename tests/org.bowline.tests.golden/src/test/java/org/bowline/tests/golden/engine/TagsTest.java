/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.TagsDescriptor;
import org.bowline.report.export.TagStackWriter;
import org.bowline.report.rows.TagPathRow;
import org.bowline.report.rows.TagRow;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;
import org.bowline.testkit.TaggedTrace;

/** Tags from written traces whose truth is known, and from recordings. */
class TagsTest {
    private static final long MICROS = 1_000;
    private static final long MILLIS = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int LOOP = 100;
    private static final int MAINTENANCE = 101;
    private static final String STAGES = "begin=wl:stage_begin,end=wl:stage_end,path=name";

    @TempDir private Path directory;

    private static <T> Question say(Question question, Parameter<T> parameter, String... texts) {
        return question.with(parameter, parameter.read(List.of(texts)));
    }

    private Analysis analysis(Path traces, Question question) throws IOException {
        return Analysis.of(List.of(traces), OpenOptions.DEFAULT, question, Progress.NONE);
    }

    private Analysis analysis() throws IOException {
        return analysis(directory, say(Question.ALL, TagQuestion.EVENTS));
    }

    private static TagRow row(Analysis analysis, String path) {
        return TagRow.byHost(analysis).stream().filter(row -> row.path().equals(path)).findFirst().orElseThrow();
    }

    private static String text(Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        new TagsDescriptor().text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 100);
        return out.toString();
    }

    private static List<String> kinds(Analysis analysis) {
        return analysis.caveats(List.of(TagQuestion.PROFILE)).stream().map(Caveat::kind).filter(kind -> kind.startsWith("tag")).toList();
    }

    /** A second of 100 rounds: storage takes 1 ms of each, of which crc takes 630 us; maintenance is bound to processor 0. */
    private void server() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            for (long round = 0; round < 100; round++) {
                long at = round * 10 * MILLIS;
                trace.run(1, LOOP, at, at + 2 * MILLIS);
                trace.tag(1, LOOP, at + 100, "switch", "net/parse");
                trace.tag(1, LOOP, at + 500 * MICROS, "switch", "engine/storage/read");
                trace.tag(1, LOOP, at + 870 * MICROS, "push", "engine/storage/crc");
                trace.tag(1, LOOP, at + 1500 * MICROS, "pop", "engine/storage/crc");
                trace.tag(1, LOOP, at + 1500 * MICROS, "switch", "");
            }
            trace.run(0, MAINTENANCE, 5 * MILLIS, 205 * MILLIS);
            trace.tag(0, MAINTENANCE, 5 * MILLIS, "push", "maintenance/compact");
            trace.tag(0, MAINTENANCE, 200 * MILLIS, "pop", "maintenance/compact");
        }
    }

    @Test
    void theShareOfAModuleIsExact() throws IOException {
        server();
        Analysis analysis = analysis();
        assertThat(row(analysis, "engine/storage").times().nanos()).isEqualTo(100 * MILLIS);
        assertThat(row(analysis, "engine/storage/crc").times().nanos()).isEqualTo(63 * MILLIS);
        assertThat(row(analysis, "engine/storage/crc").times().shareOfParent()).isEqualTo(0.63);
        assertThat(row(analysis, "engine/storage/crc").times().entries()).isEqualTo(100);
        assertThat(text(analysis)).containsPattern("engine/storage/crc +63.0 ms +63.0 % +15.8 %")
                .containsOnlyOnce("Running, its shares and the time per entry count the modules within a module, too;"
                        + " itself, runnable, blocked and entries do not.");
        assertThat(kinds(analysis)).isEmpty();
        assertSums(analysis);
    }

    /** What a program is in ends with it: the one that the thread executes is in no module until it tells one, and comes back to none. */
    @Test
    void theProgramThatAThreadExecutesIsInNoModuleOfTheOneBefore() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.run(0, LOOP, 0, 100 * MILLIS).execute(0, LOOP, 30 * MILLIS);
            trace.tag(0, LOOP, 10 * MILLIS, "push", "first").tag(0, LOOP, 60 * MILLIS, "push", "second");
            trace.tag(0, LOOP, 65 * MILLIS, "pop", "second");
        }
        Analysis analysis = analysis();
        assertThat(row(analysis, "first").times().nanos()).isEqualTo(20 * MILLIS);
        assertThat(row(analysis, "second").times().nanos()).isEqualTo(5 * MILLIS);
        assertThat(row(analysis, "(untagged)").times().nanos()).isEqualTo(75 * MILLIS);
        assertThat(kinds(analysis)).isEmpty();
        assertSums(analysis);
    }

    @Test
    void whatIsBoundToAProcessorShowsOnlyThere() throws IOException {
        server();
        Analysis first = analysis(directory, say(say(Question.ALL, TagQuestion.EVENTS), TagQuestion.CPUS, "server:0"));
        assertThat(TagRow.byHost(first)).extracting(TagRow::path).containsExactly("maintenance", "maintenance/compact", "(untagged)");
        assertThat(row(first, "maintenance/compact").times().nanos()).isEqualTo(195 * MILLIS);
        Analysis second = analysis(directory, say(say(Question.ALL, TagQuestion.EVENTS), TagQuestion.CPUS, "server:1"));
        assertThat(TagRow.byHost(second)).extracting(TagRow::path).contains("engine/storage/crc").doesNotContain("maintenance");
        assertThat(TagRow.byCpu(analysis())).filteredOn(row -> row.path().equals("maintenance")).singleElement()
                .satisfies(row -> assertThat(row.times().cpu()).isZero());
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 27})
    void theCostOfABlockTellsWhatEverySecondCosts(long micros) throws IOException {
        int blocks = 224 * 32; // 224 MiB in blocks of 32 KiB
        long step = SECOND / blocks;
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.run(0, LOOP, 0, SECOND);
            for (long block = 0; block < blocks; block++) {
                trace.own(0, LOOP, block * step, "begin", "crc", 32 << 10);
                trace.own(0, LOOP, block * step + micros * MICROS, "end", "crc", 32 << 10);
            }
        }
        Analysis analysis = analysis(directory,
                say(Question.ALL, TagQuestion.EVENTS, "begin=app:begin,end=app:end,path=module,bytes=size"));
        assertThat(row(analysis, "crc").times().nanos()).isEqualTo(micros * MICROS * blocks);
        assertThat(row(analysis, "crc").times().bytes()).isEqualTo(224L << 20);
        assertThat(text(analysis)).contains(
                "crc: " + micros + (micros == 41 ? ".0 µs per 32 KiB (762.2 MiB/s" : ".0 µs per 32 KiB (1.1 GiB/s")
                        + " while it works); at the recorded load of 224 MiB/s that is " + (micros == 41 ? "293.9" : "193.5")
                        + " ms of every second");
    }

    @Test
    void onTheCriticalPathOfRequestsOnlyTheirOwnTimeCounts() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.run(0, LOOP, 0, 1000 * MILLIS);
            for (long i = 0; i < 10; i++) { // 10 ms of parsing, then 10, 20, 30 ... ms of checking, then something else
                long at = i * 100 * MILLIS;
                trace.tag(0, LOOP, at, "switch", "net/parse").tag(0, LOOP, at + 10 * MILLIS, "switch", "engine/crc");
                trace.own(0, LOOP, at, "begin", "r" + i, 1).own(0, LOOP, at + (10 + i * 9 + 9) * MILLIS, "end", "r" + i, 1);
            }
        }
        Question asked = say(Question.ALL, TagQuestion.EVENTS).with(TagQuestion.ON_PATH, true)
                .about(List.of(IntervalSpec.parse("begin=app:begin,end=app:end,key=module")), Question.Part.ALL);
        Analysis analysis = analysis(directory, asked);
        assertThat(TagPathRow.of(analysis)).extracting(TagPathRow::path).containsExactly("engine", "engine/crc", "net", "net/parse");
        assertThat(TagPathRow.of(analysis)).allSatisfy(row -> assertThat(row.of().requests()).isEqualTo(10));
        assertThat(TagPathRow.of(analysis).get(1).times().ownNanos()).isEqualTo(9 * 55 * MILLIS);
        assertThat(TagPathRow.of(analysis).get(1).times().shareOfVariance()).isEqualTo(1);
        assertThat(text(analysis)).contains("Tags on the critical path of 10 requests of 'app:begin': 595 ms, 59.5 ms each")
                .contains("on the path: engine/crc 83.2 %, net/parse 16.8 %; of what makes requests differ: engine/crc 100.0 %");
    }

    @Test
    void aQuestionOfThePathSaysOfWhich() {
        TagsDescriptor tags = new TagsDescriptor();
        Question path = Question.ALL.with(TagQuestion.ON_PATH, true);
        List<IntervalSpec> some = List.of(IntervalSpec.parse("begin=a,end=b"));
        assertThatIllegalArgumentException().isThrownBy(() -> tags.check(path, Descriptor.Output.TEXT))
                .withMessage("--on-path needs either --interval or --thread, not both");
        assertThatIllegalArgumentException().isThrownBy(
                () -> tags.check(path.about(some, Question.Part.ALL).path((timeline, from, to) -> 0), Descriptor.Output.TEXT));
        assertThatIllegalArgumentException().isThrownBy(
                () -> tags.check(say(path.about(some, Question.Part.ALL), TagQuestion.CPUS, "0"), Descriptor.Output.TEXT))
                .withMessageContaining("--cpu cannot be with --on-path");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tags.check(path.about(some, Question.Part.ALL), Descriptor.Output.FORM));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tags.check(Question.ALL.path((timeline, from, to) -> 0), Descriptor.Output.TEXT))
                .withMessageContaining("--process");
        tags.check(path.about(some, Question.Part.ALL), Descriptor.Output.TABLE);
    }

    @Test
    void aThreadThatMovesKeepsItsTagAndAContinuationThatMovesBringsIt() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "h")) {
            trace.run(0, LOOP, 0, 10 * MILLIS).run(1, LOOP, 20 * MILLIS, 30 * MILLIS).run(0, MAINTENANCE, 40 * MILLIS, 50 * MILLIS);
            trace.tag(0, LOOP, 5 * MILLIS, "switch", "a/b").tag(1, LOOP, 25 * MILLIS, "switch", "");
            trace.tag(0, MAINTENANCE, 42 * MILLIS, "switch", "a/b").tag(0, MAINTENANCE, 44 * MILLIS, "switch", "c");
        }
        Analysis analysis = analysis();
        assertThat(row(analysis, "a/b").times().nanos()).isEqualTo(12 * MILLIS);
        assertThat(row(analysis, "a/b").times().own(ThreadState.BLOCKED)).isEqualTo(10 * MILLIS);
        assertThat(TagRow.byCpu(analysis).stream().filter(row -> row.path().equals("a/b")).map(row -> row.times().nanos()))
                .containsExactlyInAnyOrder(7 * MILLIS, 5 * MILLIS);
        assertSums(analysis);
    }

    @Test
    void whereEventsWereLostTheThreadsThereAreNowhereKnown() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "h")) {
            trace.run(0, LOOP, 0, 100 * MILLIS).run(1, MAINTENANCE, 0, 100 * MILLIS);
            trace.tag(0, LOOP, 10 * MILLIS, "switch", "a").lose(0, 20 * MILLIS).tag(0, LOOP, 30 * MILLIS, "pop", "a")
                    .tag(0, LOOP, 60 * MILLIS, "switch", "b");
            trace.tag(1, MAINTENANCE, 10 * MILLIS, "switch", "c");
        }
        Analysis analysis = analysis();
        assertThat(row(analysis, "a").times().nanos()).isZero();
        assertThat(row(analysis, "(unknown)").times().nanos()).isEqualTo(50 * MILLIS);
        assertThat(row(analysis, "b").times().nanos()).isEqualTo(40 * MILLIS);
        assertThat(row(analysis, "c").times().nanos()).as("no event of that processor was lost").isEqualTo(90 * MILLIS);
        assertThat(kinds(analysis)).containsExactly("tags-lost");
        assertSums(analysis);
    }

    @Test
    void withoutAKernelTraceTimesAreOfTheWallAndSaySo() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "h")) {
            trace.tag(0, LOOP, 10 * MILLIS, "switch", "a").tag(0, LOOP, 40 * MILLIS, "switch", "");
        }
        Analysis analysis = analysis();
        assertThat(row(analysis, "a").times().nanos()).isEqualTo(30 * MILLIS);
        assertThat(text(analysis)).contains("30.0 ms on the clock on the wall, waits included").contains("wall time")
                .contains("Wall time, its shares and the time per entry count the modules within a module, too; itself and entries do not.")
                .doesNotContain("Running, its shares");
        assertThat(kinds(analysis)).containsExactly("tags-wall-time");
    }

    @Test
    void tagsOfThreadsThatNobodyKnowsAndBytesThatCannotBeAreTold() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "h")) {
            trace.run(0, LOOP, 0, 10 * MILLIS);
            trace.own(1, 4711, 5 * MILLIS, "begin", "x", 1);
            trace.own(0, LOOP, 5 * MILLIS, "begin", "y", -1);
        }
        Analysis analysis = analysis(directory, say(Question.ALL, TagQuestion.EVENTS, "event=app:begin,path=module,bytes=size"));
        assertThat(kinds(analysis)).containsExactly("tags-without-thread", "tag-bytes");
        assertThat(row(analysis, "y").times().bytes()).isZero();
    }

    /** As of a flight recorder: the kernel's buffers hold the last moments, those of the program more. */
    @Test
    void tagsOfATimeOfWhichTheKernelsTraceTellsNothingAreToldAsSuch() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "h")) {
            trace.run(0, LOOP, 500 * MILLIS, 600 * MILLIS);
            trace.tag(0, LOOP, 10 * MILLIS, "switch", "a").tag(0, LOOP, 20 * MILLIS, "switch", "b").tag(0, LOOP, 550 * MILLIS, "switch",
                    "c");
        }
        Analysis analysis = analysis();
        assertThat(analysis.caveats(List.of(TagQuestion.PROFILE))).filteredOn(caveat -> caveat.kind().equals("tags-without-thread"))
                .extracting(Caveat::text)
                .containsExactly("2 events of tags are left out, as the kernel's trace of the host begins later or ends earlier."
                        + " That of a flight recorder (--snapshot) reaches less far back than what programs tell: larger buffers (--buffers) reach further.");
        assertThat(row(analysis, "c").times().nanos()).isEqualTo(50 * MILLIS);
    }

    @Test
    void hostileNamesAreHarmlessInEveryForm() throws IOException {
        String hostile = "<script>alert(1)</script>/=cmd|'x'!A1/a;b\u0007\u202e\"";
        try (TaggedTrace trace = new TaggedTrace(directory, "h")) {
            trace.run(0, LOOP, 0, 10 * MILLIS);
            trace.tag(0, LOOP, MILLIS, "switch", hostile);
        }
        Analysis analysis = analysis();
        assertThat(new TagsDescriptor().sections(analysis)).singleElement()
                .satisfies(section -> assertThat(section.markup().toString()).contains("&lt;script&gt;").doesNotContain("<script", "\u0007",
                        "\u202e"));
        StringWriter collapsed = new StringWriter();
        TagStackWriter.write(TagRow.byHost(analysis), collapsed);
        assertThat(collapsed.toString().lines()).hasSize(2).allMatch(line -> line.matches("[^\\p{Cntrl}\u202e]+ \\d+"));
        assertThat(text(analysis)).doesNotContain("\u0007", "\u202e");
    }

    @Test
    void collapsedStacksAddUpToTheTimeOfAllThreads() throws IOException {
        server();
        StringWriter out = new StringWriter();
        TagStackWriter.write(TagRow.byHost(analysis()), out);
        assertThat(out.toString().lines()).contains("server;engine;storage;crc 63000000");
        assertThat(out.toString().lines().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum())
                .isEqualTo(400 * MILLIS);
    }

    @Test
    void namesThatNoTraceHasAreRefusedWithWhatThereIs() throws IOException {
        server();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> analysis(directory, say(Question.ALL, TagQuestion.EVENTS, "event=app:begun,path=module")))
                .isInstanceOf(IntervalNames.UnknownNameException.class).withMessageContaining("app:begin");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> analysis(directory, say(Question.ALL, TagQuestion.EVENTS, "event=app:begin,path=modul")))
                .withMessageContaining("module, size");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> analysis(directory, say(Question.ALL, TagQuestion.EVENTS, "event=app:begin,path=module,bytes=n")))
                .withMessageContaining("bytes=n");
        for (String wrong : List.of("event=a", "begin=a,path=b", "event=a,begin=b,end=c,path=d", "begin=a,end=a,path=b", "path=", "x=y",
                "event=a,event=b")) {
            assertThatIllegalArgumentException().as(wrong).isThrownBy(() -> TagQuestion.EVENTS.read(List.of(wrong)))
                    .withMessageContaining("write event=E,path=FIELD");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> TagQuestion.CPUS.read(List.of("server"))).withMessageContaining("HOST:N");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> analysis(directory, say(say(Question.ALL, TagQuestion.EVENTS), TagQuestion.CPUS, "db:0")))
                .withMessage("--cpu db:0: there is no such host; the hosts are server");
    }

    /** Real recordings, in which a program tells the stage of its work: every nanosecond of every thread is on one path. */
    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "wperf-example", "lock-contention", "three-tier-ctf2", "lost-events"})
    void sumsOfRecordingsAreThoseOfTheThreads(String recording) throws IOException {
        Analysis analysis = analysis(Recording.own(recording), say(Question.ALL, TagQuestion.EVENTS, STAGES));
        assertThat(TagRow.byHost(analysis)).anyMatch(TagRow::isTag);
        assertSums(analysis);
    }

    /** The sample of the repository, with the tags of Bowline's annotations. */
    @ParameterizedTest
    @ValueSource(strings = {"slow", "fast"})
    void sumsOfTheSampleServerAreThoseOfItsThreads(String how) throws IOException {
        Analysis analysis = analysis(Recording.own("tagged-server").resolve(how), say(Question.ALL, TagQuestion.EVENTS));
        assertThat(row(analysis, "engine/storage/crc").times().entries()).isEqualTo(60);
        assertThat(kinds(analysis)).isEmpty();
        assertSums(analysis);
        Map<String, Long> onCpu = new TreeMap<>();
        for (TagRow row : TagRow.byCpu(analysis)) {
            long nanos = row.times().own(ThreadState.RUNNING) + row.times().own(ThreadState.INTERRUPTED);
            if (row.isTag() && nanos > 0) {
                onCpu.put(row.times().cpu() + "," + row.path() + ',' + nanos + ',', row.times().entries());
            }
        }
        assertThat(Files.readAllLines(Recording.own("tagged-server").resolve(how).resolve("tags.csv")).stream().skip(1)
                .filter(line -> !line.contains(",,")).map(line -> line.substring(0, line.lastIndexOf(',') + 1)))
                .as("what babeltrace tells").containsExactlyInAnyOrderElementsOf(onCpu.keySet());
        Analysis first = analysis(Recording.own("tagged-server").resolve(how),
                say(say(Question.ALL, TagQuestion.EVENTS), TagQuestion.CPUS, "A:0"));
        assertThat(row(first, "net").times().nanos()).isPositive();
        assertThat(TagRow.byHost(first).stream().anyMatch(row -> row.path().equals("maintenance"))).isEqualTo(how.equals("slow"));
    }

    /** The recordings of the folder beside the repository. */
    @ParameterizedTest
    @ValueSource(strings = {"w1", "w2", "w3"})
    void sumsOfSharedRecordingsAreThoseOfTheThreads(String recording) throws IOException {
        Analysis analysis = analysis(Recording.shared("lab/" + recording), say(Question.ALL, TagQuestion.EVENTS, STAGES));
        assertThat(TagRow.byHost(analysis)).anyMatch(TagRow::isTag);
        assertSums(analysis);
    }

    private static void assertSums(Analysis analysis) {
        List<ThreadTotals> threads = analysis.totals().stream().filter(total -> !analysis.timeline().isIdle(total.thread())).toList();
        for (List<TagRow> rows : List.of(TagRow.byHost(analysis), TagRow.byCpu(analysis))) {
            for (ThreadState state : ThreadState.values()) {
                assertThat(rows.stream().mapToLong(row -> row.times().own(state)).sum()).as("%s", state)
                        .isEqualTo(threads.stream().mapToLong(total -> total.nanos(state)).sum());
            }
            for (Cause cause : Cause.values()) {
                assertThat(rows.stream().mapToLong(row -> row.times().blocked(cause)).sum()).as("%s", cause)
                        .isEqualTo(threads.stream().mapToLong(total -> total.blocked(cause)).sum());
            }
        }
    }
}
