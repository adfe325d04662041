/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.dnd.Transfer;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.IActionBars;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.eclipse.ui.plugin.AbstractUIPlugin;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.TimeFormat;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.PictureOptions;
import org.bowline.report.graph.View;
import org.bowline.tracecompass.core.analysis.ThreadChosenSignal;
import org.bowline.tracecompass.core.waitfor.KnotChosenSignal;
import org.bowline.tracecompass.core.waitfor.OriginsSignal;
import org.bowline.tracecompass.core.waitfor.ThresholdSignal;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.Hint;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;
import org.bowline.tracecompass.ui.view.ThresholdChoice;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** The wait-for graph of the selected range as a picture, with the waits behind it. */
public final class WaitForGraphView extends WaitAnalysisView<WaitForGraphView.Model> implements ThreadSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.waitfor";
    private static final String HELP = "org.bowline.help.wait_for";
    private static final String PATH_VIEW = "org.bowline.views.criticalpath";
    private static final int MOST_WAITS = 10_000;
    /** Width from which there is room for slider and search in one line. */
    private static final int BESIDE_WIDTH = 480;

    private final Action passive = new Toggle(Messages.Graph_Passive, Messages.Graph_PassiveTip);
    private final IPropertyChangeListener themeListener = event -> {
        if (event.getProperty().startsWith(GraphColors.PREFIX)
                || event.getProperty().equals(org.eclipse.ui.themes.IThemeManager.CHANGE_CURRENT_THEME)) {
            onUi(this::colorsChanged);
        }
    };
    private @Nullable Controls controls;
    private @Nullable CharWidths widths;
    private @Nullable Model model;
    private volatile WaitOrigins origins = WaitOrigins.ALL;
    private volatile boolean drawPassive;

    /**
     * What is shown.
     *
     * @param answer the graph and its refinement
     * @param picture how it looks
     */
    public record Model(WaitForAnswer answer, GraphPicture picture) {}

    private record Controls(GraphCanvas canvas, WaitsTable waits, SashForm sash, Label hint, ThresholdScale threshold, Text search,
            LatestJob listing) {
        /** Shows the table of waits, or a sentence and all of the picture. */
        void list(boolean shown, String sentence) {
            hint.setText(sentence);
            if (!shown) {
                waits.clear(sentence);
            }
            if ((sash.getMaximizedControl() == null) != shown) {
                sash.setMaximizedControl(shown ? null : canvas);
                ((GridData) hint.getLayoutData()).exclude = shown;
                hint.setVisible(!shown);
                hint.getParent().layout();
            }
        }
    }

    /** For the extension. */
    public WaitForGraphView() {
        super(Messages.Graph_Tools, HELP);
    }

    // computing

    @Override
    protected String jobName(ITmfTrace ofTrace) {
        return NLS.bind(Messages.Graph_Job, ofTrace.getName());
    }

    @Override
    protected Model compute(AnalysedRange range, Progress progress) {
        WaitForAnswer answer = WaitForAnswers.of(range.trace(), range.result()).get(range.fromNanos(), range.toNanos(), origins, progress);
        PictureOptions options = PictureOptions.DEFAULT.withMaximalNodes(WaitAnalysisPreferences.maximalNodes()).withPassive(drawPassive);
        CharWidths measured = widths;
        if (measured != null) {
            options = options.withTextSize(measured);
        }
        return new Model(answer, GraphPicture.of(answer.graph(), answer.hierarchy(), options, progress));
    }

    @Override
    protected void show(AnalysedRange range, Model newModel) {
        model = newModel;
        Controls of = controls;
        if (of == null) {
            return;
        }
        WaitForGraph graph = newModel.answer().graph();
        double share = ThresholdChoice.share(range.trace());
        long threshold = share < 0 ? newModel.answer().hierarchy().thresholdNanos() : (long) (share * graph.rangeNanos());
        of.canvas().show(newModel.picture(), newModel.picture().at(threshold));
        long heaviest = newModel.picture().edges().stream().mapToLong(PictureEdge::weightNanos).max().orElse(0);
        of.threshold().of(graph.rangeNanos(), heaviest, newModel.answer().hierarchy().breaks(), threshold);
        of.listing().cancel();
        of.list(false, Messages.Waits_Choose);
        findNodes();
    }

    @Override
    protected void clear() {
        model = null;
        origins = WaitOrigins.ALL;
        if (controls != null) {
            controls.canvas().show(null, null);
            controls.listing().cancel();
            controls.list(false, Messages.Waits_Choose);
        }
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, Model of) {
        return of.picture().nodes().isEmpty()
                ? Hint.of(Messages.Graph_Empty, Messages.Graph_EmptyText, Messages.Graph_UseAll,
                        range.whole() && origins.isAll() ? null : () -> {
                            origins = WaitOrigins.ALL;
                            resetStartFinishTime(true);
                        })
                : null;
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, Model of) {
        return of.answer().caveats(range.result().caveats());
    }

    // controls

    @Override
    protected Control createContent(Composite parent) {
        Composite content = new Composite(parent, SWT.NONE);
        GridLayout layout = new GridLayout(2, false);
        layout.marginWidth = 0;
        layout.marginHeight = 0;
        content.setLayout(layout);
        ThresholdScale threshold = new ThresholdScale(content, this::thresholdMoved);
        threshold.setLayoutData(new GridData(SWT.FILL, SWT.BEGINNING, true, false));
        Text search = new Text(content, SWT.SEARCH | SWT.ICON_SEARCH | SWT.ICON_CANCEL);
        search.setMessage(Messages.Graph_Find);
        GridData narrow = new GridData(SWT.END, SWT.BEGINNING, false, false);
        narrow.widthHint = 180;
        search.setLayoutData(narrow);
        search.addListener(SWT.Modify, event -> findNodes());
        typesText(search);
        // in a narrow view the search gets a line of its own: else no slider is left of the threshold
        content.addListener(SWT.Resize, event -> {
            boolean beside = content.getSize().x >= BESIDE_WIDTH;
            narrow.horizontalSpan = beside ? 1 : 2;
            ((GridData) threshold.getLayoutData()).horizontalSpan = beside ? 1 : 2;
        });
        SashForm sash = new SashForm(content, SWT.VERTICAL);
        sash.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true, 2, 1));
        GraphCanvas canvas = new GraphCanvas(sash, new Listener());
        WaitsTable waits = new WaitsTable(sash, this::showEvidence);
        sash.setWeights(new int[] {2, 1});
        sash.setMaximizedControl(canvas);
        Label hint = new Label(content, SWT.NONE);
        hint.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false, 2, 1));
        hint.setText(Messages.Waits_Choose);
        search.addListener(SWT.DefaultSelection, event -> canvas.setFocus());
        new GraphToolTip(canvas);
        GC gc = new GC(canvas);
        widths = new CharWidths(gc);
        gc.dispose();
        controls = new Controls(canvas, waits, sash, hint, threshold, search, new LatestJob(content));
        contextMenu(canvas);
        IActionBars bars = getViewSite().getActionBars();
        bars.setGlobalActionHandler(ActionFactory.FIND.getId(), new Simple(Messages.Graph_Find, search::setFocus));
        bars.setGlobalActionHandler(ActionFactory.COPY.getId(), new Simple(Messages.Graph_Copy, this::copy));
        PlatformUI.getWorkbench().getThemeManager().addPropertyChangeListener(themeListener);
        return content;
    }

    @Override
    public void dispose() {
        PlatformUI.getWorkbench().getThemeManager().removePropertyChangeListener(themeListener);
        super.dispose();
    }

    private void colorsChanged() {
        if (controls != null && !controls.canvas().isDisposed()) {
            controls.canvas().colorsChanged();
        }
    }

    @Override
    protected void fillToolBar(IToolBarManager bar) {
        Action fit = new Simple(Messages.Graph_Fit, () -> {
            if (controls != null) {
                controls.canvas().fit();
            }
        });
        fit.setToolTipText(Messages.Graph_FitTip);
        fit.setImageDescriptor(AbstractUIPlugin.imageDescriptorFromPlugin("org.bowline.tracecompass.ui", "icons/fit.png"));
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, fit);
        IMenuManager menu = getViewSite().getActionBars().getMenuManager();
        menu.add(new Simple(Messages.Filter_Action, this::chooseOrigins));
        menu.add(passive);
        menu.add(new Simple(Messages.Graph_All, () -> narrow(null)));
    }

    @Override
    protected IAction createSaveAction() {
        return new Simple(Messages.Graph_Save, () -> {
            if (controls != null && controls.canvas().picture() != null) {
                GraphImage.ask(controls.canvas(), getSite().getShell());
            }
        });
    }

    private void contextMenu(GraphCanvas canvas) {
        MenuManager menu = new MenuManager();
        menu.setRemoveAllWhenShown(true);
        menu.addMenuListener(manager -> fillContextMenu(manager, canvas));
        canvas.setMenu(menu.createContextMenu(canvas));
    }

    private void fillContextMenu(IMenuManager menu, GraphCanvas canvas) {
        GraphPicture picture = canvas.picture();
        View view = canvas.view();
        if (picture == null || view == null) {
            return;
        }
        int[] edges = chosenEdges();
        int node = canvas.chosenNodes().nextSetBit(0);
        if (edges.length > 0) {
            menu.add(new Simple(Messages.Graph_ShowWaits, this::details));
            menu.add(new Simple(Messages.Graph_ToFirst, () -> toFirst(edges)));
        }
        int edge = canvas.chosenEdge();
        int vertex = node >= 0 ? picture.nodes().get(node).vertex()
                : edge >= 0 ? picture.nodes().get(picture.edges().get(edge).source()).vertex() : -1;
        if (vertex >= 0 && vertex < picture.graph().timeline().threadCount()) {
            menu.add(new Simple(Messages.Graph_Follow, () -> follow(vertex)));
            ITmfTrace trace = getTrace();
            if (trace != null) {
                ThreadChoice.addShowIn(menu, getSite().getPage(), this, trace, picture.graph().timeline(), vertex);
            }
        }
        int knot = node >= 0 ? view.knotOf(node) : edge >= 0 ? view.knotOfEdge(edge) : -1;
        if (knot >= 0) {
            menu.add(new Simple(Messages.Graph_Knot, () -> chooseKnot(view.knots().get(knot))));
        }
        if (canvas.isNarrowed()) {
            menu.add(new Simple(Messages.Graph_All, () -> narrow(null)));
        }
        menu.add(new Separator());
        menu.add(new Simple(Messages.Graph_Copy, this::copy));
    }

    // what a person does

    private void thresholdMoved(long nanos) {
        Model of = model;
        ITmfTrace trace = getTrace();
        if (of != null && controls != null && trace != null) {
            double share = (double) nanos / of.answer().graph().rangeNanos();
            controls.canvas().setView(of.picture().at(nanos));
            ThresholdChoice.remember(trace, share);
            broadcast(new ThresholdSignal(this, trace, share));
        }
    }

    private void narrow(@Nullable BitSet vertices) {
        if (controls != null) {
            controls.canvas().narrow(vertices);
        }
    }

    private void chooseKnot(Knot knot) {
        ITmfTrace trace = getTrace();
        if (trace != null) {
            narrow(vertices(List.of(knot)));
            broadcast(new KnotChosenSignal(this, trace, List.of(knot), true));
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
        WaitOrigins chosen = OriginsDialog.ask(getSite().getShell(), range.result().timeline(), origins);
        if (chosen != null) {
            setOrigins(chosen);
            broadcast(new OriginsSignal(this, trace, chosen));
        }
    }

    /** Takes the waits of other hosts and processes. */
    public void setOrigins(WaitOrigins newOrigins) {
        if (!newOrigins.equals(origins)) {
            origins = newOrigins;
            refresh();
        }
    }

    private void follow(int thread) {
        ITmfTrace trace = getTrace();
        if (trace == null) {
            return;
        }
        try {
            getSite().getPage().showView(PATH_VIEW, null, org.eclipse.ui.IWorkbenchPage.VIEW_VISIBLE);
        } catch (PartInitException e) {
            org.eclipse.core.runtime.Platform.getLog(WaitForGraphView.class).warn(PATH_VIEW, e);
        }
        AnalysedRange range = shown();
        if (range != null) {
            ThreadChoice.tell(this, trace, range.result().timeline(), thread);
        }
    }

    private void toFirst(int[] edges) {
        Model of = model;
        if (of != null && controls != null) {
            controls.listing().ask(Messages.Graph_Listing, getTrace(), progress -> EdgeWaits.of(of.answer().graph(), edges, 1, progress),
                    waits -> showEvidence(waits.firstStartNanos(), waits.firstEndNanos()));
        }
    }

    /** The edges of the graph behind what is chosen: the chosen one, or all that leave the chosen nodes. */
    private int[] chosenEdges() {
        Controls of = controls;
        GraphPicture picture = of == null ? null : of.canvas().picture();
        if (of == null || picture == null) {
            return new int[0];
        }
        if (of.canvas().chosenEdge() >= 0) {
            int edge = picture.edges().get(of.canvas().chosenEdge()).graphEdge();
            return edge < 0 ? new int[0] : new int[] {edge};
        }
        WaitForGraph graph = picture.graph();
        return of.canvas().chosenNodes().stream().map(node -> picture.nodes().get(node).vertex()).filter(vertex -> vertex >= 0)
                .flatMap(vertex -> IntStream.range(graph.firstEdge(vertex), graph.endEdge(vertex))).toArray();
    }

    private void listWaits() {
        Controls of = controls;
        Model now = model;
        if (of == null || now == null) {
            return;
        }
        int[] edges = chosenEdges();
        if (edges.length == 0) {
            of.listing().cancel();
            String sentence = of.canvas().chosenEdge() >= 0 ? Messages.Waits_Rest : Messages.Waits_Choose;
            of.list(false, sentence);
            return;
        }
        of.list(true, "");
        String name = chosenName(now.picture());
        of.listing().ask(Messages.Graph_Listing, getTrace(),
                progress -> EdgeWaits.of(now.answer().graph(), edges, MOST_WAITS, progress), waits -> of.waits().show(name, waits));
    }

    private String chosenName(GraphPicture picture) {
        if (controls == null) {
            return "";
        }
        int edge = controls.canvas().chosenEdge();
        if (edge >= 0) {
            PictureEdge of = picture.edges().get(edge);
            return label(picture, of.source()) + " \u2192 " + label(picture, of.target());
        }
        return String.join(", ", controls.canvas().chosenNodes().stream().mapToObj(node -> label(picture, node)).toList());
    }

    private static String label(GraphPicture picture, int node) {
        PictureNode of = picture.nodes().get(node);
        return of.vertex() < 0 ? of.name() : WaitForDataProvider.name(picture.graph().timeline(), of.vertex());
    }

    private void details() {
        if (controls != null) {
            controls.waits().setFocus();
        }
    }

    private void findNodes() {
        Controls of = controls;
        GraphPicture picture = of == null ? null : of.canvas().picture();
        if (of == null || picture == null) {
            return;
        }
        String wanted = of.search().getText().trim().toLowerCase(Locale.ROOT);
        BitSet hits = new BitSet();
        for (PictureNode node : picture.nodes()) {
            boolean hit = !wanted.isEmpty() && of.canvas().isDrawn(node.index())
                    && String.join(" ", node.lines()).toLowerCase(Locale.ROOT).contains(wanted);
            hits.set(node.index(), hit);
        }
        of.canvas().setHits(hits);
    }

    private void copy() {
        Controls of = controls;
        if (of == null) {
            return;
        }
        if (of.waits().table().isFocusControl()) {
            of.waits().copy();
            return;
        }
        String text = chosenText();
        if (!text.isEmpty()) {
            Clipboard clipboard = new Clipboard(of.canvas().getDisplay());
            clipboard.setContents(new Object[] {text}, new Transfer[] {TextTransfer.getInstance()});
            clipboard.dispose();
        }
    }

    /** What is chosen as text: a line per edge of the graph, its columns with tabs between. */
    public String chosenText() {
        Model of = model;
        StringBuilder text = new StringBuilder();
        if (of != null) {
            WaitForGraph graph = of.answer().graph();
            Timeline timeline = graph.timeline();
            for (int edge : chosenEdges()) {
                text.append(WaitForDataProvider.name(timeline, graph.source(edge))).append('\t')
                        .append(WaitForDataProvider.name(timeline, graph.target(edge))).append('\t')
                        .append(TimeFormat.duration(graph.weightNanos(edge))).append('\t')
                        .append(TimeFormat.duration(graph.directNanos(edge))).append('\t').append(graph.waits(edge)).append('\n');
            }
        }
        return text.toString();
    }

    private final class Listener implements GraphListener {
        @Override
        public void choiceChanged() {
            listWaits();
            Controls of = controls;
            ITmfTrace trace = getTrace();
            GraphPicture picture = of == null ? null : of.canvas().picture();
            if (of != null && picture != null && trace != null && of.canvas().chosenNodes().cardinality() == 1) {
                int vertex = picture.nodes().get(of.canvas().chosenNodes().nextSetBit(0)).vertex();
                if (vertex >= 0 && vertex < picture.graph().timeline().threadCount()) {
                    ThreadChoice.tell(WaitForGraphView.this, trace, picture.graph().timeline(), vertex);
                }
            }
        }

        @Override
        public void detailsWanted() {
            details();
        }
    }

    // what others do

    /** Another view chose a threshold. */
    @TmfSignalHandler
    public void thresholdChosen(ThresholdSignal signal) {
        onUi(() -> {
            Model of = model;
            if (!isMine(signal) && signal.trace() == getTrace()) {
                if (of != null && controls != null) {
                    long nanos = (long) (signal.share() * of.answer().graph().rangeNanos());
                    controls.threshold().setThreshold(nanos);
                    controls.canvas().setView(of.picture().at(nanos));
                }
            }
        });
    }

    /** Another view chose whose waits count. */
    @TmfSignalHandler
    public void originsChosen(OriginsSignal signal) {
        onUi(() -> {
            if (!isMine(signal) && signal.trace() == getTrace()) {
                setOrigins(signal.origins());
            }
        });
    }

    /** Another view chose knots. */
    @TmfSignalHandler
    public void knotsChosen(KnotChosenSignal signal) {
        onUi(() -> {
            if (!isMine(signal) && signal.trace() == getTrace() && controls != null) {
                BitSet vertices = vertices(signal.knots());
                controls.canvas().setChosenKnots(vertices);
                if (signal.isAlone()) {
                    controls.canvas().narrow(vertices);
                }
            }
        });
    }

    /** Another view chose a thread. */
    @TmfSignalHandler
    public void threadChosen(ThreadChosenSignal signal) {
        onUi(() -> {
            if (!isMine(signal) && signal.trace() == getTrace() && controls != null) {
                controls.canvas().showVertex(signal.thread());
                listWaits();
            }
        });
    }

    // for tests

    /** The picture. */
    public @Nullable GraphCanvas canvas() {
        return controls == null ? null : controls.canvas();
    }

    /** The waits behind what is chosen. */
    public @Nullable WaitsTable waits() {
        return controls == null ? null : controls.waits();
    }

    /** The slider. */
    public @Nullable ThresholdScale threshold() {
        return controls == null ? null : controls.threshold();
    }

    /** The field of the search. */
    public @Nullable Text searchField() {
        return controls == null ? null : controls.search();
    }

    private final class Toggle extends Action {
        Toggle(String text, String tip) {
            super(text, AS_CHECK_BOX);
            setToolTipText(tip);
        }

        @Override
        public void run() {
            drawPassive = isChecked();
            refresh();
        }
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
