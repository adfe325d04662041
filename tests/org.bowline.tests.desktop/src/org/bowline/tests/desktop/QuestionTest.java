/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Scale;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.ThreadEntry;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.findings.FindingsView;
import org.bowline.tracecompass.ui.frame.Chip;
import org.bowline.tracecompass.ui.frame.ChipRow;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.ViewFrame;
import org.bowline.tracecompass.ui.graph.ThresholdScale;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.tables.TablesView;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.time.FollowCriticalPath;
import org.bowline.tracecompass.ui.view.Chips;
import org.bowline.tracecompass.ui.view.NamedRanges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;

/**
 * One question for all views: changed in any of them, followed by all, told above each; the way back; and the views of Trace Compass that take part. */
@Tag("opening")
class QuestionTest {
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";
    private static final long MILLI = 1_000_000L;

    private TmfExperiment experiment;
    private ThreadsView threads;
    private CriticalPathView path;
    private WaitForGraphView graph;
    private KnotsView knots;
    private TablesView tables;
    private FindingsView findings;

    @AfterEach
    void close() {
        Samples.forgetAll();
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private void open(int width, int height) throws Exception {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        experiment = experiment == null ? Samples.openSample() : experiment;
        tables = (TablesView) Workbench.showView(TablesView.ID);
        knots = (KnotsView) Workbench.showView(KnotsView.ID);
        path = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        findings = (FindingsView) Workbench.showView(FindingsView.ID);
        graph = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("all views show something", () -> rows().size() > 3 && isCalm() && graph.canvas().picture() != null);
        Workbench.settle();
    }

    private boolean isCalm() {
        return Stream.of(graph, knots, tables, findings).allMatch(view -> view.shown() != null && !view.isBusy());
    }

    private List<ViewFrame> frames() {
        return List.of(threads.frame(), path.frame(), graph.frame(), knots.frame(), tables.frame(), findings.frame());
    }

    private List<ITimeGraphEntry> rows() {
        return Arrays.asList(threads.getTimeGraphViewer().getExpandedElements());
    }

    private Timeline timeline() {
        return WaitAnalysisModule.of(experiment).result().timeline();
    }

    private ChosenRange work() {
        return WaitAnalysisModule.of(experiment).work();
    }

    private int thread(String name) {
        for (int thread = 0; thread < timeline().threadCount(); thread++) {
            if (timeline().name(thread).equals(name)) {
                return thread;
            }
        }
        throw new AssertionError("no thread " + name);
    }

    /** All views have a chip whose text begins or ends so. */
    private void awaitChip(String text) {
        Workbench.await("all views tell " + text, () -> frames().stream().allMatch(
                frame -> frame.chipRow().texts().stream().anyMatch(one -> one.startsWith(text) || one.endsWith(text))));
    }

    private boolean isOf(long from, long to) {
        return isCalm() && Stream.of(graph, knots, tables, findings).allMatch(view -> view.shown().fromNanos() == from
                && view.shown().toNanos() == to) && threads.frame().chipRow().texts().equals(graph.frame().chipRow().texts());
    }

    private void select(long from, long to) {
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to),
                experiment));
    }

    /** Presses a chip with the mouse, or its cross. */
    private static void press(ViewFrame frame, Chip chip, boolean cross) {
        ChipRow row = frame.chipRow();
        Hand.click(row, () -> row.place(chip, cross));
    }

    private static Chip chip(ViewFrame frame, String begin) {
        Chip chip = frame.chipRow().find(begin);
        assertNotNull(chip, () -> "no " + begin + " in " + frame.chipRow().texts());
        return chip;
    }

    private static Chip sign(ViewFrame frame, Chip.Sign sign) {
        return frame.chipRow().chips().stream().filter(chip -> chip.sign() == sign).findFirst().orElseThrow();
    }

    private List<Integer> threadsShown() {
        List<Integer> shown = new ArrayList<>();
        for (ITimeGraphEntry entry : rows()) {
            if (entry instanceof TimeGraphEntry row && row.getEntryModel() instanceof ThreadEntry model && model.thread() >= 0) {
                shown.add(model.thread());
            }
        }
        return shown;
    }

    // ---------------------------------------------------------------- one question

    @Test
    void whatIsAskedInOneViewIsToldAboveAndAnsweredByAll() throws Exception {
        open(1600, 1000);
        awaitChip(" work range");
        awaitChip("all processes");
        awaitChip(" set aside");
        Pictures.screenshot("question-work");
        int before = threadsShown().size();

        // whose waits count
        int server = thread("w1-server");
        WaitOrigins origins = new WaitOrigins(Set.of(), Set.of(new WaitOrigins.Process("B", timeline().pid(server))));
        graph.setOrigins(origins);
        awaitChip("process w1-server (B:" + timeline().pid(server) + ")");
        Workbench.await("the answers are those of the process",
                () -> isCalm() && Stream.of(graph, knots, tables, findings).allMatch(view -> view.shown().origins().equals(origins)));
        Workbench.await("its threads alone are rows", () -> !threadsShown().isEmpty()
                && threadsShown().stream()
                        .allMatch(thread -> timeline().pid(thread) == timeline().pid(server) && timeline().host(thread) == 1));
        Workbench.settle();
        Pictures.screenshot("question-process");
        press(threads.frame(), chip(threads.frame(), "process w1-server"), true);
        awaitChip("all processes");
        Workbench.await("all are back",
                () -> isCalm() && Stream.of(graph, knots, tables, findings).allMatch(view -> view.shown().origins().isAll())
                        && threadsShown().size() == before);

        // the threshold
        long usual = graph.threshold().thresholdNanos();
        Scale scale = graph.threshold().scale();
        scale.setSelection(ThresholdScale.STEPS * 9 / 10);
        scale.notifyListeners(SWT.Selection, new Event());
        awaitChip("threshold ");
        Workbench.await("tables and findings follow", () -> isCalm() && tables.shown().threshold() != null
                && findings.shown().threshold() != null);
        press(graph.frame(), chip(graph.frame(), "threshold "), true);
        Workbench.await("the usual one is back", () -> graph.threshold().thresholdNanos() == usual
                && frames().stream().allMatch(frame -> frame.chipRow().find("threshold ") == null));

        // who is set aside
        Chip aside = graph.frame().chipRow().chips().stream().filter(chip -> chip.text().endsWith(" set aside")).findFirst().orElseThrow();
        press(graph.frame(), aside, true);
        awaitChip("nothing set aside");
        Workbench.await("everybody counts in all", () -> isCalm()
                && Stream.of(graph, knots, tables, findings).allMatch(view -> view.shown().everybody()) && threadsShown().size() > before);
    }

    @Test
    void theChipsFitIntoASmallWindow() throws Exception {
        open(1280, 800);
        graph.setOrigins(new WaitOrigins(Set.of("C"), Set.of(new WaitOrigins.Process("B", timeline().pid(thread("w1-server"))))));
        awaitChip("1 host, 1 process");
        Workbench.await("the rest follows", this::isCalm);
        Workbench.settle();
        Pictures.screenshot("question-small");
        for (ViewFrame frame : List.of(threads.frame(), graph.frame())) {
            ChipRow row = frame.chipRow();
            Chip last = row.chips().get(row.chips().size() - 1);
            assertTrue(row.place(last, true).x < row.getSize().x, () -> "the last cross is seen: " + row.drawn());
        }
    }

    // ---------------------------------------------------------------- back and forward, the lock, names

    @Test
    void aPersonGoesBackAndForwardAndLocksAndNamesARange() throws Exception {
        open(1600, 1000);
        int client = thread("w1-client");
        int server = thread("w1-server");
        Choice.tell(this, experiment, new Choice.OfThread(client));
        Workbench.settle();
        long from = work().fromNanos() + 100 * MILLI;
        long to = from + 200 * MILLI;
        select(from, to);
        Workbench.await("the selection is the range", () -> isOf(from, to));
        awaitChip(" selected");
        Workbench.settle();
        Choice.tell(this, experiment, new Choice.OfThread(server));
        Workbench.await("the path is of the server", () -> path.path() != null && path.path().path().thread() == server);
        Workbench.settle();
        Workbench.page().activate(threads);
        threads.getTimeGraphViewer().getTimeGraphControl().forceFocus();
        Hand.key("alt+Left", "the thread of before", () -> Inquiries.now(experiment).thread() == client);
        Workbench.await("the path as well", () -> path.path() != null && path.path().path().thread() == client);
        assertTrue(isOf(from, to), "the range is still that");
        Hand.key("alt+Left", "the work again", () -> isOf(work().fromNanos(), work().toNanos()));
        Workbench.await("Trace Compass has no range selected", () -> Span.selected(experiment).isMoment());
        Hand.key("alt+Right", "the selection again", () -> isOf(from, to));
        assertEquals(new Span(from, to), Span.selected(experiment), "also in Trace Compass");
        press(graph.frame(), sign(graph.frame(), Chip.Sign.BACK), false);
        Workbench.await("the arrow leads back, too", () -> isOf(work().fromNanos(), work().toNanos()));

        press(threads.frame(), sign(threads.frame(), Chip.Sign.OPEN_LOCK), false);
        Workbench.await("the lock is closed above all views",
                () -> frames().stream().allMatch(frame -> sign(frame, Chip.Sign.CLOSED_LOCK).open() != null));
        select(from, to);
        Workbench.settle();
        assertTrue(isOf(work().fromNanos(), work().toNanos()), () -> "the range stays: " + graph.frame().title());
        Pictures.screenshot("question-locked");
        press(threads.frame(), sign(threads.frame(), Chip.Sign.CLOSED_LOCK), false);
        Workbench.await("the lock is open", () -> sign(graph.frame(), Chip.Sign.OPEN_LOCK).open() != null);
        select(from, to + MILLI);
        Workbench.await("the range follows again", () -> isOf(from, to + MILLI));

        Chips.name(experiment, WaitAnalysisModule.of(experiment).result(), Inquiries.now(experiment).range(), "slow part");
        awaitChip(" slow part");
        assertEquals(List.of(new NamedRanges.Named("slow part", from, to + MILLI)), NamedRanges.of(experiment));
        Workbench.await("Trace Compass marks it as a bookmark", () -> threads.getTimeGraphViewer().getBookmarks().stream()
                .anyMatch(
                        mark -> "slow part".equals(mark.getLabel()) && mark.getTime() == from && mark.getDuration() == to + MILLI - from));
        Workbench.settle();
        Pictures.screenshot("question-named");
        Samples.closeAll();
        experiment = Samples.openSample();
        Workbench.await("the name was kept", () -> NamedRanges.of(experiment).stream().anyMatch(named -> named.name().equals("slow part")));
    }

    // ---------------------------------------------------------------- the processes

    private static Shell dialog() {
        return Stream.of(Display.getCurrent().getShells()).filter(shell -> "Whose Waits Count".equals(shell.getText())).findFirst()
                .orElse(null);
    }

    private static <T extends Control> T find(Composite parent, Class<T> type, String text) {
        for (Control child : parent.getChildren()) {
            if (type.isInstance(child) && (text.isEmpty() || child instanceof Button button && text.equals(button.getText()))) {
                return type.cast(child);
            }
            T below = child instanceof Composite inside ? find(inside, type, text) : null;
            if (below != null) {
                return below;
            }
        }
        return null;
    }

    @Test
    void theProcessesThatCostMostComeFirstAndThoseSetAsideLast() throws Exception {
        open(1600, 1000);
        press(graph.frame(), chip(graph.frame(), "all processes"), false);
        Workbench.await("the dialog is there", () -> dialog() != null && find(dialog(), Table.class, "") != null);
        Table table = find(dialog(), Table.class, "");
        List<String> names = Stream.of(table.getItems()).map(item -> item.getText(0)).toList();
        int divider = names.indexOf("Set aside, as they have no part in the work:");
        assertTrue(divider >= 3 && divider < 10 && names.size() > 3 * divider, () -> names.toString());
        assertTrue(names.subList(0, divider).containsAll(List.of("w1-client", "w1-server", "w1-backend")), () -> names.toString());
        assertEquals("B", table.getItem(names.indexOf("w1-server")).getText(1), "each with its host");
        Pictures.screenshot(dialog(), "question-processes");
        assertEquals("Whose Waits Count", Spoken.name(table));
        assertEquals("Knots", Spoken.name(knots.knotsTable().table()));
        assertEquals("Click a line or a node to list its waits.", Spoken.name(graph.waits().table()));
        assertEquals("org.bowline.help.origins", dialog().getData("org.eclipse.ui.help"), "F1 tells of it");
        Text filter = find(dialog(), Text.class, "");
        filter.setText("backend");
        assertEquals(List.of("w1-backend"), Stream.of(table.getItems()).map(item -> item.getText(0)).toList());
        TableItem backend = table.getItem(0);
        backend.setChecked(true);
        Event event = new Event();
        event.detail = SWT.CHECK;
        event.item = backend;
        table.notifyListeners(SWT.Selection, event);
        Button ok = find(dialog(), Button.class, "OK");
        Hand.click(ok, ok.getSize().x / 2, ok.getSize().y / 2);
        awaitChip("process w1-backend (C:");
        Workbench.await("the graph follows", () -> isCalm() && graph.shown().origins().processes().size() == 1);
    }

    // ---------------------------------------------------------------- Trace Compass's own views

    private static List<ITimeGraphEntry> rows(TimeGraphViewer viewer) {
        return Arrays.asList(viewer.getExpandedElements());
    }

    private static boolean has(ITimeGraphEntry entry, String key, int value) {
        return entry instanceof TimeGraphEntry row && row.getMetadata().containsEntry(key, value);
    }

    /** The row of a thread in a view of Trace Compass, which reads one host after the other; null before it is there. */
    private ITimeGraphEntry row(TimeGraphViewer viewer, int thread) {
        return rows(viewer).stream()
                .filter(entry -> has(entry, OsStrings.tid(), timeline().tid(thread)) && isOf(entry, timeline().host(thread))).findFirst()
                .orElse(null);
    }

    @Test
    void controlFlowFollowsAndTheCriticalPathIsShownWhole() throws Exception {
        // with the clocks synchronised, in these views as well
        experiment = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null));
        open(1600, 1000);
        int client = thread("w1-client");
        int server = thread("w1-server");
        Choice.tell(this, experiment, new Choice.OfThread(client));
        AbstractTimeGraphView flow = (AbstractTimeGraphView) Workbench.showView(CONTROL_FLOW);
        TimeGraphViewer viewer = flow.getTimeGraphViewer();
        Workbench.await("Control Flow shows the thread that was chosen before it opened",
                () -> viewer.getSelection() != null && has(viewer.getSelection(), OsStrings.tid(), timeline().tid(client))
                        && isOf(viewer.getSelection(), timeline().host(client)));
        Workbench.await("the row of the server is there as well", () -> row(viewer, server) != null);
        ThreadChoice.tell(new ThreadSource() {}, experiment, timeline(), server);
        Workbench.await("Control Flow follows", () -> viewer.getSelection() == row(viewer, server));
        Workbench.settle();
        Pictures.screenshot("question-control-flow");

        threads.getTimeGraphViewer().setStartFinishTimeNotify(work().fromNanos(), work().fromNanos() + 10 * MILLI);
        Workbench.await("the window is a small part", () -> windowNanos() <= 10 * MILLI); // told to all views some time later
        Workbench.settle();
        long window = windowNanos();
        FollowCriticalPath.follow(Workbench.page(), threads, experiment, client);
        Workbench.await("the path is all in sight", () -> path.path() != null && windowNanos() > window
                && TmfTraceManager.getInstance().getTraceContext(experiment).getWindowRange().getStartTime().toNanos() <= work().fromNanos()
                && windowNanos() < 2 * (work().toNanos() - work().fromNanos()));
        assertFalse(path.frame().chipRow().texts().isEmpty());
    }

    private long windowNanos() {
        var window = TmfTraceManager.getInstance().getTraceContext(experiment).getWindowRange();
        return window.getEndTime().toNanos() - window.getStartTime().toNanos();
    }

    private boolean isOf(ITimeGraphEntry entry, int host) {
        return entry instanceof TimeGraphEntry row
                && new ThreadLocator(timeline()).host(BaseDataProviderTimeGraphView.getTrace(row)) == host;
    }
}
