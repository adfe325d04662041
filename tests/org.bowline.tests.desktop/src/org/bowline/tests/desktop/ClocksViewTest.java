/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXyModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceContext;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IWorkbenchPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.clocks.ClockCurves;
import org.bowline.tracecompass.core.clocks.ClocksDataProvider;
import org.bowline.tracecompass.core.clocks.ClocksDataProvider.Curve;
import org.bowline.tracecompass.core.provider.Releases;
import org.bowline.tracecompass.ui.clocks.ClockPlot;
import org.bowline.tracecompass.ui.clocks.ClocksTable;
import org.bowline.tracecompass.ui.clocks.ClocksView;

/** The clocks of the sample as a person sees them. */
final class ClocksViewTest {
    private static final int HOSTS = 3;

    @AfterEach
    void close() {
        Workbench.page().setPartState(Workbench.page().findViewReference(ClocksView.ID), IWorkbenchPage.STATE_RESTORED);
        Samples.closeAll();
    }

    private static ClocksView open(TmfExperiment experiment) {
        ClocksView view = (ClocksView) Workbench.showView(ClocksView.ID);
        Workbench.page().setPartState(Workbench.page().findViewReference(ClocksView.ID), IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.await("the clocks of " + experiment.getName() + " are shown",
                () -> view.getTrace() == experiment && view.shown() != null && !view.isBusy());
        Hand.standsStill(view.words().isEmpty() ? plot(view) : table(view).table());
        return view;
    }

    private static ClockPlot plot(ClocksView view) {
        ClockPlot plot = view.plot();
        assertNotNull(plot);
        return plot;
    }

    private static ClocksTable table(ClocksView view) {
        ClocksTable table = view.table();
        assertNotNull(table);
        return table;
    }

    private static AnalysisResult result(TmfExperiment experiment) {
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        assertNotNull(module);
        AnalysisResult result = module.result();
        assertNotNull(result);
        return result;
    }

    @Test
    void everyHostHasARowAndTheWorstBoundIsPlotted() {
        TmfExperiment experiment = Samples.openSample();
        ClocksView view = open(experiment);
        TableItem[] items = table(view).table().getItems();
        assertEquals(HOSTS, items.length);
        // measured when it was recorded, see its README; the words and signs of "bowline clocks": what is behind has a minus
        assertEquals("B", result(experiment).hosts().get(result(experiment).sync().referenceHost()));
        assertTrue(items[0].getText(2).matches("-14[01] ms"), items[0].getText(2));
        assertTrue(items[2].getText(2).matches("7\\.1[23] s"), items[2].getText(2));
        assertEquals("Ahead By", table(view).table().getColumn(2).getText());
        long references = java.util.Arrays.stream(items).filter(item -> item.getText(1).contains("reference")).count();
        assertEquals(1, references);
        for (TableItem item : items) {
            assertTrue(item.getText(1).contains("reference") || item.getText(1).contains("accurate")
                    || item.getText(1).contains("approximate"), item.getText(1));
            assertTrue(item.getText(1).contains("reference") || item.getText(5).startsWith("\u00b1 "), item.getText(5));
        }
        assertEquals("", view.words());
        assertTrue(plot(view).text().contains("messages; it is taken to be ahead by "), plot(view).text());
        ImageData picture = Pictures.screenshot(plot(view), "clocks-plot");
        assertTrue(Pictures.countPixels(picture, 200, 90, 0, 40) > 100, "messages that were sent");
        assertTrue(Pictures.countPixels(picture, 0, 125, 135, 40) > 100, "messages that were received");
        Pictures.screenshot("clocks");
        view.setLevel(false);
        Workbench.pump(() -> false, 400);
        Pictures.screenshot(plot(view), "clocks-plot-slope");
        view.setLevel(true);
    }

    @Test
    void aClickOnAHostShowsItsPlotAndTheReferenceSaysWhyItHasNone() {
        TmfExperiment experiment = Samples.openSample();
        ClocksView view = open(experiment);
        int reference = result(experiment).sync().referenceHost();
        ClocksTable table = table(view);
        for (TableItem item : table.table().getItems()) {
            Hand.click(item);
            String name = item.getText(0);
            Workbench.await("host " + name + " is chosen",
                    () -> result(experiment).hosts().get(view.chosenHost()).equals(name));
            assertEquals(view.chosenHost() == reference ? name + " is the reference" : "", view.words());
            if (view.chosenHost() == reference) {
                Pictures.screenshot("clocks-reference");
            }
        }
        table.table().selectAll();
        assertEquals(HOSTS + 1, table.selectedText().lines().count());
    }

    /** The sample without some of its hosts. */
    private static TmfExperiment without(String name, String... hosts) throws Exception {
        Path recording = Samples.unpack("three-tier");
        for (String host : hosts) {
            try (Stream<Path> files = Files.walk(recording.resolve(host))) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Samples.open(Samples.importRecording(name, recording));
    }

    @Test
    void aHostAloneHasARowAndAWordWhyThereIsNoPlot() throws Exception {
        ClocksView view = open(without("clocks-alone", "B", "C"));
        TableItem[] items = table(view).table().getItems();
        assertEquals(1, items.length);
        assertEquals("A", items[0].getText(0));
        assertTrue(items[0].getText(1).contains("reference"), items[0].getText(1));
        assertEquals("A is the only host", view.words());
        Hand.click(items[0]);
        assertEquals("A is the only host", view.words());
        assertEquals(0, view.chosenHost());
        assertEquals(2, table(view).selectedText().lines().count());
        Pictures.screenshot("clocks-alone");
    }

    @Test
    void aHostThatExchangedNothingWithTheOthersSaysSo() throws Exception {
        // the client talks to the server, and the server to the backend: without the server's traces nothing relates the other two
        TmfExperiment experiment = without("clocks-apart", "B");
        ClocksView view = open(experiment);
        TableItem[] items = table(view).table().getItems();
        assertEquals(2, items.length);
        int reference = result(experiment).sync().referenceHost();
        String apart = result(experiment).hosts().get(1 - reference);
        TableItem row = java.util.Arrays.stream(items).filter(item -> item.getText(0).equals(apart)).findFirst().orElseThrow();
        assertTrue(row.getText(1).contains("not synchronised"), row.getText(1));
        assertFalse(row.getText(5).startsWith("\u00b1"), "no bound is claimed: " + row.getText(5));
        Hand.click(row);
        Workbench.await("the host is chosen", () -> view.chosenHost() == 1 - reference);
        assertEquals(apart + " could not be synchronised", view.words());
        assertTrue(view.frame().caveats().stream().anyMatch(caveat -> caveat.host().equals(apart)),
                () -> view.frame().caveats().toString());
        Pictures.screenshot("clocks-apart");
    }

    @Test
    void theWheelZoomsAndADoubleClickOnAMessageGoesThere() {
        TmfExperiment experiment = Samples.openSample();
        ClocksView view = open(experiment);
        ClockPlot plot = plot(view);
        double before = plot.seenNanos();
        Hand.wheel(plot, plot.getSize().x / 2, plot.getSize().y / 2, 3);
        Workbench.await("the plot is nearer", () -> plot.seenNanos() < before / 1.5);
        Hand.click(plot, plot.getSize().x / 2, plot.getSize().y / 2);
        Hand.key("0", "all is seen again", () -> plot.seenNanos() == before);
        Hand.key("Right", "a message is chosen", () -> plot.chosen() >= 0);
        Point at = plot.pixel(plot.chosen());
        assertNotNull(at);
        Hand.hover(plot, at.x, at.y);
        Workbench.pump(() -> false, 900);
        Pictures.screenshot("clocks-hover");
        long message = ClockCurves.of(result(experiment).sync(), view.chosenHost()).orElseThrow().evidence().points().get(plot.chosen())
                .hostNanos();
        long time = result(experiment).sync().clocks().toReference(view.chosenHost(), message);
        TmfTraceManager manager = TmfTraceManager.getInstance();
        Hand.key("Return", "the message's time is selected", () -> {
            TmfTraceContext context = manager.getTraceContext(experiment);
            return context.getSelectionRange().getStartTime().toNanos() <= time
                    && time <= context.getSelectionRange().getEndTime().toNanos()
                    && context.getSelectionRange().getStartTime().compareTo(context.getSelectionRange().getEndTime()) != 0;
        });
    }

    @Test
    void aSelectionIsTheRangeOfTheTable() {
        TmfExperiment experiment = Samples.openSample();
        ClocksView view = open(experiment);
        long start = result(experiment).timeline().startNanos();
        long end = result(experiment).timeline().endNanos();
        long from = start + (end - start) / 4;
        long to = start + (end - start) / 2;
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(from), TmfTimestamp.fromNanos(to),
                experiment));
        Workbench.await("the selection is shown", () -> view.shown() != null && view.shown().fromNanos() == from && !view.isBusy());
        assertEquals(to, view.shown().toNanos());
        Pictures.screenshot(plot(view), "clocks-plot-range");
    }

    @Test
    void theDataProviderAnswersTheTableAndTheCurves() {
        TmfExperiment experiment = Samples.openSample();
        ClocksView view = open(experiment);
        assertNotNull(view);
        AnalysisResult result = result(experiment);
        Object found = Releases.dataProvider(experiment, ClocksDataProvider.ID,
                org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider.class);
        @SuppressWarnings("unchecked") ITmfTreeXYDataProvider<TmfTreeDataModel> provider = (ITmfTreeXYDataProvider<TmfTreeDataModel>) found;
        TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> tree = provider.fetchTree(Map.of(), new NullProgressMonitor());
        assertEquals(Status.COMPLETED, tree.getStatus());
        TmfTreeModel<TmfTreeDataModel> model = tree.getModel();
        assertNotNull(model);
        List<TmfTreeDataModel> hosts = model.getEntries().stream().filter(entry -> entry.getParentId() < 0).toList();
        assertEquals(HOSTS, hosts.size());
        hosts.forEach(entry -> assertEquals(model.getHeaders().size(), entry.getLabels().size()));
        ClockEvidence evidence = result.sync().evidence().get(0);
        TmfModelResponse<ITmfXyModel> answer = provider.fetchXY(Map.of(DataProviderParameterUtils.REQUESTED_ITEMS_KEY,
                List.of(ClocksDataProvider.id(evidence.host()))), null);
        assertEquals(Status.COMPLETED, answer.getStatus());
        ITmfXyModel curves = answer.getModel();
        assertNotNull(curves);
        assertEquals(Curve.values().length, curves.getSeriesData().size());
        for (ISeriesModel series : curves.getSeriesData()) {
            boolean above = series.getId() == ClocksDataProvider.id(evidence.host(), Curve.RECEIVED)
                    || series.getId() == ClocksDataProvider.id(evidence.host(), Curve.HIGH);
            assertEquals(series.getXAxis().length, series.getData().length);
            assertTrue(java.util.Arrays.stream(series.getData()).allMatch(y -> above ? y >= -2 : y <= 2), series.getName());
        }
        assertEquals(0, provider.fetchXY(Map.of(), null).getModel().getSeriesData().size());
        TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> wrong = provider.fetchTree(
                Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(20L, 10L)), null);
        assertEquals(Status.FAILED, wrong.getStatus());
    }
}
