/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StackLayout;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfCpuSelectedSignal;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.signal.TmfDataModelSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.signal.TmfTimeViewAlignmentSignal;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.themes.IThemeManager;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.ThreadChosenSignal;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.Releases;
import org.bowline.tracecompass.core.provider.WaitDataProvider;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.ui.view.CaveatBanner;
import org.bowline.tracecompass.ui.view.Commands;
import org.bowline.tracecompass.ui.view.EmptyState;
import org.bowline.tracecompass.ui.view.FirstRange;
import org.bowline.tracecompass.ui.view.Hint;
import org.bowline.tracecompass.ui.view.ProgressStrip;
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
    private static final int POLL_MILLIS = 50;
    private static final int VISIBLE_BUFFER = 3;
    private static final int NAME_WIDTH = 400;
    private static final int NAME_PERCENT = 42;

    private static final String TMF_COLORS = "org.eclipse.tracecompass.tmf.ui.";

    private final StatePresentation presentation;
    private final IPropertyChangeListener themeListener = event -> {
        if (event.getProperty().startsWith(TMF_COLORS) || event.getProperty().equals(IThemeManager.CHANGE_CURRENT_THEME)) {
            inUi(this::colourHeader);
        }
    };
    private final String helpId;
    private @Nullable Parts parts;
    private volatile @Nullable IProgressMonitor building;
    private volatile List<Long> visibleIds = List.of();
    private final Action cancelAction = new CancelAction();

    /** The controls around the time graph. */
    private record Parts(CaveatBanner banner, Label header, ProgressStrip strip, Composite body, StackLayout stack, EmptyState empty,
            Composite content) {}

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
    }

    // controls

    @Override
    public void createPartControl(Composite parent) {
        Composite root = new Composite(parent, SWT.NONE);
        GridLayout layout = new GridLayout();
        layout.marginWidth = 0;
        layout.marginHeight = 0;
        layout.verticalSpacing = 0;
        root.setLayout(layout);
        CaveatBanner banner = new CaveatBanner(root);
        Label header = new Label(root, SWT.NONE);
        GridData headerData = new GridData(SWT.FILL, SWT.CENTER, true, false);
        headerData.horizontalIndent = 5;
        header.setLayoutData(headerData);
        ProgressStrip strip = new ProgressStrip(root);
        strip.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        Composite body = new Composite(root, SWT.NONE);
        body.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
        StackLayout stack = new StackLayout();
        body.setLayout(stack);
        EmptyState empty = new EmptyState(body);
        Composite content = new Composite(body, SWT.NONE);
        content.setLayout(new FillLayout());
        stack.topControl = content;
        parts = new Parts(banner, header, strip, body, stack, empty, content);
        super.createPartControl(createContent(content));
        getTimeGraphViewer().addSelectionListener(event -> chosen(event.getSelection()));
        // a click on the row that is selected already chooses it as well
        Control control = getTimeGraphViewer().getTimeGraphControl();
        control.addListener(SWT.MouseUp, event -> {
            if (event.button == 1 && event.stateMask == SWT.BUTTON1) {
                inUi(() -> chosen(getTimeGraphViewer().getSelection()));
            }
        });
        widenNames();
        colourHeader();
        PlatformUI.getWorkbench().getThemeManager().addPropertyChangeListener(themeListener);
        PlatformUI.getWorkbench().getHelpSystem().setHelp(root, helpId);
        refreshState();
    }

    /** On a dark ground the header of the names is dark, too: the style sheet of the theme does not reach it. */
    private void colourHeader() {
        Tree tree = getTimeGraphViewer().getTree();
        if (!tree.isDisposed()) {
            ColorRegistry theme = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
            boolean dark = StateColors.isDark(theme.getRGB(StateColors.GROUND));
            tree.setHeaderBackground(dark ? theme.get(TMF_COLORS + "TOOL_BACKGROUND") : null);
            tree.setHeaderForeground(dark ? theme.get(TMF_COLORS + "TOOL_FOREGROUND") : null);
        }
    }

    /**
     * Gives the columns the room they need, but leaves most of it to the states; whenever the view has another width, until a person moves the
     * line between them.
     */
    private void widenNames() {
        Control control = getTimeGraphViewer().getTimeGraphControl();
        Listener widen = event -> inUi(() -> {
            int width = Math.min(NAME_WIDTH, control.getSize().x * NAME_PERCENT / 100);
            if (getTimeGraphViewer().getNameSpace() != width) {
                getTimeGraphViewer().setNameSpace(width);
                if (width == NAME_WIDTH) {
                    // as if it was moved by hand: else Trace Compass aligns it with the views behind it, which have the room, too
                    TmfSignalManager.dispatchSignal(new TmfTimeViewAlignmentSignal(this, getTimeViewAlignmentInfo()));
                }
            }
        });
        control.addListener(SWT.Resize, widen);
        int[] pressedWith = {0};
        control.addListener(SWT.MouseDown, event -> pressedWith[0] = getTimeGraphViewer().getNameSpace());
        control.addListener(SWT.MouseUp, event -> {
            if (getTimeGraphViewer().getNameSpace() != pressedWith[0]) {
                control.removeListener(SWT.Resize, widen);
            }
        });
    }

    /** Makes what stands around the time graph; returns its parent. */
    protected Composite createContent(Composite parent) {
        return parent;
    }

    /** What is shown gets the keyboard: where there is no time graph yet, the text that tells the next step. */
    @Override
    public void setFocus() {
        Parts now = parts;
        if (now != null && now.stack().topControl == now.empty() && !now.empty().isDisposed()) {
            now.empty().setFocus();
        } else {
            super.setFocus();
        }
    }

    @Override
    public void dispose() {
        IProgressMonitor monitor = building;
        if (monitor != null) {
            monitor.setCanceled(true);
        }
        PlatformUI.getWorkbench().getThemeManager().removePropertyChangeListener(themeListener);
        presentation.dispose();
        super.dispose();
    }

    /** Shows a line above the time graph; nothing if empty. */
    protected final void setHeader(String text) {
        Parts now = parts;
        if (now != null && !now.header().isDisposed() && !now.header().getText().equals(text)) {
            now.header().setText(text.replace("&", "&&"));
            now.header().setToolTipText(text);
        }
    }

    /** The line above the time graph. */
    public final String header() {
        Parts now = parts;
        return now == null ? "" : now.header().getText();
    }

    /** The banner above the time graph. */
    public final @Nullable CaveatBanner banner() {
        Parts now = parts;
        return now == null ? null : now.banner();
    }

    /** What is shown instead of the time graph, or null if that is shown. */
    public final @Nullable EmptyState emptyState() {
        Parts now = parts;
        return now == null || now.stack().topControl != now.empty() ? null : now.empty();
    }

    /** Shows a hint instead of the time graph, or the time graph if null. */
    private void show(@Nullable Hint hint) {
        Parts now = parts;
        if (now == null || now.body().isDisposed()) {
            return;
        }
        if (hint != null) {
            now.empty().show(hint);
        }
        now.stack().topControl = hint == null ? now.content() : now.empty();
        now.body().layout();
    }

    // what is shown

    /** The provider of the chosen trace, or null if it has no wait analysis. */
    protected final @Nullable WaitDataProvider provider() {
        ITmfTrace trace = getTrace();
        return trace == null || WaitAnalysisModule.of(trace) == null ? null
                : Releases.dataProvider(trace, getProviderId(), WaitDataProvider.class);
    }

    /** The result of the chosen trace's analysis, or null if there is none yet. */
    protected final @Nullable AnalysisResult result() {
        ITmfTrace trace = getTrace();
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        return module == null ? null : module.result();
    }

    /** Brings header, banner and hint up to date. In the UI thread. */
    protected final void refreshState() {
        Parts now = parts;
        if (now == null || now.body().isDisposed()) {
            return;
        }
        ITmfTrace trace = getTrace();
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        AnalysisResult result = module == null ? null : module.result();
        cancelAction.setEnabled(building != null);
        if (result == null) {
            now.banner().setCaveats(List.of());
            setHeader("");
            if (trace == null) {
                now.strip().idle();
                show(Hint.of(Messages.noTrace, Messages.noTraceText, Messages.openLink, Commands.runner(getSite(), Commands.OPEN)));
            } else if (module == null) {
                now.strip().idle();
                show(Hint.of(Messages.noAnalysis, Messages.noAnalysisText));
            } else {
                without(now, AnalysisAccess.of(module).now());
            }
            cleared();
            return;
        }
        if (trace != null) {
            FirstRange.show(trace, result);
        }
        if (building == null) {
            now.strip().idle();
        }
        now.banner().setCaveats(caveats(result));
        setHeader(headerText(result));
        show(hint(result));
    }

    private void without(Parts now, AnalysisAccess.Now analysis) {
        switch (analysis.phase()) {
            case RUNNING, DONE -> {
                cancelAction.setEnabled(true); // also while the rows wait for their turn to be built
                now.strip().running(fraction());
                show(Hint.of(Messages.reading, Messages.readingText));
            }
            case CANCELLED -> {
                now.strip().idle();
                show(Hint.of(Messages.cancelled, Messages.cancelledText, Messages.runAgain, this::runAgain));
            }
            case FAILED -> {
                now.strip().idle();
                show(Hint.of(Messages.failed, analysis.message(), Messages.runAgain, this::runAgain));
            }
        }
    }

    private double fraction() {
        ITmfTrace trace = getTrace();
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        return module == null ? 0 : module.fraction();
    }

    private void runAgain() {
        ITmfTrace trace = getTrace();
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        if (module != null) {
            module.again();
            rebuild();
        }
    }

    /** The header line. */
    protected abstract String headerText(AnalysisResult result);

    /** The caveats, the most severe first. */
    protected List<org.bowline.core.model.Caveat> caveats(AnalysisResult result) {
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
        inUi(this::refreshState);
    }

    @Override
    protected Iterable<ITmfTrace> getTracesToBuild(@Nullable ITmfTrace trace) {
        return trace == null ? List.of() : List.of(trace);
    }

    @Override
    protected void buildEntryList(ITmfTrace trace, ITmfTrace parentTrace, IProgressMonitor monitor) {
        building = monitor;
        try {
            inUi(this::refreshState);
            WaitDataProvider provider = Releases.dataProvider(trace, getProviderId(), WaitDataProvider.class);
            if (provider != null && waitFor(provider, monitor) && !monitor.isCanceled()) {
                super.buildEntryList(trace, parentTrace, monitor);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            boolean last = building == monitor;
            if (last) {
                building = null;
            }
            inUi(() -> {
                refreshState();
                if (last && !monitor.isCanceled() && trace.equals(getTrace())) {
                    built();
                }
            });
        }
    }

    /** Waits in short steps, so that the first picture comes at once; whether there is a result. */
    private boolean waitFor(WaitDataProvider provider, IProgressMonitor monitor) throws InterruptedException {
        AnalysisAccess.Phase phase = provider.analysis().phase();
        while (phase == AnalysisAccess.Phase.RUNNING && !monitor.isCanceled()) {
            Thread.sleep(POLL_MILLIS);
            inUi(() -> {
                Parts now = parts;
                if (now != null && provider.analysis().phase() == AnalysisAccess.Phase.RUNNING) {
                    now.strip().running(fraction());
                }
            });
            phase = provider.analysis().phase();
        }
        return phase == AnalysisAccess.Phase.DONE;
    }

    /** Runs something in the UI thread, if the view is still there. */
    protected final void inUi(Runnable action) {
        Parts now = parts;
        Display display = now == null || now.body().isDisposed() ? null : now.body().getDisplay();
        if (display != null && !display.isDisposed()) {
            display.asyncExec(() -> {
                if (!now.body().isDisposed()) {
                    action.run();
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
            inUi(this::refreshState);
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
        AnalysisResult result = result();
        return result == null || !(entry instanceof TimeGraphEntry row) ? Timeline.NONE
                : EntryIds.thread(result.timeline(), row.getEntryModel().getId());
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

    /** A thread was chosen in a view of Bowline. */
    @TmfSignalHandler
    public void threadChosen(ThreadChosenSignal signal) {
        if (signal.getSource() != this && signal.trace().equals(getTrace())) {
            inUi(() -> threadChosen(signal.thread()));
        }
    }

    /** A thread was chosen in a view of Trace Compass. */
    @TmfSignalHandler
    public void threadSelected(TmfThreadSelectedSignal signal) {
        ITmfTrace trace = getTrace();
        AnalysisResult result = result();
        if (signal.getSource() instanceof ThreadSource || trace == null || result == null) {
            return;
        }
        ThreadLocator locator = new ThreadLocator(result.timeline());
        other(locator.thread(locator.host(trace, signal.getTraceHost()), signal.getThreadId(), now()));
    }

    /** A CPU was chosen in a view of Trace Compass: the thread that runs on it now is meant. */
    @TmfSignalHandler
    public void cpuSelected(TmfCpuSelectedSignal signal) {
        AnalysisResult result = result();
        if (result != null && getTrace() != null) {
            ThreadLocator locator = new ThreadLocator(result.timeline());
            other(locator.running(locator.host(signal.getTrace()), signal.getCore(), now()));
        }
    }

    @Override
    @TmfSignalHandler
    public void selectionChanged(TmfDataModelSelectedSignal signal) {
        AnalysisResult result = result();
        if (signal.getSource() instanceof ThreadSource || result == null || getTrace() == null) {
            return;
        }
        for (Object value : signal.getMetadata().get(OsStrings.tid())) {
            if (value instanceof Integer tid) {
                other(ofRow(new ThreadLocator(result.timeline()), signal.getSource(), tid));
                return;
            }
        }
    }

    /** The thread of a tid that was chosen in a view whose chosen row tells the trace; else the only one. */
    private int ofRow(ThreadLocator locator, @Nullable Object source, int tid) {
        if (source instanceof AbstractTimeGraphView view && view.getTimeGraphViewer() != null
                && view.getTimeGraphViewer().getSelection() instanceof TimeGraphEntry row) {
            try {
                int host = locator.host(BaseDataProviderTimeGraphView.getTrace(row));
                if (host != Timeline.NONE) {
                    return locator.thread(host, tid, now());
                }
            } catch (IllegalStateException e) {
                // not a row of a data provider: the tid alone must do
                return locator.onlyThread(tid, now());
            }
        }
        return locator.onlyThread(tid, now());
    }

    private void other(int thread) {
        if (thread != Timeline.NONE) {
            inUi(() -> threadChosen(thread));
        }
    }

    /** The selected moment. */
    protected final long now() {
        ITmfTrace trace = getTrace();
        return trace == null ? 0 : TmfTraceManager.getInstance().getTraceContext(trace).getSelectionRange().getStartTime().toNanos();
    }

    /** The row of a thread, or null. */
    protected final @Nullable TimeGraphEntry row(int thread) {
        AnalysisResult result = result();
        WaitDataProvider provider = result == null ? null : provider();
        if (result == null || provider == null) {
            return null;
        }
        synchronized (fEntries) {
            return fEntries.get(provider, EntryIds.ofThread(result.timeline(), thread));
        }
    }

    /** All rows of the chosen trace. */
    protected final Collection<TimeGraphEntry> rows() {
        WaitDataProvider provider = provider();
        if (provider == null) {
            return Collections.emptyList();
        }
        synchronized (fEntries) {
            return List.copyOf(fEntries.row(provider).values());
        }
    }

    // actions

    @Override
    protected void fillLocalToolBar(IToolBarManager manager) {
        manager.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, cancelAction);
        super.fillLocalToolBar(manager);
    }

    @Override
    protected void fillTimeGraphEntryContextMenu(IMenuManager menu) {
        addFollow(menu);
        super.fillTimeGraphEntryContextMenu(menu);
    }

    @Override
    protected void fillTimeEventContextMenu(IMenuManager menu) {
        addFollow(menu);
        super.fillTimeEventContextMenu(menu);
    }

    private void addFollow(IMenuManager menu) {
        int thread = thread(getTimeGraphViewer().getSelection());
        ITmfTrace trace = getTrace();
        if (thread != Timeline.NONE && trace != null) {
            menu.add(new Action(Messages.follow) {
                @Override
                public void run() {
                    FollowCriticalPath.follow(getSite().getPage(), AnalysisTimeGraphView.this, trace, thread);
                }
            });
        }
    }

    /** Stops the build of the rows. */
    private final class CancelAction extends Action {
        CancelAction() {
            super(Messages.cancel);
            setToolTipText(Messages.cancelTip);
            setImageDescriptor(PlatformUI.getWorkbench().getSharedImages().getImageDescriptor(ISharedImages.IMG_ELCL_STOP));
            setDisabledImageDescriptor(
                    PlatformUI.getWorkbench().getSharedImages().getImageDescriptor(ISharedImages.IMG_ELCL_STOP_DISABLED));
            setEnabled(false);
        }

        @Override
        public void run() {
            IProgressMonitor monitor = building;
            if (monitor != null) {
                monitor.setCanceled(true);
            }
            ITmfTrace trace = getTrace();
            WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
            if (module != null && module.result() == null) {
                module.stop();
            }
            refreshState();
        }
    }
}
