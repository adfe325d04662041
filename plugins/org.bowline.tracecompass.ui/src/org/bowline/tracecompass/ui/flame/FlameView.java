/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import java.util.List;

import org.eclipse.jface.action.Action;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.graph.FlameTree;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.flame.FlameAnswer;
import org.bowline.tracecompass.core.flame.FlameAnswer.What;
import org.bowline.tracecompass.core.tags.TagEvents;
import org.bowline.tracecompass.core.tags.TagsAnswer;
import org.bowline.tracecompass.core.threads.WaitingCode;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** Where the time of the range goes, by stacks: blocked time by the code that waits, with running time where call stacks were sampled, as {@code bowline off-cpu} tells it, or running time by module, as {@code bowline tags} does. */
public final class FlameView extends WaitAnalysisView<FlameAnswer> {
    /** Its id. */
    public static final String ID = "org.bowline.views.flame";
    private static final String HELP = "org.bowline.help.flame";
    private static final String HOW_TO = "/org.bowline.help/html/how-to/which-code-waits.html";

    private @Nullable FlamePane pane;
    private @Nullable FlameAnswer answer;
    /** Which time is asked for. Read in jobs. */
    private volatile What what = What.BLOCKED;

    /** For the extension. */
    public FlameView() {
        super(Messages.Flame_View, Messages.Flame_Job, HELP);
    }

    @Override
    protected Control createContent(Composite parent) {
        FlamePane made = new FlamePane(parent, this::chosen);
        pane = made;
        typesText(made.search());
        Action copy = Actions.of(Messages.Flame_Copy, this::copy);
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), copy);
        getViewSite().getActionBars().getMenuManager().add(copy);
        made.back().addTo(getViewSite().getActionBars());
        return made.control();
    }

    private void chosen() {
        FlamePane of = pane;
        if (of != null && of.what() != what) {
            what = of.what();
            refresh();
        }
    }

    private void copy() {
        FlamePane from = pane;
        FlameAnswer of = answer;
        if (from != null && of != null && from.selected() != FlameTree.NONE) {
            Ui.copy(of.collapsed(from.selected()));
        }
    }

    @Override
    protected FlameAnswer compute(AnalysedRange range, Progress progress) {
        if (what == What.RUNNING) {
            TagEvents.Read read = TagEvents.read(TraceFiles.of(range.trace()), WaitAnalysisModule.beside(range.trace(), TagEvents.FILE),
                    range.result(), progress);
            return FlameAnswer.running(TagsAnswer.of(range.result(), read, range.analysis().question(), null, progress));
        }
        WaitingCode code = WaitingCode.read(TraceFiles.of(range.trace()), range.programs(), range.result(), progress);
        Analysis analysis = code.analysis(range.result(), range.analysis().question(), progress);
        return what == What.BOTH ? FlameAnswer.both(analysis, code.caveats()) : FlameAnswer.blocked(analysis, code.caveats());
    }

    @Override
    protected void show(AnalysedRange range, FlameAnswer newAnswer) {
        answer = newAnswer;
        if (pane != null) {
            pane.show(newAnswer);
        }
    }

    @Override
    protected void clear() {
        answer = null;
        if (pane != null) {
            pane.show(null);
        }
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, FlameAnswer of) {
        return of.caveats();
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, FlameAnswer of) {
        if (!of.isEmpty()) {
            return null;
        }
        return of.what() != What.RUNNING
                ? Hint.of(Messages.Empty_Blocked, Messages.Empty_BlockedText, Messages.Empty_HowTo, () -> help(HOW_TO))
                : running(TagEvents.unread(of.caveats()));
    }

    private Hint running(@Nullable String unread) {
        return Hint.of(unread == null ? Messages.Empty_Running : Messages.Empty_Unread,
                unread == null ? Messages.Empty_RunningText : unread,
                Messages.Empty_ToBlocked, () -> ask(What.BLOCKED));
    }

    private static void help(String page) {
        PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(page);
    }

    /** Shows another time. In the UI thread. */
    public void ask(What other) {
        FlamePane of = pane;
        if (of != null) {
            of.choice().select(other.ordinal());
            chosen();
        }
    }

    /** Back to everything; or, where everything is shown, to the work: the range is that of all views, and a picture is zoomed for itself. */
    @Override
    public void resetStartFinishTime(boolean notify) {
        FlamePane of = pane;
        if (of == null || !of.all()) {
            super.resetStartFinishTime(notify);
        }
    }

    /** What is shown; null while nothing is. */
    public @Nullable FlameAnswer answer() {
        return answer;
    }

    /** The picture with what is around it; null before the view is made. */
    public @Nullable FlamePane pane() {
        return pane;
    }
}
