/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagOnPath;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.CriticalPathDescriptor;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.ReportTable;
import org.bowline.report.analyses.RequestsDescriptor;
import org.bowline.report.analyses.TagsDescriptor;
import org.bowline.report.page.HtmlReport;
import org.bowline.report.rows.ModuleShare;
import org.bowline.report.table.Format;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;
import org.bowline.testkit.TaggedTrace;

/** Modules on critical paths: the same figures wherever they are told, and for some of the requests. */
class PathModulesTest {
    private static final long MILLIS = 1_000_000;
    private static final int LOOP = 100;
    private static final List<IntervalSpec> REQUESTS = List.of(IntervalSpec.parse("begin=app:begin,end=app:end,key=module,label=size"));
    private static final List<IntervalSpec> ANNOTATED = List
            .of(IntervalSpec.parse("begin=bowline:interval_begin,end=bowline:interval_end,key=id,label=label"));

    @TempDir private Path directory;

    private static Analysis analysis(Path traces, Question question) throws IOException {
        return Analysis.of(List.of(traces), OpenOptions.DEFAULT, question, Progress.NONE);
    }

    private static String text(Descriptor descriptor, Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        descriptor.text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 100);
        return out.toString();
    }

    private static String csv(Descriptor descriptor, Analysis analysis) throws IOException {
        return csv(descriptor.shown(analysis), analysis);
    }

    private static <R> String csv(ReportTable<R> table, Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        Format.CSV.write(table.report(), table.rows().apply(analysis), out);
        return out.toString();
    }

    private static long running(CriticalPath path) {
        return PathTotals.of(path).states().stream().filter(of -> of.state() == ThreadState.RUNNING).mapToLong(PathTotals.OfState::nanos)
                .sum();
    }

    /** Ten requests that are parsed for 10 ms; those of size 2 are checked for 30 ms, those of size 1 for 10 ms. */
    private void requests(boolean tagged) throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.run(0, LOOP, 0, 1000 * MILLIS);
            for (long i = 0; i < 10; i++) {
                long at = i * 100 * MILLIS;
                int size = (int) (i % 2) + 1;
                if (tagged) {
                    trace.tag(0, LOOP, at, "switch", "net/parse").tag(0, LOOP, at + 10 * MILLIS, "switch", "engine/storage/crc");
                }
                trace.own(0, LOOP, at, "begin", "r" + i, size).own(0, LOOP, at + (size == 2 ? 40 : 20) * MILLIS, "end", "r" + i, size);
            }
        }
    }

    private static Question asked() {
        return Question.ALL.with(TagQuestion.EVENTS, List.of()).about(REQUESTS, Question.Part.ALL);
    }

    @Test
    void theCriticalPathTellsItsModules() throws IOException {
        requests(true);
        Analysis analysis = analysis(directory, asked());
        assertThat(text(new CriticalPathDescriptor(), analysis)).contains(
                "by module: engine/storage/crc 75.0 %, net/parse 25.0 %; of the running time: engine/storage/crc 75.0 %, net/parse 25.0 %")
                .contains("by module: net/parse 50.0 %, engine/storage/crc 50.0 %");
        assertThat(page(analysis)).contains("By module</a>: engine/storage/crc 75.0 %, net/parse 25.0 %")
                .contains("id=\"tag-path\"");
        Analysis thread = analysis(directory, asked().about(List.of(), Question.Part.ALL)
                .path((timeline, from, to) -> thread(timeline, LOOP)).with(TagQuestion.MODULES, true));
        assertThat(text(new CriticalPathDescriptor(), thread)).containsOnlyOnce("by module: engine/storage/crc 9");
        assertThat(csv(new CriticalPathDescriptor(), thread)).startsWith("label,requests,host,path,depth,exclusive_ns,running_ns");
        assertThat(page(thread)).containsOnlyOnce("By module</a>: engine/storage/crc 9");
    }

    private static String page(Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        HtmlReport.write("server", "0", analysis, Descriptors.installed(), out);
        return out.toString();
    }

    @Test
    void aProgramThatTellsNoModulesHasNone() throws IOException {
        requests(false);
        Analysis analysis = analysis(directory, asked().with(TagQuestion.MODULES, true));
        assertThat(text(new CriticalPathDescriptor(), analysis)).doesNotContain("by module");
        assertThat(page(analysis)).doesNotContain("By module");
        assertThatIllegalArgumentException().isThrownBy(() -> new CriticalPathDescriptor().check(analysis))
                .withMessageStartingWith("--modules: no trace has an event that tells which module a thread is in");
    }

    @Test
    void modulesArePrintedForProgramsOnly() {
        CriticalPathDescriptor path = new CriticalPathDescriptor();
        Question modules = asked().with(TagQuestion.MODULES, true);
        path.check(modules, Descriptor.Output.TABLE);
        for (Descriptor.Output output : List.of(Descriptor.Output.TEXT, Descriptor.Output.FORM)) {
            assertThatIllegalArgumentException().isThrownBy(() -> path.check(modules, output)).withMessageContaining("--format csv");
        }
        assertThatIllegalArgumentException().isThrownBy(
                () -> path.check(modules.with(CodeQuestion.CODE, true), Descriptor.Output.TABLE));
    }

    /** Real recordings: what runs on the paths is on some module, to the nanosecond, and bowline tags --on-path has the same rows. */
    @ParameterizedTest
    @ValueSource(strings = {"slow", "fast"})
    void theModulesOfASampleAddUpToItsPaths(String how) throws IOException {
        Path recording = Recording.own("tagged-server").resolve(how);
        Question question = Question.ALL.with(TagQuestion.EVENTS, List.of());
        Question requests = question.about(ANNOTATED, Question.Part.ALL);
        Analysis analysis = analysis(recording, requests.with(TagQuestion.MODULES, true));
        TagOnPath.OfLabel label = analysis.get(TagQuestion.PATHS).labels().get(0);
        long nanos = 0;
        long running = 0;
        for (NamedInterval interval : analysis.matched().intervals()) {
            nanos += interval.nanos();
            running += running(CriticalPath.of(analysis.timeline(), interval.thread(), interval.beginNanos(), interval.endNanos(),
                    Progress.NONE));
        }
        assertThat(label.runningNanos()).isEqualTo(running).isPositive();
        assertThat(ModuleShare.of(label, analysis.tags().paths()).stream().mapToLong(ModuleShare::nanos).sum()).isEqualTo(nanos);
        assertThat(ModuleShare.of(label, analysis.tags().paths()).stream().mapToLong(ModuleShare::runningNanos).sum()).isEqualTo(running);
        assertThat(csv(new CriticalPathDescriptor(), analysis)).contains("engine/storage/crc")
                .isEqualTo(csv(new TagsDescriptor(), analysis(recording, requests.with(TagQuestion.ON_PATH, true))));

        Question.ThreadChoice loop = (timeline, from, to) -> thread(timeline, "s-loop");
        Analysis path = analysis(recording, question.path(loop).with(TagQuestion.MODULES, true));
        CriticalPath of = Objects.requireNonNull(path.path());
        assertThat(path.get(TagQuestion.PATHS).labels().get(0).runningNanos()).isEqualTo(running(of));
        assertThat(csv(new CriticalPathDescriptor(), path)).contains("engine/storage/crc")
                .isEqualTo(csv(new TagsDescriptor(), analysis(recording, question.path(loop).with(TagQuestion.ON_PATH, true))));
    }

    private static int thread(Timeline timeline, int tid) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.tid(thread) == tid) {
                return thread;
            }
        }
        return Timeline.NONE;
    }

    private static int thread(Timeline timeline, String name) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.name(thread).equals(name)) {
                return thread;
            }
        }
        return Timeline.NONE;
    }

    @Test
    void thePageHasTheModulesAsATreeThatOpens() throws IOException {
        requests(true);
        assertThat(page(analysis(directory, asked()))).contains("aria-label=\"Modules of server as a tree\"",
                "<li><details open=\"\"><summary><b>engine</b>", "<ul><li><details><summary><b>storage</b>", "<ul><li><b>crc</b>");
    }

    @Test
    void modulesThatAreNotWithinOthersAreNoTree() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            trace.run(0, LOOP, 0, 10 * MILLIS);
            trace.tag(0, LOOP, MILLIS, "switch", "net");
        }
        assertThat(page(analysis(directory, asked().about(List.of(), Question.Part.ALL)))).contains("id=\"tags\"")
                .doesNotContain("as a tree");
    }

    @Test
    void someOfTheRequestsAreChosenByTheirLabel() throws IOException {
        requests(true);
        Question two = asked().with(IntervalLabels.LABEL, IntervalLabels.LABEL.read(List.of("2")));
        Analysis some = analysis(directory, two.with(TagQuestion.ON_PATH, true));
        assertThat(some.matched().intervals()).hasSize(5).allMatch(one -> one.label().equals("2"));
        assertThat(text(new TagsDescriptor(), some)).contains("5 requests of 'size 2'").doesNotContain("of '1'");
        assertThat(text(new CriticalPathDescriptor(), some)).contains("2: 5 intervals").doesNotContain("1: 5 intervals");
        assertThat(text(new RequestsDescriptor(), some)).contains("Requests: 5 intervals");
        assertThat(some.matched().caveats()).extracting(Caveat::kind).doesNotContain("label-unknown");

        Analysis both = analysis(directory, asked().with(IntervalLabels.LABEL, IntervalLabels.LABEL.read(List.of("1", "2"))));
        assertThat(both.matched().intervals()).hasSize(10);
        // what is computed of all is not what is computed of some: the work begins with the first of these
        Analysis work = analysis(directory, two.of(Question.Part.WORK));
        assertThat(work.fromNanos()).isEqualTo(work.matched().intervals().get(0).beginNanos());
    }

    @Test
    void aLabelThatNoRequestHasIsTold() throws IOException {
        requests(true);
        Analysis none = analysis(directory, asked().with(IntervalLabels.LABEL, List.of("2", "3")));
        assertThat(none.matched().intervals()).hasSize(5);
        assertThat(none.matched().caveats()).filteredOn(caveat -> caveat.kind().equals("label-unknown")).extracting(Caveat::text)
                .containsExactly("No interval in the range has the label '3' that --label names. The labels are '1' and '2'.");
        Analysis nothing = analysis(directory, asked().with(IntervalLabels.LABEL, List.of("3")));
        assertThat(text(new RequestsDescriptor(), nothing)).contains("Requests: 0 intervals",
                "No interval in the range has the label '3' that --label names.").doesNotContain("No begin in the range has an end");
        assertThat(text(new CriticalPathDescriptor(), nothing)).contains("has the label '3'").doesNotContain("No begin in the range");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TagsDescriptor().check(asked().with(IntervalLabels.LABEL, List.of("2")), Descriptor.Output.TEXT))
                .withMessageContaining("--label chooses the requests");
    }
}
