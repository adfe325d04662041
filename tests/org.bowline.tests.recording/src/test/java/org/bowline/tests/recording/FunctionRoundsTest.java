/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From one function to the one that varies, by recording again with the list that {@code bowline instrument-next} prints. */
final class FunctionRoundsTest {
    private static final String INTERVAL = "begin=bowline:interval_begin,end=bowline:interval_end,key=id,label=label";
    private static final Pattern OPEN = Pattern.compile("Of the variance (-?[0-9.]+|< 0.01) % goes with functions that call others");
    private static final Pattern LIST = Pattern.compile(" --functions (\\S+) -- COMMAND");

    @TempDir Path directory;

    /** 60 requests: what differs is burn inside sort inside compute, which is in a library; audit is called through a pointer. */
    private Path program(Path made) throws IOException {
        Path work = Files.writeString(directory.resolve("work.c"), """
                static volatile unsigned sink;
                __attribute__((noinline)) static void burn(unsigned loops) { for (unsigned i = 0; i < loops; i++) sink += i; }
                static inline void hash(void) { burn(20000); }
                __attribute__((noinline)) static void sort(unsigned size) { burn(400000 * size); }
                void compute(unsigned size);
                void compute(unsigned size) { hash(); sort(size); }
                """);
        Path requests = Files.writeString(directory.resolve("requests.c"), """
                #include <bowline.h>
                void compute(unsigned size);
                static volatile unsigned sink;
                __attribute__((noinline)) static void parse(void) { for (unsigned i = 0; i < 10000; i++) sink += i; }
                __attribute__((noinline)) static void audit(void) { sink++; }
                static void (*volatile after[])(void) = {audit};
                __attribute__((noinline)) static void store(void) { after[0](); }
                __attribute__((noinline)) static void handle(unsigned size) { parse(); compute(size); store(); }
                int main(void) {
                  for (unsigned i = 0; i < 60; i++) {
                    uint64_t request = bowline_interval_start("work");
                    handle(i * 7 % 10);
                    bowline_interval_end(request);
                  }
                  return 0;
                }
                """);
        Path program = directory.resolve("requests");
        Command.of("gcc", "-g", "-O1", "-fPIC", "-shared", "-finstrument-functions", "-o", directory.resolve("libwork.so").toString(),
                work.toString()).succeed();
        Command.of("gcc", "-g", "-O1", "-finstrument-functions", "-I" + Annotated.SOURCES.resolve("c"), "-o", program.toString(),
                requests.toString(), "-L" + directory, "-lwork", "-Wl,-rpath," + directory + ":" + made, "-ldl").succeed();
        return program;
    }

    private Path record(Path made, Path program, String name, String functions) throws Exception {
        Path output = directory.resolve(name);
        List<String> words = new ArrayList<>(List.of("start", "--profile", "requests", "--profile", "functions"));
        if (!functions.isEmpty()) {
            words.addAll(List.of("--functions", functions));
        }
        words.addAll(List.of("-o", output.toString(), "--", program.toString()));
        assertThat(Recorder.alone(directory, words.toArray(String[]::new)).with("LD_LIBRARY_PATH", made.toString()).succeed())
                .endsWith(Recorder.NOTHING_LEFT);
        assertThat(Recorder.events(output)).containsEntry("bowline:interval_begin", 60L).containsEntry("(discarded)", 0L);
        ImaginedKernel.write(output, output.resolve("kernel"));
        return output;
    }

    private static String next(Path recording, String... more) {
        List<String> words = new ArrayList<>(List.of(recording.toString(), "--interval", INTERVAL));
        words.addAll(List.of(more));
        return SamplesTest.bowline("instrument-next", words.toArray(String[]::new));
    }

    private static double open(String text) {
        Matcher matcher = OPEN.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1).startsWith("<") ? 0 : Double.parseDouble(matcher.group(1));
    }

    private static String list(String text) {
        Matcher matcher = LIST.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    /**
     * A recording in which so much of the variance goes with functions that call others. A machine that does other things, too, may hold the
     * program up between two functions for longer than a request takes: then this is what varies, and it is right to say so.
     */
    private Path undisturbed(Path made, Path program, String name, String functions, DoublePredicate open) throws Exception {
        Path recording = record(made, program, name, functions);
        for (int times = 1; times < 3 && !open.test(open(next(recording))); times++) {
            recording = record(made, program, name + times, functions);
        }
        return recording;
    }

    @Test
    void roundByRoundTheVarianceIsExplainedFurther() throws Exception {
        Path made = Annotated.makeWithLibrary();
        Path program = program(made);
        Path first = undisturbed(made, program, "first", "handle", open -> open > 90);
        assertThat(Recorder.events(first)).as("of all functions only the one of the list")
                .containsEntry("lttng_ust_cyg_profile:func_entry", 60L)
                .containsEntry("lttng_ust_cyg_profile:func_exit", 60L);
        assertThat(first.resolve("recording.txt")).content().contains("functions=handle");
        String said = next(first);
        assertThat(open(said)).as(said).isGreaterThan(90);
        assertThat(said).contains("1 function was recorded, 6 more can be that their code calls, directly or through others. Next round:");
        assertThat(said).contains("The tree of calls has 1 call path of 1 function, up to 1 function deep: it is what a first round has.");
        assertThat(list(said)).isEqualTo("handle,parse,compute,store");
        assertThat(said).contains("--profile requests --profile functions --functions").doesNotContain("audit");

        Path second = record(made, program, "second", list(said));
        assertThat(Recorder.events(second)).containsEntry("lttng_ust_cyg_profile:func_entry", 240L);
        said = next(second);
        assertThat(said).contains("4 functions were recorded, 3 more can be").contains("running inside compute inside handle");
        assertThat(List.of(list(said).split(","))).containsExactlyInAnyOrder("handle", "parse", "compute", "store", "hash", "burn", "sort");
        assertThat(next(second, "--format", "csv")).contains("work,1,sort,next,compute,libwork.so,call,",
                "work,1,hash,next,compute,libwork.so,address,");

        Path third = undisturbed(made, program, "third", list(said) + ",nobody", open -> open < 5);
        said = next(third);
        assertThat(open(said)).as(said).isLessThan(5);
        assertThat(said).contains("running inside burn inside sort inside compute",
                "7 functions were recorded, and their code calls no others that can be: what is left to know is called through pointers.",
                "this is the last round", "1 function of the list was not entered: nobody.");
    }

    @Test
    void withoutAListAllAreRecordedAndNoneIsLeftToAdd() throws Exception {
        Path made = Annotated.makeWithLibrary();
        Path all = record(made, program(made), "all", "");
        // main and bowline__load once; handle, parse, compute, hash, sort, store, audit; burn of hash and of sort; begin and end of bowline.h
        assertThat(Recorder.events(all)).containsEntry("lttng_ust_cyg_profile:func_entry", 2 + 60L * 11);
        String said = next(all);
        assertThat(open(said)).isZero();
        assertThat(said).contains("12 functions were recorded, all that the programs announce: none is left to add.");
        assertThat(List.of(list(said).split(","))).contains("burn", "sort", "compute", "handle", "main").doesNotContain("audit");
    }

    @Test
    void aListNeedsTheProfileACommandAndTheLibrary() throws IOException {
        for (String words : List.of("start --functions a", "start --profile functions --functions a;b -- true",
                "start --profile functions --functions a, -- true",
                "start --profile functions --functions a", "start --profile requests --functions a -- true")) {
            Command.Result result = Command.of(words(words)).in(directory).run();
            assertThat(result.exitCode()).as(words + result.output()).isEqualTo(2);
            assertThat(result.output()).contains("--functions");
        }
        Path alone = Files.createDirectory(directory.resolve("alone"));
        Command.of("cp", "-R", Recorder.script().toString(), Recorder.profiles().resolve("record").toString(),
                Recorder.profiles().resolve("functions.lttng").toString(), alone.toString()).succeed();
        Command.Result result = Command
                .of(alone.resolve("bowline-record").toString(), "start", "--profile", "functions", "--functions", "a",
                        "-o", directory.resolve("o").toString(), "--", "true")
                .run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(69);
        assertThat(result.output()).contains("there is no libbowline-functions.so here", "make -C");
    }

    private static List<String> words(String text) {
        List<String> line = new ArrayList<>(List.of(Recorder.script().toString()));
        line.addAll(List.of(text.split(" ")));
        return line;
    }
}
