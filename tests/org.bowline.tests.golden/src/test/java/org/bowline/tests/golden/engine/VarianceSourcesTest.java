/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.variance.Factor;
import org.bowline.core.variance.PathVariance;
import org.bowline.core.variance.WorkVariance;
import org.bowline.report.analyses.VarianceDescriptor;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** Why requests differ, where only one sort of things was recorded: annotations without a kernel trace, or waits without annotations and functions ({@link FunctionsTest} has functions). */
class VarianceSourcesTest {
    private static final String ANNOTATED = "begin=bowline:interval_begin,end=bowline:interval_end,key=id,label=label";

    private static Analysis analysis(Path recording, String interval) throws IOException {
        return Analysis.of(List.of(recording), OpenOptions.DEFAULT, Question.WORK
                .about(List.of(IntervalSpec.parse(interval)), Question.Part.WORK).with(FunctionQuestion.SYMBOLS, List.of()), Progress.NONE);
    }

    private static String text(Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        new VarianceDescriptor().text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10);
        return out.toString();
    }

    private static double variance(long[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).mapToDouble(value -> (value - mean) * (value - mean)).sum() / values.length;
    }

    /** The program's own clock is the truth. */
    @ParameterizedTest
    @ValueSource(strings = {"loop", "pool"})
    void ofAnnotationsAloneItIsThatOfServiceAndQueueing(String label) throws IOException {
        List<long[]> truth = Files.readAllLines(Recording.own("labelled-work").resolve("truth.csv")).stream()
                .map(line -> line.split(",")).filter(parts -> parts[1].equals(label))
                .map(parts -> new long[] {Long.parseLong(parts[2]), Long.parseLong(parts[3])}).toList();
        Analysis analysis = analysis(Recording.own("labelled-work").resolve(label + ".zip"), ANNOTATED);
        assertThat(analysis.knowsWaits()).isFalse();
        PathVariance work = WorkVariance.of(analysis.matched(), IntervalSizes.NONE, Progress.NONE).stream()
                .filter(one -> one.label().equals(label)).findFirst().orElseThrow();
        assertThat(work.tree().count()).isEqualTo(192);
        double all = variance(truth.stream().mapToLong(one -> one[0] + one[1]).toArray());
        for (Factor factor : work.tree().factors()) {
            String what = work.nodes().get(work.tree().tree().node(factor.first())).functions();
            if (!factor.isPair() && !work.tree().tree().isBody(factor.first()) && !what.isEmpty()) {
                int column = what.equals(WorkVariance.SERVICE) ? 0 : 1;
                assertThat(work.tree().share(factor)).as(what)
                        .isCloseTo(variance(truth.stream().mapToLong(one -> one[column]).toArray()) / all, within(0.02));
            }
        }
        assertThat(work.tree().factors().stream().filter(factor -> factor.first() != 0).mapToDouble(factor -> work.tree().share(factor))
                .sum()).as("they add up").isCloseTo(1, within(1e-9));
        assertThat(text(analysis)).contains(label + ": 192 intervals", "(queueing)", "(service)", "There is no kernel trace")
                .doesNotContain("  the rest", "No label has two intervals");
    }

    /** Requests are those of system calls; the programs tell nothing, and no function was recorded. */
    @Test
    void ofWaitsAloneItIsThatOfThreadsAndWhatTheyWaitFor() throws IOException {
        Analysis analysis = analysis(Recording.own("three-tier"), "syscalls=recv..send");
        assertThat(text(analysis))
                .contains("w1-server: 60 intervals", "w1-helper (B), running", "w1-backend (C), blocked (disk), vdd service")
                .doesNotContain("by call path", "(queueing)");
    }
}
