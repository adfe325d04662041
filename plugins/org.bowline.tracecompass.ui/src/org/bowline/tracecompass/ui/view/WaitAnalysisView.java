/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StackLayout;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTimestampFormatUpdateSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceContext;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.viewers.IImageSave;
import org.eclipse.tracecompass.tmf.ui.views.ITimeReset;
import org.eclipse.tracecompass.tmf.ui.views.ITmfAllowMultiple;
import org.eclipse.tracecompass.tmf.ui.views.ITmfPinnable;
import org.eclipse.tracecompass.tmf.ui.views.ResetUtil;
import org.eclipse.tracecompass.tmf.ui.views.SaveImageUtil;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.contexts.IContextActivation;
import org.eclipse.ui.contexts.IContextService;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.report.TimeFormat;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/**
 * A view of the wait analysis that is not a time graph: it shows something that is computed from the analysis of the chosen trace in a
 * range of time. The range is the selection, or everything as long as the selection is a moment.
 *
 * <p>What follows the user is here: the chosen trace and selection, pinning, cancelling, reset, saving as an image, the banner of caveats,
 * the line that tells the range, the progress, and the hints of an empty view. A subclass {@linkplain #createContent makes} its controls,
 * {@linkplain #compute computes} a model in a job, and {@linkplain #show shows} it in the UI thread; a model that is not wanted any more is
 * never shown. Signals of an {@link EvidenceSource} do not change the range.
 *
 * @param <M> what is computed for a range and shown; immutable
 */
public abstract class WaitAnalysisView<M> extends TmfView implements ITmfPinnable, ITmfAllowMultiple, ITimeReset, EvidenceSource {
    /** So long a selection must rest until it is taken for a question. */
    private static final int SETTLE_MILLIS = 100;
    private static final int TICK_MILLIS = 100;
    private static final String TMF_CONTEXT = "org.eclipse.tracecompass.tmf.ui.view.context";

    private final String helpId;
    private @Nullable Parts parts;
    private @Nullable IContextActivation keys;
    private @Nullable ITmfTrace trace;
    private long selectedFrom;
    private long selectedTo;
    /** Number of the newest question; answers to older ones are not wanted. */
    private int wanted;
    private @Nullable Job running;
    private volatile double fraction;
    private @Nullable AnalysedRange shown;
    private final Runnable settled = this::ask;
    private final Runnable tick = this::tick;
    private final Action cancelAction = new CancelAction();

    /** The controls. */
    private record Parts(Composite root, CaveatBanner banner, Label range, ProgressStrip strip, Composite body, StackLayout stack,
            EmptyState empty, Control content) {}

    /**
     * @param name the view's name
     * @param helpId its context of help
     */
    protected WaitAnalysisView(String name, String helpId) {
        super(name);
        this.helpId = helpId;
    }

    // for subclasses to fill in

    /** Makes the controls. */
    protected abstract Control createContent(Composite parent);

    /** Name of the computation, for the user. */
    protected abstract String jobName(ITmfTrace ofTrace);

    /**
     * Computes what is shown. Called in a job; must poll the progress often enough to stop within 100 ms.
     *
     * @throws CancelledException if it was to stop
     */
    protected abstract M compute(AnalysedRange range, Progress progress);

    /** Shows a model. Called in the UI thread. */
    protected abstract void show(AnalysedRange range, M model);

    /** Forgets the model, as its trace was closed or another one was chosen. Called in the UI thread. */
    protected abstract void clear();

    /** Why there is nothing to see in a model, or null if there is something. */
    protected @Nullable Hint emptiness(AnalysedRange range, M model) {
        return null;
    }

    /** What is not known about a model, the most severe first. */
    protected List<Caveat> caveats(AnalysedRange range, M model) {
        return range.result().caveats();
    }

    /** Whether the range is the selection; else it is always everything. */
    protected boolean followsSelection() {
        return true;
    }

    /** Adds actions to the tool bar. */
    protected void fillToolBar(IToolBarManager bar) {
        // none
    }

    /** Saves the view as an image. */
    @Override
    protected IAction createSaveAction() {
        IImageSave image = () -> java.util.Objects.requireNonNull(parts).content();
        return SaveImageUtil.createSaveAction(getName(), () -> image);
    }

    // life

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        Composite root = new Composite(parent, SWT.NONE);
        GridLayout layout = new GridLayout();
        layout.marginWidth = 0;
        layout.marginHeight = 0;
        layout.verticalSpacing = 0;
        root.setLayout(layout);
        CaveatBanner banner = new CaveatBanner(root);
        Label range = new Label(root, SWT.NONE);
        GridData line = new GridData(SWT.FILL, SWT.CENTER, true, false);
        line.horizontalIndent = 5;
        range.setLayoutData(line);
        ProgressStrip strip = new ProgressStrip(root);
        strip.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        Composite body = new Composite(root, SWT.NONE);
        body.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
        StackLayout stack = new StackLayout();
        body.setLayout(stack);
        EmptyState empty = new EmptyState(body);
        parts = new Parts(root, banner, range, strip, body, stack, empty, createContent(body));
        PlatformUI.getWorkbench().getHelpSystem().setHelp(root, helpId);
        keys(true);
        IToolBarManager bar = getViewSite().getActionBars().getToolBarManager();
        fillToolBar(bar);
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, ResetUtil.createResetAction(this));
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, cancelAction);
        adopt(TmfTraceManager.getInstance().getActiveTrace());
    }

    /** Whether the keys of Trace Compass's views hold in this one. */
    private void keys(boolean hold) {
        IContextService contexts = getSite().getService(IContextService.class);
        if (contexts == null) {
            return;
        }
        IContextActivation held = keys;
        if (hold && held == null) {
            keys = contexts.activateContext(TMF_CONTEXT);
        } else if (!hold && held != null) {
            contexts.deactivateContext(held);
            keys = null;
        }
    }

    /** In a field for text letters are text: W, A, S, D and Z, which zoom and move, mean that only outside of it. */
    protected final void typesText(Control field) {
        field.addListener(SWT.FocusIn, event -> keys(false));
        field.addListener(SWT.FocusOut, event -> keys(true));
    }

    @Override
    public void setFocus() {
        if (parts != null) {
            Control top = parts.stack().topControl;
            (top == null ? parts.body() : top).setFocus();
        }
    }

    @Override
    public void dispose() {
        wanted++;
        stopRunning();
        parts = null;
        super.dispose();
    }

    // the question

    @Override
    public final @Nullable ITmfTrace getTrace() {
        return trace;
    }

    /** What is shown, or null. */
    public final @Nullable AnalysedRange shown() {
        return shown;
    }

    /** Whether something is being computed. */
    public final boolean isBusy() {
        return running != null;
    }

    /** What is not known about what is shown, as it is in the banner. */
    public final List<Caveat> shownCaveats() {
        return parts == null ? List.of() : parts.banner().caveats();
    }

    /** The line that says of which range the view tells. */
    public final String rangeText() {
        return parts == null ? "" : parts.range().getText();
    }

    /** The title of the hint of an empty view; empty if the view has something to show. */
    public final String emptyTitle() {
        return parts == null || parts.stack().topControl != parts.empty() ? "" : parts.empty().title();
    }

    @Override
    public void setPinned(@Nullable ITmfTrace newTrace) {
        fPinAction.setPinnedTrace(newTrace);
        adopt(newTrace == null ? TmfTraceManager.getInstance().getActiveTrace() : newTrace);
    }

    /** Takes a trace, with the selection that it has. */
    private void adopt(@Nullable ITmfTrace newTrace) {
        if (newTrace != trace) {
            trace = newTrace;
            forget();
        }
        select(newTrace);
        ask();
    }

    private void select(@Nullable ITmfTrace ofTrace) {
        selectedFrom = 0;
        selectedTo = 0;
        TmfTraceContext context = ofTrace == null ? null : TmfTraceManager.getInstance().getTraceContext(ofTrace);
        if (context != null) {
            TmfTimeRange selection = context.getSelectionRange();
            setSelection(selection.getStartTime().toNanos(), selection.getEndTime().toNanos());
        }
    }

    private void setSelection(long a, long b) {
        selectedFrom = Math.min(a, b);
        selectedTo = Math.max(a, b);
    }

    /** Computes again what is shown, with other options. Called in the UI thread. */
    protected final void refresh() {
        ask();
    }

    private void ask() {
        ask(false);
    }

    private void askAgain() {
        ask(true);
    }

    /** Asks the newest question; starts the analysis again if it was cancelled and the user wishes so. */
    private void ask(boolean again) {
        int question = ++wanted;
        stopRunning();
        if (parts == null) {
            return;
        }
        ITmfTrace asked = trace;
        if (asked == null) {
            forget();
            hint(Hint.of(Messages.View_NoTrace, Messages.View_NoTraceText, Messages.View_OpenLink,
                    Commands.runner(getSite(), Commands.OPEN)));
            return;
        }
        WaitAnalysisModule module = WaitAnalysisModule.of(asked);
        if (module == null) {
            hint(Hint.of(Messages.View_NoAnalysis, Messages.View_NoAnalysisText));
            return;
        }
        AnalysisResult result = module.result();
        if (result != null) {
            answer(question, asked, result);
        } else {
            if (shown == null) {
                hint(Hint.of(Messages.View_Reading, Messages.View_ReadingText));
            }
            start(new Reading(question, asked, module, again));
        }
    }

    private void answer(int question, ITmfTrace asked, AnalysisResult result) {
        FirstRange.show(asked, result);
        long start = result.timeline().startNanos();
        long end = result.timeline().endNanos();
        boolean whole = !followsSelection() || selectedFrom == selectedTo;
        long from = whole ? start : Math.max(start, selectedFrom);
        long to = whole ? end : Math.min(end, selectedTo);
        if (from >= to) {
            describe(Messages.View_Selection, selectedFrom, selectedTo);
            hint(Hint.of(Messages.View_NoRange, Messages.View_NoRangeText, Messages.View_WholeLink, () -> resetStartFinishTime(false)));
            return;
        }
        start(new Computing(question, new AnalysedRange(asked, result, from, to, whole)));
    }

    private void start(Job job) {
        running = job;
        cancelAction.setEnabled(true);
        fraction = 0;
        if (parts != null) {
            parts.strip().running(0);
            parts.root().getDisplay().timerExec(TICK_MILLIS, tick);
        }
        job.schedule();
    }

    private void tick() {
        if (running != null && parts != null && !parts.root().isDisposed()) {
            parts.strip().running(running instanceof WaitAnalysisView<?>.Reading reading ? reading.module.fraction() : fraction);
            parts.root().getDisplay().timerExec(TICK_MILLIS, tick);
        }
    }

    private void stopRunning() {
        Job job = running;
        running = null;
        if (job != null) {
            job.cancel();
        }
        cancelAction.setEnabled(false);
        if (parts != null && !parts.strip().isDisposed()) {
            parts.strip().idle();
        }
    }

    /** Stops what is being computed, as the user wishes. */
    public final void cancel() {
        Job job = running;
        if (job == null) {
            return;
        }
        wanted++;
        stopRunning();
        if (job instanceof WaitAnalysisView<?>.Reading reading) {
            reading.module.stop();
        }
        if (shown == null) {
            hint(Hint.of(Messages.View_Cancelled, Messages.View_CancelledText, Messages.View_RunAgain, this::askAgain));
        }
    }

    // the answer

    /** Runs in the UI thread if the question is still the newest. */
    private void ifWanted(int question, Runnable action) {
        Display display = PlatformUI.getWorkbench().getDisplay();
        if (!display.isDisposed()) {
            display.asyncExec(() -> {
                if (question == wanted && parts != null && !parts.root().isDisposed()) {
                    action.run();
                }
            });
        }
    }

    private void present(AnalysedRange range, M model) {
        stopRunning();
        shown = range;
        show(range, model);
        if (parts != null) {
            describe();
            parts.banner().setCaveats(caveats(range, model));
        }
        emptinessChanged(model);
    }

    /** Shows the content of what is shown, or a hint if there is nothing to see in it (any more). Called in the UI thread. */
    protected final void emptinessChanged(M model) {
        AnalysedRange range = shown;
        if (range != null && parts != null) {
            Hint hint = emptiness(range, model);
            parts.stack().topControl = hint == null ? parts.content() : parts.empty();
            if (hint != null) {
                parts.empty().show(hint);
            }
            parts.body().layout();
        }
    }

    private void forget() {
        shown = null;
        clear();
        describe();
        if (parts != null) {
            parts.banner().setCaveats(List.of());
        }
    }

    /** Shows a hint instead of the content. */
    private void hint(Hint hint) {
        if (parts != null) {
            parts.empty().show(hint);
            parts.stack().topControl = parts.empty();
            parts.body().layout();
        }
    }

    private void describe() {
        AnalysedRange range = shown;
        if (range != null) {
            describe(range.whole() ? Messages.View_Whole : Messages.View_Selection, range.fromNanos(), range.toNanos());
        } else if (parts != null) {
            parts.range().setText("");
        }
    }

    private void describe(String words, long fromNanos, long toNanos) {
        if (parts != null) {
            TmfTimestampFormat time = TmfTimestampFormat.getDefaulTimeFormat();
            parts.range().setText(NLS.bind(words,
                    new Object[] {time.format(fromNanos), time.format(toNanos), TimeFormat.duration(toNanos - fromNanos)}));
        }
    }

    @Override
    public void resetStartFinishTime(boolean notify) {
        setSelection(0, 0);
        ask();
        ITmfTrace ofTrace = trace;
        if (notify && ofTrace != null) {
            broadcast(new TmfWindowRangeUpdatedSignal(this, ofTrace.getTimeRange(), ofTrace));
        }
    }

    /** Leads all views along time to the evidence: selects [from, to] and shows it with some room around it. */
    protected final void showEvidence(long fromNanos, long toNanos) {
        ITmfTrace ofTrace = trace;
        if (ofTrace == null) {
            return;
        }
        long room = Math.max(1, (toNanos - fromNanos) / 2);
        broadcast(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(fromNanos), TmfTimestamp.fromNanos(toNanos), ofTrace));
        broadcast(new TmfWindowRangeUpdatedSignal(this,
                new TmfTimeRange(TmfTimestamp.fromNanos(fromNanos - room), TmfTimestamp.fromNanos(toNanos + room)), ofTrace));
    }

    // signals

    /** A trace was opened. */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        onUi(() -> chosen(signal.getTrace()));
    }

    /** A trace was chosen. */
    @TmfSignalHandler
    public void traceSelected(TmfTraceSelectedSignal signal) {
        onUi(() -> chosen(signal.getTrace()));
    }

    private void chosen(ITmfTrace newTrace) {
        if (!isPinned() && newTrace != trace) {
            adopt(newTrace);
        }
    }

    /** A trace was closed: what is computed from it is not wanted any more. */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        Job.getJobManager().cancel(signal.getTrace());
        onUi(() -> {
            if (signal.getTrace() == trace) {
                if (isPinned()) {
                    fPinAction.setPinnedTrace(null);
                }
                ITmfTrace active = TmfTraceManager.getInstance().getActiveTrace();
                adopt(active == trace ? null : active);
            }
        });
    }

    /** The selection was changed. */
    @TmfSignalHandler
    public void selectionUpdated(TmfSelectionRangeUpdatedSignal signal) {
        if (signal.getSource() == this || signal.getSource() instanceof EvidenceSource || !followsSelection()) {
            return;
        }
        long from = signal.getBeginTime().toNanos();
        long to = signal.getEndTime().toNanos();
        onUi(() -> {
            ITmfTrace mine = trace;
            if (isPinned() || mine == null || !concerns(signal.getTrace(), mine) || parts == null) {
                return;
            }
            boolean wasWhole = selectedFrom == selectedTo;
            setSelection(from, to);
            if (!(wasWhole && from == to)) {
                parts.root().getDisplay().timerExec(SETTLE_MILLIS, settled);
            }
        });
    }

    private static boolean concerns(@Nullable ITmfTrace signalled, ITmfTrace mine) {
        return signalled == null || signalled == mine || TmfTraceManager.getInstance().isSynchronized(mine, signalled);
    }

    /** Times are written in another way. */
    @TmfSignalHandler
    public void formatUpdated(TmfTimestampFormatUpdateSignal signal) {
        onUi(this::describe);
    }

    /** Whether a signal was sent by this view. */
    protected final boolean isMine(TmfSignal signal) {
        return signal.getSource() == this;
    }

    /** Runs in the UI thread, now if this is it. */
    protected final void onUi(Runnable action) {
        if (Display.getCurrent() != null) {
            action.run();
        } else {
            Display display = PlatformUI.getWorkbench().getDisplay();
            if (!display.isDisposed()) {
                display.asyncExec(action);
            }
        }
    }

    // jobs

    /** Waits until the traces are read; the reading itself is a job of the analysis, which all views share. */
    private final class Reading extends Job {
        private final int question;
        private final ITmfTrace ofTrace;
        private final WaitAnalysisModule module;
        private final boolean again;

        Reading(int question, ITmfTrace ofTrace, WaitAnalysisModule module, boolean again) {
            super(NLS.bind(Messages.View_Reading, ofTrace.getName()));
            this.question = question;
            this.ofTrace = ofTrace;
            this.module = module;
            this.again = again;
            setSystem(true);
        }

        @Override
        protected IStatus run(IProgressMonitor monitor) {
            if (again) {
                module.again();
            } else {
                module.start();
            }
            if (module.state() != WaitAnalysisModule.State.CANCELLED || again) {
                module.waitForCompletion();
            }
            AnalysisResult result = module.result();
            String failure = module.failure();
            ifWanted(question, () -> {
                stopRunning();
                if (result != null) {
                    answer(question, ofTrace, result);
                } else if (failure != null) {
                    hint(Hint.of(Messages.View_Failed, failure, Messages.View_RunAgain, WaitAnalysisView.this::askAgain));
                } else {
                    hint(Hint.of(Messages.View_Cancelled, Messages.View_CancelledText, Messages.View_RunAgain,
                            WaitAnalysisView.this::askAgain));
                }
            });
            return Status.OK_STATUS;
        }

        @Override
        public boolean belongsTo(Object family) {
            return family == ofTrace;
        }
    }

    private final class Computing extends Job implements Progress {
        private final int question;
        private final AnalysedRange range;
        private volatile @Nullable IProgressMonitor monitor;

        Computing(int question, AnalysedRange range) {
            super(jobName(range.trace()));
            this.question = question;
            this.range = range;
        }

        @Override
        protected IStatus run(IProgressMonitor newMonitor) {
            monitor = newMonitor;
            try {
                M model = compute(range, this);
                ifWanted(question, () -> present(range, model));
                return Status.OK_STATUS;
            } catch (CancelledException e) {
                return Status.CANCEL_STATUS;
            } catch (RuntimeException | OutOfMemoryError e) {
                String text = e.getMessage() == null ? e.toString() : e.getMessage();
                Commands.log(getName(), e);
                ifWanted(question, () -> {
                    stopRunning();
                    hint(Hint.of(Messages.View_Failed, text, Messages.View_RunAgain, WaitAnalysisView.this::askAgain));
                });
                return Status.OK_STATUS;
            }
        }

        @Override
        public void report(String task, double done) {
            fraction = done;
        }

        @Override
        public boolean isCancelled() {
            IProgressMonitor now = monitor;
            return now != null && now.isCanceled();
        }

        @Override
        public boolean belongsTo(Object family) {
            return family == range.trace();
        }
    }

    private final class CancelAction extends Action {
        CancelAction() {
            super(Messages.View_Cancel);
            setToolTipText(Messages.View_CancelTip);
            setImageDescriptor(PlatformUI.getWorkbench().getSharedImages().getImageDescriptor(ISharedImages.IMG_ELCL_STOP));
            setEnabled(false);
        }

        @Override
        public void run() {
            cancel();
        }
    }
}
