/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.event.Counter;
import org.bowline.core.function.FunctionUse;
import org.bowline.core.function.FunctionUse.OfFunction;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.FunctionsDescriptor;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;
import org.bowline.testkit.Folders;

/** Functions of a program that was recorded with the counters of its threads, against what the program itself counted ({@code tests/traces/counted-functions}). */
class CountedFunctionsTest {
    private static final Path RECORDING = Folders.repository().resolve("tests/traces/counted-functions");

    /** What the program counted of a function, without those that it calls. */
    private record Own(long calls, long faults, long nanos) {}

    private static final Map<String, Own> OWN = new HashMap<>();
    private static Analysis analysis;

    @BeforeAll
    static void read() throws IOException {
        for (String line : Files.readAllLines(RECORDING.resolve("own.csv")).subList(1, 4)) {
            String[] fields = line.split(",", -1);
            OWN.put(fields[0], new Own(Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3])));
        }
        analysis = Analysis.of(List.of(RECORDING.resolve("A.zip")), OpenOptions.DEFAULT,
                Question.ALL.with(FunctionQuestion.SYMBOLS, List.of(RECORDING)).with(CounterQuestion.COUNTERS, true), Progress.NONE);
    }

    private static OfFunction function(String name) {
        FunctionUse use = analysis.get(FunctionQuestion.USE);
        return use.functions().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    private static long counted(String name, Counter counter) {
        return function(name).own()[counter.ordinal()];
    }

    @Test
    void callsAndPageFaultsAreThoseThatTheProgramCounted() {
        OWN.forEach((name, own) -> {
            assertThat(function(name).calls()).as(name).isEqualTo(own.calls());
            assertThat(counted(name, Counter.PAGE_FAULTS)).as(name).isEqualTo(own.faults());
        });
        assertThat(OWN.get("touch").faults()).as("a fault for each page").isEqualTo(600);
    }

    @Test
    void timeOnProcessorsIsWhatTheProgramMeasuredAndAFewPerCentOfRecording() {
        for (String name : List.of("touch", "spin")) {
            assertThat((double) counted(name, Counter.TASK_CLOCK)).as(name).isBetween((double) OWN.get(name).nanos(),
                    1.05 * OWN.get(name).nanos());
        }
        // it calls all the time: to the program what is recorded on the way into a function is the caller's
        assertThat(counted("serve", Counter.TASK_CLOCK)).isLessThan(OWN.get("serve").nanos());
    }

    @Test
    void theFunctionsOfTheWorkersAddUp() {
        long sum = analysis.get(FunctionQuestion.USE).functions().stream().filter(one -> !one.name().equals("main"))
                .mapToLong(one -> one.own()[Counter.TASK_CLOCK.ordinal()]).sum();
        long own = OWN.values().stream().mapToLong(Own::nanos).sum();
        assertThat((double) sum).isBetween(0.98 * own, 1.02 * own);
    }

    @Test
    void whatTheMachineHasNoCounterForIsAbsentAndACaveatSaysSo() throws IOException {
        assertThat(counted("spin", Counter.INSTRUCTIONS)).isEqualTo(Counter.ABSENT);
        assertThat(analysis.caveats(List.of(CounterQuestion.LOG))).filteredOn(caveat -> caveat.kind().startsWith("counter")).hasSize(1)
                .allSatisfy(caveat -> assertThat(caveat.kind()).isEqualTo("counters-of-kernel-only"))
                .extracting(Caveat::text).allMatch(text -> text.startsWith("No counter of the processor was recorded")
                        && text.endsWith("task-clock and page-fault are the kernel's own."));
        StringWriter out = new StringWriter();
        new FunctionsDescriptor().text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 100);
        assertThat(out.toString()).contains("5 functions were called", "1 page of memory (4 KiB) of 1 file.")
                .containsPattern("function +time on processors +page faults\n").doesNotContain("instructions");
    }
}
