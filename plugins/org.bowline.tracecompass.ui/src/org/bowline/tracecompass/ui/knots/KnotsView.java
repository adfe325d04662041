/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.knots;

import java.util.List;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.jface.dialogs.DialogSettings;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.FrameworkUtil;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.tracecompass.core.waitfor.KnotChosenSignal;
import org.bowline.tracecompass.core.waitfor.OriginsSignal;
import org.bowline.tracecompass.core.waitfor.ThresholdSignal;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.export.ReportWizard;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.Hint;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;
import org.bowline.tracecompass.ui.view.ThresholdChoice;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** The bottlenecks of the selected range as a table, at the threshold of the graph's slider. */
public final class KnotsView extends WaitAnalysisView<WaitForAnswer> implements ThreadSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.knots";
    private static final String HELP = "org.bowline.help.knots";

    /** A menu with more is none. */
    private static final int MOST_MEMBERS = 20;

    private @Nullable KnotsTable table;
    private @Nullable WaitForAnswer answer;
    private volatile WaitOrigins origins = WaitOrigins.ALL;

    /** For the extension. */
    public KnotsView() {
        super(Messages.Knots_View, HELP);
    }

    @Override
    protected String jobName(ITmfTrace ofTrace) {
        return NLS.bind(Messages.Knots_Job, ofTrace.getName());
    }

    @Override
    protected WaitForAnswer compute(AnalysedRange range, Progress progress) {
        return WaitForAnswers.of(range.trace(), range.result()).get(range.fromNanos(), range.toNanos(), origins, progress);
    }

    @Override
    protected void show(AnalysedRange range, WaitForAnswer newAnswer) {
        answer = newAnswer;
        if (table != null) {
            table.show(newAnswer, knots(newAnswer));
        }
    }

    private List<Knot> knots(WaitForAnswer of) {
        double share = ThresholdChoice.share(getTrace());
        return share < 0 ? of.hierarchy().knots() : of.hierarchy().knotsAt((long) (share * of.graph().rangeNanos()));
    }

    @Override
    protected void clear() {
        answer = null;
        origins = WaitOrigins.ALL;
        if (table != null && !table.table().isDisposed()) {
            table.show(null, List.of());
        }
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, WaitForAnswer of) {
        return knots(of).isEmpty()
                ? Hint.of(Messages.Knots_Empty, Messages.Knots_EmptyText, Messages.Knots_Whole,
                        range.whole() ? null : () -> resetStartFinishTime(true))
                : null;
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, WaitForAnswer of) {
        return of.caveats(range.result().caveats());
    }

    @Override
    protected Control createContent(Composite parent) {
        KnotsTable made = new KnotsTable(parent,
                DialogSettings.getOrCreateSection(
                        PlatformUI.getDialogSettingsProvider(FrameworkUtil.getBundle(KnotsView.class)).getDialogSettings(), ID));
        table = made;
        made.table().addListener(SWT.Selection, event -> choose(false));
        made.table().addListener(SWT.DefaultSelection, event -> showInGraph());
        MenuManager menu = new MenuManager();
        menu.setRemoveAllWhenShown(true);
        menu.addMenuListener(manager -> fillContextMenu(manager, made));
        made.table().setMenu(menu.createContextMenu(made.table()));
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), new Simple(Messages.Knots_Copy, made::copy));
        getViewSite().getActionBars().getMenuManager().add(new Simple(Messages.Knots_Export, this::export));
        return made.table();
    }

    private void fillContextMenu(IMenuManager menu, KnotsTable of) {
        if (!of.selected().isEmpty()) {
            menu.add(new Simple(Messages.Knots_ShowInGraph, this::showInGraph));
            menu.add(new Simple(Messages.Knots_Alone, () -> choose(true)));
            addMembers(menu, of);
            menu.add(new Simple(Messages.Knots_Copy, of::copy));
            menu.add(new Separator());
        }
        menu.add(new Simple(Messages.Knots_Export, this::export));
    }

    /** The threads of the first chosen knot, each with the views along time in which it can be looked at. */
    private void addMembers(IMenuManager menu, KnotsTable of) {
        ITmfTrace trace = getTrace();
        WaitForAnswer now = answer;
        if (trace == null || now == null) {
            return;
        }
        MenuManager threads = new MenuManager(Messages.Knots_ShowThread);
        Timeline timeline = now.graph().timeline();
        Knot knot = of.selected().get(0);
        for (int i = 0; i < knot.vertexCount() && threads.getItems().length < MOST_MEMBERS; i++) {
            int vertex = knot.vertex(i);
            if (vertex < timeline.threadCount()) {
                MenuManager thread = new MenuManager(WaitForDataProvider.name(timeline, vertex).replace("&", "&&"));
                ThreadChoice.addViews(thread, getSite().getPage(), this, trace, timeline, vertex);
                threads.add(thread);
            }
        }
        menu.add(threads);
    }

    private void choose(boolean alone) {
        ITmfTrace trace = getTrace();
        if (table != null && trace != null) {
            broadcast(new KnotChosenSignal(this, trace, table.selected(), alone));
        }
    }

    private void showInGraph() {
        try {
            getSite().getPage().showView(WaitForGraphView.ID);
            choose(false);
        } catch (org.eclipse.ui.PartInitException e) {
            org.eclipse.core.runtime.Platform.getLog(KnotsView.class).error(WaitForGraphView.ID, e);
        }
    }

    private void export() {
        AnalysedRange range = shown();
        ReportWizard wizard = new ReportWizard();
        if (range != null) {
            wizard.of(range);
        }
        WizardDialog dialog = new WizardDialog(getSite().getShell(), wizard);
        dialog.open();
    }

    private void thresholdMoved() {
        WaitForAnswer of = answer;
        if (of != null && table != null) {
            List<Knot> selected = table.selected();
            table.show(of, knots(of));
            table.select(selected);
            emptinessChanged(of);
        }
    }

    /** Another view chose a threshold. */
    @TmfSignalHandler
    public void thresholdChosen(ThresholdSignal signal) {
        onUi(() -> {
            if (!isMine(signal) && signal.trace() == getTrace()) {
                thresholdMoved();
            }
        });
    }

    /** Another view chose whose waits count. */
    @TmfSignalHandler
    public void originsChosen(OriginsSignal signal) {
        onUi(() -> {
            if (!isMine(signal) && signal.trace() == getTrace() && !signal.origins().equals(origins)) {
                origins = signal.origins();
                refresh();
            }
        });
    }

    /** Another view chose knots. */
    @TmfSignalHandler
    public void knotsChosen(KnotChosenSignal signal) {
        onUi(() -> {
            if (!isMine(signal) && signal.trace() == getTrace() && table != null) {
                table.select(signal.knots());
            }
        });
    }

    /** The table; null before the view is made. */
    public @Nullable KnotsTable knotsTable() {
        return table;
    }

    private static final class Simple extends Action {
        private final Runnable action;

        Simple(String text, Runnable action) {
            super(text);
            this.action = action;
        }

        @Override
        public void run() {
            action.run();
        }
    }
}
