/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.BiConsumer;

import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.frame.ViewFrame;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.tables.TablesView;

/** A view that has the keyboard keeps it when a hint makes room for the content, and the other way round. */
final class KeyboardStaysTest {
    @AfterEach
    void close() {
        Samples.closeAll();
        Workbench.hideViews();
    }

    private static Control keyboard() {
        return Display.getCurrent().getFocusControl();
    }

    private static String keyboardIs() {
        StringBuilder path = new StringBuilder("the keyboard is at");
        for (Control at = keyboard(); at != null; at = at.getParent()) {
            path.append(' ').append(at);
        }
        return path.append("; active is ").append(Workbench.page().getActivePart()).toString();
    }

    @Test
    void aPathThatIsThereHasTheKeyboardThatItsHintHad() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        TmfExperiment experiment = Samples.openSample();
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        Workbench.await("the traces are read", () -> {
            module.start();
            return module.result() != null;
        });
        Workbench.settle();
        Workbench.page().activate(view);
        Workbench.await("the hint has the keyboard", () -> view.frame().empty() != null && Ui.hasKeyboard(view.frame().empty()),
                KeyboardStaysTest::keyboardIs);
        Timeline timeline = module.result().timeline();
        Choice.tell(this, experiment, new Choice.OfThread(new ThreadLocator(timeline).thread(0, 272, timeline.startNanos())));
        Workbench.await("the path is there", () -> view.path() != null && view.frame().empty() == null);
        Workbench.settle();
        assertSame(view, Workbench.page().getActivePart(), KeyboardStaysTest::keyboardIs);
        assertSame(view.getTimeGraphViewer().getTimeGraphControl(), keyboard(), KeyboardStaysTest::keyboardIs);
    }

    /** A frame in a window of its own, beside a control of somebody else. */
    private static void inWindow(BiConsumer<ViewFrame, Text> test) {
        Shell shell = new Shell(Workbench.window().getShell(), SWT.SHELL_TRIM);
        try {
            shell.setLayout(new FillLayout());
            new Text(shell, SWT.BORDER);
            ViewFrame frame = new ViewFrame(() -> {});
            Composite part = new Composite(shell, SWT.NONE);
            part.setLayout(new FillLayout());
            Text content = new Text(frame.create(part, "org.bowline.help.threads"), SWT.MULTI);
            frame.content(content);
            shell.setSize(700, 400);
            shell.open();
            shell.forceActive();
            Workbench.await("the window has the keyboard", () -> keyboard() != null && keyboard().getShell() == shell);
            test.accept(frame, content);
        } finally {
            shell.dispose();
        }
    }

    @Test
    void theKeyboardGoesFromAHintToTheContentAndBack() {
        inWindow((frame, content) -> {
            frame.show(Hint.of("nothing yet", "choose something"));
            frame.setFocus();
            assertNotNull(frame.empty());
            assertTrue(Ui.hasKeyboard(frame.empty()), KeyboardStaysTest::keyboardIs);
            frame.show(null);
            assertEquals(content, keyboard(), KeyboardStaysTest::keyboardIs);
            frame.show(new Hint("nothing any more", "choose something else", "do", () -> {}));
            assertTrue(Ui.hasKeyboard(frame.empty()), KeyboardStaysTest::keyboardIs);
        });
    }

    @Test
    void aViewThatGotTheKeyboardBeforeItShowedAnythingGivesItToWhatItShowsFirst() {
        inWindow((frame, content) -> {
            frame.setFocus();
            frame.show(null);
            assertEquals(content, keyboard(), KeyboardStaysTest::keyboardIs);
        });
    }

    @Test
    void aTableOfANewViewHasTheKeyboard() {
        TmfExperiment experiment = Samples.openSample();
        Opening.analysed(experiment);
        Workbench.hide(TablesView.ID);
        TablesView view = (TablesView) Workbench.showView(TablesView.ID);
        Workbench.await("the table is there", () -> view.getTrace() == experiment && view.shown() != null && !view.isBusy());
        Workbench.settle();
        assertSame(view.rowsTable().table(), keyboard(), KeyboardStaysTest::keyboardIs);
    }

    @Test
    void aViewThatDoesNotHaveTheKeyboardDoesNotTakeIt() {
        inWindow((frame, content) -> {
            Control other = content.getShell().getChildren()[0];
            frame.show(Hint.of("nothing yet", "choose something"));
            assertTrue(other.setFocus());
            frame.show(null);
            assertEquals(other, keyboard(), KeyboardStaysTest::keyboardIs);
            frame.show(Hint.of("nothing any more", "choose something else"));
            assertEquals(other, keyboard(), KeyboardStaysTest::keyboardIs);
        });
    }
}
