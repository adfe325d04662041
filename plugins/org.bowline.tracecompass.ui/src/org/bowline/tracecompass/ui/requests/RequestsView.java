/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.requests;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.window.Window;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.RequestEvents;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.requests.Request;
import org.bowline.tracecompass.core.requests.RequestsAnswer;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.EvidenceSource;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.Ranges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/**
 * The requests of the range: labels, each request as a row and a point, and what some spend more time on than others, in the words of {@code bowline requests}.
 *
 * <p>A request that is selected alone leads all other views to its range, its thread and its path; this one keeps its range, so that another one can be selected.
 */
public final class RequestsView extends WaitAnalysisView<RequestsAnswer> implements ThreadSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.requests";
    private static final String HELP = "org.bowline.help.requests";
    private static final String PATH = "org.bowline.views.criticalpath";
    private static final String HOW_TO = "/org.bowline.help/html/how-to/annotate-a-program.html";
    /** Whoever follows a request: this view keeps its range, all others go there. */
    private static final EvidenceSource FOLLOWED = new EvidenceSource() {};

    private final LatestJob choosing = new LatestJob(frame()::isAlive);
    private final Action choose = Actions.of(Messages.Requests_Choose, Messages.Requests_ChooseTip, Actions.icon("requests.png"),
            this::choosePairs);
    /** What is selected in the recordings that are open, also while another one is looked at. */
    private final Map<ITmfTrace, RequestsPane.Selection> selected = new WeakHashMap<>();
    private @Nullable RequestsPane pane;
    private @Nullable RequestsAnswer answer;

    /** For the extension. */
    public RequestsView() {
        super(Messages.Requests_View, Messages.Requests_Job, HELP);
        choose.setEnabled(false);
    }

    @Override
    protected Control createContent(Composite parent) {
        RequestsPane made = new RequestsPane(parent, ID, this::selectionChanged, this::go, this::choosePairs);
        pane = made;
        Action copy = Actions.of(Messages.Requests_Copy, made::copy);
        contextMenu(made.requests().table(), menu -> menu.add(copy));
        contextMenu(made.labels().table(), menu -> menu.add(copy));
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), copy);
        getViewSite().getActionBars().getMenuManager().add(choose);
        return made;
    }

    @Override
    protected void fillToolBar(IToolBarManager bar) {
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, choose);
    }

    // the answer

    @Override
    protected RequestsAnswer compute(AnalysedRange range, Progress progress) {
        WaitAnalysisModule module = Objects.requireNonNull(WaitAnalysisModule.of(range.trace()));
        RecordedIntervals read = module.requests();
        if (read == null) {
            return new RequestsAnswer.Unknown(proposals(range.trace(), range.result(), progress), module.isRequestsChosen());
        }
        return RequestsAnswer.of(range.result(), read, module.isRequestsChosen(), range.ofWork(), progress);
    }

    private static RequestEvents.Proposals proposals(ITmfTrace of, AnalysisResult result, Progress progress) {
        try {
            return RequestEvents.proposals(TraceFiles.of(of), result, progress);
        } catch (TraceReadException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    protected void show(AnalysedRange range, RequestsAnswer newAnswer) {
        answer = newAnswer;
        choose.setEnabled(true);
        if (newAnswer instanceof RequestsAnswer.Known known) {
            Objects.requireNonNull(pane).show(known, selected.getOrDefault(range.trace(), RequestsPane.Selection.NONE));
        }
    }

    private void selectionChanged() {
        ITmfTrace trace = getTrace();
        RequestsPane shown = pane;
        if (trace != null && shown != null) {
            selected.put(trace, shown.selection());
        }
    }

    @Override
    protected void clear() {
        answer = null;
        choose.setEnabled(false);
        choosing.cancel();
        RequestsPane shown = pane;
        if (shown != null && !shown.isDisposed()) {
            shown.clear();
        }
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, RequestsAnswer of) {
        return of instanceof RequestsAnswer.Known known ? known.caveats() : super.caveats(range, of);
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, RequestsAnswer of) {
        if (of instanceof RequestsAnswer.Known known) {
            return known.requests().isEmpty()
                    ? Hint.of(Messages.Empty_Range, Messages.Empty_RangeText, Messages.Requests_Choose, this::choosePairs)
                    : null;
        }
        RequestsAnswer.Unknown unknown = (RequestsAnswer.Unknown) of;
        if (unknown.proposals().isEmpty()) {
            return Hint.of(Messages.Empty_None, Messages.Empty_NoneText, Messages.Empty_HowTo,
                    () -> PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(HOW_TO));
        }
        if (unknown.proposals().pairs().isEmpty()) {
            return Hint.of(Messages.Empty_Which, unknown.chosen() ? Messages.Empty_CallsNone : Messages.Empty_CallsText,
                    Messages.Requests_Choose, this::choosePairs);
        }
        IntervalProposal best = unknown.proposals().pairs().get(0);
        return Hint.of(Messages.Empty_Which,
                NLS.bind(unknown.chosen() ? Messages.Empty_WhichNone : Messages.Empty_WhichText,
                        new Object[] {unknown.proposals().pairs().size(), best.spec().beginEvent(), best.spec().endEvent(), best.pairs()}),
                Messages.Requests_Choose, this::choosePairs);
    }

    // which events are the requests

    private void choosePairs() {
        AnalysedRange range = shown();
        if (range == null) {
            return;
        }
        ITmfTrace trace = range.trace();
        choosing.ask(NLS.bind(Messages.Requests_Propose, trace.getName()), trace, progress -> proposals(trace, range.result(), progress),
                proposals -> choosePairs(range, proposals), why -> frame().failed(why, this::choosePairs));
    }

    private void choosePairs(AnalysedRange range, RequestEvents.Proposals proposals) {
        WaitAnalysisModule module = WaitAnalysisModule.of(range.trace());
        RecordedIntervals now = module == null ? null : module.requests();
        PairsDialog dialog = new PairsDialog(getSite().getShell(), TraceFiles.of(range.trace()), range.result(), proposals,
                now == null ? List.of() : now.specs());
        if (dialog.open() == Window.OK) {
            choose(range.trace(), dialog.chosen());
        }
    }

    /** Takes other events for the requests, in all views of the trace, and keeps the choice with the experiment. In the UI thread; comes back at once. */
    public void choose(ITmfTrace trace, List<IntervalSpec> pairs) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        AnalysisResult result = module == null ? null : module.result();
        if (module == null || result == null) {
            return;
        }
        choosing.ask(NLS.bind(Messages.Requests_Read, trace.getName()), trace, progress -> {
            try {
                module.chooseRequests(pairs, progress);
                return pairs;
            } catch (TraceReadException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }, taken -> {
            Choice.tell(this, trace, new Choice.OfRequests(taken.stream().map(IntervalSpec::text).toList()));
            if (Ranges.of(trace).kind() == RangeChoice.Kind.WORK) {
                Ranges.choose(this, trace, result, RangeChoice.WORK); // the work is where the requests are
            }
            refresh();
        }, why -> Commands.failed(why, new IllegalArgumentException(why)));
    }

    // a request

    /** Leads all other views to a request: its range, its thread, its path. In the UI thread. */
    public void go(Request to) {
        ITmfTrace trace = getTrace();
        if (trace == null || !(answer instanceof RequestsAnswer.Known of)) {
            return;
        }
        NamedInterval interval = to.interval();
        long end = Math.max(interval.beginNanos() + 1, Math.min(interval.endNanos(), of.analysis().timeline().endNanos()));
        // in sight, but the keyboard stays here for the next one
        Commands.show(getSite().getPage(), PATH, IWorkbenchPage.VIEW_VISIBLE);
        Choice.tell(FOLLOWED, trace, new Choice.OfRange(RangeChoice.selected(interval.beginNanos(), end)));
        Ranges.lead(FOLLOWED, trace, interval.beginNanos(), end, (end - interval.beginNanos()) / 20);
        if (interval.thread() != Timeline.NONE) {
            ThreadChoice.tell(this, trace, of.analysis().timeline(), interval.thread());
        }
    }

    @Override
    @TmfSignalHandler
    public void choiceTold(Choice choice) {
        if (choice.getSource() != FOLLOWED) {
            super.choiceTold(choice);
        } else if (choice.trace() == getTrace()) {
            Ui.run(this::keepRange);
        }
    }

    @Override
    public void dispose() {
        Ui.run(choosing::cancel);
        super.dispose();
    }

    /** What is shown where the requests are known; null before the view is made. */
    public @Nullable RequestsPane pane() {
        return pane;
    }

    /** What is shown; null while nothing is. */
    public @Nullable RequestsAnswer answer() {
        return answer;
    }
}
