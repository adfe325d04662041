/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Finding;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.TagSpec;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.RequestEvents;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.tags.TagEvents;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.frame.ChipRow;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.tags.TagsTree;
import org.bowline.tracecompass.ui.tags.TagsView;
import org.bowline.tracecompass.ui.view.OptionsDialog;
import org.bowline.tracecompass.ui.view.Walk;

/** The view Tags: the figures of the command line, on all processors and on one, and the way from a module to the threads. */
@Tag("opening")
final class TagsViewTest {
    private static final int MODULE = 0;
    private static final int RUNNING = 1;
    private static final List<String> DECLARED = List.of("rule=tag-on-wrong-cpu=maintenance:1", "rule=background-ahead=maintenance",
            "nic-capacity=eth0=1Gbit");
    private static Path recording;

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static TmfExperiment open(Path folder) throws Exception {
        Workbench.resize(1600, 1000);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        return Opening.opened(new OpenRecordingJob(List.of(folder), null));
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
    void tracesThatAreGoneAreToldByTheirPlaceAndNotAsTracesWithoutTags() throws Exception {
        recording = Samples.unpack("tagged-server/slow");
        TmfExperiment experiment = open(recording);
        AnalysisResult result = Opening.analysed(experiment);
        List<Path> before = TraceFiles.of(experiment);
        Scratch.remove(recording);
        assertEquals(before, TraceFiles.of(experiment), "where they were");
        String said = assertThrows(TraceReadException.class,
                () -> RequestEvents.proposals(TraceFiles.of(experiment), result, Progress.NONE)).getMessage();
        assertTrue(said.contains(recording.toString()), said);
        TagsView view = view(experiment);
        assertEquals("It is not known which modules ran", view.frame().empty().title());
    }

    @Test
    void aTraceThatLostItsMetadataIsToldByItsPlace() throws Exception {
        recording = Samples.unpack("tagged-server/slow");
        TmfExperiment experiment = open(recording);
        AnalysisResult result = Opening.analysed(experiment);
        Path lost = TraceFiles.of(experiment).get(0);
        for (Path trace : TraceFiles.of(experiment)) {
            Files.delete(trace.resolve("metadata"));
        }
        String said = assertThrows(TraceReadException.class,
                () -> RequestEvents.proposals(TraceFiles.of(experiment), result, Progress.NONE)).getMessage();
        assertTrue(said.contains(lost.getParent().toString()) && said.contains("no file \"metadata\""), said);
        TagsView view = view(experiment);
        assertEquals("It is not known which modules ran", view.frame().empty().title());
    }

    private static void choose(TagsView view, int processor) {
        Combo processors = view.processors();
        assertNotNull(processors);
        processors.select(processor);
        processors.notifyListeners(SWT.Selection, new Event());
    }

    @Test
    void theChosenProcessorIsKeptForAnotherRangeAndBehindAnotherRecording() throws Exception {
        TmfExperiment experiment = open(Samples.unpack("tagged-server/slow"));
        TagsView view = view(experiment);
        choose(view, 2);
        await(view, "processor 1 is shown", () -> view.answer().cpu() != null);
        view.chooseRange(RangeChoice.WHOLE);
        await(view, "the whole recording is shown", () -> view.shown() != null && view.shown().whole());
        assertEquals("A: processor 1", view.processors().getText(), "for another range");
        long start = view.answer().analysis().timeline().startNanos();
        view.chooseRange(RangeChoice.selected(start, start + 1));
        await(view, "a moment is shown", () -> view.shown() != null && !view.shown().whole());
        assertEquals(1, view.answer().cpu().number(), "where no module ran on it");
        assertEquals(List.of("All processors"), view.frame().empty().ways(), "the choice is behind the hint");
        view.chooseRange(RangeChoice.WHOLE);
        await(view, "the whole recording is shown", () -> view.shown() != null && view.shown().whole());
        TmfExperiment other = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("tagged-server/fast")), null));
        await(view, "another recording is shown", () -> view.getTrace() == other);
        assertEquals("All processors", view.processors().getText(), "nothing was chosen there");
        TmfSignalManager.dispatchSignal(new TmfTraceSelectedSignal(this, experiment));
        await(view, "the first one is shown again", () -> view.getTrace() == experiment);
        assertEquals("A: processor 1", view.processors().getText());
        assertEquals(1, view.answer().cpu().number());
    }

    @Test
    void whatIsOpenAndChosenStaysSoForAnotherRange() throws Exception {
        recording = Samples.unpack("tagged-server/slow");
        TagsView view = view(open(recording));
        assertTrue(item(view, "A").getExpanded(), "the host");
        assertTrue(child(view, "A", "maintenance").getExpanded(), "and its modules, at first");
        assertFalse(child(view, "A", "engine", "storage").getExpanded(), "but not what is deeper");
        item(view, "A", "engine", "storage").setExpanded(true);
        item(view, "A", "maintenance").setExpanded(false);
        tree(view).setSelection(child(view, "A", "net", "parse"));
        view.chooseRange(RangeChoice.WHOLE);
        await(view, "the whole recording is shown", () -> view.shown() != null && view.shown().whole());
        assertTrue(child(view, "A", "engine", "storage").getExpanded(), "it was opened");
        assertFalse(child(view, "A", "maintenance").getExpanded(), "it was closed");
        assertEquals("parse", tree(view).getSelection()[0].getText(MODULE));
    }

    /** A row as it is, nothing opened for it. */
    private static TreeItem child(TagsView view, String... path) {
        TreeItem[] items = tree(view).getItems();
        TreeItem found = null;
        for (String name : path) {
            found = Arrays.stream(items).filter(item -> item.getText(MODULE).equals(name)).findFirst().orElseThrow();
            items = found.getItems();
        }
        return found;
    }

    @Test
    void theKeyboardIsInTheTreeAndNotInTheChoiceAboveIt() throws Exception {
        recording = Samples.unpack("tagged-server/slow");
        TagsView view = view(open(recording));
        view.setFocus();
        assertTrue(tree(view).isFocusControl(), "an arrow key goes to another row");
    }

    @Test
    void theTreeHasTheFiguresOfTheCommandLineAndARowLeadsToTheThread() throws Exception {
        recording = Samples.unpack("tagged-server/slow");
        TmfExperiment experiment = open(recording);
        TagsView view = view(experiment);
        view.chooseRange(RangeChoice.WHOLE);
        await(view, "the whole recording is shown", () -> view.shown() != null && view.shown().whole());
        assertEquals("833 ms", item(view, "A", "maintenance").getText(RUNNING));
        assertTrue(item(view, "A", "engine", "storage", "crc").getText(RUNNING).endsWith("ms"));
        Pictures.screenshot("tags-1600x1000");

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
        Pictures.screenshot("tags-place-1600x1000");
        theCriticalPathHasItsModules();
        whatIsDeclaredIsJudgedAndKept(experiment);
    }

    /** Of the stretch that was just selected: all of it is in the module that led there. */
    private static void theCriticalPathHasItsModules() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Workbench.await("the path has its modules",
                () -> view.path() != null && !view.isAdding() && lines(view).stream().anyMatch(line -> line[0].equals("By module")));
        Workbench.settle();
        Pictures.screenshot("critical-path-modules-1600x1000");
        List<String[]> lines = lines(view);
        int modules = 0;
        while (!lines.get(modules)[0].equals("By module")) {
            modules++;
        }
        assertEquals("Total", lines.get(modules - 1)[0]);
        assertTrue(lines.get(modules + 1)[0].startsWith("maintenance/"), () -> lines.get(lines.size() - 1)[0]);
        assertTrue(lines.get(modules + 1)[2].endsWith("%"));
    }

    private static List<String[]> lines(CriticalPathView view) {
        Table totals = view.totals();
        assertNotNull(totals);
        return Arrays.stream(totals.getItems())
                .map(item -> new String[] {item.getText(0), item.getText(1), item.getText(2)}).toList();
    }

    /** Where the modules belong is told as an option, which is one of the recording: that of the command line. */
    private static void whatIsDeclaredIsJudgedAndKept(TmfExperiment experiment) throws Exception {
        FindingsView findings = (FindingsView) Workbench.showView(FindingsView.ID);
        Workbench.await("there are findings", () -> findings.answer() != null && !findings.isBusy());
        assertFalse(rules(findings).contains("tag-on-wrong-cpu"), "nothing is declared");
        OptionsDialog dialog = OptionsDialog.choose(Workbench.window().getShell(), experiment);
        Text field = dialog.field();
        field.setText("rule=tag-on-wrong-cpu=maintenance");
        assertTrue(dialog.wrong().startsWith("Rule: tag-on-wrong-cpu=maintenance: "), dialog::wrong);
        dialog.accept();
        assertFalse(field.isDisposed(), "what is wrong cannot be said");
        TableItem rule = item(dialog.options(), "rule");
        assertTrue(rule.getChecked());
        dialog.options().setSelection(rule);
        Event event = new Event();
        event.item = rule;
        dialog.options().notifyListeners(SWT.Selection, event);
        assertTrue(dialog.help().startsWith("--rule RULE.SETTING=VALUE: "), dialog::help);
        field.setText(String.join("\n", DECLARED));
        assertEquals("", dialog.wrong());
        assertTrue(item(dialog.options(), "nic-capacity").getChecked());
        Hand.standsStill(field);
        Pictures.screenshot(field.getShell(), "options-dialog");
        field.forceFocus();
        Hand.key("Tab", "the Tab key leads on from the field", () -> !field.isFocusControl());
        assertEquals(String.join("\n", DECLARED), field.getText(), "nothing is typed by it");
        dialog.accept();
        Workbench.await("the findings follow", () -> !findings.isBusy() && rules(findings).contains("tag-on-wrong-cpu")
                && rules(findings).contains("background-ahead"));
        Workbench.settle();
        assertNotNull(findings.frame().chipRow().find("3 options"), () -> findings.frame().chipRow().texts().toString());
        Pictures.screenshot("options-1600x1000");
        Path file = WaitAnalysisModule.beside(experiment, GivenOptions.FILE);
        assertNotNull(file);
        assertTrue(Files.readAllLines(file).containsAll(DECLARED));

        Samples.closeAll();
        TmfExperiment again = Opening.opened(new OpenRecordingJob(List.of(recording), null));
        assertEquals(DECLARED, Inquiries.now(again).options().texts(), "kept with the experiment");
        Workbench.await("they are judged again", () -> !findings.isBusy() && findings.getTrace() == again && findings.answer() != null
                && rules(findings).contains("tag-on-wrong-cpu"));
        Workbench.settle();
        ChipRow row = findings.frame().chipRow();
        Hand.click(row, () -> row.place(row.find("3 options"), true));
        Workbench.await("the cross takes it back", () -> !findings.isBusy() && findings.answer() != null
                && !rules(findings).contains("tag-on-wrong-cpu") && findings.frame().chipRow().find("3 options") == null);
        assertEquals(List.of(), Inquiries.now(again).options().texts());
        assertTrue(Walk.go(again, true), "and back brings it again");
        Workbench.await("they are judged again", () -> !findings.isBusy() && rules(findings).contains("tag-on-wrong-cpu"));
    }

    private static List<String> rules(FindingsView view) {
        return view.answer() == null ? List.of() : view.answer().findings().findings().stream().map(Finding::rule).toList();
    }

    private static TableItem item(Table table, String name) {
        for (TableItem item : table.getItems()) {
            if (item.getText(0).equals(name)) {
                return item;
            }
        }
        throw new AssertionError("no option " + name);
    }

    @Test
    void eventsOfTheProgramsOwnAreChosenAndKeptWithTheExperiment() throws Exception {
        TmfExperiment experiment = open(Samples.unpack("three-tier"));
        TagsView view = view(experiment);
        assertEquals("No program said which module it was in", view.frame().empty().title());
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
