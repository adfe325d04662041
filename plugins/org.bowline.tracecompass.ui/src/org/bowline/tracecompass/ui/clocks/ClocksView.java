/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.clocks.ClockCurves;
import org.bowline.tracecompass.core.clocks.ClockRow;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.EmptyState;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.TopLayout;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** How well the hosts' clocks are known in the selected range, and the messages from which it is known. */
public final class ClocksView extends WaitAnalysisView<List<ClockRow>> {
    /** Its id. */
    public static final String ID = "org.bowline.views.clocks";
    private static final String HELP = "org.bowline.help.clocks";
    private static final String LEVEL_KEY = "level";
    private static final int NO_HOST = -1;
    /** A view that is less high has table and plot beside each other. */
    private static final int LOW_PIXELS = 320;
    /** So much time around a message that is gone to, ns. */
    private static final long AROUND_NANOS = 500_000;

    /** The controls. */
    private record Parts(SashForm sash, ClocksTable table, Composite below, TopLayout stack, ClockPlot plot, EmptyState words) {}

    private final IDialogSettings settings = Ui.settings(ID);
    private final Action level = Actions.toggle(Messages.Clocks_Level, Messages.Clocks_LevelTip, Actions.icon("level.png"),
            settings.get(LEVEL_KEY) == null || settings.getBoolean(LEVEL_KEY), this::levelChanged);
    private @Nullable Parts parts;
    private @Nullable AnalysedRange range;
    private List<ClockRow> rows = List.of();
    private int host = NO_HOST;

    /** For the extension. */
    public ClocksView() {
        super(Messages.Clocks_View, Messages.Clocks_Job, HELP);
    }

    @Override
    protected List<ClockRow> compute(AnalysedRange of, Progress progress) {
        return ClockRow.of(of.result(), of.fromNanos(), of.toNanos());
    }

    @Override
    protected void show(AnalysedRange newRange, List<ClockRow> newRows) {
        range = newRange;
        rows = newRows;
        if (host < 0 || host >= newRows.size()) {
            host = worthLookingAt(newRange.result().sync());
        }
        if (parts != null) {
            parts.table().show(newRows, host);
            arrange(parts.sash(), parts.table());
            showHost();
        }
    }

    /** The host with the widest bound, as that is what limits the results; one without any bound before all. */
    private int worthLookingAt(SyncResult sync) {
        int best = rows.isEmpty() ? NO_HOST : 0;
        for (ClockRow row : rows) {
            boolean plotted = ClockCurves.of(sync, row.host()).isPresent();
            boolean bestPlotted = ClockCurves.of(sync, best).isPresent();
            if (plotted && (!bestPlotted || row.errorMiddleNanos() > rows.get(best).errorMiddleNanos())) {
                best = row.host();
            }
        }
        return best;
    }

    /** The plot of the chosen host, or why there is none. */
    private void showHost() {
        AnalysedRange of = range;
        if (of == null || parts == null) {
            return;
        }
        Optional<ClockCurves> curves = ClockCurves.of(of.result().sync(), host);
        parts.plot().show(curves.map(some -> new PlotScene(of.result(), some, level.isChecked(), !of.whole(), of.fromNanos(),
                of.toNanos())).orElse(null));
        if (curves.isEmpty() && host >= 0 && host < rows.size()) {
            parts.words().show(why(of.result(), rows.get(host)));
        }
        parts.stack().setTop(curves.isEmpty() ? parts.words() : parts.plot());
        parts.below().layout();
    }

    private Hint why(AnalysisResult result, ClockRow row) {
        if (rows.size() == 1) {
            return Hint.of(NLS.bind(Messages.Why_Alone, row.name()), Messages.Why_AloneText);
        }
        if (row.reference()) {
            return Hint.of(NLS.bind(Messages.Why_Reference, row.name()), Messages.Why_ReferenceText);
        }
        Caveat reason = result.caveats().stream().filter(caveat -> caveat.host().equals(row.name()) && isReason(caveat.kind())).findFirst()
                .orElse(null);
        if (reason != null && reason.kind().equals(SyncCaveat.Kind.APART.label())) {
            return Hint.of(NLS.bind(Messages.Why_Absent, row.name()), reason.text());
        }
        String found = reason == null ? "" : reason.text();
        return switch (row.quality()) {
            case FAILED -> Hint.of(NLS.bind(Messages.Why_Failed, row.name()), found + ' ' + Messages.Why_FailedText);
            default -> Hint.of(NLS.bind(Messages.Why_Absent, row.name()), found + ' ' + Messages.Why_AbsentText);
        };
    }

    private static boolean isReason(String kind) {
        return Stream.of(SyncCaveat.Kind.CLOCK_AS_RECORDED, SyncCaveat.Kind.APART, SyncCaveat.Kind.SYNC_FAILED)
                .anyMatch(reason -> reason.label().equals(kind));
    }

    @Override
    protected void clear() {
        range = null;
        rows = List.of();
        host = NO_HOST;
        if (parts != null && !parts.sash().isDisposed()) {
            parts.table().show(rows, host);
            parts.plot().show(null);
        }
    }

    /** Those about clocks. */
    @Override
    protected List<Caveat> caveats(AnalysedRange of, List<ClockRow> model) {
        List<String> kinds = java.util.Arrays.stream(SyncCaveat.Kind.values()).map(SyncCaveat.Kind::label).toList();
        return of.result().caveats().stream().filter(caveat -> kinds.contains(caveat.kind()) || "not-synchronised".equals(caveat.kind()))
                .toList();
    }

    @Override
    protected Control createContent(Composite parent) {
        SashForm sash = new SashForm(parent, SWT.VERTICAL);
        ClocksTable table = new ClocksTable(sash, settings);
        Composite below = new Composite(sash, SWT.NONE);
        TopLayout stack = new TopLayout();
        below.setLayout(stack);
        ClockPlot plot = new ClockPlot(below, this::goTo);
        EmptyState words = new EmptyState(below);
        stack.setTop(plot);
        sash.addListener(SWT.Resize, event -> arrange(sash, table));
        parts = new Parts(sash, table, below, stack, plot, words);
        table.table().addListener(SWT.Selection, event -> choose(table.selectedHost()));
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), Actions.of(Messages.Clocks_Copy, table::copy));
        return sash;
    }

    /** Beside each other in a low view, else one above the other, with all hosts seen if there is room. */
    private static void arrange(SashForm sash, ClocksTable table) {
        org.eclipse.swt.graphics.Rectangle area = sash.getClientArea();
        if (area.width <= 0 || area.height <= 0) {
            return;
        }
        boolean low = area.height < LOW_PIXELS && area.width > 2 * area.height;
        int wanted = low ? SWT.HORIZONTAL : SWT.VERTICAL;
        if (sash.getOrientation() != wanted) {
            sash.setOrientation(wanted);
        }
        int rows = table.table().getHeaderHeight() + (Math.max(3, table.table().getItemCount()) + 1) * table.table().getItemHeight();
        int first = low ? area.width * 2 / 5 : Math.min(rows + 2 * table.table().getBorderWidth(), area.height * 2 / 5);
        sash.setWeights(new int[] {first, Math.max(1, (low ? area.width : area.height) - first)});
    }

    /** Shows the plot of a host. */
    public void choose(int newHost) {
        if (newHost >= 0 && newHost != host) {
            host = newHost;
            showHost();
        }
    }

    private void goTo(long hostNanos) {
        AnalysedRange of = range;
        if (of != null) {
            long time = of.result().sync().clocks().toReference(host, hostNanos);
            showEvidence(time - AROUND_NANOS, time + AROUND_NANOS);
        }
    }

    @Override
    protected void fillToolBar(IToolBarManager bar) {
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, level);
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS,
                Actions.of(Messages.Clocks_Fit, Messages.Clocks_FitTip, Actions.icon("fit.png"), () -> {
                    if (parts != null) {
                        parts.plot().fit();
                    }
                }));
    }

    /** The table; null before the view is made. */
    public @Nullable ClocksTable table() {
        return parts == null ? null : parts.table();
    }

    /** The plot; null before the view is made. */
    public @Nullable ClockPlot plot() {
        return parts == null ? null : parts.plot();
    }

    /** What is said instead of a plot; empty if there is a plot. */
    public String words() {
        return parts == null || parts.stack().top() != parts.words() ? "" : parts.words().title();
    }

    /** The index of the chosen host; −1 if there is none. */
    public int chosenHost() {
        return host;
    }

    /** Whether offsets are shown relative to the clock that was taken. */
    public void setLevel(boolean relative) {
        level.setChecked(relative);
        levelChanged();
    }

    private void levelChanged() {
        settings.put(LEVEL_KEY, level.isChecked());
        showHost();
    }
}
