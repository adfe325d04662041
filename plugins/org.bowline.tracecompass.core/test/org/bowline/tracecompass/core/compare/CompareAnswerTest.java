/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.page.ComparePage;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.table.Format;
import org.bowline.report.text.CompareText;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.CompareRows;
import org.bowline.runs.compare.Comparison;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.RequestEvents;

/** Parts of the sample as runs, written as results and read back, against what the engine of the command line says of the same folders. */
final class CompareAnswerTest {
    private static final List<IntervalSpec> PAIRS = List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type"));
    private static final int PARTS = 6;

    @TempDir private static Path folder;
    private static RecordedIntervals read;

    /** Three runs of each side: the parts of the work in turn. */
    @BeforeAll
    static void writeResults() throws IOException {
        read = RequestEvents.read(List.of(ThreeTier.folder()), ThreeTier.result(), PAIRS, Progress.NONE);
        Analysis work = read.analysis(ThreeTier.result(), Question.WORK).build();
        long part = work.rangeNanos() / PARTS;
        for (int i = 0; i < PARTS; i++) {
            long from = work.fromNanos() + i * part;
            write(folder.resolve(i % 2 == 0 ? "base" : "new").resolve("run-" + i),
                    read.analysis(ThreeTier.result(), Question.WORK.within(from, from + part)).build());
        }
        write(folder.resolve("whole"), work);
        write(folder.resolve("bare"), Analysis.of(ThreeTier.result()).question(Question.WORK).build());
        Files.createDirectories(folder.resolve("empty"));
    }

    private static void write(Path to, Analysis analysis) throws IOException {
        Files.createDirectories(to.getParent());
        try (ReportDirectory reports = RunFiles.prepare(to, Progress.NONE)) {
            RunFiles.write(analysis, reports, Format.CSV);
            reports.commit();
        }
    }

    private static RunSource source(String name) {
        return new RunSource.Folder(folder.resolve(name));
    }

    private static CompareAnswer answer(String base, String fresh) {
        return CompareAnswer.of(List.of(source(base)), List.of(source(fresh)), Progress.NONE);
    }

    private static CompareAnswer.Known known(String base, String fresh) {
        CompareAnswer answer = answer(base, fresh);
        assertThat(answer).isInstanceOf(CompareAnswer.Known.class);
        return (CompareAnswer.Known) answer;
    }

    private static String refusal(String base, String fresh) {
        CompareAnswer answer = answer(base, fresh);
        assertThat(answer).isInstanceOf(CompareAnswer.Refused.class);
        return ((CompareAnswer.Refused) answer).why();
    }

    private static List<RunFacts> facts(String side) throws IOException {
        List<RunFacts> facts = new ArrayList<>();
        for (Path run : ResultDirectory.within(folder.resolve(side))) {
            facts.add(ResultDirectory.read(run));
        }
        return facts;
    }

    @Test
    void rowsWordsAndCaveatsAreThoseOfTheCommandLine() throws IOException {
        List<RunFacts> base = facts("base");
        List<RunFacts> fresh = facts("new");
        Comparison expected = Comparison.of(base, fresh);
        CompareAnswer.Known known = known("base", "new");
        assertThat(known.base()).extracting(RunSource::name).containsExactly("run-0", "run-2", "run-4");
        assertThat(known.fresh()).extracting(RunSource::name).containsExactly("run-1", "run-3", "run-5");
        List<CompareRow> rows = CompareRows.of(expected);
        assertThat(
                known.rows().stream().filter(Compared.OfMeasure.class::isInstance).map(one -> ((Compared.OfMeasure) one).measure().row()))
                .containsExactlyInAnyOrderElementsOf(rows).hasSizeGreaterThan(30);
        assertThat(known.rows().stream().filter(Compared.OfIntervals.class::isInstance))
                .hasSameSizeAs(CompareRows.latencies(expected, base, fresh)).hasSizeGreaterThan(3);
        assertThat(known.caveats()).containsExactlyInAnyOrderElementsOf(expected.caveats());
        assertThat(known.caveats()).isSortedAccordingTo((a, b) -> b.severity().compareTo(a.severity()));
        String page = page(expected, base, fresh);
        assertThat(page.contains(known.summary())).isTrue();
        // of all labels the page has the figures of each run; pictures of all intervals only while there is room
        for (Compared one : known.rows().stream().filter(Compared.OfMeasure.class::isInstance).toList()) {
            assertThat(page.contains(escaped(one.base()))).as(one.name() + " " + one.base()).isTrue();
            assertThat(page.contains(escaped(one.change()))).as(one.name() + " " + one.change()).isTrue();
        }
    }

    private static String page(Comparison comparison, List<RunFacts> base, List<RunFacts> fresh) throws IOException {
        StringWriter out = new StringWriter();
        ComparePage.write(new CompareInput("1", List.of("a"), List.of("b"), CompareRows.measures(comparison),
                CompareRows.latencies(comparison, base, fresh), comparison.caveats(), List.of(), CompareRows.findings(base, fresh)), out,
                Progress.NONE);
        return out.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    @Test
    void everyPictureOfThePageCanBeDrawnAndItsPointsAreTheRuns() {
        CompareAnswer.Known known = known("base", "new");
        Set<String> styles = new HashSet<>();
        for (Compared one : known.rows()) {
            PageFigure figure = one.figure();
            if (figure == null) {
                assertThat(one).isInstanceOf(Compared.OfFinding.class);
                continue;
            }
            assertThat(figure.title()).isNotBlank();
            assertThat(figure.text()).startsWith("BASE: ").contains(" NEW: ");
            figure.shapes().forEach(shape -> styles.add(shape.style()));
            for (boolean ofNew : new boolean[] {false, true}) {
                List<Integer> order = one.points(ofNew);
                assertThat(figure.dots(ofNew)).as(one.name()).hasSameSizeAs(order);
                assertThat(figure.dots(ofNew)).isSortedAccordingTo((a, b) -> Double.compare(a.x(), b.x()));
                assertThat(new HashSet<>(order)).hasSameSizeAs(order).isSubsetOf(0, 1, 2);
                if (one instanceof Compared.OfMeasure measure) {
                    List<Double> values = ofNew ? measure.measure().fresh() : measure.measure().base();
                    assertThat(order.stream().map(values::get).toList()).isSorted();
                }
            }
        }
        assertThat(styles).contains("grid", "zero", "box", "whisker", "middle", "same", "interval", "estimate", "row");
    }

    @Test
    void whatTheRulesFindIsARowWithItsWordsBehindWhatUsersFeelAndBeforeWhatExplainsIt() throws IOException {
        CompareAnswer.Known known = known("base/run-0", "new/run-1");
        List<CompareFindingRow> findings = CompareRows.findings(List.of(ResultDirectory.read(folder.resolve("base/run-0"))),
                List.of(ResultDirectory.read(folder.resolve("new/run-1"))));
        List<Compared.OfFinding> rows = known.rows().stream().filter(Compared.OfFinding.class::isInstance)
                .map(Compared.OfFinding.class::cast)
                .toList();
        assertThat(rows).isNotEmpty().allMatch(row -> findings.contains(row.finding()) && row.figure() == null && !row.differs());
        Compared.OfFinding knot = rows.stream().filter(row -> row.finding().rule().equals("dominant-knot")).findFirst().orElseThrow();
        assertThat(knot.name()).startsWith("finding dominant-knot, ").contains("B:w1-server");
        assertThat(knot.reading()).isEqualTo("BASE: " + knot.finding().base().summary() + "\nNEW: " + knot.finding().fresh().summary());
        assertThat(knot.base()).isEqualTo(knot.finding().base().severity());
        List<String> order = known.rows().stream()
                .map(row -> row instanceof Compared.OfFinding ? "finding" : row instanceof Compared.OfMeasure measure
                        && !CompareText.isOutcome(measure.measure().row()) ? "explains" : "felt")
                .distinct().toList();
        assertThat(order).containsExactly("felt", "finding", "explains");
    }

    @Test
    void anOpenRecordingIsTheRunThatItsResultsAre() throws IOException {
        RunFacts recording = RunSource.facts("open", ThreeTier.result(), read, GivenOptions.NONE, List.of(), Progress.NONE);
        RunFacts written = ResultDirectory.read(folder.resolve("whole"));
        assertThat(recording.isCopyOf(written)).isTrue();
        assertThat(recording.knots()).isEqualTo(written.knots());
        assertThat(RunSource.facts("open", ThreeTier.result(), null, GivenOptions.NONE, List.of(), Progress.NONE).blocked())
                .isEqualTo(ResultDirectory.read(folder.resolve("bare")).blocked());
        assertThat(known("whole", "base").caveats()).extracting(Caveat::kind).contains("noise-unknown").doesNotContain(Comparison.COPY);
    }

    @Test
    void oneRunOfEachHasNoVerdictAndSaysSo() {
        CompareAnswer.Known known = known("base/run-0", "new/run-1");
        assertThat(known.summary()).startsWith("No verdict");
        assertThat(known.caveats().get(0).kind()).isEqualTo("noise-unknown");
        assertThat(known.rows()).noneMatch(Compared::differs).anyMatch(one -> !one.change().isEmpty());
    }

    @Test
    void runsWithoutACommonLabelSayThatNoLatencyIsCompared() {
        CompareAnswer.Known known = known("whole", "bare");
        assertThat(known.caveats()).extracting(Caveat::kind).contains("no-label-in-common", "labels-differ");
        assertThat(known.rows()).isNotEmpty().noneMatch(one -> one instanceof Compared.OfIntervals && !one.change().isEmpty());
        assertThat(known("bare", "base/run-0").caveats()).extracting(Caveat::kind).contains("no-label-in-common");
        assertThat(known("whole", "base").caveats()).extracting(Caveat::kind).doesNotContain("no-label-in-common");
    }

    @Test
    void whatIsNoResultOrGivenTwiceIsRefusedInASentence() throws IOException {
        assertThat(refusal("empty", "new")).contains(folder.resolve("empty").toString(), "is not a folder of results", "analyze -o");
        assertThat(refusal("base", "gone")).contains("gone is not a folder of results");
        assertThat(refusal("base", "base/run-0")).startsWith("run-0 is given twice");
        Path broken = folder.resolve("broken");
        Files.createDirectories(broken);
        for (String file : new String[] {"threads.csv", "knots.csv", "wait-for.csv"}) {
            Path from = folder.resolve("whole").resolve(file);
            if (Files.exists(from)) {
                Files.writeString(broken.resolve(file), "host,tid\nnonsense\n");
            }
        }
        assertThat(refusal("base", "broken")).contains("broken", "threads.csv");
    }

    @Test
    void itStopsWhenItIsToldTo() {
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody looks
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> CompareAnswer.of(List.of(source("base")), List.of(source("new")), cancelled))
                .isInstanceOf(CancelledException.class);
    }

    @Test
    void whatTheWindowCannotDrawIsRefused() {
        assertThatThrownBy(() -> PageFigure.of("<svg viewBox=\"0 0 1 1\"><ellipse/></svg>")).hasMessageContaining("<ellipse>");
        assertThatThrownBy(() -> PageFigure.of("<svg viewBox=\"0 0 1 1\"><path d=\"M0 0C1 1 2 2 3 3\"/></svg>")).hasMessageContaining("C");
        assertThatThrownBy(() -> PageFigure.of("<svg viewBox=\"0 0 1 1\"><path d=\"M0\"/></svg>")).hasMessageContaining("ends early");
        assertThatThrownBy(() -> PageFigure.of("<svg/>")).hasMessageContaining("viewBox");
        assertThatThrownBy(() -> PageFigure.of("no picture")).isInstanceOf(IllegalArgumentException.class);
        assertThat(PageFigure.of("<svg viewBox=\"0 0 9 9\"><path class=\"a\" d=\"M1 2l1 1 1-1zM5 5h1v2\"/></svg>").shapes())
                .containsExactly(
                        new PageFigure.Stroke("a", "", List.of(1.0, 2.0, 2.0, 3.0, 3.0, 2.0), true),
                        new PageFigure.Stroke("a", "", List.of(5.0, 5.0, 6.0, 5.0, 6.0, 7.0), false));
    }
}
