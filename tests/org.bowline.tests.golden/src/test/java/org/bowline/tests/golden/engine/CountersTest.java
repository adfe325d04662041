/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.event.Counter;
import org.bowline.core.function.FunctionUse;
import org.bowline.core.function.FunctionUse.OfFunction;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.FunctionsDescriptor;
import org.bowline.report.analyses.RequestsDescriptor;
import org.bowline.report.analyses.TagsDescriptor;
import org.bowline.report.rows.TagRow;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.TaggedTrace;

/** Counters of threads from written traces whose truth is known: by module and by request. */
class CountersTest {
    private static final long EPOCH_SECOND = 1_700_000_000L;
    private static final UUID CLOCK = new UUID(1, 2);
    private static final int PACKET = 1 << 20;
    private static final IntervalSpec REQUESTS = new IntervalSpec("bowline:interval_begin", "bowline:interval_end", "id", "label");
    private static final int LOOP = 100;
    private static final int WORKER = 101;
    /** A trace that has no other events. */
    private static final String FUNCTIONS = "functions";

    @TempDir private Path directory;

    /** An event with what three counters say; the fields behind are its payload. */
    private record Told(int cpu, int tid, long time, String event, long[] counters, Object[] payload) {}

    private final List<Told> told = new ArrayList<>();

    private void tell(int cpu, int tid, long time, String event, long instructions, long cycles, long misses, Object... payload) {
        told.add(new Told(cpu, tid, time, event.startsWith("func_") ? "lttng_ust_cyg_profile:" + event : "bowline:" + event,
                new long[] {instructions, cycles, misses}, payload));
    }

    /** Writes the program's trace; with the counters or without. */
    private void write(boolean counted) throws IOException {
        write("counted", counted);
    }

    private void write(String folder, boolean counted) throws IOException {
        CtfDeclaration declaration = new CtfDeclaration().clock(CLOCK, 1_000_000_000L, EPOCH_SECOND, 0).env("hostname", "server")
                .env("domain", "ust").env("tracer_name", "lttng-ust").env("kernel_release", "6.1.0");
        CtfType count = CtfType.unsigned(64);
        if (counted) {
            declaration.context("vtid", CtfType.signed(32), "perf_thread_instructions", count, "perf_thread_cpu_cycles", count,
                    "perf_thread_L1_icache_load_misses", count);
        } else {
            declaration.context("vtid", CtfType.signed(32));
        }
        List<Event> events = new ArrayList<>();
        if (!folder.equals(FUNCTIONS)) {
            events.addAll(List.of(declaration.event("bowline:tag_push", "path", CtfType.text()),
                    declaration.event("bowline:tag_switch", "path", CtfType.text()),
                    declaration.event("bowline:interval_begin", "id", count, "label", CtfType.text()),
                    declaration.event("bowline:interval_end", "id", count), declaration.event("bowline:interval_switch", "id", count)));
        }
        events.add(declaration.event("lttng_ust_cyg_profile:func_entry", "addr", count));
        events.add(declaration.event("lttng_ust_cyg_profile:func_exit", "addr", count));
        try (CtfWriter writer = new CtfWriter(directory.resolve("server").resolve(folder), declaration, CtfWriter.Metadata.TEXT, PACKET,
                false)) {
            for (int cpu = 0; cpu < 2; cpu++) {
                CtfStreamWriter out = writer.stream("chan_" + cpu, cpu);
                for (Told one : told) {
                    if (one.cpu() == cpu) {
                        out.begin(events.stream().filter(event -> event.name().equals(one.event())).findFirst().orElseThrow(), one.time());
                        out.integer(one.tid());
                        for (int i = 0; counted && i < one.counters().length; i++) {
                            out.integer(one.counters()[i]);
                        }
                        for (Object value : one.payload()) {
                            if (value instanceof String text) {
                                out.text(text);
                            } else {
                                out.integer((long) value);
                            }
                        }
                        out.end();
                    }
                }
            }
        }
    }

    /** A request that two threads work for, on two processors; the module crc has 630 of the 1000 instructions of storage. */
    private void server() {
        tell(0, LOOP, 1000, "interval_begin", 5000, 9000, 10, 7L, "GET");
        tell(0, LOOP, 1100, "tag_switch", 5100, 9100, 12, "engine/storage");
        tell(0, LOOP, 1200, "tag_push", 5470, 9470, 15, "engine/storage/crc");
        tell(0, LOOP, 1900, "tag_switch", 6100, 10_520, 15, "");
        tell(0, LOOP, 2000, "interval_switch", 6150, 10_620, 16, 0L);
        tell(1, WORKER, 2200, "interval_switch", 40, 80, 0, 7L);
        tell(1, WORKER, 2300, "tag_switch", 60, 130, 0, "net/send");
        tell(1, WORKER, 2800, "tag_switch", 460, 930, 4, "");
        tell(1, WORKER, 2900, "interval_end", 500, 1000, 4, 7L);
    }

    private void kernel() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.run(0, LOOP, 500, 2500).run(1, WORKER, 2100, 3500);
        }
    }

    /** In the module crc; of its 630 instructions 500 are in the function at 0x2000. */
    private void functions() {
        tell(0, LOOP, 1050, "func_entry", 5050, 9050, 11, 0x1000L);
        tell(0, LOOP, 1300, "func_entry", 5500, 9500, 15, 0x2000L);
        tell(0, LOOP, 1700, "func_exit", 6000, 10_300, 15, 0x2000L);
        tell(0, LOOP, 1950, "func_exit", 6120, 10_560, 16, 0x1000L);
        told.sort(Comparator.comparingLong(Told::time));
    }

    private static OfFunction function(FunctionUse use, String name) {
        return use.functions().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void functionsHaveWhatWasCountedInThemAndModulesAndRequestsAsMuchAsWithoutThem() throws IOException {
        server();
        functions();
        kernel();
        write(true);
        Analysis analysis = Analysis.of(List.of(directory), OpenOptions.DEFAULT, question().with(FunctionQuestion.SYMBOLS, List.of()),
                Progress.NONE);
        isTheTruth(analysis);
        FunctionUse use = analysis.get(FunctionQuestion.USE);
        assertThat(function(use, "0x2000").own()[Counter.INSTRUCTIONS.ordinal()]).isEqualTo(500);
        assertThat(function(use, "0x1000").own()[Counter.INSTRUCTIONS.ordinal()]).isEqualTo(6120 - 5050 - 500);
        assertThat(function(use, "0x1000").all()[Counter.ICACHE_MISSES.ordinal()]).isEqualTo(5);
        assertThat(text(new FunctionsDescriptor(), analysis)).startsWith("2 functions were called\n"
                + "  Their code is in 2 pages of memory (8 KiB) of 1 file, at least: how long they are is not known, so the page where each begins counts.\n")
                .containsPattern("0x1000 +1 +500 ns +900 ns\n").containsPattern("0x2000 +1 +400 ns +400 ns\n")
                .containsPattern("function +instructions +per cycle +icache misses per 1000\n").containsPattern("0x1000 +570 +0.80 +8.77\n")
                .containsPattern("0x2000 +500 +0.63 +0.00\n");
    }

    /** LTTng counts for each channel by itself, from its first event on: here those of functions are 4000 instructions ahead. */
    @Test
    void countersOfAChannelOfFunctionsAreNotTakenForThoseOfTheOther() throws IOException {
        tell(0, LOOP, 1050, "func_entry", 5050, 9050, 11, 0x1000L);
        tell(0, LOOP, 1950, "func_exit", 6120, 10_560, 16, 0x1000L);
        write(FUNCTIONS, true);
        told.clear();
        tell(0, LOOP, 1000, "interval_begin", 1000, 2000, 0, 7L, "GET");
        tell(0, LOOP, 1100, "tag_switch", 1100, 2100, 1, "engine/storage");
        tell(0, LOOP, 1200, "tag_push", 1470, 2470, 4, "engine/storage/crc");
        tell(0, LOOP, 1900, "tag_switch", 2100, 3520, 4, "");
        tell(0, LOOP, 2000, "interval_end", 2150, 3620, 5, 7L);
        write("counted", true);
        kernel();
        Analysis analysis = Analysis.of(List.of(directory), OpenOptions.DEFAULT, question().with(FunctionQuestion.SYMBOLS, List.of()),
                Progress.NONE);
        assertThat(function(analysis.get(FunctionQuestion.USE), "0x1000").own()[Counter.INSTRUCTIONS.ordinal()]).isEqualTo(6120 - 5050);
        assertThat(counted(analysis, "engine/storage", Counter.INSTRUCTIONS)).isEqualTo(370);
        assertThat(counted(analysis, "engine/storage/crc", Counter.INSTRUCTIONS)).isEqualTo(630);
        assertThat(kinds(analysis)).doesNotContain("counter-went-back");
    }

    /** The functions of a program end with it: the one that the thread executes instead is in none of them, though nothing tells their end. */
    @Test
    void theProgramThatAThreadExecutesIsInNoFunctionOfTheOneBefore() throws IOException {
        tell(0, LOOP, 1050, "func_entry", 0, 0, 0, 0x1000L);
        tell(0, LOOP, 1300, "func_entry", 0, 0, 0, 0x2000L);
        tell(0, LOOP, 1900, "func_entry", 0, 0, 0, 0x3000L);
        tell(0, LOOP, 1950, "func_exit", 0, 0, 0, 0x3000L);
        write(false);
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.run(0, LOOP, 500, 2500).execute(0, LOOP, 1500);
        }
        Analysis analysis = Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.with(FunctionQuestion.SYMBOLS, List.of()),
                Progress.NONE);
        FunctionUse use = analysis.get(FunctionQuestion.USE);
        assertThat(function(use, "0x2000").allNanos()).isEqualTo(200);
        assertThat(function(use, "0x1000").allNanos()).isEqualTo(450);
        assertThat(function(use, "0x3000").allNanos()).isEqualTo(50);
    }

    @Test
    void functionsWithoutCountersSayHowToRecordThem() throws IOException {
        server();
        functions();
        kernel();
        write(false);
        Analysis analysis = Analysis.of(List.of(directory), OpenOptions.DEFAULT, question().with(FunctionQuestion.SYMBOLS, List.of()),
                Progress.NONE);
        assertThat(text(new FunctionsDescriptor(), analysis)).contains("2 functions were called", "No counters",
                "profiles functions and counters");
        assertThat(kinds(analysis)).isEmpty();
    }

    private static Question question() {
        return Question.ALL.with(TagQuestion.EVENTS, List.of()).with(CounterQuestion.COUNTERS, true).about(List.of(REQUESTS),
                Question.Part.ALL);
    }

    private Analysis analysis() throws IOException {
        return Analysis.of(List.of(directory), OpenOptions.DEFAULT, question(), Progress.NONE);
    }

    private static long counted(Analysis analysis, String path, Counter counter) {
        return TagRow.byHost(analysis).stream().filter(row -> row.path().equals(path)).findFirst().orElseThrow().counted(counter);
    }

    private static String text(Descriptor descriptor, Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        descriptor.text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 100);
        return out.toString();
    }

    private static List<String> kinds(Analysis analysis) {
        return analysis.caveats(List.of(CounterQuestion.LOG, CounterQuestion.REQUESTS)).stream().map(Caveat::kind)
                .filter(kind -> kind.contains("counter")).toList();
    }

    private void isTheTruth(Analysis analysis) throws IOException {
        assertThat(counted(analysis, "engine/storage", Counter.INSTRUCTIONS)).isEqualTo(370);
        assertThat(counted(analysis, "engine/storage/crc", Counter.INSTRUCTIONS)).isEqualTo(630);
        assertThat(counted(analysis, "engine/storage/crc", Counter.CYCLES)).isEqualTo(1050);
        assertThat(counted(analysis, "net/send", Counter.ICACHE_MISSES)).isEqualTo(4);
        assertThat(counted(analysis, "(untagged)", Counter.INSTRUCTIONS)).isEqualTo(100 + 50 + 20 + 40);
        assertThat(TagRow.byHost(analysis).stream().mapToLong(row -> Math.max(0, row.counted(Counter.INSTRUCTIONS))).sum())
                .as("the last of each thread less the first").isEqualTo(6150 - 5000 + 500 - 40);
        NamedInterval request = analysis.matched().intervals().get(0);
        assertThat(analysis.get(CounterQuestion.REQUESTS).of(request, Counter.INSTRUCTIONS)).isEqualTo(1150 + 460);
        assertThat(text(new TagsDescriptor(), analysis))
                .containsPattern("module +instructions +per cycle +icache misses per 1000\n")
                .containsPattern("engine/storage +1000 +0.70 +3.00\n").containsPattern("engine/storage/crc +630 +0.60 +0.00\n");
        assertThat(text(new RequestsDescriptor(), analysis))
                .containsPattern(
                        "label +requests +counted +instructions +per cycle +icache misses per 1000\n *GET +1 +1 +1610 +0.63 +6.21\n");
    }

    @Test
    void modulesAndRequestsHaveWhatWasCountedForThemWithAKernelTrace() throws IOException {
        server();
        kernel();
        write(true);
        Analysis analysis = analysis();
        isTheTruth(analysis);
        assertThat(kinds(analysis)).as("counters of the processor are there, so nothing says that there are none")
                .containsExactly("counters-of-user-space");
    }

    @Test
    void andWithoutOne() throws IOException {
        server();
        write(true);
        isTheTruth(analysis());
    }

    @Test
    void withoutCountersTheTextSaysHowToRecordThemAndNothingIsMadeUp() throws IOException {
        server();
        kernel();
        write(false);
        Analysis analysis = analysis();
        assertThat(counted(analysis, "engine/storage", Counter.INSTRUCTIONS)).isEqualTo(Counter.ABSENT);
        assertThat(text(new TagsDescriptor(), analysis)).contains("No counters", "Record with the profile counters of bowline-record.");
        assertThat(text(new RequestsDescriptor(), analysis)).contains("No counters");
        assertThat(kinds(analysis)).isEmpty();
    }

    @Test
    void aCounterThatCannotBeIsMissing() throws IOException {
        server();
        tell(0, LOOP, 3000, "tag_switch", -1, 11_000, 17, "");
        kernel();
        write(true);
        Analysis analysis = analysis();
        assertThat(counted(analysis, "engine/storage/crc", Counter.INSTRUCTIONS)).isEqualTo(630);
        assertThat(kinds(analysis)).contains("counter-missing");
    }

    @Test
    void neitherProcessorsNorCriticalPathsHaveCounters() {
        Question question = Question.ALL.with(CounterQuestion.COUNTERS, true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TagsDescriptor().check(question.with(TagQuestion.CPUS, TagQuestion.CPUS.read(List.of("server:0"))),
                        Descriptor.Output.TEXT))
                .withMessageContaining("--counters cannot be with --cpu");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TagsDescriptor().check(
                        question.with(TagQuestion.ON_PATH, true).about(List.of(REQUESTS), Question.Part.ALL), Descriptor.Output.TEXT))
                .withMessageContaining("--counters cannot be with --on-path");
    }
}
