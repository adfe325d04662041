/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Event;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.table.Format;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.compare.Compared;
import org.bowline.tracecompass.core.compare.PageFigure;
import org.bowline.tracecompass.core.compare.RunSource;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.compare.ComparePane;
import org.bowline.tracecompass.ui.compare.CompareView;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.requests.RequestsView;

/** The view Compare, with parts of the sample as results of several runs. */
final class CompareViewTest {
    private static final IntervalSpec PAIR = IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type");
    private static final int PARTS = 6;

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static TmfExperiment open(int width, int height) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        TmfExperiment experiment = Samples.openSample();
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        Workbench.await("the traces are read", () -> {
            module.start();
            return module.result() != null;
        });
        Workbench.settle();
        return experiment;
    }

    /** Writes the parts of the work in turn as runs of two sides, as the command line would; returns their folder. */
    private static Path results(TmfExperiment experiment) throws Exception {
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        module.chooseRequests(List.of(PAIR), Progress.NONE);
        RecordedIntervals read = module.requests();
        AnalysisResult result = module.result();
        assertNotNull(read);
        assertNotNull(result);
        Analysis work = read.analysis(result, Question.WORK).build();
        long part = work.rangeNanos() / PARTS;
        Path folder = Scratch.folder("bowline-compare");
        for (int i = 0; i < PARTS; i++) {
            long from = work.fromNanos() + i * part;
            write(folder.resolve(i % 2 == 0 ? "yesterday" : "today").resolve("run-" + i),
                    read.analysis(result, Question.WORK.within(from, from + part)).build());
        }
        return folder;
    }

    private static void write(Path to, Analysis analysis) throws IOException {
        Files.createDirectories(to.getParent());
        try (ReportDirectory reports = RunFiles.prepare(to, Progress.NONE)) {
            RunFiles.write(analysis, reports, Format.CSV);
            reports.commit();
        }
    }

    private static CompareAnswer.Known known(CompareView view) {
        Workbench.await("it is compared", () -> !view.isBusy() && view.answer() instanceof CompareAnswer.Known);
        Workbench.settle();
        assertNull(view.frame().empty(), "something is shown");
        return assertInstanceOf(CompareAnswer.Known.class, view.answer());
    }

    private static String refused(CompareView view, Path folder) {
        view.compare(List.of(new RunSource.Folder(folder)),
                List.of(new RunSource.Recording(TmfTraceManager.getInstance().getActiveTrace())));
        Workbench.await("it is refused", () -> !view.isBusy() && view.answer() instanceof CompareAnswer.Refused);
        assertEquals("These cannot be compared", view.frame().empty().title());
        return assertInstanceOf(CompareAnswer.Refused.class, view.answer()).why();
    }

    private static List<String> menu(CompareView view, boolean ofNew) {
        return Arrays.stream(view.menu(ofNew).getItems())
                .map(item -> (((ActionContributionItem) item).getAction().isChecked() ? "+" : "-")
                        + ((ActionContributionItem) item).getAction().getText())
                .toList();
    }

    private static Compared row(CompareAnswer.Known of, String name) {
        return of.rows().stream().filter(one -> one.name().startsWith(name)).findFirst().orElseThrow(
                () -> new AssertionError(name + " is not in " + of.rows().stream().map(Compared::name).toList()));
    }

    @Test
    void twoSetsOfRunsAreComparedAndLeadIntoTheExperiment() throws Exception {
        TmfExperiment experiment = open(1600, 1000);
        Path folder = results(experiment);
        CompareView view = (CompareView) Workbench.showView(CompareView.ID);
        Workbench.settle();
        assertEquals("What should three-tier be compared with?", view.frame().empty().title(), "the active experiment is NEW");
        assertEquals(List.of("Folder of results\u2026", "Sweep\u2026"), view.frame().empty().ways());
        assertEquals(List.of("-Experiment three-tier", "-Add Folder of Results\u2026", "-Show Sweep\u2026"), menu(view, false));
        Pictures.screenshot("compare-empty-1600x1000");

        RunSource yesterday = new RunSource.Folder(folder.resolve("yesterday"));
        view.compare(List.of(yesterday), List.of(new RunSource.Folder(folder.resolve("today"))));
        CompareAnswer.Known sets = known(view);
        ComparePane pane = view.pane();
        assertEquals(sets.summary(), view.frame().title());
        assertEquals(sets.caveats(), view.frame().caveats());
        assertEquals(sets.rows(), pane.rows().rows());
        assertEquals(
                List.of("+" + folder.resolve("yesterday"), "-Experiment three-tier", "-Add Folder of Results\u2026", "-Show Sweep\u2026"),
                menu(view, false));
        assertTrue(pane.runs().getText().contains("run-0 (page)"), pane.runs().getText());
        isSortedByNumbers(pane);
        pane.choose(row(sets, "wait-cause network"));
        drawn(pane);
        assertTrue(pane.said().startsWith("wait-cause network: "), pane.said());
        Pictures.screenshot("compare-sets-1600x1000");
        pane.choose(row(sets, "all intervals"));
        drawn(pane);
        Pictures.screenshot("compare-intervals-1600x1000");

        view.compare(List.of(yesterday), List.of(new RunSource.Recording(experiment)));
        CompareAnswer.Known one = known(view);
        assertTrue(view.frame().title().startsWith("No verdict"), view.frame().title());
        pane.choose(row(one, "knot"));
        PageFigure figure = pane.figure().figure();
        assertNotNull(figure);
        Workbench.page().hideView(Workbench.page().findView(WaitForGraphView.ID));
        Hand.click(pane.figure(), () -> pane.figure().pixel(figure.dots(true).get(0)));
        Workbench.await("a click on its point leads to the graph", () -> visible(WaitForGraphView.ID));
        Workbench.showView(CompareView.ID);
        pane.choose(row(one, "latency-p50"));
        pane.follow(true, 0);
        Workbench.await("a link leads to the requests", () -> visible(RequestsView.ID));
        Workbench.showView(CompareView.ID);
        pane.choose(one.rows().stream().filter(Compared.OfFinding.class::isInstance).findFirst().orElseThrow());
        assertNull(pane.figure().figure(), "a finding has no picture");
        assertFalse(pane.figure().isVisible(), "and its words have the room");
        assertTrue(pane.said().startsWith("finding ") && pane.said().contains("BASE: ") && pane.said().contains("NEW: "), pane.said());
        Pictures.screenshot("compare-finding-1600x1000");
        pane.follow(true, 0);
        Workbench.await("a link leads to the findings", () -> visible(FindingsView.ID));
        assertEquals(experiment, TmfTraceManager.getInstance().getActiveTrace());

        Workbench.showView(CompareView.ID);
        String why = refused(view, folder);
        assertTrue(why.startsWith(folder + " is not a folder of results"), why);
        Pictures.screenshot("compare-refused-1600x1000");
    }

    /** BASE and NEW are sorted by what they are, not by how they are written: 866 µs before 3.35 ms before 10.7 ms; where there is no number, last. */
    private static void isSortedByNumbers(ComparePane pane) {
        int names = pane.rows().table().getColumn(1).getWidth();
        GC gc = new GC(pane.rows().table());
        int widest = pane.rows().rows().stream().filter(one -> one instanceof Compared.OfIntervals)
                .mapToInt(one -> gc.textExtent(one.name()).x)
                .max().orElseThrow();
        gc.dispose();
        assertTrue(names >= widest, () -> "names of measures are not cut: " + names + " pixels of " + widest);
        for (int column : new int[] {2, 3}) {
            for (boolean down : new boolean[] {false, true}) {
                pane.rows().table().getColumn(column).notifyListeners(SWT.Selection, new Event());
                List<Double> all = pane.rows().rows().stream().filter(one -> one instanceof Compared.OfMeasure).map(one -> {
                    CompareRow row = ((Compared.OfMeasure) one).measure().row();
                    return row.unit().equals("ns") ? column == 2 ? row.base() : row.fresh() : null;
                }).filter(Objects::nonNull).toList();
                List<Double> known = all.stream().filter(value -> !value.isNaN()).toList();
                assertTrue(known.size() > 10, known::toString);
                assertEquals(known, all.subList(0, known.size()), "what is no number comes last");
                assertEquals(known.stream().sorted(down ? Comparator.reverseOrder() : Comparator.naturalOrder()).toList(), known);
            }
        }
    }

    private static boolean visible(String view) {
        return Workbench.page().findView(view) != null && Workbench.page().isPartVisible(Workbench.page().findView(view));
    }

    /** The picture has its axis, its words and both sides in it: it is not one colour. */
    private static void drawn(ComparePane pane) {
        Workbench.settle();
        Point size = pane.figure().getSize();
        assertTrue(size.x >= 200 && size.y >= 120, () -> "the picture has " + size);
        Image image = new Image(pane.getDisplay(), size.x, size.y);
        GC gc = new GC(pane.figure());
        gc.copyArea(image, 0, 0);
        gc.dispose();
        ImageData data = image.getImageData();
        image.dispose();
        assertTrue(IntStream.range(0, size.x * size.y / 2).map(i -> data.getPixel(2 * i % size.x, 2 * i / size.x)).distinct().count() > 3,
                "something is drawn");
    }

    @Test
    void twoExperimentsAreComparedInASmallWindowAndOneThatIsClosedIsTakenOut() throws Exception {
        TmfExperiment first = open(1280, 800);
        TmfExperiment second = Samples.openSample("lock-contention");
        CompareView view = (CompareView) Workbench.showView(CompareView.ID);
        view.compare(List.of(), List.of(new RunSource.Recording(second))); // an earlier test may have left the view with the first
        Workbench.await("the other experiment is offered", () -> view.frame().empty() != null
                && view.frame().empty().ways().equals(List.of("Experiment three-tier", "Folder of results\u2026", "Sweep\u2026")));
        view.frame().empty().follow();
        CompareAnswer.Known known = known(view);
        assertEquals(List.of(new RunSource.Recording(first)), known.base());
        assertEquals(List.of(new RunSource.Recording(second)), known.fresh());
        assertTrue(Stream.of("hosts-differ", "no-intervals", "noise-unknown")
                .allMatch(kind -> known.caveats().stream().anyMatch(caveat -> caveat.kind().equals(kind))), known.caveats().toString());
        view.pane().choose(row(known, "wait-cause thread"));
        drawn(view.pane());
        StyledText reading = view.pane().reading();
        assertTrue(reading.getLinePixel(reading.getLineCount()) <= reading.getClientArea().height + 2, "the sentence is seen as a whole");
        Pictures.screenshot("compare-1280x800");
        Samples.closeAll();
        assertNotNull(view.frame().empty(), "nothing is left to compare");
        assertNull(view.answer());
    }
}
