/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.IContributionItem;
import org.eclipse.jface.resource.FontDescriptor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.graphics.Font;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IWorkbenchPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.report.analyses.Descriptors;
import org.bowline.report.table.Reports;
import org.bowline.tracecompass.ui.tables.RowsTable;
import org.bowline.tracecompass.ui.tables.TablesView;

/** Any table of any analysis in the desktop. */
final class TablesViewTest {
    @AfterEach
    void close() {
        Workbench.page().setPartState(Workbench.page().findViewReference(TablesView.ID), IWorkbenchPage.STATE_RESTORED);
        Workbench.hideViews(); // it would go on in this perspective, and read traces that are opened in another one
        Samples.closeAll();
    }

    private static Table table(TablesView view) {
        RowsTable rows = view.rowsTable();
        assertNotNull(rows);
        return rows.table();
    }

    private static List<String> checked(TablesView view) {
        return Arrays.stream(view.getViewSite().getActionBars().getMenuManager().getItems())
                .map(item -> item instanceof ActionContributionItem one && one.getAction().isChecked() ? one.getAction().getText() : "")
                .filter(text -> !text.isEmpty()).toList();
    }

    /** What stands beside the choice. */
    private static String said(TablesView view) {
        return Workbench.controls(table(view).getParent()).filter(Label.class::isInstance).map(label -> ((Label) label).getText())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> columns(Table table) {
        return Arrays.stream(table.getColumns()).map(TableColumn::getText).toList();
    }

    @Test
    void everyTableOfEveryAnalysisIsInTheMenuAndCanBeShown() {
        TmfExperiment experiment = Samples.openSample();
        TablesView view = (TablesView) Workbench.showView(TablesView.ID);
        Workbench.page().setPartState(Workbench.page().findViewReference(TablesView.ID), IWorkbenchPage.STATE_MAXIMIZED);
        view.choose("threads");
        Workbench.await("the threads are shown", () -> view.getTrace() == experiment && !view.isBusy()
                && columns(table(view)).equals(Reports.THREADS.columnNames()) && table(view).getItemCount() > 0);
        Table table = table(view);
        assertTrue(table.getColumn(0).getToolTipText().contains("its host"), table.getColumn(0).getToolTipText());
        Font bold = FontDescriptor.createFrom(table.getFont()).setStyle(SWT.BOLD).createFont(table.getDisplay()); // as GTK draws names
        GC gc = new GC(table);
        gc.setFont(bold);
        List<String> cut = Arrays.stream(table.getColumns()).filter(column -> column.getWidth() < gc.textExtent(column.getText()).x + 14)
                .map(TableColumn::getText).toList();
        gc.dispose();
        bold.dispose();
        assertEquals(List.of(), cut, "names are read to their end");
        table.getColumn(1).notifyListeners(SWT.Selection, new Event());
        table.getColumn(1).notifyListeners(SWT.Selection, new Event());
        long[] tids = Arrays.stream(table.getItems()).mapToLong(item -> Long.parseLong(item.getText(1))).toArray();
        for (int i = 1; i < tids.length; i++) {
            assertTrue(tids[i - 1] >= tids[i], "by number, the largest first: " + tids[i - 1] + ", " + tids[i]);
        }
        Event copy = new Event();
        copy.stateMask = SWT.MOD1;
        copy.keyCode = 'c';
        table.setSelection(0);
        table.notifyListeners(SWT.KeyDown, copy);
        Clipboard clipboard = new Clipboard(table.getDisplay());
        String[] lines = ((String) clipboard.getContents(TextTransfer.getInstance())).split("\n");
        clipboard.dispose();
        assertEquals(String.join("\t", Reports.THREADS.columnNames()), lines[0]);
        int running = Reports.THREADS.columnNames().indexOf("running_ns");
        assertTrue(lines[1].split("\t")[running].matches("\\d+") && table.getItem(0).getText(running).matches(".* [nµm]?s"),
                () -> lines[1] + " is exact, as its heading says, beside " + table.getItem(0).getText(running));
        Pictures.screenshot("tables");
        Combo choice = (Combo) Workbench.controls(table.getParent()).filter(Combo.class::isInstance).findFirst().orElseThrow();
        assertEquals("Threads: threads", choice.getText(), "it is seen which table it is");
        assertEquals(List.of("Threads: threads"), checked(view));
        choice.select(choice.indexOf("Thresholds: thresholds"));
        choice.notifyListeners(SWT.Selection, new Event());
        Workbench.await("the thresholds are shown",
                () -> !view.isBusy() && columns(table(view)).contains("threshold_ns") && table(view).getItemCount() > 0);
        assertEquals(List.of("Thresholds: thresholds"), checked(view), "the menu says so as well");
        assertEquals(table(view).getItemCount() + " rows", said(view));
        view.choose("knots");
        assertEquals("Who waits: knots", choice.getText());
        Workbench.await("the knots are shown",
                () -> !view.isBusy() && columns(table(view)).equals(Reports.KNOTS.columnNames()) && table(view).getItemCount() > 0);
        Pictures.screenshot("tables-knots");
        long entries = Arrays.stream(view.getViewSite().getActionBars().getMenuManager().getItems())
                .filter(IContributionItem::isVisible).count();
        assertTrue(entries >= Descriptors.installed().all().stream().mapToLong(one -> one.tables().size()).sum(), "entries: " + entries);
        view.choose("sync");
        Workbench.await("the clocks are shown",
                () -> !view.isBusy() && columns(table(view)).equals(Reports.SYNC.columnNames()) && table(view).getItemCount() > 0);
        for (TableItem row : table(view).getItems()) {
            assertEquals(row.getText(0).equals(row.getText(1)), row.getText(2).equals("reference"),
                    "as in the view Clocks and in the terminal");
        }
        view.choose("interval-path");
        Workbench.await("there are no intervals", () -> !view.isBusy() && columns(table(view)).equals(Reports.INTERVAL_PATH.columnNames()));
        assertEquals(0, table(view).getItemCount());
        assertTrue(choice.isVisible(), "another one can be chosen");
        assertTrue(said(view).startsWith("No rows: "), said(view));
    }

    @Test
    void anAnalysisThatExistsOnlyInTheTestsHasATable() {
        TmfExperiment experiment = Samples.openSample();
        TablesView view = (TablesView) Workbench.showView(TablesView.ID);
        view.choose("sleepers");
        Workbench.await("the sleepers are shown", () -> view.getTrace() == experiment && !view.isBusy()
                && columns(table(view)).equals(List.of("host", "tid", "name", "timer_ns")) && table(view).getItemCount() > 0);
        assertTrue(Arrays.stream(view.getViewSite().getActionBars().getMenuManager().getItems())
                .anyMatch(item -> item instanceof ActionContributionItem one && one.getAction().getText().contains("Sleepers")),
                "it is in the menu");
    }
}
