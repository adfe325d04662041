/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.trace.TagSpec;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.tags.TagEvents;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.tags.TagsTree;
import org.bowline.tracecompass.ui.tags.TagsView;

/** The view Tags: the figures of the command line, on all processors and on one, and the way from a module to the threads. */
@Tag("opening")
final class TagsViewTest {
    private static final int MODULE = 0;
    private static final int RUNNING = 1;

    @AfterEach
    void close() {
        Workbench.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static TmfExperiment open(Path folder) throws Exception {
        Workbench.resize(1600, 1000);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        return OpenRecordingTest.opened(new OpenRecordingJob(List.of(folder), null));
    }

    private static TagsView view(TmfExperiment experiment) {
        TagsView view = (TagsView) Workbench.showView(TagsView.ID);
        Workbench.await("there is an answer", () -> view.getTrace() == experiment && view.answer() != null && !view.isBusy());
        Workbench.settle();
        return view;
    }

    private static Tree tree(TagsView view) {
        TagsTree modules = view.modules();
        assertNotNull(modules);
        return modules.tree();
    }

    private static TreeItem item(TagsView view, String... path) {
        TreeItem[] items = tree(view).getItems();
        TreeItem found = null;
        for (String name : path) {
            found = null;
            for (TreeItem item : items) {
                found = item.getText(MODULE).equals(name) ? item : found;
            }
            assertNotNull(found, () -> "no row " + name);
            Event open = new Event();
            open.item = found;
            tree(view).notifyListeners(SWT.Expand, open);
            items = found.getItems();
        }
        return found;
    }

    private static void await(TagsView view, String what, java.util.function.BooleanSupplier until) {
        Workbench.await(what, () -> !view.isBusy() && view.answer() != null && until.getAsBoolean());
        Workbench.settle();
    }

    @Test
    void theTreeHasTheFiguresOfTheCommandLineAndARowLeadsToTheThread() throws Exception {
        TmfExperiment experiment = open(Workbench.unpack("tagged-server/slow"));
        TagsView view = view(experiment);
        view.chooseRange(RangeChoice.WHOLE);
        await(view, "the whole recording is shown", () -> view.shown() != null && view.shown().whole());
        assertEquals("833 ms", item(view, "A", "maintenance").getText(RUNNING));
        assertTrue(item(view, "A", "engine", "storage", "crc").getText(RUNNING).endsWith("ms"));
        Workbench.screenshot("tags-1600x1000");

        Combo processors = view.processors();
        assertNotNull(processors);
        assertEquals(List.of("All processors", "A: processor 0", "A: processor 1"), List.of(processors.getItems()));
        processors.select(2);
        processors.notifyListeners(SWT.Selection, new Event());
        await(view, "processor 1 is shown", () -> view.answer().cpu() != null);
        for (TreeItem module : tree(view).getItem(0).getItems()) {
            assertFalse(module.getText(MODULE).equals("maintenance"), "it runs on processor 0 only");
        }
        processors.select(1);
        processors.notifyListeners(SWT.Selection, new Event());
        await(view, "processor 0 is shown", () -> view.answer().cpu() != null && view.answer().cpu().number() == 0);
        TreeItem maintenance = item(view, "A", "maintenance");
        assertEquals("833 ms", maintenance.getText(RUNNING));

        tree(view).setSelection(maintenance);
        tree(view).notifyListeners(SWT.Selection, new Event());
        Workbench.await("the longest stretch is selected", () -> !Span.selected(experiment).isMoment());
        Span selected = Span.selected(experiment);
        assertTrue(selected.toNanos() - selected.fromNanos() > 20_000_000, () -> "a stretch of 27 ms: " + selected);
        Workbench.await("its thread is chosen", () -> Inquiries.now(experiment).thread() >= 0);
        assertEquals("s-tidy", view.answer().analysis().timeline().name(Inquiries.now(experiment).thread()));
        Workbench.settle();
        Workbench.screenshot("tags-place-1600x1000");
    }

    @Test
    void eventsOfTheProgramsOwnAreChosenAndKeptWithTheExperiment() throws Exception {
        TmfExperiment experiment = open(Workbench.unpack("three-tier"));
        TagsView view = view(experiment);
        assertEquals("No program told of its modules", view.frame().empty().title());
        List<TagSpec> stages = TagEvents.specs(List.of("begin=wl:stage_begin,end=wl:stage_end,path=name"));
        view.choose(experiment, stages);
        await(view, "the stages are shown", () -> !view.answer().isWithoutTags());
        assertTrue(tree(view).getItemCount() >= 3, "a row for each host");
        Path file = WaitAnalysisModule.beside(experiment, TagEvents.FILE);
        assertNotNull(file);
        assertTrue(Files.readString(file).contains("begin=wl:stage_begin,end=wl:stage_end,path=name"));
        view.choose(experiment, TagEvents.specs(List.of("event=wl:no_such,path=name")));
        await(view, "it is told that there is no such event",
                () -> view.answer().caveats().stream().anyMatch(caveat -> caveat.kind().equals("tags-not-read")));
        view.choose(experiment, List.of());
        await(view, "the annotations are looked for again", () -> view.answer().isWithoutTags() && view.answer().caveats().stream()
                .noneMatch(caveat -> caveat.kind().equals("tags-not-read")));
    }
}
