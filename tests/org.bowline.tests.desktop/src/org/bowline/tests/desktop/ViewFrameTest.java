/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.Separator;
import org.eclipse.jface.action.ToolBarManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.tracecompass.ui.frame.Chip;
import org.bowline.tracecompass.ui.frame.ChipRow;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Openings;
import org.bowline.tracecompass.ui.frame.ViewFrame;

/** What stands around every view, without a view. */
class ViewFrameTest {
    private static final Hint HINT = Hint.of("Nothing here", "Look elsewhere.");

    private final Shell shell = new Shell(Display.getCurrent());
    private final ToolBarManager bar = new ToolBarManager();
    private int cancelled;
    private ViewFrame frame;
    private Label content;

    @BeforeEach
    void make() {
        shell.setLayout(new FillLayout());
        frame = new ViewFrame(() -> cancelled++);
        content = new Label(frame.create(shell, "org.bowline.help.knots"), SWT.NONE);
        frame.content(content);
        bar.add(new Separator(IWorkbenchActionConstants.MB_ADDITIONS));
        frame.fill(bar);
        shell.setSize(400, 300);
        shell.open();
    }

    @AfterEach
    void close() {
        shell.dispose();
    }

    private IAction cancel() {
        return ((ActionContributionItem) bar.getItems()[1]).getAction();
    }

    @Test
    void aHintStandsInsteadOfTheContentUntilThereIsSomethingToSee() {
        frame.show(null);
        assertNull(frame.empty());
        assertTrue(content.isVisible());
        frame.show(HINT);
        assertEquals("Nothing here", frame.empty().title());
        assertFalse(content.isVisible());
        frame.show(null);
        assertNull(frame.empty());
        assertTrue(content.isVisible());
    }

    @Test
    void aHintStaysInTheMiddleAndItsTextWithinTheView() {
        frame.show(Hint.of("Nothing here", "Look elsewhere, in a text of several lines. ".repeat(6)));
        List<Label> labels = Workbench.controls(frame.empty()).filter(Label.class::isInstance).map(Label.class::cast).toList();
        Label title = labels.get(0);
        Label text = labels.get(1);
        Point before = text.getSize();
        int above = title.getLocation().y;
        assertTrue(above > 20, "the title is not at the top: " + above);
        shell.setSize(400, 400);
        assertEquals(before, text.getSize(), "the height of the view breaks no line");
        assertTrue(title.getLocation().y > above + 20, "it is lower in a higher view: " + title.getLocation());
        shell.setSize(260, 400);
        assertTrue(text.getSize().y > before.y, "a narrow view has more lines: " + text.getSize());
        assertTrue(text.getLocation().x + text.getSize().x <= frame.empty().getClientArea().width, "no line ends outside of it");
        frame.show(Hint.of("Nothing here", "Look elsewhere."));
        assertTrue(text.getSize().y < before.y, "a shorter text has less room: " + text.getSize());
    }

    @Test
    void aContentThatIsHiddenGetsItsSizeWhenItIsSeen() {
        frame.show(null);
        frame.show(HINT);
        shell.setSize(300, 280);
        frame.show(null);
        assertEquals(content.getParent().getClientArea().width, content.getSize().x);
        assertEquals(content.getParent().getClientArea().height, content.getSize().y);
    }

    @Test
    void whereThereIsNoKernelTraceTheNextStepIsALink() {
        frame.noAnalysis(Workbench.window());
        assertEquals("No kernel trace", frame.empty().title());
        List<String> links = Workbench.controls(frame.empty()).filter(Link.class::isInstance).map(one -> ((Link) one).getText()).toList();
        assertTrue(links.toString().contains("Open a recording") && links.toString().contains("Record this machine"), links::toString);
    }

    @Test
    void whatRunsCanBeCancelledAndWhatHasEndedCannot() {
        assertFalse(cancel().isEnabled());
        frame.busy(() -> 0.5);
        assertTrue(cancel().isEnabled());
        cancel().run();
        assertEquals(1, cancelled);
        frame.idle();
        assertFalse(cancel().isEnabled());
        frame.cancellable(true);
        assertTrue(cancel().isEnabled(), "without a progress to show");
    }

    @Test
    void theProgressIsAskedForAsLongAsSomethingRuns() {
        int[] asked = {0};
        frame.busy(() -> asked[0]++ / 100.0);
        Workbench.await("the progress is asked for again", () -> asked[0] > 2);
        frame.idle();
        int[] calm = {asked[0], 0};
        Display.getCurrent().timerExec(400, () -> calm[1] = 1);
        Workbench.await("some more ticks would have come", () -> calm[1] == 1);
        assertEquals(calm[0], asked[0]);
    }

    @Test
    void whileTracesAreReadItIsSaidWhichAndHowFar() {
        double[] done = {0.07};
        frame.busy(() -> done[0]);
        frame.reading("w1");
        assertEquals("Reading w1: 7 %", frame.empty().title());
        done[0] = 0.34;
        Workbench.await("it is told anew", () -> frame.empty().title().equals("Reading w1: 34 %"));
        frame.reading("w1");
        assertEquals("Reading w1: 34 %", frame.empty().title(), "asked again, it does not begin again");
        frame.show(HINT);
        done[0] = 0.5;
        Workbench.settle();
        assertEquals("Nothing here", frame.empty().title(), "what came instead stays");
        frame.idle();
    }

    @Test
    void aRecordingThatIsBeingOpenedIsNamedAboveWhatIsShown() {
        frame.show(null);
        assertEquals("", frame.opening());
        int height = content.getSize().y;
        double[] done = {0};
        int[] stopped = {0};
        Openings.Opening first = new Openings.Opening("w1", () -> done[0], () -> stopped[0]++);
        Openings.Opening second = new Openings.Opening("w2", () -> 1, () -> stopped[0]++);
        Openings.begin(first);
        try {
            Workbench.await("it is said at once", () -> frame.opening().equals("Opening w1: 0 %"));
            assertTrue(content.isVisible(), "and the content stays");
            assertTrue(content.getSize().y < height, "the line has room of its own");
            done[0] = 0.34;
            Workbench.await("and how far it is", () -> frame.opening().equals("Opening w1: 34 %"));
            Openings.begin(second);
            Workbench.await("two are told together", () -> frame.opening().equals("Opening w1, w2: 67 %"));
            Openings.end(second);
            Workbench.await("one is left", () -> frame.opening().equals("Opening w1: 34 %"));
            cancelLink().notifyListeners(SWT.Selection, new Event());
            assertEquals(1, stopped[0]);
        } finally {
            Openings.end(first);
            Openings.end(second);
        }
        Workbench.await("then the line is gone", () -> frame.opening().isEmpty() && content.getSize().y == height);
    }

    private Link cancelLink() {
        return Workbench.controls(shell).filter(Link.class::isInstance).map(Link.class::cast).filter(link -> link.isVisible()
                && link.getText().equals("<a>Cancel</a>")).findFirst().orElseThrow();
    }

    @Test
    void theTitleShowsAnAmpersandAsItIs() {
        frame.title("R&D of host A");
        assertEquals("R&D of host A", frame.title());
    }

    @Test
    void afterItsEndNothingIsShownAndNothingFails() {
        int[] ran = {0};
        frame.later(() -> ran[0]++);
        shell.dispose();
        assertFalse(frame.isAlive());
        frame.title("too late");
        frame.caveats(List.of(Caveat.of(Caveat.Severity.INFO, "", "late", 1, "too late")));
        frame.busy(() -> 1);
        frame.show(HINT);
        frame.idle();
        frame.setFocus();
        assertEquals("", frame.title());
        assertEquals(List.of(), frame.caveats());
        Workbench.settle();
        assertEquals(0, ran[0]);
    }

    @Test
    void aCaveatMovesWhatIsBelowItAndNothingIsMeasuredAgain() {
        int[] measured = {0};
        Composite root = content.getParent().getParent();
        Composite neighbour = new Composite(root, SWT.NONE) {
            @Override
            public Point computeSize(int width, int height, boolean changed) {
                measured[0]++;
                return super.computeSize(width, height, changed);
            }
        };
        root.layout();
        assertTrue(measured[0] > 0);
        measured[0] = 0;
        int before = neighbour.getLocation().y;
        frame.caveats(List.of());
        int bottom = content.getParent().getLocation().y;
        frame.caveats(List.of(Caveat.of(Caveat.Severity.INFO, "", "one", 1, "One thing.")));
        assertTrue(content.getParent().getLocation().y > bottom, "the banner takes room");
        frame.caveats(List.of());
        assertEquals(bottom, content.getParent().getLocation().y);
        assertEquals(before, neighbour.getLocation().y);
        assertEquals(0, measured[0]);
    }

    @Test
    void theListOfCaveatsHasTheLinesThatItNeedsInEveryWidth() {
        frame.caveats(List.of(
                Caveat.of(Caveat.Severity.INFO, "", "one", 1,
                        "One thing that is told in a sentence of some length, so long that it takes more lines in a narrow view."),
                Caveat.of(Caveat.Severity.INFO, "", "two", 1, "Another thing.")));
        frame.show(null);
        int closed = content.getParent().getLocation().y;
        ToolItem fold = Workbench.controls(shell).filter(ToolBar.class::isInstance).map(one -> ((ToolBar) one).getItem(0)).findFirst()
                .orElseThrow();
        fold.setSelection(true);
        fold.notifyListeners(SWT.Selection, new Event());
        shell.setSize(1200, 300);
        Workbench.await("two lines take the room of two", () -> content.getParent().getLocation().y - closed < 45);
        int wide = content.getParent().getLocation().y - closed;
        shell.setSize(400, 300);
        Workbench.await("in a narrow view it takes more", () -> content.getParent().getLocation().y - closed > wide + 10);
    }

    @Test
    void theKindOfACaveatIsToldByWhichFindingsReferToIt() {
        frame.caveats(List.of(Caveat.of(Caveat.Severity.WARNING, "A", "drift-assumed", 1, "One thing.")));
        assertTrue(isTold(content.getParent().getParent(), "Warning (drift-assumed) \u2013 A: One thing."));
    }

    private static boolean isTold(Control control, String words) {
        if (control instanceof Text text && text.getText().equals(words)) {
            return true;
        }
        if (control instanceof Composite parent) {
            for (Control child : parent.getChildren()) {
                if (isTold(child, words)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void aHintThatLooksLikeTheLastOneDoesWhatTheNewOneIsFor() {
        int[] ran = {0, 0};
        frame.cancelled(() -> ran[0]++);
        frame.cancelled(() -> ran[1]++);
        frame.empty().follow();
        assertEquals(List.of(0, 1), List.of(ran[0], ran[1]));
        frame.show(HINT);
        assertEquals(List.of(), frame.empty().ways());
        assertEquals("Nothing here", frame.empty().title());
    }

    @Test
    void whatACancelledAnalysisOffersIsToRunItAgain() {
        int[] again = {0};
        frame.cancelled(() -> again[0]++);
        assertNotNull(frame.empty());
        frame.empty().follow();
        assertEquals(1, again[0]);
    }

    @Test
    void theTipOfAChipDoesNotComeUpOverTheMenuThatAPressOpens() {
        String[] tip = {"not pressed"};
        ChipRow[] row = {null};
        Chip chip = Chip.of("work range", "work", "The work of 5 s. Click for other ranges.", () -> tip[0] = row[0].getToolTipText(), null);
        frame.chips(List.of(chip));
        row[0] = frame.chipRow();
        Point at = row[0].place(chip, false);
        mouse(row[0], SWT.MouseMove, at);
        assertEquals("The work of 5 s. Click for other ranges.", row[0].getToolTipText());
        mouse(row[0], SWT.MouseUp, at);
        assertNull(tip[0], "it would hide the entries");
        mouse(row[0], SWT.MouseMove, at);
        assertEquals("The work of 5 s. Click for other ranges.", row[0].getToolTipText(), "and is there again afterwards");
    }

    private static void mouse(Control control, int type, Point at) {
        Event event = new Event();
        event.button = type == SWT.MouseUp ? 1 : 0;
        event.x = at.x;
        event.y = at.y;
        control.notifyListeners(type, event);
    }
}
