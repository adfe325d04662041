/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.IActionBars;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Merging;
import org.bowline.core.figures.Threshold;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;
import org.bowline.report.graph.View;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.TitleStrip;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.BlameMenu;
import org.bowline.tracecompass.ui.view.MarkMenu;
import org.bowline.tracecompass.ui.view.NetworkSwitch;
import org.bowline.tracecompass.ui.view.OriginsDialog;
import org.bowline.tracecompass.ui.view.Ranges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** The wait-for graph of the selected range as a picture, with the waits behind it. */
public final class WaitForGraphView extends WaitAnalysisView<WaitForGraphView.Model> implements ThreadSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.waitfor";
    private static final String HELP = "org.bowline.help.wait_for";
    /** Of the menu that merges threads. */
    private static final String MERGE_MENU = "org.bowline.views.waitfor.merge";
    /** Who tells what the link of an empty view chooses: the view itself follows, too. */
    private static final Object LINK = new Object();
    private static final String PATH_VIEW = "org.bowline.views.criticalpath";

    private final Action passive = Actions.toggle(Messages.Graph_Passive, Messages.Graph_PassiveTip, null, false, this::passiveChanged);
    private final Action each = Actions.toggle(Messages.Graph_Each, Messages.Graph_EachTip, null, false, this::eachChanged);
    private @Nullable GraphPane pane;
    private @Nullable WaitForAnswer answer;
    private volatile boolean drawPassive;
    private volatile boolean drawEach;
    private volatile Unfolded unfolded = new Unfolded(null, Set.of());

    /** Of which hosts of a trace nothing is folded. */
    private record Unfolded(@Nullable ITmfTrace trace, Set<String> hosts) {
        Set<String> of(@Nullable ITmfTrace now) {
            return now == trace ? hosts : Set.of();
        }
    }

    /**
     * What is shown.
     *
     * @param answer the graph and its refinement
     * @param picture how it looks, with lines that lead down
     * @param sideways the same with lines that lead to the right, for a low view
     */
    public record Model(WaitForAnswer answer, GraphPicture picture, GraphPicture sideways) {}

    /** For the extension. */
    public WaitForGraphView() {
        super(Messages.Graph_Tools, Messages.Graph_Job, HELP);
    }

    // computing

    @Override
    protected Model compute(AnalysedRange range, Progress progress) {
        WaitForAnswer answer = range.answer(progress);
        PictureOptions options = PictureOptions.DEFAULT.withMaximalNodes(WaitAnalysisPreferences.maximalNodes()).withPassive(drawPassive)
                .without(answer.aside()).withUnfolded(unfolded.of(range.trace()))
                .withPools(drawEach ? null : FirstLook.pools(Merging.view(range.analysis(range.origins()).with(progress))));
        GraphPane of = pane;
        if (of != null) {
            options = options.withTextSize(of.widths());
        }
        return new Model(answer, GraphPicture.of(answer.graph(), answer.hierarchy(), options, progress),
                GraphPicture.of(answer.graph(), answer.hierarchy(), options.withSideways(true), progress));
    }

    @Override
    protected void show(AnalysedRange range, Model newModel) {
        GraphPane of = pane;
        answer = newModel.answer();
        if (of != null) {
            of.canvas().setMarked(Marked.of(Inquiries.now(range.trace()).options(), newModel.answer().graph().timeline()));
            of.show(List.of(newModel.picture(), newModel.sideways()), Choice.thresholdNanos(range.trace(), newModel.answer()));
        }
    }

    @Override
    protected void clear() {
        answer = null;
        if (pane != null) {
            pane.clear();
        }
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, Model of) {
        if (!of.picture().nodes().isEmpty()) {
            return null;
        }
        @Nullable Runnable whole = range.whole() && range.origins().isAll() ? null : () -> {
            setOrigins(WaitOrigins.ALL);
            chooseRange(RangeChoice.WHOLE);
        };
        if (of.answer().aside() == null || of.answer().graph().edgeCount() == 0) {
            return Hint.of(Messages.Graph_Empty, whole == null ? Messages.Graph_EmptyWhole
                    : range.whole() ? Messages.Graph_EmptyOrigins : Messages.Graph_EmptyText, Messages.Graph_UseAll, whole);
        }
        List<TitleStrip.Way> ways = new ArrayList<>();
        ways.add(new TitleStrip.Way(Messages.Graph_AsideShow, () -> Choice.tell(LINK, range.trace(), new Choice.OfEverybody(true))));
        if (whole != null) {
            ways.add(new TitleStrip.Way(Messages.Graph_UseAll, whole));
        }
        return new Hint(Messages.Graph_Aside, range.whole() ? Messages.Graph_AsideWhole : Messages.Graph_AsideText, ways);
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, Model of) {
        return of.answer().caveats(range.result().caveats());
    }

    // controls

    @Override
    protected Control createContent(Composite parent) {
        GraphPane made = new GraphPane(parent, new Listener(), this::thresholdMoved, this::showEvidence);
        pane = made;
        typesText(made.search());
        contextMenu(made.canvas(), menu -> fillContextMenu(menu, made));
        IActionBars bars = getViewSite().getActionBars();
        bars.setGlobalActionHandler(ActionFactory.FIND.getId(), Actions.of(Messages.Graph_Find, made.search()::setFocus));
        bars.setGlobalActionHandler(ActionFactory.COPY.getId(), Actions.of(Messages.Graph_Copy, made::copy));
        return made;
    }

    @Override
    protected void fillToolBar(IToolBarManager bar) {
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS,
                Actions.of(Messages.Graph_Fit, Messages.Graph_FitTip, Actions.icon("fit.png"), () -> {
                    if (pane != null) {
                        pane.canvas().fit();
                    }
                }));
        IMenuManager menu = getViewSite().getActionBars().getMenuManager();
        menu.add(Actions.of(Messages.Filter_Action, this::chooseOrigins));
        menu.add(passive);
        menu.add(each);
        menu.add(mergeMenu());
        menu.add(BlameMenu.of(this::getTrace));
        NetworkSwitch.addTo(menu, this::getTrace);
        menu.add(Actions.of(Messages.Graph_All, () -> narrow(null)));
        menu.add(Actions.of(Messages.Graph_Fold, this::fold));
    }

    /** Which threads are one vertex; what is asked now is checked whenever the menu opens. */
    private MenuManager mergeMenu() {
        MenuManager levels = new MenuManager(Messages.Graph_Merge, MERGE_MENU);
        levels.setRemoveAllWhenShown(true);
        levels.addMenuListener(menu -> {
            menu.add(mergeAction(Messages.Graph_MergeUsual, Merging.Level.USUAL));
            menu.add(mergeAction(Messages.Graph_MergeNone, Merging.Level.NONE));
            menu.add(mergeAction(Messages.Graph_MergeShort, Merging.Level.SHORT));
            menu.add(mergeAction(Messages.Graph_MergeSimilar, Merging.Level.SIMILAR));
        });
        return levels;
    }

    private Action mergeAction(String text, Merging.Level level) {
        Action action = new Action(text, IAction.AS_RADIO_BUTTON) {
            @Override
            public void run() {
                if (isChecked()) {
                    setMerge(level);
                }
            }
        };
        action.setChecked(Inquiries.now(getTrace()).merge() == level);
        return action;
    }

    @Override
    protected IAction createSaveAction() {
        return Actions.of(Messages.Graph_Save, () -> {
            if (pane != null && pane.canvas().picture() != null) {
                GraphImage.ask(pane.canvas(), getSite().getShell());
            }
        });
    }

    private void fillContextMenu(IMenuManager menu, GraphPane of) {
        GraphCanvas canvas = of.canvas();
        GraphPicture picture = canvas.picture();
        View view = canvas.view();
        if (picture == null || view == null) {
            return;
        }
        int node = canvas.chosenNodes().nextSetBit(0);
        if (of.chosenEdges().length > 0) {
            menu.add(Actions.of(Messages.Graph_ShowWaits, of.waits()::setFocus));
            menu.add(Actions.of(Messages.Graph_ToFirst, () -> of.openFirst(getTrace(), this::showEvidence)));
        }
        int edge = canvas.chosenEdge();
        int vertex = thread(picture, node >= 0 || edge < 0 ? node : picture.edges().get(edge).source());
        if (vertex >= 0) {
            menu.add(Actions.of(Messages.Graph_Follow, () -> follow(vertex)));
            ITmfTrace trace = getTrace();
            if (trace != null) {
                ThreadChoice.addShowIn(menu, getSite().getPage(), this, trace, picture.graph().timeline(), vertex);
            }
        }
        addMarks(menu, picture, node);
        int knot = node >= 0 ? view.knotOf(node) : edge >= 0 ? view.knotOfEdge(edge) : -1;
        if (knot >= 0) {
            menu.add(Actions.of(Messages.Graph_Knot, () -> chooseKnot(view.knots().get(knot))));
        }
        if (node >= 0 && picture.nodes().get(node).isRest()) {
            menu.add(Actions.of(Messages.Graph_Unfold, () -> canvas.open(node)));
        }
        if (!unfolded.of(getTrace()).isEmpty()) {
            menu.add(Actions.of(Messages.Graph_Fold, this::fold));
        }
        if (canvas.isNarrowed()) {
            menu.add(Actions.of(Messages.Graph_All, () -> narrow(null)));
        }
        menu.add(new Separator());
        menu.add(Actions.of(Messages.Graph_Copy, of::copy));
    }

    /** The thread of a node; −1 if there is none, or more than one. */
    private static int thread(GraphPicture picture, int node) {
        int[] vertices = node < 0 ? new int[0] : picture.vertices(node);
        return vertices.length == 1 && vertices[0] < picture.graph().timeline().threadCount()
                && picture.graph().groups().of(vertices[0]) == null ? vertices[0] : -1;
    }

    /** The marks of the threads of a node: of a pool, and of threads that are one vertex, of all of them. */
    private void addMarks(IMenuManager menu, GraphPicture picture, int node) {
        ITmfTrace trace = getTrace();
        if (trace != null && node >= 0 && !picture.nodes().get(node).isRest()) {
            menu.add(MarkMenu.of(trace, picture.graph().timeline(), Marked.threads(picture, node)));
        }
    }

    // what a person does

    private void thresholdMoved(long nanos) {
        ITmfTrace trace = getTrace();
        GraphPicture picture = pane == null ? null : pane.canvas().picture();
        if (pane != null && picture != null && trace != null) {
            pane.canvas().setView(picture.at(nanos));
            Choice.tell(this, trace, new Choice.OfThreshold(Threshold.ofShare(nanos, picture.graph().rangeNanos())));
        }
    }

    private void passiveChanged() {
        drawPassive = passive.isChecked();
        refresh();
    }

    private void eachChanged() {
        drawEach = each.isChecked();
        refresh();
    }

    private void unfold(String host) {
        ITmfTrace trace = getTrace();
        Set<String> more = new HashSet<>(unfolded.of(trace));
        more.add(host);
        unfolded = new Unfolded(trace, Set.copyOf(more));
        refresh();
    }

    /** What was opened is folded again. */
    public void fold() {
        if (!unfolded.of(getTrace()).isEmpty()) {
            unfolded = new Unfolded(null, Set.of());
            refresh();
        }
    }

    private void narrow(@Nullable BitSet vertices) {
        if (pane != null) {
            pane.canvas().narrow(vertices);
        }
    }

    private void chooseKnot(Knot knot) {
        ITmfTrace trace = getTrace();
        if (trace != null) {
            narrow(vertices(List.of(knot)));
            Choice.tell(this, trace, new Choice.OfKnots(List.of(knot), true));
        }
    }

    private static BitSet vertices(List<Knot> knots) {
        BitSet set = new BitSet();
        for (Knot knot : knots) {
            for (int i = 0; i < knot.vertexCount(); i++) {
                set.set(knot.vertex(i));
            }
        }
        return set;
    }

    private void chooseOrigins() {
        AnalysedRange range = shown();
        ITmfTrace trace = getTrace();
        if (range == null || trace == null) {
            return;
        }
        OriginsDialog.choose(getSite().getShell(), trace, range.result());
    }

    /** Takes the waits of other hosts and processes, in all views. */
    public void setOrigins(WaitOrigins newOrigins) {
        ITmfTrace trace = getTrace();
        if (trace != null && !newOrigins.equals(Inquiries.now(trace).origins())) {
            Choice.tell(this, trace, new Choice.OfOrigins(newOrigins));
            refresh();
        }
    }

    /** Makes other threads one vertex, in all views. */
    public void setMerge(Merging.Level level) {
        ITmfTrace trace = getTrace();
        if (trace != null && level != Inquiries.now(trace).merge()) {
            Choice.tell(this, trace, new Choice.OfMerge(level));
            refresh();
        }
    }

    private void follow(int thread) {
        ITmfTrace trace = getTrace();
        if (trace == null) {
            return;
        }
        AnalysedRange range = shown();
        if (range != null && Commands.show(getSite().getPage(), PATH_VIEW, IWorkbenchPage.VIEW_VISIBLE) != null) {
            ThreadChoice.tell(this, trace, range.result().timeline(), thread);
            Ranges.show(this, trace, range.result(), Ranges.withEvidence(trace));
        }
    }

    /** What is chosen as text: a line per edge of the graph, its columns with tabs between. */
    public String chosenText() {
        return pane == null ? "" : pane.chosenText();
    }

    private final class Listener implements GraphListener {
        @Override
        public void choiceChanged() {
            ITmfTrace trace = getTrace();
            GraphPane of = pane;
            if (of == null) {
                return;
            }
            of.listWaits(trace);
            GraphPicture picture = of.canvas().picture();
            BitSet nodes = of.canvas().chosenNodes();
            if (picture != null && trace != null && nodes.cardinality() == 1) {
                int vertex = thread(picture, nodes.nextSetBit(0));
                if (vertex >= 0) {
                    ThreadChoice.tell(WaitForGraphView.this, trace, picture.graph().timeline(), vertex);
                }
            }
        }

        @Override
        public void detailsWanted() {
            if (pane != null) {
                pane.waits().setFocus();
            }
        }

        @Override
        public void unfoldWanted(String host) {
            unfold(host);
        }
    }

    // what others do

    @Override
    protected boolean answers(Choice.Of what) {
        return what instanceof Choice.OfMerge || super.answers(what);
    }

    @Override
    protected void otherChose(Choice.Of what) {
        GraphPane of = pane;
        GraphPicture picture = of == null ? null : of.canvas().picture();
        WaitForAnswer now = answer;
        if (of != null && picture != null && now != null && what instanceof Choice.OfThreshold) {
            long nanos = Choice.thresholdNanos(getTrace(), now);
            of.threshold().setThreshold(nanos);
            of.canvas().setView(picture.at(nanos));
        } else if (of != null && what instanceof Choice.OfKnots chosen) {
            BitSet vertices = new BitSet();
            // knots of other views are of single threads
            vertices(chosen.knots()).stream().map(picture == null ? one -> one : picture.graph().groups()::vertex).forEach(vertices::set);
            of.canvas().setChosenKnots(vertices);
            if (chosen.alone()) {
                of.canvas().narrow(vertices);
            }
        } else if (of != null && what instanceof Choice.OfThread chosen) {
            of.canvas().showVertex(picture == null ? chosen.thread() : picture.graph().groups().vertex(chosen.thread()));
            of.listWaits(getTrace());
        }
    }

    // for tests

    /** The picture. */
    public @Nullable GraphCanvas canvas() {
        return pane == null ? null : pane.canvas();
    }

    /** The waits behind what is chosen. */
    public @Nullable WaitsTable waits() {
        return pane == null ? null : pane.waits();
    }

    /** The slider. */
    public @Nullable ThresholdScale threshold() {
        return pane == null ? null : pane.threshold();
    }

    /** The field of the search. */
    public @Nullable Text searchField() {
        return pane == null ? null : pane.search();
    }
}
