/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuListener;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTimestampFormatUpdateSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.viewers.IImageSave;
import org.eclipse.tracecompass.tmf.ui.views.ITimeReset;
import org.eclipse.tracecompass.tmf.ui.views.ITmfAllowMultiple;
import org.eclipse.tracecompass.tmf.ui.views.ITmfPinnable;
import org.eclipse.tracecompass.tmf.ui.views.ResetUtil;
import org.eclipse.tracecompass.tmf.ui.views.SaveImageUtil;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.contexts.IContextActivation;
import org.eclipse.ui.contexts.IContextService;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.frame.ViewFrame;

/**
 * A view of the wait analysis that is not a time graph: it shows something that is computed from the analysis of the chosen trace in a
 * range of time: the {@linkplain Ranges range} of its trace, of which a pinned view keeps its own.
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
    private static final String TMF_CONTEXT = "org.eclipse.tracecompass.tmf.ui.view.context";

    private final String jobName;
    private final String helpId;
    private final ViewFrame frame = new ViewFrame(this::cancel);
    private final LatestJob work = new LatestJob(frame::isAlive);
    private @Nullable Control content;
    private @Nullable IContextActivation keys;
    private @Nullable ITmfTrace trace;
    private RangeChoice chosen = RangeChoice.WORK;
    /** Whether that is the range of this view alone, as all others were led to a part of it. */
    private boolean own;
    /** The ranges of this view alone in recordings that are open, but not looked at. */
    private final Map<ITmfTrace, RangeChoice> kept = new WeakHashMap<>();
    private @Nullable AnalysedRange shown;
    private final Runnable settled = this::ask;

    /**
     * @param name the view's name
     * @param jobName name of the computation, for the user; takes the name of the trace
     * @param helpId its context of help
     */
    protected WaitAnalysisView(String name, String jobName, String helpId) {
        super(name);
        this.jobName = jobName;
        this.helpId = helpId;
    }

    // for subclasses to fill in

    /** Makes the controls. */
    protected abstract Control createContent(Composite parent);

    /**
     * Computes what is shown. Called in a job; must poll the progress often enough to stop within 100 ms.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
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

    /** Adds actions to the tool bar. */
    protected void fillToolBar(IToolBarManager bar) {
        // none
    }

    /** Saves the view as an image. */
    @Override
    protected IAction createSaveAction() {
        IImageSave image = () -> java.util.Objects.requireNonNull(content);
        return SaveImageUtil.createSaveAction(getName(), () -> image);
    }

    // life

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        Control made = createContent(frame.create(parent, helpId));
        content = made;
        frame.content(made);
        keys(true);
        IToolBarManager bar = getViewSite().getActionBars().getToolBarManager();
        fillToolBar(bar);
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, ResetUtil.createResetAction(this));
        frame.fill(bar);
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

    /** Gives a control a menu that is filled in whenever it opens. */
    protected static void contextMenu(Control control, IMenuListener fill) {
        MenuManager menu = new MenuManager();
        menu.setRemoveAllWhenShown(true);
        menu.addMenuListener(fill);
        control.setMenu(menu.createContextMenu(control));
    }

    @Override
    public void setFocus() {
        frame.setFocus();
    }

    @Override
    public void dispose() {
        stopRunning();
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
        return work.isBusy();
    }

    /** What stands around the content. */
    public final ViewFrame frame() {
        return frame;
    }

    @Override
    public void setPinned(@Nullable ITmfTrace newTrace) {
        fPinAction.setPinnedTrace(newTrace);
        adopt(newTrace == null ? TmfTraceManager.getInstance().getActiveTrace() : newTrace);
    }

    /** Takes a trace, with the selection that it has. */
    private void adopt(@Nullable ITmfTrace newTrace) {
        ITmfTrace before = trace;
        if (newTrace != before) {
            if (before != null && own) {
                kept.put(before, chosen);
            }
            trace = newTrace;
            forget();
        }
        RangeChoice mine = newTrace == null ? null : kept.remove(newTrace);
        own = mine != null;
        chosen = mine != null ? mine : newTrace == null ? RangeChoice.WORK : Ranges.of(newTrace);
        ask();
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
        stopRunning();
        ITmfTrace asked = trace;
        if (!frame.isAlive()) {
            return;
        }
        if (asked == null) {
            forget();
            frame.noTrace(getSite());
            return;
        }
        WaitAnalysisModule module = WaitAnalysisModule.of(asked);
        if (module == null) {
            frame.noAnalysis(getSite());
            return;
        }
        AnalysisResult result = module.result();
        if (result != null) {
            answer(asked, result);
        } else {
            if (shown == null) {
                frame.reading(asked.getName());
            }
            work.read(asked, module, again, () -> read(asked, module));
            frame.busy(work::fraction);
        }
    }

    private void read(ITmfTrace asked, WaitAnalysisModule module) {
        frame.idle();
        AnalysisResult result = module.result();
        if (result != null) {
            answer(asked, result);
        } else {
            frame.ended(module, this::askAgain);
        }
    }

    private void answer(ITmfTrace asked, AnalysisResult result) {
        FirstRange.show(asked, result);
        if (!isPinned() && !own) {
            chosen = Ranges.of(asked); // something may have been selected while the traces were read
        }
        Span span = Ranges.span(chosen, asked, result);
        long from = Math.max(result.timeline().startNanos(), span.fromNanos());
        long to = Math.min(result.timeline().endNanos(), span.toNanos());
        if (from >= to) {
            describe(chosen, asked, result, span);
            tellChips();
            frame.show(Hint.of(Messages.View_NoRange, Messages.View_NoRangeText, Messages.View_WholeLink,
                    () -> chooseRange(RangeChoice.WHOLE)));
            return;
        }
        AnalysedRange range = AnalysedRange.of(asked, result, chosen, from, to);
        work.ask(NLS.bind(jobName, asked.getName()), asked, progress -> {
            M model = compute(range, progress);
            range.findAside(progress);
            return model;
        }, model -> present(range, model), why -> {
            frame.idle();
            frame.failed(why, this::askAgain);
        });
        frame.busy(work::fraction);
    }

    private void stopRunning() {
        work.cancel();
        frame.idle();
    }

    /** Stops what is being computed, as the user wishes. */
    public final void cancel() {
        if (!work.isBusy()) {
            return;
        }
        stopRunning();
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        if (module != null && module.result() == null) {
            module.stop();
        }
        if (shown == null) {
            frame.cancelled(this::askAgain);
        }
    }

    // the answer

    private void present(AnalysedRange range, M model) {
        frame.idle();
        shown = range;
        show(range, model);
        describe();
        tellChips();
        frame.caveats(caveats(range, model));
        emptinessChanged(model);
    }

    /** Shows the content of what is shown, or a hint if there is nothing to see in it (any more). Called in the UI thread. */
    protected final void emptinessChanged(M model) {
        AnalysedRange range = shown;
        if (range != null) {
            frame.show(emptiness(range, model));
        }
    }

    private void forget() {
        shown = null;
        clear();
        describe();
        frame.chips(List.of());
        frame.caveats(List.of());
    }

    private void describe() {
        AnalysedRange range = shown;
        if (range != null) {
            describe(range.chosen(), range.trace(), range.result(), new Span(range.fromNanos(), range.toNanos()));
        } else {
            frame.title("");
        }
    }

    private void describe(RangeChoice of, ITmfTrace ofTrace, AnalysisResult result, Span span) {
        TmfTimestampFormat time = TmfTimestampFormat.getDefaulTimeFormat();
        frame.title(NLS.bind(Messages.View_Range, new Object[] {Ranges.sentence(of, ofTrace, result), time.format(span.fromNanos()),
            time.format(span.toNanos())}), Ranges.ways(of, ofTrace, this::chooseRange));
    }

    /** Shows another range here and, unless this view is pinned, in all views of the trace. In the UI thread. */
    public final void chooseRange(RangeChoice range) {
        ITmfTrace ofTrace = trace;
        WaitAnalysisModule module = ofTrace == null ? null : WaitAnalysisModule.of(ofTrace);
        AnalysisResult result = module == null ? null : module.result();
        chosen = range;
        own = false;
        if (ofTrace != null && result != null && !isPinned()) {
            Ranges.choose(this, ofTrace, result, range);
        }
        ask();
    }

    /** Tells what is asked. Called in the UI thread. */
    protected final void tellChips() {
        ITmfTrace ofTrace = trace;
        WaitAnalysisModule module = ofTrace == null ? null : WaitAnalysisModule.of(ofTrace);
        Chips.show(frame, ofTrace, module == null ? null : module.result(), chosen, isPinned(), this::follow);
    }

    /** Shows the range of all views again. */
    private void follow() {
        own = false;
        ask();
    }

    /** Keeps the range that is shown, though all other views are led to a part of it, until another one is chosen. Called in the UI thread. */
    protected final void keepRange() {
        own = true;
        frame.later(this::tellChips);
    }

    /** Back to the work. */
    @Override
    public void resetStartFinishTime(boolean notify) {
        chooseRange(RangeChoice.WORK);
    }

    /** Leads all views along time to the evidence: selects [from, to] and shows it with some room around it. */
    protected final void showEvidence(long fromNanos, long toNanos) {
        ITmfTrace ofTrace = trace;
        if (ofTrace == null) {
            return;
        }
        Ranges.lead(this, ofTrace, fromNanos, toNanos, (toNanos - fromNanos) / 2);
    }

    // signals

    /** A trace was opened. */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        Ui.run(() -> chosen(signal.getTrace()));
    }

    /** A trace was chosen. */
    @TmfSignalHandler
    public void traceSelected(TmfTraceSelectedSignal signal) {
        Ui.run(() -> chosen(signal.getTrace()));
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
        Ui.run(() -> {
            if (signal.getTrace() == trace) {
                if (isPinned()) {
                    fPinAction.setPinnedTrace(null);
                }
                ITmfTrace active = TmfTraceManager.getInstance().getActiveTrace();
                adopt(active == trace ? null : active);
            }
            kept.remove(signal.getTrace());
        });
    }

    /** Times are written in another way. */
    @TmfSignalHandler
    public void formatUpdated(TmfTimestampFormatUpdateSignal signal) {
        Ui.run(this::describe);
    }

    /** A person chose something in another view, or in this one. */
    @TmfSignalHandler
    public void choiceTold(Choice choice) {
        Ui.run(() -> {
            if (choice.trace() != trace) {
                return;
            }
            frame.later(this::tellChips);
            own &= !(choice.what() instanceof Choice.OfRange);
            if (choice.getSource() != this) {
                boolean another = choice.what() instanceof Choice.OfRange of ? !isPinned() && !of.range().equals(chosen)
                        : answers(choice.what());
                if (another) {
                    frame.after(SETTLE_MILLIS, settled);
                }
                otherChose(choice.what());
            }
        });
    }

    /** Whether the view has another answer to what was chosen, beside a range, that is to be computed. */
    protected boolean answers(Choice.Of what) {
        return what instanceof Choice.OfEverybody || what instanceof Choice.OfOrigins || what instanceof Choice.OfRequests
                || what instanceof Choice.OfOptions;
    }

    /** Shows what a person chose in another view. Called in the UI thread. */
    protected void otherChose(Choice.Of what) {
        // nothing to show
    }
}
