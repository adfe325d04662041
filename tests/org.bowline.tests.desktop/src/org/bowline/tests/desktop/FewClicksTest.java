/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.finding.WindowLink;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.findings.FindingsPage;
import org.bowline.tracecompass.core.findings.Place;
import org.bowline.tracecompass.core.requests.RequestsAnswer;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.compare.CompareView;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.open.LinkTarget;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.requests.RequestsView;
import org.bowline.tracecompass.ui.view.Ranges;

/** Three questions, each answered in at most four clicks after a recording was opened, with a real mouse; and the way back to an answer by a link. */
final class FewClicksTest {
    private static final int MOST = 4;

    private TmfExperiment experiment;
    private int clicks;

    @BeforeEach
    void open() throws Exception {
        Workbench.resize(1600, 1000);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        experiment = Samples.openSample();
        read(experiment);
        clicks = 0;
    }

    private static void read(TmfExperiment of) {
        WaitAnalysisModule module = WaitAnalysisModule.of(of);
        Workbench.await("the traces are read", () -> {
            module.start();
            return module.result() != null;
        });
        Workbench.settle();
    }

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    // clicks

    private void tab(String name) {
        CTabItem item = Workbench.controls(Workbench.window().getShell()).filter(CTabFolder.class::isInstance)
                .flatMap(folder -> Stream.of(((CTabFolder) folder).getItems())).filter(one -> one.getText().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no tab " + name));
        assertTrue(item.isShowing(), () -> "the tab " + name + " is in sight");
        clicks++;
        Hand.click(item.getParent(), () -> {
            Rectangle bounds = item.getBounds();
            return new Point(bounds.x + 30, bounds.y + bounds.height / 2);
        });
    }

    private void row(TableItem item) {
        clicks++;
        Hand.click(item);
    }

    /** The first link of what stands instead of a view's content. */
    private void link(Composite empty) {
        Link link = (Link) Workbench.controls(empty).filter(Link.class::isInstance).findFirst().orElseThrow();
        clicks++;
        Hand.click(link, () -> new Point(20, link.getSize().y / 2));
    }

    private void few() {
        assertTrue(clicks <= MOST, () -> clicks + " clicks");
    }

    /** Clicks OK in a dialog once it looks as it should; the dialog has an event loop of its own. */
    private void okIn(String title, String ready) {
        Display display = Display.getCurrent();
        display.timerExec(100, new Runnable() {
            @Override
            public void run() {
                for (Shell shell : display.getShells()) {
                    if (shell.isVisible() && shell.getText().equals(title)
                            && Workbench.controls(shell)
                                    .anyMatch(control -> control instanceof Label label && label.getText().startsWith(ready))) {
                        Control ok = Workbench.controls(shell)
                                .filter(control -> control instanceof Button && Integer.valueOf(IDialogConstants.OK_ID)
                                        .equals(control.getData()))
                                .findFirst().orElseThrow();
                        clicks++;
                        Hand.click(ok, () -> new Point(ok.getSize().x / 2, ok.getSize().y / 2));
                        return;
                    }
                }
                display.timerExec(100, this);
            }
        });
    }

    // questions

    @Test
    void whyIsMyRequestSlow() {
        tab("Requests");
        Workbench.await("the view asks which events they are", () -> Workbench.page().findView(RequestsView.ID) instanceof RequestsView view
                && view.answer() instanceof RequestsAnswer.Unknown && view.frame().empty() != null);
        RequestsView view = (RequestsView) Workbench.page().findView(RequestsView.ID);
        okIn("Requests", "60 requests");
        link(view.frame().empty());
        Workbench.await("the requests are known", () -> view.answer() instanceof RequestsAnswer.Known && !view.isBusy());
        Workbench.settle();
        row(view.pane().requests().table().getItem(0));
        Workbench.await("it is said what it spends more time on", () -> view.pane().said().contains(" spends "));
        Workbench.await("and its path is shown", () -> Workbench.page().findView(CriticalPathView.ID) instanceof CriticalPathView path
                && path.path() != null && Workbench.page().isPartVisible(path));
        few();
        Workbench.settle();
        Pictures.screenshot("clicks-slow");
    }

    @Test
    void whatBoundsTheThroughput() {
        FindingsView view = (FindingsView) Workbench.page().findView(FindingsView.ID);
        Workbench.await("the findings are there", () -> view.answer() != null && !view.isBusy());
        Workbench.settle();
        StyledText text = view.findingsText().text();
        assertTrue(view.findingsText().page().text().contains("bound the work"), "it is said without a click");
        FindingsPage.Piece knot = view.findingsText().page().links().stream()
                .filter(piece -> piece.link() instanceof FindingsPage.Go go && go.place().view() == Place.View.GRAPH).findFirst()
                .orElseThrow();
        text.setTopIndex(text.getLineAtOffset(knot.begin())); // the wheel
        clicks++;
        Hand.click(text, () -> {
            Point at = text.getLocationAtOffset(knot.begin() + 2);
            return new Point(at.x + 1, at.y + text.getLineHeight(knot.begin()) / 2);
        });
        Workbench.await("the knot is seen", () -> Workbench.page().findView(WaitForGraphView.ID) instanceof WaitForGraphView graph
                && Workbench.page().isPartVisible(graph) && graph.canvas() != null && graph.canvas().picture() != null);
        few();
    }

    @Test
    void whatChangedSinceYesterday() {
        TmfExperiment today = Samples.openSample("lock-contention");
        read(today);
        clicks = 0;
        tab("Compare");
        Workbench.await("it asks what to compare with", () -> Workbench.page().findView(CompareView.ID) instanceof CompareView of
                && of.frame().empty() != null);
        CompareView view = (CompareView) Workbench.page().findView(CompareView.ID);
        link(view.frame().empty());
        Workbench.await("it is compared", () -> view.answer() instanceof CompareAnswer.Known && !view.isBusy());
        Workbench.settle();
        int drawn = IntStream.range(1, view.pane().rows().rows().size()).filter(i -> view.pane().rows().rows().get(i).figure() != null)
                .findFirst().orElseThrow();
        row(view.pane().rows().table().getItem(drawn));
        Workbench.await("the row has a picture and a sentence", () -> view.pane().figure().figure() != null
                && view.pane().said().startsWith(view.pane().rows().rows().get(drawn).name()));
        few();
    }

    // the way back

    private static String shownPath() {
        if (!(Workbench.page().findView(CriticalPathView.ID) instanceof CriticalPathView view)) {
            return "the view is not there";
        }
        return view.path() == null ? "there is no path; the view says: " + view.frame().title()
                : "the path is that of thread " + view.path().path().thread() + " from " + view.path().path().fromNanos();
    }

    @Test
    void aLinkOpensTheSameRangeThreadAndView() {
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        long from = timeline.startNanos() + 3_000_000_000L;
        WindowLink link = WindowLink.to(WindowLink.View.PATH).within(from, from + 50_000_000).of("A", 272);
        LinkTarget.show(experiment, link);
        Workbench.await("range, thread and view are those of the link",
                () -> Ranges.of(experiment).equals(RangeChoice.selected(from, from + 50_000_000))
                        && Workbench.page().findView(CriticalPathView.ID) instanceof CriticalPathView path
                        && Workbench.page().isPartVisible(path) && path.path() != null && path.path().path().fromNanos() == from
                        && timeline.tid(path.path().path().thread()) == 272,
                () -> "asked is " + Inquiries.now(experiment) + ", active is " + Workbench.page().getActivePart() + ", " + shownPath());
        assertEquals(timeline.tid(Inquiries.now(experiment).thread()), 272);
        Workbench.settle();
        WindowLink back = LinkTarget.of(experiment, CriticalPathView.ID);
        assertEquals(link, back);
        assertNotNull(back);
        String command = LinkTarget.command(experiment, back);
        assertTrue(command.startsWith("./bowline ui ") && command.endsWith(" --at " + link.text()), command);
        assertEquals(link, WindowLink.parse(command.substring(command.indexOf("--at ") + 5)));
        LinkTarget.show(experiment, WindowLink.to(WindowLink.View.CLOCKS));
        Workbench.await("a link without a range leads to the work", () -> Ranges.of(experiment).equals(RangeChoice.WORK));
        assertTrue(LinkTarget.missing(timeline, WindowLink.parse("critical-path,thread=nowhere:1"))
                .startsWith("critical-path,thread=nowhere:1: there is no thread 1 on a host nowhere"));
        assertTrue(LinkTarget.missing(timeline, WindowLink.parse("threads,from=1,to=2")).contains("nothing was recorded in this range"));
        assertEquals("", LinkTarget.missing(timeline, link));
    }
}
