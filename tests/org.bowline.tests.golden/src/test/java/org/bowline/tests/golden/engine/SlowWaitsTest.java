/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.SlowWaits;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.OffCpuDescriptor;
import org.bowline.report.export.OffCpuWriter;
import org.bowline.report.page.SlowWaitsSection;
import org.bowline.report.rows.SlowWaitRow;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** What slow requests of a recording wait for adds up to what their critical paths say. */
class SlowWaitsTest {
    private static Analysis analysis(int percent) throws IOException {
        return Analysis.of(List.of(Recording.own("three-tier")), OpenOptions.DEFAULT,
                Question.ALL.about(List.of(new IntervalSpec("wl:req_begin", "wl:req_end", "req", "")), Question.Part.ALL)
                        .with(OffCpuQuestion.ON_PATH, false).with(FunctionQuestion.SYMBOLS, List.of()).with(SlowWaits.SLOW, percent),
                Progress.NONE);
    }

    private static double meanBlocked(List<OfInterval> paths) {
        return paths.stream().mapToLong(path -> path.parts().stream().filter(part -> part.state() == ThreadState.BLOCKED)
                .mapToLong(part -> part.nanos()).sum()).average().orElseThrow();
    }

    @Test
    void theStacksAddUpToTheBlockedTimeOfThePaths() throws IOException {
        Analysis analysis = analysis(90);
        SlowWaits.OfLabel label = analysis.get(SlowWaits.RESULT).labels().get(0);
        List<OfInterval> ascending = Objects.requireNonNull(analysis.intervals()).paths().stream()
                .sorted(Comparator.comparingLong(path -> path.interval().nanos())).toList();
        assertThat(ascending).hasSize(60);
        assertThat(label.slow()).isEqualTo(6);
        assertThat(label.fromNanos()).isEqualTo(ascending.get(54).interval().nanos());
        double slow = label.stacks().stream().mapToLong(SlowWaits.Stack::slowNanos).sum();
        double typical = label.stacks().stream().mapToLong(SlowWaits.Stack::typicalNanos).sum();
        assertThat(slow).isCloseTo(meanBlocked(ascending.subList(54, 60)), within((double) label.stacks().size()));
        assertThat(typical).isCloseTo(meanBlocked(ascending.subList(15, 15 + label.typical())), within(0.1 * typical));
    }

    @Test
    void collapsedStacksHaveTwoFiguresTheTypicalOneFirst() throws IOException {
        Analysis analysis = analysis(90);
        StringWriter out = new StringWriter();
        OffCpuWriter.writeCompared(SlowWaitRow.of(analysis), out);
        assertThat(out.toString().lines()).allMatch(line -> line.matches("[^;]+(;[^;]+)+ [0-9]+ [0-9]+"))
                .anyMatch(line -> line.matches(".*;C;w1-backend;.*fdatasync;waits for disk vdd [0-9]+ [0-9]+"));
        SlowWaits.OfLabel label = analysis.get(SlowWaits.RESULT).labels().get(0);
        assertThat(out.toString().lines().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum())
                .isEqualTo(label.stacks().stream().mapToLong(SlowWaits.Stack::slowNanos).sum());
    }

    @Test
    void textAndPageTellWhatIsLongerAndWhatIsShorter() throws IOException {
        Analysis analysis = analysis(90);
        StringWriter out = new StringWriter();
        new OffCpuDescriptor().text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10);
        assertThat(out.toString()).contains(": 6 slow, from 14.3 ms on, and 30 typical: blocked for")
                .containsPattern("w1-backend \\(C\\) .* \\+[0-9.]+ µs +fdatasync +waits for disk vdd")
                .containsPattern(" -[0-9.]+ ms +clock_nanosleep");
        String page = SlowWaitsSection.of(analysis, analysis.get(SlowWaits.RESULT).labels()).markup().toString();
        assertThat(page).contains("class=\"more", "class=\"less\"", ", typically ");
    }

    @Test
    void theComparisonNeedsRequestsAndIsThereOnlyIfItIsAskedForOrCodeIsKnown() throws IOException {
        Descriptor descriptor = new OffCpuDescriptor();
        assertThatThrownBy(() -> descriptor.check(Question.ALL.with(SlowWaits.SLOW, 95), Descriptor.Output.TEXT))
                .hasMessage("--slow needs --interval, which says what is slow");
        assertThat(descriptor.shown(analysis(90)).report().name()).isEqualTo("off-cpu-slow");
        assertThat(descriptor.shown(analysis(0)).report().name()).isEqualTo("off-cpu");
        assertThat(descriptor.tables().get(1).isThere().test(analysis(90))).as("no file where no code is known").isFalse();
        assertThatThrownBy(() -> descriptor.forms().get(1).check("--format difffolded", Question.ALL))
                .hasMessage("--format difffolded compares slow requests with typical ones: --interval is needed");
        assertThat(descriptor.sections(analysis(0))).noneMatch(section -> section.id().equals("slow-waits"));
    }
}
