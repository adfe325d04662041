/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.findings;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.findings.FindingsAnswer;
import org.bowline.tracecompass.core.findings.FindingsPage;
import org.bowline.tracecompass.core.findings.Place;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.EvidenceSource;
import org.bowline.tracecompass.ui.view.Ranges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/**
 * What is wrong in the selected range, the worst first, in the words of the command line. Without a selection it is the work in the recording, as there.
 *
 * <p>A link sets range, thread and knot in all other views; this one keeps its range, else the finding would vanish under the user's hand.
 */
public final class FindingsView extends WaitAnalysisView<FindingsAnswer> implements ThreadSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.findings";
    private static final String HELP = "org.bowline.help.findings";
    private static final String VIEWS = "org.bowline.views.";
    /** Whoever follows a link: views of findings leave it alone, all others go there. */
    private static final EvidenceSource FOLLOWED = new EvidenceSource() {};

    private final Set<Integer> unfolded = new HashSet<>();
    private final Action back = Actions.of(Messages.Findings_Return, Messages.Findings_ReturnTip,
            PlatformUI.getWorkbench().getSharedImages().getImageDescriptor(ISharedImages.IMG_TOOL_BACK), this::selectOwnRange);
    private @Nullable FindingsText text;
    private @Nullable FindingsAnswer answer;

    /** For the extension. */
    public FindingsView() {
        super(Messages.Findings_View, Messages.Findings_Job, HELP);
        back.setEnabled(false);
    }

    @Override
    protected Control createContent(Composite parent) {
        FindingsText made = new FindingsText(parent, this::follow);
        text = made;
        contextMenu(made.text(), menu -> {
            menu.add(Actions.of(Messages.Findings_Copy, made::copy));
            menu.add(Actions.of(Messages.Findings_CopyAll, made::copyAll));
        });
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), Actions.of(Messages.Findings_Copy, made::copy));
        return made.text();
    }

    @Override
    protected void fillToolBar(IToolBarManager bar) {
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, back);
    }

    // the answer

    @Override
    protected FindingsAnswer compute(AnalysedRange range, Progress progress) {
        Question question = range.ofWork().from(range.origins()::in).at(range.threshold());
        List<Recorded> recorded = TraceFiles.recorded(TraceFiles.of(range.trace()), range.result(), progress);
        WaitAnalysisModule module = WaitAnalysisModule.of(range.trace());
        return FindingsAnswer.of(range.result(), recorded, module == null ? null : module.requests(), range.ruleEvents(progress),
                question, progress);
    }

    @Override
    protected void show(AnalysedRange range, FindingsAnswer newAnswer) {
        answer = newAnswer;
        unfolded.clear();
        back.setEnabled(true);
        write(false);
    }

    @Override
    protected boolean answers(Choice.Of what) {
        return what instanceof Choice.OfThreshold || super.answers(what);
    }

    private void write(boolean stay) {
        FindingsAnswer of = answer;
        if (of != null) {
            TmfTimestampFormat time = TmfTimestampFormat.getDefaulTimeFormat();
            Objects.requireNonNull(text).show(FindingsPage.of(of, unfolded, time::format), stay);
        }
    }

    @Override
    protected void clear() {
        answer = null;
        unfolded.clear();
        back.setEnabled(false);
        FindingsText shown = text;
        if (shown != null && !shown.text().isDisposed()) {
            shown.clear();
        }
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, FindingsAnswer of) {
        return of.caveats();
    }

    // the links

    private void follow(FindingsPage.Link link) {
        if (link instanceof FindingsPage.Unfold more) {
            unfolded.add(more.part());
            write(true);
        } else if (link instanceof FindingsPage.Go to) {
            go(to.place());
        }
    }

    /** Leads all other views to a place, as a click on its link does. In the UI thread. */
    public void go(Place place) {
        ITmfTrace trace = getTrace();
        FindingsAnswer of = answer;
        if (trace == null || of == null) {
            return;
        }
        String view = switch (place.view()) {
            case THREADS -> "threads";
            case PATH -> "criticalpath";
            case GRAPH -> "waitfor";
            case CLOCKS -> "clocks";
        };
        // in sight, but the keyboard stays here for the next link
        Commands.show(getSite().getPage(), VIEWS + view, IWorkbenchPage.VIEW_VISIBLE);
        select(trace, place.fromNanos(), place.toNanos());
        if (place.thread() != Timeline.NONE) {
            ThreadChoice.tell(this, trace, of.analysis().timeline(), place.thread());
        }
        if (!place.knots().isEmpty()) {
            Choice.tell(this, trace, new Choice.OfKnots(place.knots(), false));
        }
    }

    private void selectOwnRange() {
        FindingsAnswer of = answer;
        ITmfTrace trace = getTrace();
        if (of != null && trace != null) {
            select(trace, of.analysis().fromNanos(), of.analysis().toNanos());
        }
    }

    private void select(ITmfTrace trace, long fromNanos, long toNanos) {
        FindingsAnswer of = answer;
        AnalysedRange own = shown();
        boolean work = of != null && own != null && own.chosen().kind() == RangeChoice.Kind.WORK && of.analysis().fromNanos() == fromNanos
                && of.analysis().toNanos() == toNanos;
        // the range of the views, then what Trace Compass shows as selected
        Choice.tell(FOLLOWED, trace, new Choice.OfRange(work ? RangeChoice.WORK
                : RangeChoice.selected(fromNanos, toNanos)));
        Ranges.lead(FOLLOWED, trace, fromNanos, toNanos, (toNanos - fromNanos) / 20);
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

    /** The page that is shown; null before the view is made. */
    public @Nullable FindingsText findingsText() {
        return text;
    }

    /** What is shown; null while nothing is. */
    public @Nullable FindingsAnswer answer() {
        return answer;
    }
}
