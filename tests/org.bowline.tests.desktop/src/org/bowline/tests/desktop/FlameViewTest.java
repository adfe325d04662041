/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.eclipse.jface.action.IAction;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.report.graph.FlameTree;
import org.bowline.tracecompass.core.flame.FlameAnswer;
import org.bowline.tracecompass.core.flame.FlameAnswer.What;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.flame.FlamePane;
import org.bowline.tracecompass.ui.flame.FlameView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;

/** The view Wait Flame Graph: code that waits, modules that run; zoom, search, selection. */
@Tag("opening")
final class FlameViewTest {
    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static FlameView open(Path folder) throws Exception {
        Workbench.resize(1600, 1000);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        TmfExperiment experiment = Opening.opened(new OpenRecordingJob(List.of(folder), null));
        FlameView view = (FlameView) Workbench.showView(FlameView.ID);
        Workbench.await("there is an answer", () -> view.getTrace() == experiment && view.answer() != null && !view.isBusy());
        view.chooseRange(RangeChoice.WHOLE);
        Workbench.await("the whole recording is shown", () -> view.shown() != null && view.shown().whole() && !view.isBusy());
        Workbench.settle();
        return view;
    }

    private static int frame(FlameAnswer answer, String name) {
        for (int frame = 1; frame < answer.tree().size(); frame++) {
            if (answer.tree().name(frame).equals(name)) {
                return frame;
            }
        }
        throw new AssertionError("no frame " + name);
    }

    private static FlamePane pane(FlameView view) {
        return Objects.requireNonNull(view.pane());
    }

    /** Clicks into the middle of a frame. */
    private static void click(FlameView view, int frame, boolean twice) {
        FlameTree tree = Objects.requireNonNull(view.answer()).tree();
        TimeGraphViewer viewer = pane(view).viewer();
        TimeGraphControl control = viewer.getTimeGraphControl();
        Event event = new Event();
        event.button = 1;
        event.x = viewer.getXForTime(tree.startNanos(frame) + tree.nanos(frame) / 2);
        ITimeGraphEntry row = viewer.getExpandedElements()[tree.level(frame) - 1];
        while (control.getEntry(new Point(event.x, event.y)) != row) {
            event.y++;
            assertTrue(event.y < control.getBounds().height, "the row is in sight");
        }
        control.notifyListeners(SWT.MouseDown, event);
        control.notifyListeners(SWT.MouseUp, event);
        if (twice) {
            control.notifyListeners(SWT.MouseDoubleClick, event);
        }
        Workbench.settle();
    }

    @Test
    void theCodeThatWaitsIsSeenFoundAndZoomedTo() throws Exception {
        // the names need what was collected, which is in the archive, and the program, which is beside it
        FlameView view = open(Samples.sampleFolder("journal-stacks"));
        List<TmfTraceElement> traces = Samples.project("Tracing").getTracesFolder().getTraces();
        assertEquals(List.of("journal-stacks/A/kernel"), traces.stream().map(TmfTraceElement::getElementPath).toList(),
                "what was collected is no trace");
        FlameAnswer answer = view.answer();
        assertNotNull(answer);
        FlamePane pane = pane(view);
        int writer = frame(answer, "writer_main");
        assertTrue(answer.tree().levels() > 5, "host, thread, functions, call, wait");
        Pictures.screenshot("flame-blocked-1600x1000");
        view.setFocus();
        assertTrue(pane.viewer().getTimeGraphControl().isFocusControl(), "an arrow key does not ask about another time");

        click(view, writer, false);
        assertEquals(writer, pane.selected());
        assertTrue(pane.told().startsWith("writer_main: Blocked "), pane::told);
        click(view, writer, true);
        assertEquals(answer.tree().startNanos(writer), pane.viewer().getTime0());
        assertEquals(answer.tree().startNanos(writer) + answer.tree().nanos(writer), pane.viewer().getTime1());
        Pictures.screenshot("flame-zoomed-1600x1000");
        click(view, writer, true);
        assertEquals(0, pane.viewer().getTime0());

        pane.search().setText("FDATASYNC");
        Workbench.settle();
        assertTrue(pane.told().startsWith("“FDATASYNC”: "), pane::told);
        assertTrue(pane.told().endsWith("% of all"), pane::told);
        Pictures.screenshot("flame-search-1600x1000");
    }

    private static void press(FlameView view, int keyCode) {
        Event event = new Event();
        event.keyCode = keyCode;
        pane(view).viewer().getTimeGraphControl().notifyListeners(SWT.KeyDown, event);
        Workbench.settle();
    }

    @Test
    void theKeyboardReachesWhatTheMouseDoes() throws Exception {
        FlameView view = open(Samples.sampleFolder("journal-stacks"));
        FlamePane pane = pane(view);
        FlameTree tree = Objects.requireNonNull(view.answer()).tree();
        TimeGraphControl control = pane.viewer().getTimeGraphControl();
        view.setFocus();
        press(view, SWT.ARROW_DOWN);
        assertEquals(1, pane.selected(), "the first frame");
        press(view, SWT.ARROW_DOWN);
        press(view, SWT.ARROW_RIGHT);
        int thread = pane.selected();
        assertEquals(2, tree.level(thread));
        assertTrue(pane.told().startsWith(tree.name(thread) + ": Blocked "), pane::told);
        assertEquals("Wait Flame Graph: " + pane.told(), Spoken.name(control));
        assertEquals(pane.told(), Spoken.value(control));
        assertTrue(Spoken.help(control).contains("Enter zooms"), () -> Spoken.help(control));
        Pictures.screenshot("flame-keys-1600x1000");
        press(view, SWT.CR);
        assertEquals(tree.startNanos(thread), pane.viewer().getTime0(), "as a double click");
        press(view, SWT.END);
        int last = pane.selected();
        assertTrue(last > thread && tree.level(last) == 2, "the last of its level");
        assertTrue(tree.startNanos(last) >= pane.viewer().getTime0() && tree.startNanos(last) < pane.viewer().getTime1(), "is in sight");
        press(view, SWT.HOME);
        assertEquals(tree.first(2), pane.selected());
        press(view, SWT.ARROW_UP);
        assertEquals(1, pane.selected());
        press(view, SWT.CR);
        press(view, SWT.CR);
        assertEquals(0, pane.viewer().getTime0());
    }

    @Test
    void aZoomIsTakenBackAndResetShowsEverythingBeforeItLeavesTheRange() throws Exception {
        FlameView view = open(Samples.unpack("three-tier"));
        FlamePane pane = pane(view);
        FlameTree tree = Objects.requireNonNull(view.answer()).tree();
        int host = tree.first(1);
        int thread = tree.first(2);
        pane.zoom(host);
        pane.zoom(thread);
        long threadsEnd = pane.viewer().getTime1();
        undo(view, ActionFactory.UNDO);
        assertEquals(tree.nanos(host), pane.viewer().getTime1(), "the host again");
        undo(view, ActionFactory.UNDO);
        assertEquals(tree.nanos(FlameTree.ROOT), pane.viewer().getTime1(), "everything");
        undo(view, ActionFactory.REDO);
        undo(view, ActionFactory.REDO);
        assertEquals(threadsEnd, pane.viewer().getTime1(), "the thread again");

        view.resetStartFinishTime(true);
        assertEquals(tree.nanos(FlameTree.ROOT), pane.viewer().getTime1(), "everything is shown");
        Workbench.settle();
        assertTrue(view.shown().whole(), "of the same range, in all views");
        view.resetStartFinishTime(true);
        Workbench.await("where nothing is zoomed, it leads to the work", () -> view.shown() != null && !view.shown().whole());
    }

    private static void undo(FlameView view, ActionFactory what) {
        IAction action = view.getViewSite().getActionBars().getGlobalActionHandler(what.getId());
        assertNotNull(action, "the view takes zooms back");
        assertTrue(action.isEnabled(), () -> action.getText() + " can be done");
        action.run();
        Workbench.settle();
    }

    @Test
    void theEntriesOfTheChoiceStandOnABackgroundOfTheirOwn() throws Exception {
        FlameView view = open(Samples.unpack("three-tier"));
        Combo choice = pane(view).choice();
        Hand.standsStill(choice);
        choice.setListVisible(true);
        try {
            Rectangle below = new Rectangle(choice.toDisplay(0, 0).x + 5, choice.toDisplay(0, choice.getSize().y).y + 2, 120, 40);
            Workbench.pump(() -> false, 1_000); // it comes step by step
            Image image = new Image(choice.getDisplay(), below.width, below.height);
            GC gc = new GC(choice.getDisplay());
            gc.copyArea(image, below.x, below.y);
            gc.dispose();
            int black = Pictures.countPixels(image.getImageData(), 0, 0, 0, 8);
            image.dispose();
            assertTrue(black < below.width * below.height / 4, () -> black + " pixels of the list are black");
            Pictures.screenshot("flame-choice-1600x1000");
        } finally {
            choice.setListVisible(false);
        }
    }

    @Test
    void whatRunsStandsBesideWhatWaitsWhereCallStacksWereSampled() throws Exception {
        FlameView view = open(Samples.sampleFolder("sampled-writer"));
        view.ask(What.BOTH);
        Workbench.await("both are shown", () -> !view.isBusy() && view.answer() != null && view.answer().what() == What.BOTH);
        Workbench.settle();
        FlameAnswer answer = view.answer();
        assertNotNull(answer);
        FlamePane pane = pane(view);
        assertTrue(pane.told().contains(" of running and blocked time."), pane::told);
        pane.zoom(frame(answer, "w2-B"));
        Workbench.settle();
        Pictures.screenshot("flame-both-1600x1000");
        click(view, frame(answer, "funB"), false);
        assertTrue(pane.told().startsWith("funB: Time "), pane::told);
    }

    @Test
    void whereNothingWasSampledItIsNotSaidThatRunningTimeIsShown() throws Exception {
        FlameView view = open(Samples.unpack("three-tier"));
        view.ask(What.BOTH);
        Workbench.await("both are asked for", () -> !view.isBusy() && view.answer() != null && view.answer().what() == What.BOTH);
        Workbench.settle();
        assertTrue(pane(view).told().contains(" of blocked time; of running time nothing was recorded"), pane(view)::told);
    }

    @Test
    void modulesHaveTheTimeOfTheTags() throws Exception {
        FlameView view = open(Samples.unpack("tagged-server/slow"));
        view.ask(What.RUNNING);
        Workbench.await("modules are shown", () -> !view.isBusy() && view.answer() != null && view.answer().what() == What.RUNNING);
        Workbench.settle();
        FlameAnswer answer = view.answer();
        click(view, frame(answer, "maintenance"), false);
        assertTrue(pane(view).told().startsWith("maintenance: Running 833 ms"), () -> pane(view).told());
        Pictures.screenshot("flame-running-1600x1000");
    }

    @Test
    void whereNoProgramToldOfItsModulesTheViewSaysSo() throws Exception {
        FlameView view = open(Samples.unpack("three-tier"));
        assertTrue(!view.answer().isEmpty(), "threads wait");
        view.ask(What.RUNNING);
        Workbench.await("it is empty", () -> !view.isBusy() && view.answer() != null && view.answer().what() == What.RUNNING);
        assertEquals("No module ran here", view.frame().empty().title());
    }
}
