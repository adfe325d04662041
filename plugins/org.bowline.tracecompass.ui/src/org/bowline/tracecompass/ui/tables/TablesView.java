/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tables;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
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
import org.bowline.tracecompass.ui.frame.FocusPane;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** Any table of any analysis, of the selected range; a list above it, and the view's menu, say and choose which. */
public final class TablesView extends WaitAnalysisView<TablesView.Filled<?>> {
    /** Its id. */
    public static final String ID = "org.bowline.views.tables";
    private static final String HELP = "org.bowline.help.tables";
    private static final String CHOSEN = "table";

    private final Map<String, Action> entries = new HashMap<>();
    private @Nullable RowsTable table;
    private @Nullable Combo choice;
    private @Nullable Label told;
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
        chosen = last != null && all().stream().anyMatch(one -> one.report().equals(last)) ? last : all().get(0).report();
    }

    /**
     * A table that can be chosen.
     *
     * @param report its name
     * @param name how it is called in the list
     * @param summary what its analysis tells
     */
    private record Choosable(String report, String name, String summary) {}

    private static List<Choosable> all() {
        return Descriptors.installed().all().stream().flatMap(one -> one.tables().stream().map(of -> new Choosable(of.report().name(),
                NLS.bind(Messages.Tables_Of, one.info().title(), of.report().name()), one.info().summary()))).toList();
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
        int rows = filled.rows().size();
        tell(rows == 0 ? Messages.Tables_EmptyText : rows == 1 ? Messages.Tables_OneRow : NLS.bind(Messages.Tables_Rows, rows));
    }

    @Override
    protected void clear() {
        RowsTable shown = table;
        if (shown != null && !shown.table().isDisposed()) {
            shown.clear();
        }
        tell("");
    }

    @Override
    protected boolean answers(Choice.Of what) {
        return what instanceof Choice.OfThreshold || what instanceof Choice.OfMerge || super.answers(what);
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, Filled<?> filled) {
        return filled.caveats();
    }

    @Override
    protected Control createContent(Composite parent) {
        Composite pane = new FocusPane(parent, () -> table == null ? null : table.table());
        pane.setLayout(GridLayoutFactory.fillDefaults().numColumns(2).spacing(5, 2).create());
        Combo which = Ui.choice(pane);
        all().forEach(one -> which.add(one.name()));
        which.setVisibleItemCount(which.getItemCount());
        which.addListener(SWT.Selection, event -> choose(all().get(which.getSelectionIndex()).report()));
        Ui.name(which, () -> Messages.Tables_Choose);
        choice = which;
        Label count = new Label(pane, SWT.NONE);
        count.setLayoutData(GridDataFactory.fillDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).hint(1, SWT.DEFAULT).create());
        told = count;
        RowsTable made = new RowsTable(pane);
        made.table().setLayoutData(GridDataFactory.fillDefaults().grab(true, true).span(2, 1).create());
        table = made;
        contextMenu(made.table(), menu -> menu.add(Actions.of(Messages.Tables_Copy, made::copy)));
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), Actions.of(Messages.Tables_Copy, made::copy));
        fillMenu(getViewSite().getActionBars().getMenuManager());
        tellChoice();
        return pane;
    }

    /** An entry for each table of each analysis, of which one is chosen. */
    private void fillMenu(IMenuManager menu) {
        for (Choosable one : all()) {
            Action action = new Action(one.name(), IAction.AS_RADIO_BUTTON) {
                @Override
                public void run() {
                    if (isChecked()) {
                        choose(one.report());
                    }
                }
            };
            action.setToolTipText(one.summary());
            entries.put(one.report(), action);
            menu.add(action);
        }
    }

    /** Shows another table. */
    public void choose(String report) {
        chosen = report;
        Ui.settings(ID).put(CHOSEN, report);
        tellChoice();
        refresh();
    }

    /** The list above the table and the menu say which one is shown. */
    private void tellChoice() {
        String now = chosen;
        entries.forEach((report, action) -> action.setChecked(report.equals(now)));
        Combo which = choice;
        if (which != null && !which.isDisposed()) {
            List<Choosable> all = all();
            int index = IntStream.range(0, all.size()).filter(i -> all.get(i).report().equals(now)).findFirst().orElse(0);
            which.select(index);
            which.setToolTipText(Messages.Tables_ChooseTip + '\n' + all.get(index).summary());
        }
    }

    /** Says how many rows there are, or why there are none. */
    private void tell(String text) {
        Label of = told;
        if (of != null && !of.isDisposed()) {
            of.setText(text);
            of.setToolTipText(text);
        }
    }

    /** The table; null before the view is made. */
    public @Nullable RowsTable rowsTable() {
        return table;
    }
}
