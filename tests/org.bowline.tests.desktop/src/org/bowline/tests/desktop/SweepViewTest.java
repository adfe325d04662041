/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Table;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.report.rows.SweepInput;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.compare.PageFigure;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.compare.CompareView;
import org.bowline.tracecompass.ui.compare.SweepCanvas;
import org.bowline.tracecompass.ui.compare.SweepPane;

/** The view Compare with builds at several numbers of clients. */
final class SweepViewTest {
    private static final Path SERVER = Path.of(System.getProperty("bowline.root"), "tests", "traces", "fallen-server");
    private static final String TABS = "Throughput per second, Against even, Time for each unit of work, Knots";

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    /** In its place of the perspective. */
    private static CompareView inItsPlace(int width, int height) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        return (CompareView) Workbench.showView(CompareView.ID);
    }

    private static CompareView open(int width, int height) throws Exception {
        CompareView view = inItsPlace(width, height);
        IWorkbenchPage page = Workbench.page();
        page.setPartState(page.getReference(view), IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.settle();
        return view;
    }

    /** What is shown once all recordings are read. */
    private static SweepInput swept(CompareView view) {
        Workbench.await("the sweep is shown with what its recordings tell", () -> !view.isBusy()
                && view.answer() instanceof CompareAnswer.Swept swept && swept.input().recorded().unread() == 0);
        Workbench.settle();
        assertNull(view.frame().empty(), "something is shown");
        return assertInstanceOf(CompareAnswer.Swept.class, view.answer()).input();
    }

    private static String tabs(SweepPane pane) {
        return String.join(", ", Arrays.stream(pane.folder().getItems()).map(CTabItem::getText).toList());
    }

    private static SweepCanvas canvas(SweepPane pane, int tab) {
        pane.folder().setSelection(tab);
        Workbench.settle();
        SweepCanvas canvas = pane.canvas();
        assertNotNull(canvas, "the tab has a picture");
        return canvas;
    }

    private static void choose(MenuManager menu, String name) {
        Arrays.stream(menu.getItems()).map(item -> ((ActionContributionItem) item).getAction()).forEach(action -> action.setChecked(false));
        IAction action = Arrays.stream(menu.getItems()).map(item -> ((ActionContributionItem) item).getAction())
                .filter(one -> one.getText().equals(name)).findFirst().orElseThrow(() -> new AssertionError(name + " is not in the menu"));
        action.setChecked(true);
        action.run();
    }

    private static StyledText words(SweepPane pane) {
        return (StyledText) Workbench.controls(pane).filter(StyledText.class::isInstance).findFirst().orElseThrow();
    }

    private static List<String> chips(CompareView view) {
        return view.frame().chipRow().texts();
    }

    private static void assertInSight(Table table, String column) {
        int end = 0;
        for (int at : table.getColumnOrder()) {
            end += table.getColumn(at).getWidth();
            if (table.getColumn(at).getText().equals(column)) {
                int of = end;
                assertTrue(of <= table.getClientArea().width, () -> column + " ends at " + of + " of " + table.getClientArea().width);
                return;
            }
        }
        throw new AssertionError("no column " + column);
    }

    private static RGB pixel(SweepCanvas canvas, Point at) {
        Point size = canvas.getSize();
        Image image = new Image(canvas.getDisplay(), size.x, size.y);
        GC gc = new GC(canvas);
        gc.copyArea(image, 0, 0);
        gc.dispose();
        ImageData data = image.getImageData();
        image.dispose();
        return data.palette.getRGB(data.getPixel(at.x, at.y));
    }

    @Test
    void aSweepHasTheWordsCurvesAndTimesOfItsPageInItsColours() throws Exception {
        CompareView view = open(1600, 1000);
        view.showSweep(SERVER.resolve("runs.csv"));
        SweepInput input = swept(view);
        SweepPane pane = view.sweepPane();
        assertEquals("5 builds, 3 levels, 15 runs", view.frame().title());
        assertEquals(input.rows(), pane.rows().rows());
        assertTrue(pane.said().contains("what has grown most in evict for each unit of work is waiting for disks"), pane.said());
        assertEquals(TABS, tabs(pane));
        assertEquals(List.of("SWEEP: fallen-server", "base: even", "fallen: below its peak by 20 %"), chips(view));

        assertInSight(pane.rows().table(), "Verdict");
        StyledText words = words(pane);
        assertTrue(words.getLocationAtOffset(words.getCharCount()).y + words.getLineHeight() <= words.getClientArea().height,
                "the last sentence is in sight");
        SweepCanvas curves = canvas(pane, 0);
        assertEquals(List.of("even", "ask", "evict", "select", "backoff"), curves.keys());
        PageFigure.Dot even = curves.figure().shapes().stream().filter(PageFigure.Dot.class::isInstance).map(PageFigure.Dot.class::cast)
                .filter(dot -> dot.tip().equals("even, 16 clients: 731 per second")).findFirst().orElseThrow();
        assertEquals(new RGB(31, 95, 191), pixel(curves, curves.pixel(even)), "the page's first colour");
        Pictures.screenshot("sweep-curves-1600x1000");
        assertEquals(List.of("ask", "evict", "select", "backoff"), canvas(pane, 1).keys());
        Pictures.screenshot("sweep-ratio-1600x1000");
        SweepCanvas times = canvas(pane, 2);
        assertInSight((Table) Workbench.controls(pane.folder()).filter(control -> control instanceof Table && control.isVisible())
                .findFirst().orElseThrow(), "Mostly");
        assertEquals(List.of("running", "runnable", "locks", "disks"), times.keys());
        assertTrue(times.getSize().y > 150, () -> "the table leaves the bars room: " + times.getSize());
        Pictures.screenshot("sweep-times-1600x1000");
        pane.folder().setSelection(3);
        Workbench.settle();
        assertNull(pane.canvas(), "knots are a table");
        Pictures.screenshot("sweep-knots-1600x1000");

        choose(view.sweepChips().baseMenu(), "select");
        assertEquals("select", swept(view).base());
        assertEquals(TABS.replace("even", "select"), tabs(pane));
        assertEquals("Knots", pane.folder().getSelection().getText(), "the kind of picture stays");
        choose(view.sweepChips().fallenMenu(), "50 %");
        assertEquals(3, swept(view).rows().stream().filter(row -> row.isFallen()).count(), "ask has lost two fifths only");
        assertEquals(List.of("SWEEP: fallen-server", "base: select", "fallen: below its peak by 50 %"), chips(view));
    }

    @Test
    void theVerdictIsInSightInTheViewsPlace() throws Exception {
        for (Point size : List.of(new Point(1600, 1000), new Point(1280, 800))) {
            CompareView view = inItsPlace(size.x, size.y);
            view.showSweep(SERVER.resolve("runs.csv"));
            swept(view);
            Table rows = view.sweepPane().rows().table();
            Pictures.screenshot("sweep-place-" + size.x + 'x' + size.y);
            StyledText words = words(view.sweepPane());
            assertEquals(0, (words.getClientArea().height - words.getTopMargin() - words.getBottomMargin()) % words.getLineHeight(),
                    "no line is cut in half");
            assertInSight(rows, "Verdict");
            int seen = (rows.getClientArea().height - rows.getHeaderHeight()) / rows.getItemHeight();
            assertTrue(seen >= 2, () -> "rows in sight: " + seen + ", " + rows.getSize());
        }
    }

    @Test
    void withoutRecordingsThereAreCurvesAndLoadsAreShownOneAtATime() throws Exception {
        Path folder = Scratch.folder("bowline-sweep");
        StringBuilder csv = new StringBuilder("load,build,clients,run,throughput\n");
        for (int run = 1; run <= 5; run++) {
            for (String level : List.of("ro,old,1,100", "ro,old,16,900", "ro,new,1,140", "ro,new,16,1250", "rw,old,1,50", "rw,old,16,300",
                    "rw,new,1,51", "rw,new,16,120", "rw,new,4,200", "rw,old,4,190")) {
                int comma = level.lastIndexOf(',');
                csv.append(level, 0, comma).append(',').append(run).append(',')
                        .append(Integer.parseInt(level.substring(comma + 1)) * (1 + 0.01 * run)).append('\n');
            }
        }
        Files.writeString(folder.resolve("runs.csv"), csv);
        CompareView view = open(1280, 800);
        view.showSweep(folder);
        swept(view);
        SweepPane pane = view.sweepPane();
        assertEquals("Throughput per second, Against old", tabs(pane));
        assertEquals("ro: 2 builds, 2 levels, 20 runs", view.frame().title());
        assertTrue(pane.said().contains("new against old: with 1 client +40.0 %"), pane.said());
        assertInSight(pane.rows().table(), "Verdict");
        canvas(pane, 0);
        Pictures.screenshot("sweep-boxes-1280x800");
        choose(view.sweepChips().loadMenu(), "rw");
        Workbench.settle();
        assertEquals("rw: 2 builds, 3 levels, 30 runs", view.frame().title());
        assertTrue(pane.said().startsWith("Not comparable with 16 clients"), pane.said());
        Pictures.screenshot("sweep-fallen-1280x800");

        Files.writeString(folder.resolve("runs.csv"), "build,throughput\na,1\n");
        view.showSweep(folder);
        Workbench.await("it is refused", () -> !view.isBusy() && view.answer() instanceof CompareAnswer.Refused);
        assertEquals("These cannot be compared", view.frame().empty().title());
        view.compare(List.of(), List.of());
        assertEquals("What should be compared?", view.frame().empty().title(), "without the sweep, sets of runs are asked for");
    }
}
