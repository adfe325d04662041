/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.path.CriticalPathDataProvider;
import org.bowline.tracecompass.core.path.PathModel;
import org.bowline.tracecompass.core.threads.ClockError;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.ThreadDetails;
import org.bowline.tracecompass.core.threads.ThreadEntry;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.core.threads.ThreadsDataProvider;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.details.DetailsView;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.path.CriticalPathView;
import org.bowline.tracecompass.ui.threads.ThreadsView;
import org.bowline.tracecompass.ui.view.Ranges;

/** The views along time, in a real workbench, with a real mouse. */
class ThreadsViewTest {
    private TmfExperiment experiment;
    private ThreadsView threads;

    @BeforeEach
    void open() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        experiment = Samples.openSample();
        threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        threads.setHideIdle(true);
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        Workbench.await("the threads are shown", () -> rows(threads.getTimeGraphViewer()).size() > 5);
        Workbench.settle();
        show(Math.max(experiment.getStartTime().toNanos(), timeline().startNanos()),
                Math.min(experiment.getEndTime().toNanos(), timeline().endNanos()));
    }

    @AfterEach
    void close() {
        Workbench.hideViews();
        Samples.closeAll();
    }

    private Timeline timeline() {
        return WaitAnalysisModule.of(experiment).result().timeline();
    }

    private void show(long from, long to) {
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(this,
                new TmfTimeRange(TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to)), experiment));
        Workbench.await("the window is shown",
                () -> threads.getTimeGraphViewer().getTime0() == from && threads.getTimeGraphViewer().getTime1() == to);
        Workbench.settle();
    }

    private void select(long from, long to) {
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to), experiment));
        Workbench.settle();
    }

    private static int below(ITimeGraphEntry entry) {
        return entry.getChildren().stream().mapToInt(child -> 1 + below(child)).sum();
    }

    private static List<ITimeGraphEntry> rows(TimeGraphViewer viewer) {
        return Arrays.asList(viewer.getExpandedElements());
    }

    private static ITimeGraphEntry row(TimeGraphViewer viewer, String name) {
        return rows(viewer).stream().filter(entry -> entry.getName().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no row " + name + " in " + rows(viewer)));
    }

    /** Clicks on the name of a row. */
    private static void click(TimeGraphViewer viewer, String name) {
        viewer.selectAndReveal(row(viewer, name));
        Workbench.settle();
        TimeGraphControl control = viewer.getTimeGraphControl();
        Hand.click(control, () -> {
            int index = rows(viewer).indexOf(row(viewer, name)) - viewer.getTopIndex();
            int height = viewer.getItemHeight();
            return new Point(60, viewer.getHeaderHeight() + index * height + height / 2);
        });
        Workbench.settle();
    }

    private void maximize(org.eclipse.ui.IViewPart view) {
        IWorkbenchPage page = Workbench.page();
        page.activate(view);
        if (page.getPartState(page.getReference(view)) != IWorkbenchPage.STATE_MAXIMIZED) {
            page.toggleZoom(page.getReference(view));
        }
        Workbench.settle();
    }

    private void processesStandByTheSumOverTheirThreads() {
        long processes = 0;
        long last = Long.MAX_VALUE;
        int host = -1;
        for (ITimeGraphEntry row : rows(threads.getTimeGraphViewer())) {
            if (row.getParent() != null && row.getParent().getParent() == null
                    && ((TimeGraphEntry) row).getEntryModel() instanceof ThreadEntry model && !model.isIdleThread()) {
                last = model.host() == host ? last : Long.MAX_VALUE;
                host = model.host();
                assertTrue(model.cpuOfAllNanos() <= last, () -> row.getName() + " stands below one with less");
                last = model.cpuOfAllNanos();
                processes += model.cpuOfAllNanos() > model.cpuNanos() ? 1 : 0;
            }
        }
        assertTrue(processes > 0, "processes of several threads");
    }

    @Test
    void allHostsAndThreadsAreShownInTheirColours() {
        maximize(threads);
        ImageData picture = Pictures.screenshot("threads");
        assertEquals(3, rows(threads.getTimeGraphViewer()).stream().filter(entry -> entry.getParent() == null).count(), "hosts");
        processesStandByTheSumOverTheirThreads();
        assertTrue(Pictures.countPixels(picture, 0x33, 0x99, 0x00, 8) > 50, "running is green");
        assertTrue(Pictures.countPixels(picture, 0x33, 0x66, 0x99, 8) > 100, "blocked by a timer is blue");
        assertFalse(threads.frame().title().isEmpty(), "the header tells the range");
        assertNull(threads.frame().empty(), "no hint");
    }

    @Test
    void aClickOnAThreadShowsItsPathAcrossThreeHosts() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        assertNotNull(view.frame().empty(), "the next step is told");
        Pictures.screenshot("critical-path-empty");
        Workbench.page().activate(threads);
        click(threads.getTimeGraphViewer(), "w1-client");
        Workbench.await("the path is shown", () -> view.path() != null);
        Workbench.settle();
        Pictures.screenshot("critical-path-beside");
        PathModel model = view.path();
        assertEquals(3, model.hosts().size(), "hosts on the path");
        assertEquals(model.path().toNanos() - model.path().fromNanos(),
                model.totals().states().stream().mapToLong(PathTotals.OfState::nanos).sum(), "the totals are the range");
        List<String> lines = Stream.of(view.totals().getItems()).map(item -> item.getText(0)).toList();
        assertEquals(lines.stream().distinct().toList(), lines, "each line tells of something else");
        assertTrue(view.frame().title().contains("w1-client"), view.frame().title());
        maximize(view);
        ImageData picture = Pictures.screenshot("critical-path");
        assertTrue(Pictures.countPixels(picture, 0x33, 0x99, 0x00, 8) > 20, "running is green");
    }

    @Test
    void aTooltipTellsWhoWokeTheThread() {
        maximize(threads);
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        ITimeGraphEntry client = row(viewer, "w1-client");
        Timeline timeline = timeline();
        int thread = thread("w1-client");
        int longest = timeline.firstSegment(thread);
        for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
            if (timeline.cause(s) == Cause.THREAD
                    && timeline.end(thread, s) - timeline.start(s) > timeline.end(thread, longest) - timeline.start(longest)) {
                longest = s;
            }
        }
        int wait = longest;
        int x = viewer.getXForTime((timeline.start(wait) + timeline.end(thread, wait)) / 2);
        int y = viewer.getHeaderHeight() + (rows(viewer).indexOf(client) - viewer.getTopIndex()) * viewer.getItemHeight()
                + viewer.getItemHeight() / 2;
        viewer.getTimeGraphControl().forceFocus(); // there are no tooltips where nothing has the keyboard
        Display display = viewer.getTimeGraphControl().getDisplay();
        long before = visibleShells(display);
        Hand.hover(viewer.getTimeGraphControl(), x, y);
        Workbench.await("the tooltip is shown", () -> visibleShells(display) > before && !threads.toolTip().isEmpty());
        Pictures.screenshot("threads-tooltip");
        assertEquals(before + 1, visibleShells(display), "one tooltip, not Trace Compass's as well");
        Workbench.settle();
        Color text = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry().get("org.bowline.graph.text");
        Shell shown = Arrays.stream(threads.getSite().getShell().getShells()).filter(Shell::isVisible).findFirst().orElseThrow();
        assertEquals(List.of(text.getRGB()),
                Workbench.controls(shown).filter(control -> !(control instanceof Composite)).map(label -> label.getForeground().getRGB())
                        .distinct().toList(),
                "the words have the colour of the theme");
        assertTrue(threads.toolTip().size() <= 4, "a tooltip of four lines at most: " + threads.toolTip());
        int by = timeline.target(wait);
        String waker = '(' + timeline.hostName(timeline.host(by)) + ':' + timeline.tid(by) + ')';
        String tip = viewer.getTimeGraphProvider() == null ? ""
                : tooltip(viewer, client, (timeline.start(wait) + timeline.end(thread, wait)) / 2);
        assertTrue(tip.contains(waker), tip + " tells " + waker);
    }

    @Test
    void theDetailsTellWhoEndedAWaitAndLeadThere() {
        DetailsView view = (DetailsView) Workbench.showView(DetailsView.ID);
        assertEquals(List.of(), view.text().lines(), "nothing is selected");
        assertNotNull(view.frame().empty(), "the next step is told");
        Timeline timeline = timeline();
        int client = thread("w1-client");
        int wait = Timeline.NONE;
        for (int s = timeline.firstSegment(client); s < timeline.endSegment(client) && wait == Timeline.NONE; s++) {
            if (timeline.cause(s) == Cause.NETWORK && timeline.link(s) >= 0 && timeline.target(s) != Timeline.NONE
                    && timeline.target(s) < timeline.threadCount() && s > timeline.firstSegment(client)) {
                wait = s;
            }
        }
        int of = wait;
        String waker = timeline.name(timeline.target(of)) + " (" + timeline.hostName(timeline.host(timeline.target(of))) + ':';
        select(timeline.start(of), timeline.start(of));
        Choice.tell(this, experiment, new Choice.OfThread(client));
        Workbench.await("the wait is told", () -> view.text().lines().stream().anyMatch(line -> line.label().equals("Woken by")
                && line.value().startsWith(waker)));
        Workbench.settle();
        Pictures.screenshot("details");
        List<ThreadDetails.Line> lines = view.text().lines();
        assertTrue(lines.get(0).value().startsWith("w1-client"), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.label().contains("meanwhile")), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.label().equals("Before")), lines.toString());
        int by = lines.indexOf(lines.stream().filter(line -> line.label().equals("Woken by")).findFirst().orElseThrow());
        Span asked = Ranges.span(Ranges.of(experiment), experiment, WaitAnalysisModule.of(experiment).result());
        Hand.click(view.text().link(by), 8, 8);
        Workbench.await("all views are led to the one who woke it", () -> Inquiries.now(experiment).thread() == timeline.target(of)
                && Span.selected(experiment).fromNanos() == timeline.packetSent(timeline.link(of)));
        Workbench.await("its own details are shown", () -> view.text().lines().get(0).value().startsWith(waker));
        assertEquals(asked, Ranges.span(Ranges.of(experiment), experiment, WaitAnalysisModule.of(experiment).result()), "the range stays");
    }

    @Test
    void whatIsWiderThanTheDetailsHasSeveralLines() {
        DetailsView view = (DetailsView) Workbench.showView(DetailsView.ID);
        Timeline timeline = timeline();
        int waits = IntStream.range(0, timeline.threadCount())
                .filter(thread -> !timeline.isIdle(thread) && timeline.isOpen(thread, timeline.endSegment(thread) - 1))
                .findFirst().orElseThrow();
        long last = timeline.start(timeline.endSegment(waits) - 1);
        select(last, last);
        Choice.tell(this, experiment, new Choice.OfThread(waits));
        Workbench.await("it is told that it waits to the end",
                () -> view.text().lines().stream().anyMatch(line -> line.value().endsWith("still waiting at the end of the trace")));
        int linked = IntStream.range(0, view.text().lines().size()).filter(line -> view.text().lines().get(line).goal() != null).findFirst()
                .orElseThrow();
        try {
            Workbench.resize(760, 900);
            Workbench.await("no value is cut off", () -> {
                Composite page = view.text().link(linked).getParent().getParent();
                List<Text> values = Workbench.controls(page).filter(Text.class::isInstance).map(Text.class::cast).toList();
                return values.stream().anyMatch(text -> text.computeSize(SWT.DEFAULT, SWT.DEFAULT).x > text.getSize().x)
                        && values.stream().allMatch(text -> text.getSize().y >= text.computeSize(text.getSize().x, SWT.DEFAULT).y
                                && text.toDisplay(text.getSize()).x <= page.getParent().toDisplay(page.getParent().getSize()).x);
            });
            Pictures.screenshot("details-narrow");
        } finally {
            Workbench.resize();
        }
    }

    private static long visibleShells(Display display) {
        return Arrays.stream(display.getShells()).filter(Shell::isVisible).count();
    }

    private static String tooltip(TimeGraphViewer viewer, ITimeGraphEntry entry, long time) {
        for (var events = entry.getTimeEventsIterator(time, time + 1, 1); events.hasNext();) {
            ITimeEvent event = events.next();
            if (event.getTime() <= time && time < event.getTime() + event.getDuration()) {
                return viewer.getTimeGraphProvider().getEventHoverToolTipInfo(event, time).toString();
            }
        }
        return "";
    }

    @Test
    void theKeysGoFromSegmentToSegment() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Choice.tell(this, experiment, new Choice.OfThread(thread("w1-client")));
        Workbench.await("the path is shown", () -> view.path() != null);
        Workbench.settle();
        PathModel model = view.path();
        select(model.path().fromNanos(), model.path().fromNanos());
        Workbench.page().activate(view);
        view.setFocus();
        view.getTimeGraphViewer().getTimeGraphControl().forceFocus();
        for (int leg = 1; leg <= 4; leg++) {
            long expected = model.path().start(leg);
            Hand.key("n", "segment " + leg, () -> view.getTimeGraphViewer().getSelectionBegin() == expected);
        }
        Hand.key("p", "back", () -> view.getTimeGraphViewer().getSelectionBegin() == model.path().start(3));
        Workbench.settle();
        assertSame(model, view.path(), "a moment does not change the path");
        assertEquals(model.path().thread(3), model(view.getTimeGraphViewer().getSelection()), "its row is selected");
        assertEquals(model.path().thread(3), Inquiries.now(experiment).thread(), "all views are told whose segment it is");
    }

    @Test
    void aWalkOverThePathLeavesTheGraphOfItsRange() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        WaitForGraphView graph = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        Choice.tell(this, experiment, new Choice.OfThread(thread("w1-client")));
        long from = timeline().startNanos() + (timeline().endNanos() - timeline().startNanos()) * 4 / 5;
        select(from, timeline().endNanos());
        Workbench.await("the path is that of the selection", () -> view.path() != null && view.path().path().fromNanos() == from);
        Workbench.await("the graph is that of the selection",
                () -> graph.shown() != null && !graph.isBusy() && graph.shown().fromNanos() == from);
        view.step(true);
        Workbench.settle();
        assertEquals(view.path().path().start(1), view.getTimeGraphViewer().getSelectionBegin(), "the second segment");
        assertEquals(from, graph.shown().fromNanos());
        assertFalse(graph.isBusy());
    }

    private int model(ITimeGraphEntry entry) {
        return EntryIds.thread(timeline(), ((TimeGraphEntry) entry).getEntryModel().getId());
    }

    private int thread(String name) {
        Timeline timeline = timeline();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.name(thread).equals(name)) {
                return thread;
            }
        }
        throw new AssertionError("no thread " + name);
    }

    @Test
    void thePathFollowsTheSelectedRange() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Choice.tell(this, experiment, new Choice.OfThread(thread("w1-client")));
        Workbench.await("the path is shown", () -> view.path() != null);
        long from = view.path().path().fromNanos();
        long to = view.path().path().toNanos();
        select(from + (to - from) / 4, to - (to - from) / 4);
        Workbench.await("the path is of the selection",
                () -> view.path() != null && view.path().path().fromNanos() == from + (to - from) / 4);
        assertEquals(to - (to - from) / 4, view.path().path().toNanos());
        Workbench.settle();
        assertTrue(view.frame().title().endsWith("clock error " + ClockError.text(view.path().clockErrorNanos())), view.frame().title());
        maximize(view);
        Pictures.screenshot("critical-path-selection");
    }

    @Test
    void idleThreadsAreHiddenAndShown() {
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        int hidden = rows(viewer).size();
        threads.setHideIdle(false);
        Workbench.await("idle threads are shown", () -> rows(viewer).size() > hidden);
        maximize(threads);
        Pictures.screenshot("threads-all");
        List<ITimeGraphEntry> groups = rows(viewer).stream()
                .filter(entry -> ((TimeGraphEntry) entry).getEntryModel() instanceof ThreadEntry row
                        && !row.isHost() && row.thread() == Timeline.NONE)
                .toList();
        assertEquals(timeline().threadCount() + timeline().hostCount(),
                rows(viewer).size() - groups.size() + groups.stream().mapToInt(ThreadsViewTest::below).sum(),
                "all threads, some of them folded");
        threads.setHideIdle(true);
        Workbench.await("idle threads are hidden", () -> rows(viewer).size() == hidden);
        Workbench.page().hideView(threads);
        threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        assertTrue(threads.hidesIdle(), "remembered");
    }

    @Test
    void whoIsSetAsideStaysHiddenAfterALookAtAnotherRecording() {
        List<String> before = rows(threads.getTimeGraphViewer()).stream().map(ITimeGraphEntry::getName).toList();
        TmfExperiment other = Samples.openSample("wperf-example");
        Workbench.await("the other one is shown", () -> threads.getTrace() == other && rows(threads.getTimeGraphViewer()).size() > 1);
        Workbench.settle();
        Samples.openSample();
        Workbench.await("this one is shown again", () -> threads.getTrace() == experiment);
        Workbench.settle();
        assertEquals(before, rows(threads.getTimeGraphViewer()).stream().map(ITimeGraphEntry::getName).toList());
    }

    @Test
    void theHeaderCountsTheThreadsOfTheRangeAsTheCommandLineAndTheRowsThatAreInSight() {
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        Span range = Ranges.span(Ranges.of(experiment), experiment, WaitAnalysisModule.of(experiment).result());
        int ofRange = ThreadTotals.of(timeline(), range.fromNanos(), range.toNanos()).size();
        assertTrue(ofRange < timeline().threadCount(), "some live at other times");
        long inSight = rows(viewer).stream().filter(row -> model(row) != Timeline.NONE).count();
        assertTrue(threads.frame().title().startsWith(ofRange + " threads of 3 hosts, " + inSight + " shown."), threads.frame().title());
    }

    /** Of a time without its unit nobody can tell which it is. */
    @Test
    void theColumnsOfNamesAreWholeWhereHalfOfTheViewHasRoomForThem() {
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        Control control = viewer.getTimeGraphControl();
        IntSupplier columns = () -> Arrays.stream(viewer.getTree().getColumns()).mapToInt(TreeColumn::getWidth).sum();
        int beside = Workbench.window().getShell().getSize().x - control.getSize().x;
        try {
            Workbench.resize(2 * columns.getAsInt() + beside + 20, 900);
            Workbench.await("the columns have their room",
                    () -> columns.getAsInt() <= viewer.getNameSpace() && viewer.getNameSpace() <= control.getSize().x / 2);
            Pictures.screenshot("threads-columns");
        } finally {
            Workbench.resize();
        }
    }

    /** As it is while Trace Compass loads the traces again. */
    @Test
    void theStatusLineTellsNoTimeOf1970WhileThereIsNone() throws ReflectiveOperationException {
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        Workbench.page().activate(threads);
        Workbench.settle();
        Field selected = TimeGraphViewer.class.getDeclaredField("fSelectionBegin");
        selected.setAccessible(true);
        long before = selected.getLong(viewer);
        selected.setLong(viewer, 0);
        viewer.getTimeGraphControl().updateStatusLine();
        assertTrue(statusLine().noneMatch(text -> text.contains("1970")), () -> "the status line says " + statusLine().toList());
        selected.setLong(viewer, before);
        viewer.getTimeGraphControl().updateStatusLine();
        assertTrue(statusLine().anyMatch(text -> text.startsWith("T1: ")), () -> "the status line says " + statusLine().toList());
    }

    @Test
    void theStatusLineTellsNoTimeOf1970WhenTheKeyboardGoesElsewhere() {
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        Workbench.page().activate(threads);
        Workbench.settle();
        viewer.getTimeGraphControl().updateStatusLine();
        assertTrue(statusLine().anyMatch(text -> text.startsWith("T1: ")), () -> "the status line says " + statusLine().toList());
        viewer.getTimeGraphControl().notifyListeners(SWT.FocusOut, new Event());
        assertTrue(statusLine().noneMatch(text -> text.contains("1970")), () -> "the status line says " + statusLine().toList());
    }

    private static Stream<String> statusLine() {
        return Workbench.controls(Workbench.window().getShell())
                .map(control -> control instanceof CLabel label && label.getText() != null ? label.getText() : "");
    }

    @Test
    void aClickOnAColumnSortsAndIsRemembered() {
        TimeGraphViewer viewer = threads.getTimeGraphViewer();
        viewer.getTree().getColumn(0).notifyListeners(SWT.Selection, new Event());
        Workbench.settle();
        List<String> names = rows(viewer).stream().filter(entry -> entry.getParent() != null && entry.getParent().getParent() == null
                && ((TimeGraphEntry) entry).getEntryModel() instanceof ThreadEntry row && row.host() == 0 && !row.isIdleThread())
                .map(ITimeGraphEntry::getName).toList();
        assertEquals(names.stream().sorted(String.CASE_INSENSITIVE_ORDER).toList(), names);
        Workbench.page().hideView(threads);
        threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        Workbench.await("the order is remembered", () -> Arrays.asList(threads.getTimeGraphViewer().getTree().getColumns())
                .indexOf(threads.getTimeGraphViewer().getTree().getSortColumn()) == 0);
        threads.getTimeGraphViewer().getTree().getColumn(2).notifyListeners(SWT.Selection, new Event());
        Workbench.settle();
    }

    @Test
    void aThreadOfTraceCompassIsShown() {
        ITmfTrace trace = new ThreadLocator(timeline()).trace(experiment, timeline().host(thread("w1-client")));
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        TmfSignalManager.dispatchSignal(new TmfThreadSelectedSignal(this, timeline().tid(thread("w1-client")), trace));
        Workbench.await("the path is shown", () -> view.path() != null);
        assertEquals(thread("w1-client"), view.path().path().thread());
        assertEquals(thread("w1-client"), model(threads.getTimeGraphViewer().getSelection()), "the row is selected too");
    }

    @Test
    void theTraceServerListsTheProviders() {
        List<String> ids = DataProviderManager.getInstance().getAvailableProviders(experiment).stream().map(IDataProviderDescriptor::getId)
                .toList();
        assertTrue(ids.contains(ThreadsDataProvider.ID), ids.toString());
        assertTrue(ids.contains(CriticalPathDataProvider.ID), ids.toString());
    }

    @Test
    void fiveMillionSegmentsAreShownScrolledAndZoomed() throws Exception {
        Workbench.page().hideView(threads);
        long from = experiment.getStartTime().toNanos();
        long to = experiment.getEndTime().toNanos();
        AnalysisResult large = ProviderBenchmark.SyntheticResult.of(2000, 2500, from, to);
        Field field = WaitAnalysisModule.class.getDeclaredField("result");
        field.setAccessible(true);
        field.set(WaitAnalysisModule.of(experiment), large);
        Workbench.settle();
        try (UiWatchdog watchdog = new UiWatchdog("5 million segments in Threads: opening, 12 zooms")) {
            threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
            Workbench.await("all rows are there", () -> rows(threads.getTimeGraphViewer()).size() > 2000);
            Workbench.settle();
            maximize(threads);
            TimeGraphControl control = threads.getTimeGraphViewer().getTimeGraphControl();
            long length = threads.getTimeGraphViewer().getTime1() - threads.getTimeGraphViewer().getTime0();
            for (int i = 0; i < 12; i++) {
                Hand.wheel(control, 900, 300, i % 2 == 0 ? -3 : 3); // scrolls the rows
                if (i < 8) {
                    threads.getTimeGraphViewer().zoomIn();
                } else {
                    threads.getTimeGraphViewer().zoomOut();
                }
                Workbench.settle();
            }
            assertTrue(threads.getTimeGraphViewer().getTime1() - threads.getTimeGraphViewer().getTime0() < length, "it zooms");
            Pictures.screenshot("threads-five-million");
        }
    }

    @Test
    void theWatchdogFindsWhatBlocksTheUiThread() {
        try (UiWatchdog watchdog = new UiWatchdog("a test that blocks it")) {
            Workbench.pump(() -> false, 100);
            long calm = watchdog.longestMillis();
            ThreadMXBean processor = ManagementFactory.getThreadMXBean(); // a busy machine gives it time when it likes
            long end = processor.getCurrentThreadCpuTime() + Math.max(1000, 2 * calm) * 1_000_000;
            while (processor.getCurrentThreadCpuTime() < end) {
                Thread.onSpinWait();
            }
            Workbench.await("it is found", () -> watchdog.longestMillis() > Math.max(calm, 100));
            assertTrue(watchdog.longestStack().contains("theWatchdogFindsWhatBlocksTheUiThread"), watchdog.longestStack());
        }
    }

    @Test
    void nothingIsKeptOfAClosedTrace() {
        CriticalPathView view = (CriticalPathView) Workbench.showView(CriticalPathView.ID);
        Choice.tell(this, experiment, new Choice.OfThread(thread("w1-client")));
        Workbench.await("the path is shown", () -> view.path() != null);
        Workbench.settle();
        WeakReference<AnalysisResult> reference = new WeakReference<>(WaitAnalysisModule.of(experiment).result());
        experiment = null;
        Samples.closeAll();
        boolean views = Workbench.pump(() -> {
            System.gc();
            return reference.get() == null;
        }, 10_000);
        Workbench.page().hideView(view);
        Workbench.page().hideView(threads);
        threads = null;
        Workbench.await("nothing of the analysis is reachable", () -> {
            System.gc();
            return reference.get() == null;
        });
        assertTrue(views, "open views keep nothing either");
    }
}
