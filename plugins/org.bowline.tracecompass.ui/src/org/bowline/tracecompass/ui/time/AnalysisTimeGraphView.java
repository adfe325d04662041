/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IStatusLineManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.action.SubStatusLineManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.signal.TmfDataModelSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.views.FormatTimeUtils;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.IMarkerEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.Releases;
import org.bowline.tracecompass.core.provider.WaitDataProvider;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.FocusPane;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.frame.ViewFrame;
import org.bowline.tracecompass.ui.view.Chips;
import org.bowline.tracecompass.ui.view.FirstRange;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.Ranges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;

/**
 * A time graph of the wait analysis. Above the time graph of Trace Compass, whose pinning, zooming, filtering and saving it takes as they are,
 * stand a banner of caveats and a header line; instead of an empty time graph a hint. A thread that is clicked is told to all views; one that
 * was chosen in another view, also one of Trace Compass's own, is shown.
 *
 * <p>The whole time graph is built for the experiment, not for each of its traces; states are asked for only for rows that can be seen.
 */
public abstract class AnalysisTimeGraphView extends BaseDataProviderTimeGraphView implements ThreadSource {
    private static final int VISIBLE_BUFFER = 3;
    /** In a lower view rows have the room of the line that names marks. */
    private static final int LOW_HEIGHT = 200;
    private final StatePresentation presentation;
    private final String helpId;
    private @Nullable StateToolTip toolTip;
    private volatile List<Long> visibleIds = List.of();
    private final RowBuilds builds = new RowBuilds();
    private final BuiltRows<ITimeGraphDataProvider<? extends TimeGraphEntryModel>> built = new BuiltRows<>(fEntries,
            () -> result() == null ? null : provider(), this::timeline);
    private final ViewFrame frame = new ViewFrame(this::cancel);
    private final LatestJob reading = new LatestJob(frame::isAlive);

    /**
     * One over a data provider.
     *
     * @param id the view's id
     * @param presentation draws the states; is disposed with the view
     * @param providerId the data provider's id
     * @param helpId its context of help
     */
    protected AnalysisTimeGraphView(String id, StatePresentation presentation, String providerId, String helpId) {
        super(id, presentation, providerId);
        this.presentation = presentation;
        this.helpId = helpId;
        setTreeLabelProvider(new Labels());
        setFilterLabelProvider(new Labels());
        setWeight(new int[] {3, 7});
        setLegendProvider(Legend::show);
    }

    // controls

    @Override
    public void createPartControl(Composite parent) {
        Composite content = new FocusPane(frame.create(parent, helpId), () -> {
            TimeGraphViewer viewer = getTimeGraphViewer();
            return viewer == null ? null : viewer.getTimeGraphControl();
        });
        content.setLayout(new FillLayout());
        frame.content(content);
        frame.show(null);
        super.createPartControl(createContent(content));
        content.addListener(SWT.Resize,
                event -> getTimeGraphViewer().setMarkerAxisControlVisible(content.getSize().y >= LOW_HEIGHT));
        getTimeGraphViewer().getTimeGraphControl().setStatusLineManager(timesOfTheRecording());
        getTimeGraphViewer().addSelectionListener(event -> chosen(event.getSelection()));
        // a click on the row that is selected already chooses it as well
        Control control = getTimeGraphViewer().getTimeGraphControl();
        control.addListener(SWT.MouseUp, event -> {
            if (event.button == 1 && event.stateMask == SWT.BUTTON1) {
                frame.later(() -> chosen(getTimeGraphViewer().getSelection()));
            }
        });
        NameArea.arrange(this);
        toolTip = StateToolTip.replace(control, presentation, getTimeGraphViewer());
        refreshState();
    }

    /** Makes what stands around the time graph; returns its parent. */
    protected Composite createContent(Composite parent) {
        return parent;
    }

    /** What is shown gets the keyboard: where there is no time graph yet, the text that tells the next step. */
    @Override
    public void setFocus() {
        frame.setFocus();
    }

    @Override
    public void dispose() {
        builds.cancel();
        reading.cancel();
        presentation.dispose();
        super.dispose();
    }

    /** What the tooltip said when the pointer rested last, line by line. */
    public final List<String> toolTip() {
        StateToolTip of = toolTip;
        return of == null ? List.of() : of.shown();
    }

    /** What draws the states. */
    protected final StatePresentation presentation() {
        return presentation;
    }

    /** What stands around the time graph. */
    public final ViewFrame frame() {
        return frame;
    }

    // what is shown

    /** The provider of the chosen trace, or null if it has no wait analysis. */
    protected final @Nullable WaitDataProvider provider() {
        ITmfTrace trace = getTrace();
        return trace == null || WaitAnalysisModule.of(trace) == null ? null
                : Releases.dataProvider(trace, getProviderId(), WaitDataProvider.class);
    }

    private @Nullable WaitAnalysisModule module() {
        ITmfTrace trace = getTrace();
        return trace == null ? null : WaitAnalysisModule.of(trace);
    }

    /** The result of the chosen trace's analysis, or null if there is none yet. */
    protected final @Nullable AnalysisResult result() {
        WaitAnalysisModule module = module();
        return module == null ? null : module.result();
    }

    private @Nullable Timeline timeline() {
        AnalysisResult result = result();
        return result == null ? null : result.timeline();
    }

    /** Brings header, banner and hint up to date. In the UI thread. */
    protected final void refreshState() {
        if (!frame.isAlive()) {
            return;
        }
        ITmfTrace trace = getTrace();
        WaitAnalysisModule module = module();
        AnalysisResult result = module == null ? null : module.result();
        boolean building = builds.isRunning();
        if (result == null || !building) {
            frame.idle();
        }
        frame.cancellable(building);
        if (trace != null && result != null) {
            FirstRange.show(trace, result);
            frame.caveats(caveats(result));
            frame.title(headerText(result), Ranges.ways(Ranges.of(trace), trace, range -> Ranges.choose(this, trace, result, range)));
            frame.show(hint(result));
            tellChips();
            return;
        }
        frame.caveats(List.of());
        frame.title("");
        tellChips();
        if (trace == null) {
            frame.noTrace(getSite());
        } else if (module == null) {
            frame.noAnalysis(getSite());
        } else {
            without(trace, module);
        }
        cleared();
    }

    private void without(ITmfTrace trace, WaitAnalysisModule module) {
        AnalysisAccess.Phase phase = AnalysisAccess.of(module).now().phase();
        if (phase == AnalysisAccess.Phase.RUNNING || phase == AnalysisAccess.Phase.DONE) {
            frame.busy(module::fraction); // also while the rows wait for their turn to be built
            frame.reading(trace.getName());
        } else {
            frame.ended(module, this::runAgain);
        }
    }

    private void runAgain() {
        WaitAnalysisModule module = module();
        if (module != null) {
            module.again();
            rebuild();
        }
    }

    /** Stops the reading of the traces, or the build of the rows, as the user wishes. */
    private void cancel() {
        builds.cancel();
        WaitAnalysisModule module = module();
        if (module != null && module.result() == null) {
            module.stop();
        }
        refreshState();
    }

    /** The header line. */
    protected abstract String headerText(AnalysisResult result);

    /** The caveats, the most severe first. */
    protected List<Caveat> caveats(AnalysisResult result) {
        return result.caveats();
    }

    /** Why there is nothing to see although there is a result, or null. */
    protected @Nullable Hint hint(AnalysisResult result) {
        return null;
    }

    /** There is no result any more. In the UI thread. */
    protected void cleared() {
        // nothing
    }

    /** The rows are complete. In the UI thread. */
    protected void built() {
        // nothing
    }

    // rows and states

    @Override
    protected void loadingTrace(ITmfTrace trace) {
        super.loadingTrace(trace);
        frame.later(this::refreshState);
    }

    @Override
    protected Iterable<ITmfTrace> getTracesToBuild(@Nullable ITmfTrace trace) {
        return trace == null ? List.of() : List.of(trace);
    }

    @Override
    protected void buildEntryList(ITmfTrace trace, ITmfTrace parentTrace, IProgressMonitor monitor) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        WaitDataProvider provider = Releases.dataProvider(trace, getProviderId(), WaitDataProvider.class);
        RowBuilds.Step step = RowBuilds.step(module == null || provider == null ? null : provider.analysis().phase());
        if (module != null && step == RowBuilds.Step.READ) {
            frame.later(() -> read(trace, module));
            return;
        }
        builds.run(monitor, () -> {
            frame.later(this::refreshState);
            if (step == RowBuilds.Step.BUILD) {
                super.buildEntryList(trace, parentTrace, monitor);
            }
        }, last -> frame.later(() -> {
            refreshState();
            if (last && !monitor.isCanceled() && trace.equals(getTrace())) {
                built();
            }
        }));
    }

    /**
     * The status line, for all but a time that is none: until Trace Compass has looked into the traces, and whenever it loads them again, the selected time would be that of 1970; and so it is when the keyboard
     * goes elsewhere, whatever is selected.
     */
    private IStatusLineManager timesOfTheRecording() {
        SubStatusLineManager times = new SubStatusLineManager(getViewSite().getActionBars().getStatusLineManager()) {
            @Override
            public void setMessage(@Nullable String message) {
                boolean isNone = getTimeGraphViewer().getSelectionBegin() <= 0 || message != null && message.contains(noTime());
                super.setMessage(isNone ? null : message);
            }
        };
        times.setVisible(true);
        return times;
    }

    /** As Trace Compass writes the time 0. */
    private static String noTime() {
        return FormatTimeUtils.formatDate(0) + ' '
                + FormatTimeUtils.formatTime(0, FormatTimeUtils.TimeFormat.CALENDAR, FormatTimeUtils.Resolution.NANOSEC);
    }

    /** Builds the rows when the traces are read; until then it holds up nobody. */
    private void read(ITmfTrace trace, WaitAnalysisModule module) {
        refreshState();
        if (trace.equals(getTrace())) {
            reading.read(trace, module, false, () -> {
                if (trace.equals(getTrace()) && module.result() != null) {
                    rebuild();
                } else if (trace.equals(getTrace())) {
                    frame.idle();
                    frame.ended(module, this::runAgain);
                }
            });
        }
    }

    @Override
    protected void zoomEntries(Iterable<TimeGraphEntry> entries, long zoomStartTime, long zoomEndTime, long resolution, boolean fullSearch,
            IProgressMonitor monitor) {
        // the states of rows that nobody sees are not computed when the rows are built
        if (Thread.currentThread() instanceof ZoomThread) {
            super.zoomEntries(entries, zoomStartTime, zoomEndTime, resolution, fullSearch, monitor);
        }
    }

    @Override
    protected List<ITimeEvent> createTimeEvents(TimeGraphEntry entry, List<ITimeGraphState> values) {
        List<ITimeEvent> events = super.createTimeEvents(entry, values);
        var predicates = generateRegexPredicate();
        if (!predicates.isEmpty()) {
            doFilterEventList(entry, events, predicates);
        }
        return events;
    }

    @Override
    protected @Nullable ZoomThread createZoomThread(long startTime, long endTime, long resolution, boolean restart) {
        Set<Long> ids = new HashSet<>();
        for (TimeGraphEntry entry : getVisibleItems(VISIBLE_BUFFER)) {
            ids.add(entry.getEntryModel().getId());
        }
        visibleIds = List.copyOf(ids);
        return super.createZoomThread(startTime, endTime, resolution, restart);
    }

    @Override
    protected Map<String, Object> getFetchArrowsParameters(List<Long> times) {
        Map<String, Object> parameters = super.getFetchArrowsParameters(times);
        parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, visibleIds);
        return parameters;
    }

    @Override
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        super.traceClosed(signal);
        visibleIds = List.of();
        if (getTrace() == null) {
            frame.later(this::refreshState);
        }
    }

    // choosing a thread

    private void chosen(@Nullable ITimeGraphEntry entry) {
        int thread = thread(entry);
        if (thread != Timeline.NONE) {
            choose(thread);
        }
    }

    /** The thread of a row, or {@link Timeline#NONE}. */
    protected final int thread(@Nullable ITimeGraphEntry entry) {
        return built.thread(entry);
    }

    /** Tells all views that a person chose a thread here. */
    protected final void choose(int thread) {
        ITmfTrace trace = getTrace();
        AnalysisResult result = result();
        if (trace == null || result == null) {
            return;
        }
        ThreadChoice.tell(this, trace, result.timeline(), thread);
    }

    /** A thread was chosen in another view. In the UI thread. */
    protected abstract void threadChosen(int thread);

    /** A person chose something in another view; or a range, whose waits count, or whether anything is set aside, also in this one. */
    @TmfSignalHandler
    public void choiceTold(Choice choice) {
        if (!choice.trace().equals(getTrace())) {
            return;
        }
        if (choice.what() instanceof Choice.OfThread of && choice.getSource() != this) {
            frame.later(() -> threadChosen(of.thread()));
        } else if (choice.what() instanceof Choice.OfRange || choice.what() instanceof Choice.OfEverybody
                || choice.what() instanceof Choice.OfOrigins) {
            frame.later(() -> {
                rangeChosen();
                restartZoomThread(); // which asks for the marks anew
                refreshState();
            });
        }
        frame.later(this::tellChips);
    }

    /** Tells what is asked. In the UI thread. */
    protected final void tellChips() {
        ITmfTrace trace = getTrace();
        Chips.show(frame, trace, result(), trace == null ? RangeChoice.WORK : shownRange(trace), false, null);
    }

    /** The range that the view is about. */
    protected RangeChoice shownRange(ITmfTrace trace) {
        return Ranges.of(trace);
    }

    /** Another range was chosen, or whose waits count, or whether anything is set aside. In the UI thread. */
    protected void rangeChosen() {
        // the marks alone change
    }

    /** The range that all views are about, as far as it is known. */
    protected final @Nullable Span range() {
        ITmfTrace trace = getTrace();
        AnalysisResult result = result();
        return trace == null || result == null ? null : Ranges.span(Ranges.of(trace), trace, result);
    }

    @Override
    protected List<String> getViewMarkerCategories() {
        return List.of(RangeMark.NAME);
    }

    @Override
    protected List<IMarkerEvent> getViewMarkerList(Iterable<TimeGraphEntry> entries, long startTime, long endTime, long resolution,
            IProgressMonitor monitor) {
        Span span = range();
        AnalysisResult result = result();
        return span == null || result == null ? List.of() : RangeMark.of(span, result);
    }

    @Override
    @TmfSignalHandler
    public void selectionChanged(TmfDataModelSelectedSignal signal) {
        // a tid alone may be that of another host's thread: which one is meant is told by a choice
    }

    /** The row of a thread, or null. */
    protected final @Nullable TimeGraphEntry row(int thread) {
        return built.ofThread(thread);
    }

    /** The row of a number, or null. */
    protected final @Nullable TimeGraphEntry rowOfId(long id) {
        return built.ofId(id);
    }

    /** All rows of the chosen trace. */
    protected final Collection<TimeGraphEntry> rows() {
        return built.all();
    }

    // actions

    @Override
    protected void fillLocalToolBar(IToolBarManager manager) {
        frame.fill(manager);
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, hideArrows());
        super.fillLocalToolBar(manager);
    }

    /** Hides and shows arrows. */
    protected final IAction hideArrows() {
        return getTimeGraphViewer().getHideArrowsAction(Ui.settings(helpId));
    }

    @Override
    protected final void fillTimeGraphEntryContextMenu(IMenuManager menu) {
        fillContextMenu(menu);
        super.fillTimeGraphEntryContextMenu(menu);
    }

    @Override
    protected final void fillTimeEventContextMenu(IMenuManager menu) {
        fillContextMenu(menu);
        super.fillTimeEventContextMenu(menu);
    }

    /** Adds what can be done with a thread to the menu of its row and of its states. */
    protected void fillContextMenu(IMenuManager menu) {
        FollowCriticalPath.addTo(menu, getSite().getPage(), this, getTrace(), thread(getTimeGraphViewer().getSelection()));
    }

    /** The texts of the columns: those of the data provider. */
    private static final class Labels extends TreeLabelProvider {
        @Override
        public String getColumnText(@Nullable Object element, int column) {
            List<String> labels = element instanceof TimeGraphEntry entry ? entry.getEntryModel().getLabels() : List.of();
            return column < labels.size() ? labels.get(column) : "";
        }
    }
}
