/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.viewers.Viewer;
import org.eclipse.jface.viewers.ViewerFilter;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.jspecify.annotations.Nullable;
import org.osgi.service.prefs.BackingStoreException;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.SetAside;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.provider.WaitDataProvider;
import org.bowline.tracecompass.core.threads.ThreadEntry;
import org.bowline.tracecompass.core.threads.ThreadsDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;
import org.bowline.tracecompass.ui.time.AnalysisTimeGraphView;
import org.bowline.tracecompass.ui.time.StatePresentation;
import org.bowline.tracecompass.ui.view.Ranges;

/**
 * The states of all threads over time, below their hosts and processes, with wake-ups and packets as arrows. The columns tell the time on a CPU and
 * the blocked time, of the range that all views are about; they sort; threads that never ran in that range, and those that are set aside, can be hidden.
 * Order and hiding are remembered.
 */
public final class ThreadsView extends AnalysisTimeGraphView {
    /** Its id. */
    public static final String ID = "org.bowline.views.threads";
    private static final String HELP = "org.bowline.help.threads";
    private static final String HIDE_IDLE = "hideIdle";
    private static final String SORT_COLUMN = "sortColumn";
    private static final String SORT_UP = "sortUp";
    private static final int COLUMN_CPU = 2;
    private static final int SETTLE_MILLIS = 200;

    private final IEclipsePreferences settings = (IEclipsePreferences) InstanceScope.INSTANCE.getNode(Ui.PLUGIN).node(ID);
    private final IdleFilter idleFilter = new IdleFilter();
    private final Action hideIdleAction = Actions.toggle(Messages.hideIdle, Messages.hideIdleTip, Actions.icon("hide_idle.png"),
            settings.getBoolean(HIDE_IDLE, true), this::hideIdleChanged);
    private volatile boolean hideIdle = settings.getBoolean(HIDE_IDLE, WaitAnalysisPreferences.hideIdle());
    private volatile @Nullable SetAside aside;
    private volatile @Nullable IntPredicate counting;
    private volatile int shownAnyway = Timeline.NONE;
    private @Nullable Job totalsJob;
    private @Nullable KeptRows kept;
    private final Set<TimeGraphEntry> folded = Collections.newSetFromMap(new WeakHashMap<>());

    /** A view; shows the chosen trace. */
    public ThreadsView() {
        super(ID, new StatePresentation(), ThreadsDataProvider.ID, HELP);
        setTreeColumns(titles(), RowOrder.byColumn(), settings.getInt(SORT_COLUMN, COLUMN_CPU));
        setFilterColumns(titles());
        setAutoExpandLevel(2);
    }

    private static String[] titles() {
        return new String[] {Messages.columnThread, Messages.columnTid, Messages.columnCpu, Messages.columnBlocked};
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        if (kept != null) {
            kept.follow(getTimeGraphViewer());
        }
        Tree tree = getTimeGraphViewer().getTree();
        for (int i = 0; i < tree.getColumnCount(); i++) {
            int column = i;
            tree.getColumn(i).addListener(SWT.Selection, event -> {
                settings.putInt(SORT_COLUMN, column);
                settings.putBoolean(SORT_UP, tree.getSortDirection() == SWT.UP);
                store();
            });
        }
        if (settings.getBoolean(SORT_UP, false)) {
            tree.setSortColumn(tree.getColumn(Math.min(settings.getInt(SORT_COLUMN, COLUMN_CPU), tree.getColumnCount() - 1)));
            tree.setSortDirection(SWT.DOWN);
            tree.getSortColumn().notifyListeners(SWT.Selection, new Event());
        }
    }

    @Override
    protected Composite createContent(Composite parent) {
        Composite both = new Composite(parent, SWT.NONE);
        both.setLayout(GridLayoutFactory.fillDefaults().spacing(0, 0).create());
        kept = new KeptRows(both, this);
        Composite graph = new Composite(both, SWT.NONE);
        graph.setLayout(new FillLayout());
        graph.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        return graph;
    }

    private void store() {
        try {
            settings.flush();
        } catch (BackingStoreException e) {
            Platform.getLog(ThreadsView.class).warn("the settings of a view could not be stored", e);
        }
    }

    // what is shown

    @Override
    protected String headerText(AnalysisResult result) {
        ITmfTrace trace = getTrace();
        Span range = range();
        long all = 0;
        long shown = 0;
        for (TimeGraphEntry row : rows()) {
            if (row.getEntryModel() instanceof ThreadEntry model && model.thread() >= 0
                    && (range == null || model.livesWithin(range.fromNanos(), range.toNanos()))) {
                all++;
                shown += isInSight(row) ? 1 : 0;
            }
        }
        return ThreadsHeader.text(!rows().isEmpty(), all, shown, result.timeline().hostCount(),
                trace == null ? "" : Ranges.sentence(Ranges.of(trace), trace, result));
    }

    @Override
    protected void cleared() {
        aside = null;
        counting = null;
    }

    @Override
    protected @Nullable Hint hint(AnalysisResult result) {
        boolean any = false;
        boolean active = false;
        for (TimeGraphEntry row : rows()) {
            if (row.getEntryModel() instanceof ThreadEntry model && model.thread() >= 0) {
                any = true;
                active |= !isHidden(model);
            }
        }
        return hideIdle && any && !active ? new Hint(Messages.allIdle, Messages.allIdleText, Messages.showIdle, () -> setHideIdle(false))
                : null;
    }

    @Override
    protected Map<String, Object> getFetchTreeParameters() {
        Map<String, Object> parameters = new HashMap<>(super.getFetchTreeParameters());
        Span now = range();
        if (now != null && !now.isMoment()) {
            parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(now.fromNanos(), now.toNanos()));
        }
        return parameters;
    }

    @Override
    protected void loadingTrace(ITmfTrace trace) {
        aside = null;
        counting = null;
        shownAnyway = Timeline.NONE;
        super.loadingTrace(trace);
        frame().later(() -> {
            if (trace.equals(getTrace()) && getEntryList(trace) != null) {
                computeTotals(0); // its rows are there from before, and with those that are built who is set aside is found out
            }
        });
    }

    @Override
    protected void buildEntryList(ITmfTrace trace, ITmfTrace parentTrace, IProgressMonitor monitor) {
        findAside(monitor);
        super.buildEntryList(trace, parentTrace, monitor);
    }

    /** Finds out whose waits count, and who is set aside in the range; long, not for the UI thread. */
    private void findAside(IProgressMonitor monitor) {
        ITmfTrace trace = getTrace();
        AnalysisResult result = result();
        Span now = range();
        counting = trace == null || result == null ? null : Inquiries.now(trace).origins().in(result.timeline());
        if (trace == null || result == null || now == null || now.isMoment() || Choice.everybody(trace)) {
            aside = null;
            return;
        }
        try {
            aside = WaitForAnswers.of(trace, result).aside(Math.max(now.fromNanos(), result.timeline().startNanos()),
                    Math.min(now.toNanos(), result.timeline().endNanos()), new MonitorProgress(monitor));
        } catch (CancelledException e) {
            aside = null; // who asks next finds out
        }
    }

    @Override
    protected void rebuild() {
        super.rebuild();
        ITmfTrace trace = getTrace();
        if (trace != null) {
            // the filters of a trace are set when its rows are first shown
            getFiltersMap().put(trace, new ViewerFilter[] {idleFilter});
        }
    }

    /** Computes the columns anew, once the range rests. */
    @Override
    protected void rangeChosen() {
        computeTotals(SETTLE_MILLIS);
    }

    private void computeTotals(long delayMillis) {
        Job before = totalsJob;
        if (before != null) {
            before.cancel();
        }
        WaitDataProvider provider = provider();
        if (provider != null) {
            Job job = new TotalsJob(provider);
            totalsJob = job;
            job.schedule(delayMillis);
        }
    }

    @Override
    protected void threadChosen(int thread) {
        TimeGraphEntry row = row(thread);
        if (row != null && getTimeGraphViewer().getSelection() != row) {
            if (row.getEntryModel() instanceof ThreadEntry model && isHidden(model)) {
                shownAnyway = thread; // somebody wants to see it
                refilter();
            }
            foldGroups(); // else what is unfolded for the thread would be folded
            getTimeGraphViewer().selectAndReveal(row);
        }
    }

    @Override
    public void dispose() {
        Job job = totalsJob;
        if (job != null) {
            job.cancel();
        }
        super.dispose();
    }

    // rows that stay in sight

    @Override
    protected Set<TimeGraphEntry> getVisibleItems(int buffer) {
        Set<TimeGraphEntry> visible = new HashSet<>(super.getVisibleItems(buffer));
        if (kept != null) {
            visible.addAll(kept.rows());
        }
        frame().later(this::foldGroups);
        return visible;
    }

    /** Rows of several threads are folded when they are first seen; Trace Compass unfolds all rows of their level. */
    private void foldGroups() {
        for (ITimeGraphEntry entry : getTimeGraphViewer().getExpandedElements()) {
            if (entry instanceof TimeGraphEntry row && row.getEntryModel() instanceof ThreadEntry model && model.thread() < 0
                    && !model.isHost() && folded.add(row)) {
                getTimeGraphViewer().setExpandedState(row, false);
            }
        }
    }

    @Override
    protected void built() {
        if (kept != null) {
            kept.arrange();
        }
    }

    @Override
    protected void fillContextMenu(IMenuManager menu) {
        if (kept != null && getTimeGraphViewer().getSelection() instanceof TimeGraphEntry row
                && row.getEntryModel() instanceof ThreadEntry model && !model.isHost()) {
            boolean keeps = kept.keeps(row);
            menu.add(Actions.toggle(Messages.keep, Messages.keepTip, null, keeps, () -> keep(row, !keeps)));
        }
        super.fillContextMenu(menu);
    }

    /** Keeps a row in sight above the others, or does not any more. */
    public void keep(TimeGraphEntry row, boolean keep) {
        if (kept != null) {
            kept.keep(row, keep);
        }
    }

    /** The control with the rows that are kept in sight; null before the view is made. */
    public @Nullable Control keptRows() {
        return kept;
    }

    @Nullable
    TimeGraphEntry rowOf(long id) {
        return rowOfId(id);
    }

    void draw(TimeGraphEntry row, TimeGraphViewer viewer, Rectangle bounds, GC gc) {
        presentation().draw(row, viewer, bounds, gc);
    }

    void drawArrows(TimeGraphViewer viewer, ToIntFunction<@Nullable ITimeGraphEntry> middle, GC gc) {
        if (!hideArrows().isChecked()) {
            presentation().drawArrows(viewer.getTimeGraphControl().getArrows(), viewer, middle, gc);
        }
    }

    Map<String, String> tip(TimeGraphEntry row, TimeGraphViewer viewer, int x) {
        return presentation().tip(row, viewer, x);
    }

    /** What the tooltip of the rows that are kept in sight said when the pointer rested there last, line by line. */
    public List<String> keptToolTip() {
        return kept == null ? List.of() : kept.toolTip();
    }

    /** A row that is kept was clicked. */
    void choose(TimeGraphEntry row) {
        int thread = thread(row);
        if (thread != Timeline.NONE) {
            choose(thread);
        }
    }

    // hiding

    /** Hides or shows threads that never ran. */
    public void setHideIdle(boolean hide) {
        hideIdle = hide;
        settings.putBoolean(HIDE_IDLE, hide);
        store();
        hideIdleAction.setChecked(hide);
        refilter();
        refreshState();
    }

    private void refilter() {
        if (List.of(getTimeGraphViewer().getFilters()).contains(idleFilter)) {
            getTimeGraphViewer().changeFilter(idleFilter);
        } else {
            getTimeGraphViewer().addFilter(idleFilter);
        }
        refresh();
    }

    /** Whether the row of a thread is hidden: its waits do not count; or with those that are idle, as it never ran, or is set aside. */
    private boolean isHidden(ThreadEntry model) {
        SetAside left = aside;
        IntPredicate of = counting;
        int thread = model.thread();
        if (thread < 0) { // these are seen with their threads
            return of != null || hideIdle && !model.isHost();
        }
        return thread != shownAnyway
                && (of != null && !of.test(thread) || hideIdle && (model.isIdle() || left != null && left.isAside(thread)));
    }

    /** Whether a row is there: one that is not hidden, or below which there is one. */
    private boolean isInSight(ITimeGraphEntry entry) {
        if (entry instanceof TimeGraphEntry row && row.getEntryModel() instanceof ThreadEntry model && !isHidden(model)) {
            return true;
        }
        for (ITimeGraphEntry child : entry.getChildren()) {
            if (isInSight(child)) {
                return true;
            }
        }
        return false;
    }

    private void hideIdleChanged() {
        setHideIdle(hideIdleAction.isChecked());
    }

    /** Whether threads that never ran are hidden. */
    public boolean hidesIdle() {
        return hideIdle;
    }

    @Override
    protected void fillLocalToolBar(IToolBarManager manager) {
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, hideIdleAction);
        super.fillLocalToolBar(manager);
    }

    @Override
    protected void fillLocalMenu(IMenuManager manager) {
        manager.add(hideIdleAction);
        super.fillLocalMenu(manager);
    }

    /** Keeps a row that ran, or below which one ran. */
    private final class IdleFilter extends ViewerFilter {
        @Override
        public boolean select(@Nullable Viewer viewer, @Nullable Object parent, @Nullable Object element) {
            return !(element instanceof ITimeGraphEntry entry) || isInSight(entry);
        }
    }

    /** Fetches the tree anew and gives its rows their new times. */
    private final class TotalsJob extends Job {
        private final WaitDataProvider provider;

        TotalsJob(WaitDataProvider provider) {
            super(ThreadsView.this.getTitle());
            this.provider = provider;
            setSystem(true);
        }

        @Override
        protected IStatus run(IProgressMonitor monitor) {
            findAside(monitor);
            TmfTreeModel<TimeGraphEntryModel> model = provider.fetchTree(getFetchTreeParameters(), monitor).getModel();
            if (monitor.isCanceled() || model == null) {
                return Status.CANCEL_STATUS;
            }
            synchronized (fEntries) {
                for (TimeGraphEntryModel row : model.getEntries()) {
                    TimeGraphEntry entry = fEntries.get(provider, row.getId());
                    if (entry != null) {
                        entry.updateModel(row);
                    }
                }
            }
            frame().later(() -> {
                refilter();
                refreshState();
            });
            return Status.OK_STATUS;
        }
    }
}
