/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tables;

import java.util.List;
import java.util.Objects;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.ReportTable;
import org.bowline.report.table.Report;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** Any table of any analysis, of the selected range; the view's menu chooses which. */
public final class TablesView extends WaitAnalysisView<TablesView.Filled<?>> {
    /** Its id. */
    public static final String ID = "org.bowline.views.tables";
    private static final String HELP = "org.bowline.help.tables";
    private static final String CHOSEN = "table";

    private @Nullable RowsTable table;
    private volatile String chosen;

    /**
     * A table with its rows.
     *
     * @param report its columns
     * @param rows its rows
     * @param caveats what its analysis does not know, the most severe first
     */
    public record Filled<R>(Report<R> report, List<? extends R> rows, List<Caveat> caveats) {}

    /** For the extension. */
    public TablesView() {
        super(Messages.Tables_View, Messages.Tables_Job, HELP);
        IDialogSettings settings = Ui.settings(ID);
        String last = settings.get(CHOSEN);
        chosen = last != null && all().stream().anyMatch(one -> one.report().name().equals(last)) ? last : all().get(0).report().name();
    }

    private static List<ReportTable<?>> all() {
        return Descriptors.installed().all().stream().<ReportTable<?>>flatMap(one -> one.tables().stream()).toList();
    }

    @Override
    protected Filled<?> compute(AnalysedRange range, Progress progress) {
        Analysis analysis = range.analysis(progress);
        String wanted = chosen;
        for (Descriptor one : Descriptors.installed().all()) {
            for (ReportTable<?> of : one.tables()) {
                if (of.report().name().equals(wanted)) {
                    return fill(one, of, analysis);
                }
            }
        }
        throw new IllegalStateException("no analysis has a table " + wanted);
    }

    private static <R> Filled<R> fill(Descriptor one, ReportTable<R> of, Analysis analysis) {
        List<? extends R> rows = of.isThere().test(analysis) ? of.rows().apply(analysis) : List.of();
        List<Caveat> caveats = one.caveats(analysis).stream().sorted(java.util.Comparator.comparing(Caveat::severity).reversed()).toList();
        return new Filled<>(of.report(), rows, caveats);
    }

    @Override
    protected void show(AnalysedRange range, Filled<?> filled) {
        Objects.requireNonNull(table).show(filled);
    }

    @Override
    protected void clear() {
        RowsTable shown = table;
        if (shown != null && !shown.table().isDisposed()) {
            shown.clear();
        }
    }

    @Override
    protected boolean answers(Choice.Of what) {
        return what instanceof Choice.OfThreshold || what instanceof Choice.OfMerge || super.answers(what);
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, Filled<?> filled) {
        return filled.rows().isEmpty() ? Hint.of(Messages.Tables_Empty, Messages.Tables_EmptyText) : null;
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, Filled<?> filled) {
        return filled.caveats();
    }

    @Override
    protected Control createContent(Composite parent) {
        RowsTable made = new RowsTable(parent);
        table = made;
        contextMenu(made.table(), menu -> menu.add(Actions.of(Messages.Tables_Copy, made::copy)));
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), Actions.of(Messages.Tables_Copy, made::copy));
        fillMenu(getViewSite().getActionBars().getMenuManager());
        return made.table();
    }

    /** An entry for each table of each analysis, of which one is chosen. */
    private void fillMenu(IMenuManager menu) {
        for (Descriptor one : Descriptors.installed().all()) {
            for (ReportTable<?> of : one.tables()) {
                String name = of.report().name();
                Action action = new Action(NLS.bind(Messages.Tables_Of, one.info().title(), name), IAction.AS_RADIO_BUTTON) {
                    @Override
                    public void run() {
                        if (isChecked()) {
                            choose(name);
                        }
                    }
                };
                action.setToolTipText(one.info().summary());
                action.setChecked(name.equals(chosen));
                menu.add(action);
            }
        }
    }

    /** Shows another table. */
    public void choose(String report) {
        chosen = report;
        Ui.settings(ID).put(CHOSEN, report);
        refresh();
    }

    /** The table; null before the view is made. */
    public @Nullable RowsTable rowsTable() {
        return table;
    }
}
