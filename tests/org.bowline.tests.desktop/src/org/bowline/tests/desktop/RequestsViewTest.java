/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Findings;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.requests.Request;
import org.bowline.tracecompass.core.requests.RequestWords;
import org.bowline.tracecompass.core.requests.RequestsAnswer;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.open.StartupProcessor;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.requests.RequestPlot;
import org.bowline.tracecompass.ui.requests.RequestsPane;
import org.bowline.tracecompass.ui.requests.RequestsView;

/** The view Requests, from the question which events they are to the path of one; and the window without a recording. */
@Tag("opening")
final class RequestsViewTest {
    private static final IntervalSpec PAIR = IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type");

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static TmfExperiment open(int width, int height, Path folder) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        return Opening.opened(new OpenRecordingJob(List.of(folder), null));
    }

    private static RequestsView view(TmfExperiment experiment) {
        RequestsView view = (RequestsView) Workbench.showView(RequestsView.ID);
        Workbench.await("there is an answer", () -> view.getTrace() == experiment && view.answer() != null && !view.isBusy());
        Workbench.settle();
        return view;
    }

    private static RequestsPane pane(RequestsView view) {
        RequestsPane pane = view.pane();
        assertNotNull(pane);
        return pane;
    }

    private static RequestsAnswer.Known known(RequestsView view) {
        Workbench.await("the requests are known", () -> view.answer() instanceof RequestsAnswer.Known && !view.isBusy());
        Workbench.settle();
        return assertInstanceOf(RequestsAnswer.Known.class, view.answer());
    }

    private static void press(Shell dialog, int id) {
        Workbench.controls(dialog).filter(control -> control instanceof Button && Integer.valueOf(id).equals(control.getData())).findFirst()
                .orElseThrow()
                .notifyListeners(SWT.Selection, new Event());
    }

    /** Does something with a dialog that opens, as soon as it looks as it should. */
    private static void whenDialog(String title, Predicate<Shell> ready, Consumer<Shell> then) {
        Display display = Display.getCurrent();
        display.timerExec(100, new Runnable() {
            @Override
            public void run() {
                for (Shell shell : display.getShells()) {
                    if (shell.isVisible() && shell.getText().equals(title) && ready.test(shell)) {
                        then.accept(shell);
                        return;
                    }
                }
                display.timerExec(100, this);
            }
        });
    }

    private static void select(Table table, int... rows) {
        table.setSelection(rows);
        table.notifyListeners(SWT.Selection, new Event());
    }

    @Test
    void whatProgramsTellOfTheirRequestsIsShownWithoutAKernelTrace() throws Exception {
        TmfExperiment experiment = open(1600, 1000, Samples.unpack("labelled-work"));
        RequestsAnswer.Known answer = known(view(experiment));
        assertEquals(384, answer.requests().size());
        assertTrue(
                new RequestWords(answer, Long::toString).text(Set.of(), List.of())
                        .startsWith("What these requests waited for is not known"),
                "192 requests of a label are not too few");
        Pictures.screenshot("requests-without-kernel");
        RequestPlot plot = pane(view(experiment)).plot();
        Point at = plot.pixel(answer.requests().get(0));
        Event over = new Event();
        over.x = at.x;
        over.y = at.y;
        plot.notifyListeners(SWT.MouseMove, over);
        assertNotNull(plot.getToolTipText(), "a point tells whose it is");
        select(pane(view(experiment)).labels().table(), 1);
        Workbench.settle();
        assertNull(plot.getToolTipText(), "other points are shown, and none of them is pointed at");
        FindingsView findings = (FindingsView) Workbench.showView(FindingsView.ID);
        Workbench.await("the findings are there", () -> findings.frame().empty() == null && !findings.isBusy());
        Pictures.screenshot("findings-without-kernel");
    }

    @Test
    void fromTheQuestionWhichEventsTheyAreToThePathOfOneRequest() throws Exception {
        Path folder = Samples.unpack("three-tier");
        TmfExperiment experiment = open(1600, 1000, folder);
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        RequestsView view = view(experiment);
        assertEquals("Which events are the requests?", view.frame().empty().title());
        Pictures.screenshot("requests-which-1600x1000");
        boolean[] taken = {false};
        whenDialog("Requests",
                shell -> Workbench.controls(shell)
                        .anyMatch(control -> control instanceof Label label && label.getText().startsWith("60 requests with 6 labels")),
                shell -> {
                    Table proposed = (Table) Workbench.controls(shell).filter(Table.class::isInstance).findFirst().orElseThrow();
                    TableItem calls = proposed.getItem(proposed.getItemCount() - 4);
                    TableItem packets = proposed.getItem(proposed.getItemCount() - 1);
                    Workbench.await("system calls that answer are counted", () -> calls.getText(4).matches("\\d+"));
                    assertEquals("system call that answers", calls.getText(1));
                    Workbench.await("packets that ask are counted", () -> packets.getText(4).equals("110"));
                    assertEquals("packet that answers arrives", packets.getText(1));
                    Pictures.screenshot(shell, "requests-dialog");
                    taken[0] = true;
                    press(shell, IDialogConstants.OK_ID);
                });
        view.frame().empty().follow();
        Workbench.await("the dialog counts the requests", () -> taken[0]);

        RequestsAnswer.Known answer = known(view);
        assertEquals(60, answer.requests().size());
        assertEquals(6, pane(view).labels().rows().size());
        assertTrue(pane(view).pairs().contains("wl:req_begin to wl:req_end by req"), pane(view).pairs());
        Pictures.screenshot("requests-1600x1000");
        Table list = pane(view).requests().table();
        assertEquals(list.getColumn(0), list.getSortColumn(), "it is seen by what they are sorted");
        assertEquals(SWT.DOWN, list.getSortDirection());
        sortedByKey(pane(view));
        asTheCommandLine(folder, module, answer);

        view.setFocus();
        Request first = pane(view).requests().rows().get(0);
        Hand.click(pane(view).requests().table().getItem(0));
        CriticalPathView path = (CriticalPathView) Workbench.page().findView(CriticalPathView.ID);
        Span range = new Span(first.interval().beginNanos(), first.interval().endNanos());
        Workbench.await("its range is selected", () -> Span.selected(experiment).equals(range));
        Workbench.await("the path shows all of it, and little more", () -> path.getTimeGraphViewer().getTime0() <= range.fromNanos()
                && path.getTimeGraphViewer().getTime1() >= range.toNanos()
                && path.getTimeGraphViewer().getTime1() - path.getTimeGraphViewer().getTime0() < 2 * (range.toNanos() - range.fromNanos()));
        Workbench.await("its path is shown", () -> path.path() != null && path.path().path().thread() == first.interval().thread()
                && path.path().path().fromNanos() == range.fromNanos() && path.path().path().toNanos() == range.toNanos());
        assertTrue(pane(view).said().startsWith("Request " + first.interval().key() + " spends "), pane(view).said());
        isReadToItsEnd(pane(view));
        assertTrue(Workbench.page().isPartVisible(view), "the request is beside its path");
        Point plot = pane(view).plot().getSize();
        assertTrue(plot.x >= 400 && plot.y >= 130, () -> "the plot has " + plot);
        Workbench.settle();
        Pictures.screenshot("requests-path-1600x1000");
        assertEquals(60, known(view).requests().size(), "the view keeps its range");

        select(pane(view).requests().table(), 0, 59);
        assertTrue(pane(view).said().contains(" more than request "), pane(view).said());
        Pictures.screenshot("requests-two-1600x1000");
        Request point = pane(view).requests().rows().get(30);
        Hand.click(pane(view).plot(), () -> {
            Point at = pane(view).plot().pixel(point);
            return at == null ? new Point(0, 0) : at;
        });
        Workbench.await("a point is chosen",
                () -> pane(view).requests().selected().size() == 1 && !Span.selected(experiment).equals(range));

        select(pane(view).labels().table(), 2);
        assertEquals(10, pane(view).requests().rows().size(), "the requests of the label");
        Table ofLabel = pane(view).requests().table();
        Workbench.await("from the slowest on, wherever the list stood before", () -> ofLabel.getTopIndex() == 0);
        assertTrue(pane(view).said().startsWith("There are too few"), pane(view).said());
        select(pane(view).labels().table(), 0, 2);
        assertTrue(pane(view).said().startsWith("10 requests of type 2 spend "), pane(view).said());
        Pictures.screenshot("requests-labels-1600x1000");
    }

    @Test
    void rowsStayUnderThePointerWhicheverIsChosen() throws Exception {
        TmfExperiment experiment = open(1600, 1000, Samples.unpack("three-tier"));
        RequestsView view = view(experiment);
        view.choose(experiment, List.of(PAIR));
        assertEquals(60, known(view).requests().size());
        Table list = pane(view).requests().table();
        List<Rectangle> before = places(pane(view));
        for (int row : new int[] {0, 3, 1}) {
            select(list, row);
            Workbench.settle();
            assertEquals(before, places(pane(view)), "a second click hits the same row");
        }
        select(list);
        Workbench.settle();
        assertEquals(before, places(pane(view)), "nothing is chosen");
    }

    private static List<Rectangle> places(RequestsPane pane) {
        return List.of(bounds(pane.labels().table()), bounds(pane.requests().table()), bounds(pane.plot()));
    }

    private static Rectangle bounds(Control of) {
        Point corner = of.toDisplay(0, 0);
        return new Rectangle(corner.x, corner.y, of.getSize().x, of.getSize().y);
    }

    /** Keys are numbers here, and are sorted as such; then as before. */
    private static void sortedByKey(RequestsPane pane) {
        Table list = pane.requests().table();
        list.getColumn(3).notifyListeners(SWT.Selection, new Event());
        List<Integer> keys = pane.requests().rows().stream().map(one -> Integer.valueOf(one.interval().key())).toList();
        assertEquals(keys.stream().sorted().toList(), keys);
        list.getColumn(0).notifyListeners(SWT.Selection, new Event());
        list.getColumn(0).notifyListeners(SWT.Selection, new Event());
        List<Long> lengths = pane.requests().rows().stream().map(one -> one.interval().nanos()).toList();
        assertEquals(lengths.stream().sorted(Comparator.reverseOrder()).toList(), lengths);
    }

    /** The range begins with the first request: both halves of its point are drawn. */
    private static void isDrawnToItsEdge(RequestPlot plot, RequestsAnswer.Known answer) {
        Request first = answer.requests().stream().min(Comparator.comparingLong(one -> one.interval().beginNanos())).orElseThrow();
        Point at = plot.pixel(first);
        assertNotNull(at);
        Image image = new Image(plot.getDisplay(), plot.getSize().x, plot.getSize().y);
        GC gc = new GC(plot);
        gc.copyArea(image, 0, 0);
        gc.dispose();
        ImageData data = image.getImageData();
        image.dispose();
        RGB right = data.palette.getRGB(data.getPixel(at.x + 1, at.y));
        RGB left = data.palette.getRGB(data.getPixel(at.x - 2, at.y));
        assertTrue(right.blue - right.red > 40, () -> "the right half is blue: " + right);
        assertTrue(left.blue - left.red > 40, () -> "the left half is blue: " + left);
    }

    private static void isReadToItsEnd(RequestsPane pane) {
        StyledText text = (StyledText) Workbench.controls(pane).filter(StyledText.class::isInstance).findFirst().orElseThrow();
        Workbench.await("all lines of the sentence are in sight", () -> text.getTopIndex() == 0
                && text.getLocationAtOffset(text.getCharCount()).y + text.getLineHeight() <= text.getClientArea().height,
                () -> "the last line is at " + text.getLocationAtOffset(text.getCharCount()) + " of " + text.getClientArea());
    }

    /** Range and findings are those of the command line for the same question. */
    private static void asTheCommandLine(Path folder, WaitAnalysisModule module, RequestsAnswer.Known answer) throws IOException {
        Analysis commandLine = Analysis.of(List.of(folder), OpenOptions.DEFAULT, Question.WORK.about(List.of(PAIR), Question.Part.WORK),
                Progress.NONE);
        assertEquals(commandLine.range(), answer.analysis().range());
        assertEquals(commandLine.range(), module.work());
        FindingsView findings = (FindingsView) Workbench.page().findView(FindingsView.ID);
        Workbench.await("the findings are of the work", () -> !findings.isBusy() && findings.answer() != null
                && findings.answer().analysis().range().equals(commandLine.range()));
        assertEquals(Findings.of(commandLine).findings(), findings.answer().findings().findings());
    }

    @Test
    void theRangeThatTheViewKeepsIsThereAgainAfterALookAtAnotherRecording() throws Exception {
        TmfExperiment experiment = open(1600, 1000, Samples.unpack("three-tier"));
        RequestsView view = view(experiment);
        view.choose(experiment, List.of(PAIR));
        assertEquals(60, known(view).requests().size());
        Request first = pane(view).requests().rows().get(0);
        select(pane(view).requests().table(), 0);
        Span one = new Span(first.interval().beginNanos(), first.interval().endNanos());
        Workbench.await("the others go to the request", () -> Span.selected(experiment).equals(one));
        TmfExperiment other = Samples.openSample("lock-contention");
        Workbench.await("the other recording is looked at", () -> view.getTrace() == other && !view.isBusy());
        TmfSignalManager.dispatchSignal(new TmfTraceSelectedSignal(this, experiment));
        Workbench.await("it is back", () -> view.getTrace() == experiment && view.answer() != null && !view.isBusy());
        assertEquals(60, known(view).requests().size(), "not the one that the others are of");
        assertEquals(List.of(first.interval()), pane(view).requests().selected().stream().map(Request::interval).toList(),
                "and what was selected is selected");
        assertTrue(pane(view).said().startsWith("Request " + first.interval().key()), pane(view).said());
        assertTrue(view.frame().chipRow().texts().stream().anyMatch(text -> text.startsWith("only here: ")),
                () -> view.frame().chipRow().texts().toString());
        view.chooseRange(RangeChoice.selected(one.fromNanos(), one.toNanos()));
        Workbench.await("another range can be chosen", () -> view.shown() != null && !view.isBusy()
                && view.shown().fromNanos() == one.fromNanos());
    }

    @Test
    void theChoiceIsKeptWithTheExperimentAndFitsASmallWindow() throws Exception {
        OpenRecordingJob job = new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null);
        Workbench.resize(1280, 800);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        TmfExperiment experiment = Opening.opened(job);
        RequestsView view = view(experiment);
        view.choose(experiment, List.of(PAIR));
        assertEquals(60, known(view).requests().size());
        Samples.closeAll();
        TmfExperiment again = Samples.open(job.experiment());
        RequestsView reopened = view(again);
        assertEquals(60, known(reopened).requests().size(), "nobody had to choose again");
        assertTrue(known(reopened).chosen());
        select(pane(reopened).requests().table(), 0);
        Workbench.settle();
        Pictures.screenshot("requests-1280x800");
        select(pane(reopened).requests().table()); // no ring around a point
        Workbench.settle();
        isDrawnToItsEdge(pane(reopened).plot(), known(reopened));
        select(pane(reopened).requests().table(), 0);
        Workbench.settle();
        isReadToItsEnd(pane(reopened));
        Point plot = pane(reopened).plot().getSize();
        assertTrue(plot.x >= 200 && plot.y >= 120, () -> "the plot has " + plot);
        reopened.choose(again, List.of());
        Workbench.await("there are none", () -> reopened.answer() instanceof RequestsAnswer.Unknown && !reopened.isBusy());
        assertNull(WaitAnalysisModule.of(again).requests());
        assertEquals(ChosenRange.Kind.REPEATED, WaitAnalysisModule.of(again).work().kind(), "the work is found by its waits again");
    }

    @Test
    void annotationsAreTakenWithoutAskingAndItIsSaidSo() throws Exception {
        Path folder = Samples.unpack("three-tier-ctf2");
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path metadata : all.filter(file -> file.endsWith("metadata") && file.toString().contains("ust")).toList()) {
                String text = Files.readString(metadata, StandardCharsets.UTF_8);
                Files.writeString(metadata, text.replace("\"wl:req_begin\"", "\"bowline:interval_begin\"").replace("\"wl:req_end\"",
                        "\"bowline:interval_end\"").replace("\"req\"", "\"id\"").replace("\"name\": \"type\"", "\"name\": \"label\""));
            }
        }
        RequestsView view = view(open(1600, 1000, folder));
        assertEquals(24, known(view).requests().size());
        assertFalse(known(view).chosen());
        assertTrue(pane(view).pairs().contains("Taken without asking"), pane(view).pairs());
    }

    @Test
    void aWindowWithoutARecordingHasTheWaysToOne() throws Exception {
        Samples.forgetAll();
        Workbench.resize(1600, 1000);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        FindingsView view = (FindingsView) Workbench.showView(FindingsView.ID);
        Workbench.await("nothing is open", () -> view.frame().empty() != null);
        assertEquals(List.of("Open a recording\u2026", "Record this machine\u2026", "Open the sample"), view.frame().empty().ways());
        Workbench.settle();
        Pictures.screenshot("home-1600x1000");
        boolean[] told = {false};
        whenDialog("Record This Machine", shell -> true, shell -> {
            Pictures.screenshot(shell, "home-record");
            told[0] = true;
            press(shell, IDialogConstants.OK_ID);
        });
        Commands.runner(view.getSite(), "org.bowline.commands.record").run();
        Workbench.await("the commands are told", () -> told[0]);
    }

    @Test
    void theFirstStartOpensTheGuideBesideTheSample() throws Exception {
        Workbench.resize(1600, 1000);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        StartupProcessor.tour();
        Workbench.await("the sample is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment experiment
                && experiment.getName().equals("three-tier"));
        Workbench.settle();
        Pictures.screenshot("first-start-1600x1000");
        assertTrue(Workbench.page().isPartVisible(Workbench.page().findView("org.bowline.views.guide")), "the guide is in sight");
    }
}
