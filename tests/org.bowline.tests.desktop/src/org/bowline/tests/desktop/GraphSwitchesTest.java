/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.preference.IPreferenceStore;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Scale;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Workers;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Chip;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.graph.Camera;
import org.bowline.tracecompass.ui.graph.ThresholdScale;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;
import org.bowline.tracecompass.ui.view.Walk;

/** What the graph is asked by slider, selection and menus: threshold, range, whose waits, which threads are one. */
class GraphSwitchesTest extends GraphScene {
    @Test
    void theSliderHidesEdgesAndMovesNothing() throws Exception {
        open("three-tier");
        selectRequests();
        Pictures.screenshot(canvas(), "wait-for-three-tier");
        GraphPicture before = picture();
        int seen = canvas().view().visibleEdges();
        PictureNode first = before.atRank(0);
        ThresholdScale threshold = view.threshold();
        Scale scale = threshold.scale();
        try (UiWatchdog watchdog = new UiWatchdog("moving the slider of three-tier")) {
            int most = 0;
            for (int position = 0; position <= ThresholdScale.STEPS; position += 50) {
                scale.setSelection(position);
                scale.notifyListeners(SWT.Selection, new Event());
                Workbench.pump(() -> false, 1);
                assertEquals(before, picture(), "the same picture");
                most = Math.max(most, canvas().view().visibleEdges());
                long at = threshold.thresholdNanos();
                for (PictureEdge edge : before.edges()) {
                    assertTrue(edge.weightNanos() <= at || canvas().view().isEdgeVisible(edge.index()), "what is heavier is seen");
                }
                if (position == 300) {
                    Pictures.screenshot(canvas(), "wait-for-threshold-low");
                }
            }
            assertTrue(most > canvas().view().visibleEdges(), "a higher threshold hides edges");
            assertNotEquals(seen, canvas().view().visibleEdges());
        }
        assertEquals(first, picture().atRank(0));
        Pictures.screenshot(canvas(), "wait-for-threshold-high");
        scale.setFocus();
        Hand.key("Home", "the key moves the slider", () -> threshold.thresholdNanos() == 0);
    }

    @Test
    void whatIsChangedInThePreferencesHoldsInTheViewsThatAreOpen() {
        open("three-tier");
        long usual = view.threshold().thresholdNanos();
        int drawn = picture().nodes().size();
        assertTrue(rest().isEmpty() && drawn > 5, "nothing is folded");
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed", () -> knots.shown() != null && !knots.isBusy());
        IPreferenceStore preferences = WaitAnalysisPreferences.store();
        try {
            preferences.setValue(WaitAnalysisPreferences.THRESHOLD, 50);
            Workbench.await("the graph has the threshold that knots are looked for with",
                    () -> view.threshold().thresholdNanos() > 2 * usual
                            && view.frame().chipRow().texts().stream().anyMatch(chip -> chip.contains("50 %"))
                            && knots.frame().chipRow().texts().stream().anyMatch(chip -> chip.contains("50 %")),
                    () -> view.threshold().thresholdNanos() + " ns, " + view.frame().chipRow().texts() + knots.frame().chipRow().texts());
            preferences.setValue(WaitAnalysisPreferences.NODES, 5);
            Workbench.await("what is more is folded", () -> !view.isBusy() && !rest().isEmpty());
        } finally {
            preferences.setToDefault(WaitAnalysisPreferences.THRESHOLD);
            preferences.setToDefault(WaitAnalysisPreferences.NODES);
        }
        Workbench.await("all is as before", () -> !view.isBusy() && rest().isEmpty() && picture().nodes().size() == drawn
                && view.threshold().thresholdNanos() == usual);
    }

    /** What is folded is opened by a double click, with the heaviest of it under the mouse, by Enter, and folded again by the menu. */
    @Test
    void othersAreOpenedWhereTheyStandAndFoldedAgain() {
        IEclipsePreferences preferences = InstanceScope.INSTANCE.getNode("org.bowline.tracecompass.ui");
        preferences.putInt(WaitAnalysisPreferences.NODES, 5);
        try {
            open("three-tier");
            Workbench.await("some are folded", () -> !rest().isEmpty());
            int drawn = picture().nodes().size();
            PictureNode others = rest().get(0);
            Camera camera = canvas().camera();
            int x = (int) camera.pixelX(others.x() + others.width() / 2);
            int y = (int) camera.pixelY(others.y() + others.height() / 2);
            Pictures.screenshot(canvas(), "wait-for-others");
            Hand.doubleClick(canvas(), x, y);
            Workbench.await("they are drawn one by one", () -> rest().stream().noneMatch(node -> node.host().equals(others.host())));
            assertTrue(picture().nodes().size() >= drawn + others.vertices() - 1, "all of them");
            PictureNode under = picture().nodes().stream().filter(node -> canvas().camera().pixelX(node.x()) <= x
                    && x <= canvas().camera().pixelX(node.x() + node.width()) && canvas().camera().pixelY(node.y()) <= y
                    && y <= canvas().camera().pixelY(node.y() + node.height())).findFirst().orElseThrow();
            assertEquals(others.host(), under.host(), "one of them is under the mouse");
            Pictures.screenshot(canvas(), "wait-for-others-opened");
            view.fold();
            Workbench.await("they are folded again", () -> picture().nodes().size() == drawn);
            canvas().setFocus();
            Hand.key("Home", "the walk begins", () -> canvas().focusedNode() >= 0);
            for (int step = 0; !picture().nodes().get(canvas().focusedNode()).isRest(); step++) {
                assertTrue(step < drawn, "the walk comes to the others");
                int before = canvas().focusedNode();
                Hand.key("Tab", "the walk goes on", () -> canvas().focusedNode() != before);
            }
            String host = picture().nodes().get(canvas().focusedNode()).host();
            Hand.key("Return", "they are drawn one by one", () -> rest().stream().noneMatch(node -> node.host().equals(host)));
        } finally {
            preferences.remove(WaitAnalysisPreferences.NODES);
        }
    }

    private List<PictureNode> rest() {
        return picture() == null ? List.of() : picture().nodes().stream().filter(PictureNode::isRest).toList();
    }

    @Test
    void theGraphFollowsTheSelectionAndSaysWhichRange() {
        open("three-tier");
        long middle = (timeline().startNanos() + timeline().endNanos()) / 2;
        select(middle, middle + 200_000_000);
        assertFalse(view.shown().whole());
        assertEquals(200_000_000, picture().graph().rangeNanos());
        select(timeline().endNanos() - 1, timeline().endNanos() + 50);
        select(timeline().startNanos(), timeline().endNanos());
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(timeline().endNanos() + 10),
                TmfTimestamp.fromNanos(timeline().endNanos() + 20), experiment));
        Workbench.await("the view says that nothing was recorded there", () -> view.frame().empty() != null);
        assertTrue(view.frame().title().startsWith("10 ns of "), () -> "the range that was asked for: " + view.frame().title());
        Pictures.screenshot("wait-for-empty");
        view.chooseRange(RangeChoice.WHOLE);
        Workbench.await("the whole trace again", () -> view.shown().whole() && view.frame().empty() == null);
        view.setPinned(experiment);
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(middle), TmfTimestamp.fromNanos(middle + 1000),
                        experiment));
        Workbench.settle();
        assertTrue(view.shown().whole(), "a pinned view stays");
        view.setPinned(null);
    }

    /** A single request has its waits once each. */
    @Test
    void waitsThatAreAllSetAsideAreNotSaidToBeNoneAndALinkShowsThem() {
        open("three-tier");
        long begin = timeOfDay(23, 13, 35);
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(begin + 147_075_158L),
                TmfTimestamp.fromNanos(begin + 163_682_000L), experiment));
        Workbench.await("nothing is drawn", () -> view.frame().empty() != null && !view.isBusy());
        assertEquals("No waits to draw in this range", view.frame().empty().title());
        Pictures.screenshot("wait-for-aside");
        view.frame().empty().follow();
        Workbench.await("they are drawn", () -> view.frame().empty() == null && !view.isBusy());
        assertTrue(view.shown().everybody(), "nothing is set aside");
        assertEquals(16_606_842L, picture().graph().rangeNanos(), "in the same range");
        Choice.tell(this, experiment, new Choice.OfEverybody(false));
        Workbench.settle();
    }

    @Test
    void theGraphStartsFromTheWaitsOfAProcess() {
        open("wperf-example");
        Choice.tell(this, experiment, new Choice.OfEverybody(true)); // without what is set aside the process is alone
        Workbench.await("everybody counts", () -> view.shown().everybody() && !view.isBusy());
        int before = picture().graph().edgeCount();
        origins("w2-gen");
        assertTrue(picture().graph().edgeCount() < before, "fewer edges");
        Pictures.screenshot(canvas(), "wait-for-process");
    }

    /** Chooses in the menu of the view which threads are one vertex. */
    private void chooseMerge(String name) {
        chooseRadio("org.bowline.views.waitfor.merge", name);
    }

    private void chooseRadio(String path, String name) {
        IMenuManager merge = view.getViewSite().getActionBars().getMenuManager().findMenuUsingPath(path);
        Menu menu = assertInstanceOf(MenuManager.class, merge).createContextMenu(canvas());
        menu.notifyListeners(SWT.Show, new Event());
        MenuItem chosen = null;
        for (MenuItem item : menu.getItems()) {
            boolean wanted = item.getText().replace("&", "").equals(name);
            item.setSelection(wanted);
            chosen = wanted ? item : chosen;
        }
        assertNotNull(chosen, () -> "no " + name);
        chosen.notifyListeners(SWT.Selection, new Event());
        menu.notifyListeners(SWT.Hide, new Event());
        Workbench.settle();
    }

    private void awaitMerge(Merging.Level level) {
        Workbench.await("the threads are merged: " + level, () -> view.shown() != null && view.shown().merge() == level && !view.isBusy());
    }

    @Test
    void similarThreadsAreOneVertexInGraphAndTableAndAChipSaysSoAndTakesItBack() throws Exception {
        open("lock-contention");
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed", () -> knots.shown() != null && !knots.isBusy() && !view.isBusy());
        int before = picture().graph().edgeCount();
        assertTrue(view.frame().chipRow().texts().stream().noneMatch(text -> text.contains("merged")));

        chooseMerge("Similar Threads");
        awaitMerge(Merging.Level.SIMILAR);
        assertTrue(picture().graph().edgeCount() < before);
        int node = node("w3-T* \u00d74");
        assertTrue(picture().isSeveral(picture().nodes().get(node)));
        Chip chip = view.frame().chipRow().find("similar threads merged");
        assertNotNull(chip, () -> view.frame().chipRow().texts().toString());
        Workbench.await("the table follows", () -> !knots.isBusy() && knots.shown().merge() == Merging.Level.SIMILAR);
        assertEquals(1, knots.knotsTable().table().getItemCount());
        assertEquals("w3-T* \u00d74", knots.knotsTable().table().getItem(0).getText(2));
        // a thread of the group is the group
        Choice.tell(this, experiment, new Choice.OfThread(vertex("w3-T2")));
        Workbench.await("the group is chosen", () -> canvas().chosenNodes().get(node));
        Workbench.await("its waits are listed", () -> view.waits().waits() != null && view.waits().waits().size() > 0);
        assertTrue(view.chosenText().startsWith("w3-T* \u00d74\tw3-T* \u00d74\t"), view.chosenText());
        Pictures.screenshot("wait-for-merged");

        for (int step = 0; step < 3 && Inquiries.now(experiment).merge() != Merging.Level.USUAL; step++) {
            assertTrue(Walk.go(experiment, true), "back is possible");
            Workbench.settle();
        }
        awaitMerge(Merging.Level.USUAL);
        chooseMerge("Short-Lived Threads");
        awaitMerge(Merging.Level.SHORT);
        Chip brief = view.frame().chipRow().find("short-lived threads merged");
        assertNotNull(brief, () -> view.frame().chipRow().texts().toString());
        Workbench.showView(WaitForGraphView.ID); // the knots may be in front of it
        Hand.click(view.frame().chipRow(), () -> view.frame().chipRow().place(brief, true));
        awaitMerge(Merging.Level.USUAL);
        assertEquals(before, picture().graph().edgeCount());
        chooseMerge("None");
        awaitMerge(Merging.Level.NONE);
        assertNotNull(view.frame().chipRow().find("no threads merged"), () -> view.frame().chipRow().texts().toString());
    }

    /** Chooses an entry of the context menu of the table of knots. */
    private static void chooseInMenu(KnotsView knots, String... path) {
        Menu menu = knots.knotsTable().table().getMenu();
        for (int depth = 0;; depth++) {
            menu.notifyListeners(SWT.Show, new Event());
            String name = path[depth];
            Menu shown = menu;
            MenuItem item = Stream.of(menu.getItems()).filter(entry -> entry.getText().replace("&", "").equals(name)).findFirst()
                    .orElseThrow(
                            () -> new AssertionError(name + " is not in " + Stream.of(shown.getItems()).map(MenuItem::getText).toList()));
            if (depth + 1 == path.length) {
                item.notifyListeners(SWT.Selection, new Event());
                return;
            }
            menu = item.getMenu();
        }
    }

    private static String kind(KnotsView knots) {
        return knots.isBusy() || knots.knotsTable().table().getItemCount() == 0 ? "" : knots.knotsTable().table().getItem(0).getText(1);
    }

    @Test
    void whoIsMarkedInTheMenuOfAKnotAndForWhomLocksCountIsAnOptionThatAllViewsFollow() throws Exception {
        open("lock-contention");
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed", () -> knots.shown() != null && kind(knots).equals("knot"));
        Choice.tell(this, experiment, new Choice.OfOptions(GivenOptions.of(List.of("worker=kworker*"))));
        Workbench.await("for this knot no worker waits", () -> kind(knots).equals("background"));
        Pictures.screenshot("knots-background");
        knots.knotsTable().table().setSelection(0);
        chooseInMenu(knots, "Mark Thread As", "All Threads of the Knot", "Worker: Does the Work");
        assertEquals(5, Inquiries.now(experiment).options().values(Workers.WORKER).size(), "four more");
        Workbench.await("the knot is one of workers", () -> kind(knots).equals("knot"));
        assertNotNull(view.frame().chipRow().find("5 options"), () -> view.frame().chipRow().texts().toString());
        Workbench.await("the graph says who is a worker", () -> !view.isBusy() && marked(", worker") > 0);
        Pictures.screenshot("graph-marked");
        assertTrue(Walk.go(experiment, true), "it can be taken back");
        Workbench.await("no worker waits again", () -> kind(knots).equals("background"));
        Choice.tell(this, experiment, new Choice.OfOptions(GivenOptions.NONE));
        Workbench.await("nothing is said", () -> kind(knots).equals("knot") && !view.isBusy());

        int before = picture().graph().edgeCount();
        chooseRadio("org.bowline.views.blame", "Who Ended the Wait");
        Workbench.await("the graph counts who ended the waits", () -> !view.isBusy() && picture().graph().edgeCount() != before);
        Chip chip = view.frame().chipRow().find("locks: who ended the wait");
        assertNotNull(chip, () -> view.frame().chipRow().texts().toString());
        chooseRadio("org.bowline.views.blame", "Automatic: Holders Where Programs Told of Their Locks");
        Workbench.await("as it was", () -> !view.isBusy() && picture().graph().edgeCount() == before);
        assertEquals(GivenOptions.NONE, Inquiries.now(experiment).options());
    }

    @Test
    void theNetworkBetweenHostsIsAVertexIfTheMenuSaysSo() throws Exception {
        open("three-tier");
        int before = picture().graph().edgeCount();
        chooseCheck("org.bowline.views.network", true);
        Workbench.await("the network is a vertex", () -> !view.isBusy() && picture().graph().hasWays());
        assertTrue(picture().graph().edgeCount() > before, "time on the way is told apart");
        assertNotNull(view.frame().chipRow().find("network"), () -> view.frame().chipRow().texts().toString());
        int way = node("A-B");
        PictureEdge edge = picture().edges().stream().filter(one -> one.target() == way && !one.isIdle()).findFirst().orElseThrow();
        assertTrue(edge.clockError().startsWith("± "), edge::clockError);
        assertEquals("", picture().nodes().get(way).host(), "it is on no host");
        Choice.tell(this, experiment, new Choice.OfThread(vertex("w1-client")));
        Workbench.await("its waits are listed", () -> view.waits().waits() != null && view.waits().waits().size() > 0);
        Pictures.screenshot("wait-for-network");
        chooseCheck("org.bowline.views.network", false);
        Workbench.await("as it was", () -> !view.isBusy() && picture().graph().edgeCount() == before);
        assertEquals(GivenOptions.NONE, Inquiries.now(experiment).options());
    }

    /** Chooses a check box in the menu of the view. */
    private void chooseCheck(String id, boolean checked) {
        IMenuManager menu = view.getViewSite().getActionBars().getMenuManager();
        ActionContributionItem item = assertInstanceOf(ActionContributionItem.class, menu.find(id));
        item.getAction().setChecked(checked);
        item.getAction().run();
        Workbench.settle();
    }

    /** How many nodes end so in the words for screen readers. */
    private long marked(String mark) {
        return picture().nodes().stream().filter(node -> view.canvas().describe(node.index()).endsWith(mark)).count();
    }

    private void moveSliderTo(int position) {
        Scale scale = view.threshold().scale();
        scale.setSelection(position);
        scale.notifyListeners(SWT.Selection, new Event());
    }

    private double thresholdShare() {
        return view.threshold().thresholdNanos() / (double) picture().graph().rangeNanos();
    }

    @Test
    void eachExperimentHasAThresholdOfItsOwn() {
        open("wperf-example");
        Workbench.page().setPartState(Workbench.page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        Workbench.await("knots are listed",
                () -> knots.shown() != null && !knots.isBusy() && knots.knotsTable().table().getItemCount() > 0);
        double first = thresholdShare();
        List<String> rows = members(knots);
        TmfExperiment before = experiment;
        moveSliderTo(ThresholdScale.STEPS);
        double chosen = thresholdShare();
        assertTrue(chosen > 1.5 * first, () -> "far from the default: " + chosen + " after " + first);
        assertEquals(picture().hierarchy().knotsAt(view.threshold().thresholdNanos()).size(), members(knots).size(), "the table follows");
        assertEquals(members(knots).isEmpty(), knots.frame().empty() != null, "a table without rows says so");

        open("three-tier");
        Workbench.await("the knots of the other", () -> knots.shown() != null && knots.shown().trace() == experiment && !knots.isBusy());
        assertEquals(0.2, thresholdShare(), 0.001, "the other experiment has the default");
        assertEquals(picture().hierarchy().knots().size(), knots.knotsTable().table().getItemCount());

        experiment = Samples.openSample("wperf-example");
        assertEquals(before, experiment, "the first is still open");
        Workbench.await("the first is shown again", () -> view.shown() != null && view.shown().trace() == before && !view.isBusy()
                && knots.shown() != null && knots.shown().trace() == before && !knots.isBusy());
        assertEquals(chosen, thresholdShare(), 0.001, "what was chosen for it is back");
        assertEquals(picture().hierarchy().knotsAt(view.threshold().thresholdNanos()).size(), knots.knotsTable().table().getItemCount());
        moveSliderTo(view.threshold().positionOf((long) (first * picture().graph().rangeNanos())));
        Workbench.await("the knots are back", () -> members(knots).equals(rows) && knots.frame().empty() == null);
    }
}
