/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.path;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Table;
import org.eclipse.tracecompass.tmf.core.model.IOutputElement;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.contexts.IContextService;
import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.tag.TagLog;
import org.bowline.core.tag.TagOnPath;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.rows.ModuleShare;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.path.CriticalPathDataProvider;
import org.bowline.tracecompass.core.path.PathEntry;
import org.bowline.tracecompass.core.path.PathModel;
import org.bowline.tracecompass.core.path.PathQuery;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.tags.TagEvents;
import org.bowline.tracecompass.core.threads.ClockError;
import org.bowline.tracecompass.core.threads.ThreadNames;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.time.AnalysisTimeGraphView;
import org.bowline.tracecompass.ui.time.FollowCriticalPath;
import org.bowline.tracecompass.ui.time.StatePresentation;
import org.bowline.tracecompass.ui.view.EvidenceSource;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.Ranges;

/**
 * The critical path of the chosen thread, its rows by host and thread in the order in which the path comes to them, with the totals by state and
 * cause beside it.
 *
 * <p><b>Which range.</b> The one that all views are about, and the path follows when another one is chosen. Zooming in does not change the path, as then it
 * could not be looked at closely. What is selected as evidence counts here as well. The header tells.
 */
public final class CriticalPathView extends AnalysisTimeGraphView {
    /** Its id. */
    public static final String ID = FollowCriticalPath.VIEW;
    /** Pixels; in a narrower view the totals are below the path and not beside it. */
    private static final int BESIDE_WIDTH = 950;
    /** Pixels; in a lower view there is no room for two things one above the other. */
    private static final int BELOW_HEIGHT = 320;

    private static final String HELP = "org.bowline.help.critical_path";
    private static final String CONTEXT = "org.bowline.contexts.criticalPath";
    private static final EvidenceSource STEP = new EvidenceSource() {};
    private static final int SETTLE_MILLIS = 150;

    private volatile Asked asked = Asked.NOTHING;
    private volatile @Nullable PathModel path;
    private @Nullable TotalsTable totals;
    /** Reads the tags, once per experiment, and adds up those of the path. */
    private final LatestJob adding = new LatestJob(() -> frame().isAlive());
    private final Action next = arrow(true, Messages.next, Messages.nextTip, ISharedImages.IMG_TOOL_FORWARD);
    private final Action previous = arrow(false, Messages.previous, Messages.previousTip, ISharedImages.IMG_TOOL_BACK);
    private final Runnable settled = this::followSelection;

    /** What the view was asked for. */
    private record Asked(@Nullable ITmfTrace trace, PathQuery query, RangeChoice.Kind range) {
        static final Asked NOTHING = new Asked(null, PathQuery.NONE, RangeChoice.Kind.WORK);
    }

    /** Tells the provider in tooltips which path is meant. */
    private static final class PathPresentation extends StatePresentation {
        private @Nullable CriticalPathView view;

        @Override
        protected void addParameters(Map<String, Object> parameters) {
            CriticalPathView of = view;
            if (of != null) {
                of.asked.query().into(parameters);
            }
        }
    }

    /** A view; waits for a thread to be chosen. */
    public CriticalPathView() {
        this(new PathPresentation());
    }

    private CriticalPathView(PathPresentation presentation) {
        super(ID, presentation, CriticalPathDataProvider.ID, HELP);
        presentation.view = this;
        setTreeColumns(new String[] {Messages.columnThread, Messages.columnTid, Messages.columnTime, Messages.columnShare}, orders(), 0);
        setFilterColumns(new String[] {Messages.columnThread});
    }

    /** In the order of the path, by tid, by time (twice: the share is the same). */
    private static Comparator<ITimeGraphEntry>[] orders() {
        Comparator<ITimeGraphEntry> byOrder = Comparator.comparingLong(entry -> value(entry, PathEntry::order));
        Comparator<ITimeGraphEntry> byNanos = Comparator.<ITimeGraphEntry>comparingLong(entry -> value(entry, PathEntry::nanos)).reversed()
                .thenComparing(byOrder);
        @SuppressWarnings({"unchecked",
            "rawtypes"}) Comparator<ITimeGraphEntry>[] orders = new Comparator[] {byOrder, null, byNanos, byNanos};
        return orders;
    }

    private static long value(ITimeGraphEntry entry, ToLongFunction<PathEntry> of) {
        return entry instanceof TimeGraphEntry row && row.getEntryModel() instanceof PathEntry model ? of.applyAsLong(model) : 0;
    }

    // controls

    @Override
    protected Composite createContent(Composite parent) {
        SashForm sash = new SashForm(parent, SWT.HORIZONTAL);
        Composite graph = new Composite(sash, SWT.NONE);
        graph.setLayout(new FillLayout());
        totals = new TotalsTable(sash);
        sash.setWeights(new int[] {72, 28});
        sash.addListener(SWT.Resize, event -> {
            boolean below = sash.getSize().x < BESIDE_WIDTH && sash.getSize().y >= BELOW_HEIGHT;
            sash.setOrientation(below ? SWT.VERTICAL : SWT.HORIZONTAL);
        });
        return graph;
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        // its keys hold in this view only
        getSite().getService(IContextService.class).activateContext(CONTEXT);
    }

    @Override
    protected void fillLocalToolBar(IToolBarManager manager) {
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, previous);
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, next);
        super.fillLocalToolBar(manager);
    }

    // what is shown

    @Override
    protected String headerText(AnalysisResult result) {
        PathModel model = path;
        if (model == null) {
            return "";
        }
        CriticalPath of = model.path();
        String hops = model.hops() == 0 ? Messages.noHops
                : MessageFormat.format(Messages.hops, model.hops(), ClockError.text(model.clockErrorNanos()));
        return MessageFormat.format(Messages.header, ThreadNames.phrase(of.timeline(), of.thread()),
                switch (asked.range()) {
                    case WORK -> Messages.rangeWork;
                    case WHOLE -> Messages.rangeWhole;
                    case SELECTED -> Messages.rangeSelected;
                },
                TimeFormat.duration(of.toNanos() - of.fromNanos()), of.size(), hops);
    }

    @Override
    protected List<Caveat> caveats(AnalysisResult result) {
        PathModel model = path;
        if (model == null) {
            return result.caveats();
        }
        List<Caveat> all = new ArrayList<>(model.path().caveats());
        all.addAll(result.caveats());
        all.sort(Comparator.comparing(Caveat::severity).reversed());
        return all;
    }

    @Override
    protected @Nullable Hint hint(AnalysisResult result) {
        if (asked.query().thread() != Timeline.NONE && getTrace() != null && getTrace().equals(asked.trace())) {
            return null;
        }
        return new Hint(Messages.noThread, Messages.noThreadText, Messages.showThreads,
                () -> Commands.show(getSite().getPage(), "org.bowline.views.threads"));
    }

    @Override
    protected void built() {
        show(current());
    }

    @Override
    protected void cleared() {
        show(null);
    }

    private void show(@Nullable PathModel model) {
        path = model;
        TotalsTable table = totals;
        if (table != null) {
            table.show(model);
            addModules(table, model);
        }
        next.setEnabled(model != null);
        previous.setEnabled(model != null);
        AnalysisResult result = result();
        if (model != null && result != null) {
            refreshState();
        }
    }

    private void addModules(TotalsTable table, @Nullable PathModel model) {
        ITmfTrace trace = getTrace();
        if (model == null || trace == null) {
            adding.cancel();
            return;
        }
        adding.ask(Messages.adding, trace, progress -> {
            TagLog log = TagEvents.read(TraceFiles.of(trace), WaitAnalysisModule.beside(trace, TagEvents.FILE), model.result(), progress)
                    .log();
            return log.isEmpty() ? List.<ModuleShare>of() : ModuleShare.of(TagOnPath.of(model.path(), log).labels().get(0), log.paths());
        }, modules -> {
            if (model.equals(path)) {
                table.show(modules);
            }
        }, why -> {
            // the path is there without its modules; the log has why, and so has the view Tags
        });
    }

    /** The totals of the path, line by line; null before the view is made. */
    public @Nullable Table totals() {
        TotalsTable table = totals;
        return table == null ? null : table.table();
    }

    /** Whether the modules on the path are still to come. */
    public boolean isAdding() {
        return adding.isBusy();
    }

    /** The path that was asked for last, which the provider still has. */
    private @Nullable PathModel current() {
        if (!(provider() instanceof CriticalPathDataProvider provider) || provider.analysis().phase() != AnalysisAccess.Phase.DONE
                || asked.query().thread() == Timeline.NONE) {
            return null;
        }
        try {
            return provider.path(asked.query(), new MonitorProgress(new NullProgressMonitor()));
        } catch (CancelledException e) {
            return null;
        }
    }

    /** The path that is shown, or null. */
    public @Nullable PathModel path() {
        return path;
    }

    // which path

    @Override
    protected Map<String, Object> getFetchTreeParameters() {
        return with(super.getFetchTreeParameters());
    }

    @Override
    protected Map<String, Object> getFetchRowModelParameters(long start, long end, long resolution, boolean fullSearch,
            java.util.Collection<Long> items) {
        return with(super.getFetchRowModelParameters(start, end, resolution, fullSearch, items));
    }

    @Override
    protected Map<String, Object> getFetchArrowsParameters(List<Long> times) {
        return with(super.getFetchArrowsParameters(times));
    }

    @Override
    protected Map<String, Object> getFetchTooltipParameters(long time, long item, @Nullable IOutputElement element) {
        return with(super.getFetchTooltipParameters(time, item, element));
    }

    private Map<String, Object> with(Map<String, Object> parameters) {
        asked.query().into(parameters);
        return parameters;
    }

    @Override
    protected void threadChosen(int thread) {
        ITmfTrace trace = getTrace();
        AnalysisResult result = result();
        if (trace == null || result == null) {
            return;
        }
        RangeChoice chosen = Ranges.withEvidence(trace);
        Span of = Ranges.span(chosen, trace, result);
        ask(new Asked(trace, new PathQuery(thread, of.fromNanos(), of.toNanos() + (of.isMoment() ? 1 : 0)), chosen.kind()));
    }

    @Override
    protected void rangeChosen() {
        ITmfTrace trace = getTrace();
        if (trace != null && trace.equals(asked.trace()) && asked.query().thread() != Timeline.NONE
                && Ranges.of(trace).kind() != RangeChoice.Kind.SELECTED) {
            frame().later(() -> threadChosen(asked.query().thread())); // when nothing is selected any more
        }
    }

    @Override
    protected RangeChoice shownRange(ITmfTrace trace) {
        Asked of = asked;
        return !trace.equals(of.trace()) || of.query().thread() == Timeline.NONE || of.range() != RangeChoice.Kind.SELECTED
                ? super.shownRange(trace)
                : RangeChoice.selected(of.query().fromNanos(), of.query().toNanos());
    }

    private void ask(Asked question) {
        if (!question.equals(asked)) {
            asked = question;
            show(null);
            rebuild();
        }
    }

    @Override
    @TmfSignalHandler
    public void selectionRangeUpdated(TmfSelectionRangeUpdatedSignal signal) {
        super.selectionRangeUpdated(signal);
        frame().later(() -> {
            getParentComposite().getDisplay().timerExec(-1, settled);
            getParentComposite().getDisplay().timerExec(SETTLE_MILLIS, settled);
        });
    }

    /** Another range was selected: the path follows. A moment changes nothing. */
    private void followSelection() {
        ITmfTrace trace = getTrace();
        if (trace == null || getParentComposite().isDisposed() || !trace.equals(asked.trace())) {
            return;
        }
        Span selected = Span.selected(trace);
        if (!selected.isMoment() && !Ranges.isLocked(trace)) {
            ask(new Asked(trace, new PathQuery(asked.query().thread(), selected.fromNanos(), selected.toNanos()),
                    RangeChoice.Kind.SELECTED));
        }
    }

    @Override
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        super.traceClosed(signal);
        if (signal.getTrace().equals(asked.trace())) {
            asked = Asked.NOTHING;
            path = null;
            frame().later(() -> show(null));
        }
    }

    @Override
    protected void loadingTrace(ITmfTrace trace) {
        super.loadingTrace(trace);
        if (!trace.equals(asked.trace())) {
            asked = Asked.NOTHING;
            path = null;
            frame().later(() -> show(null));
            int before = Inquiries.now(trace).thread();
            if (before != Timeline.NONE) {
                // chosen before this view was there; once the view knows its trace
                frame().later(() -> {
                    if (trace.equals(getTrace())) {
                        threadChosen(before);
                    }
                });
            }
        }
    }

    @Override
    public void dispose() {
        Ui.run(adding::cancel);
        super.dispose();
    }

    // steps

    private Action arrow(boolean forward, String name, String tip, String image) {
        Action action = Actions.of(name, tip, PlatformUI.getWorkbench().getSharedImages().getImageDescriptor(image), () -> step(forward));
        action.setEnabled(false);
        return action;
    }

    /**
     * Goes to the next segment of the path, or the previous one: selects its begin and its row, and scrolls both into sight. The segment that
     * holds the selected moment is the present one. In the UI thread.
     *
     * @return number of the segment, or −1 if there is none
     */
    public int step(boolean forward) {
        PathModel model = path;
        ITmfTrace trace = getTrace();
        if (model == null || trace == null) {
            return -1;
        }
        CriticalPath of = model.path();
        long time = getTimeGraphViewer().getSelectionBegin();
        int leg = model.legAt(time);
        int target = forward ? leg < 0 ? time < of.fromNanos() ? 0 : -1 : leg + 1
                : leg < 0 ? time < of.fromNanos() ? -1 : of.size() - 1 : leg - 1;
        if (target < 0 || target >= of.size()) {
            return -1;
        }
        getTimeGraphViewer().setSelectedTime(of.start(target), true);
        TimeGraphEntry row = row(of.thread(target));
        if (row != null) {
            getTimeGraphViewer().selectAndReveal(row);
        }
        TmfTimestamp at = (TmfTimestamp) TmfTimestamp.fromNanos(of.start(target));
        broadcast(new TmfSelectionRangeUpdatedSignal(STEP, at, at, trace)); // a walk over the path leaves the graph of its range
        choose(of.thread(target)); // all other views look at whose segment it is; the path stays
        return target;
    }
}
