/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.jspecify.annotations.Nullable;

import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.LatestJob;

/** The controls of a wait-for graph: the slider of the threshold and the search, below them the picture, and the waits behind what is chosen in it. */
final class GraphPane extends Composite {
    private static final int MOST_WAITS = 10_000;
    /** Width from which there is room for slider and search in one line. */
    private static final int BESIDE_WIDTH = 480;
    private static final int SEARCH_WIDTH = 180;
    /** In a lower view the picture takes the room of the line that tells what to click. */
    private static final int LOW_HEIGHT = 260;
    /** In a lower view the waits stand beside the picture: below it neither had room. */
    private static final int WAITS_BELOW_HEIGHT = 220;

    private static final int[] BELOW = {2, 1};
    private static final int[] BESIDE = {11, 9};

    private final ThresholdScale threshold;
    private final Text search;
    private final SashForm sash;
    private final GraphCanvas canvas;
    private final WaitsTable waits;
    private final Label hint;
    private final CharWidths widths;
    private final LatestJob listing = new LatestJob(() -> !isDisposed());

    /**
     * Shows nothing yet.
     *
     * @param listener told what a person does in the picture
     * @param thresholdMoved told the threshold that a person chose, ns
     * @param opener told which wait a person wants to see
     */
    GraphPane(Composite parent, GraphListener listener, LongConsumer thresholdMoved, WaitsTable.Opener opener) {
        super(parent, SWT.NONE);
        setLayout(GridLayoutFactory.fillDefaults().numColumns(2).spacing(5, 5).create());
        threshold = new ThresholdScale(this, thresholdMoved);
        GridData wide = new GridData(SWT.FILL, SWT.BEGINNING, true, false);
        threshold.setLayoutData(wide);
        search = new Text(this, SWT.SEARCH | SWT.ICON_SEARCH | SWT.ICON_CANCEL);
        search.setMessage(Messages.Graph_Find);
        Ui.name(search, () -> Messages.Graph_Find);
        GridData narrow = new GridData(SWT.END, SWT.BEGINNING, false, false);
        narrow.widthHint = SEARCH_WIDTH;
        search.setLayoutData(narrow);
        search.addListener(SWT.Modify, event -> findNodes());
        // in a narrow view the search gets a line of its own: else no slider is left of the threshold
        addListener(SWT.Resize, event -> {
            narrow.horizontalSpan = getSize().x >= BESIDE_WIDTH ? 1 : 2;
            wide.horizontalSpan = narrow.horizontalSpan;
            arrangeHint();
        });
        sash = new SashForm(this, SWT.VERTICAL);
        sash.addListener(SWT.Resize, event -> arrangeWaits());
        sash.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true, 2, 1));
        canvas = new GraphCanvas(sash, listener);
        waits = new WaitsTable(sash, opener);
        sash.setWeights(BELOW);
        sash.setMaximizedControl(canvas);
        hint = new Label(this, SWT.NONE);
        hint.setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).span(2, 1).create());
        hint.setText(Messages.Waits_Choose);
        search.addListener(SWT.DefaultSelection, event -> canvas.setFocus());
        new GraphToolTip(canvas);
        GC gc = new GC(canvas);
        widths = new CharWidths(gc);
        gc.dispose();
        addListener(SWT.Dispose, event -> listing.cancel());
    }

    GraphCanvas canvas() {
        return canvas;
    }

    WaitsTable waits() {
        return waits;
    }

    ThresholdScale threshold() {
        return threshold;
    }

    Text search() {
        return search;
    }

    /** How wide the letters of the picture are. */
    CharWidths widths() {
        return widths;
    }

    /** Shows that of several pictures of the same that has the most room, at a threshold. */
    void show(List<GraphPicture> pictures, long thresholdNanos) {
        GraphPicture picture = pictures.get(0);
        canvas.show(pictures, picture.at(thresholdNanos));
        long heaviest = picture.edges().stream().mapToLong(PictureEdge::weightNanos).max().orElse(0);
        threshold.of(picture.graph().rangeNanos(), heaviest, picture.hierarchy().breaks(), thresholdNanos);
        listNothing(Messages.Waits_Choose);
        findNodes();
    }

    /** Shows nothing. */
    void clear() {
        canvas.show(List.of(), null);
        listNothing(Messages.Waits_Choose);
    }

    // the waits behind what is chosen

    /** The edges of the graph behind what is chosen: the chosen one, or all that leave the chosen nodes. */
    int[] chosenEdges() {
        GraphPicture picture = canvas.picture();
        if (picture == null) {
            return new int[0];
        }
        if (canvas.chosenEdge() >= 0) {
            return picture.edges().get(canvas.chosenEdge()).graphEdges();
        }
        WaitForGraph graph = picture.graph();
        return canvas.chosenNodes().stream().flatMap(node -> Arrays.stream(picture.vertices(node)))
                .flatMap(vertex -> IntStream.range(graph.firstEdge(vertex), graph.endEdge(vertex))).toArray();
    }

    /** Lists the waits behind what is chosen, or says what to choose; the list is found in a job of a family. */
    void listWaits(@Nullable Object family) {
        GraphPicture picture = canvas.picture();
        int[] edges = chosenEdges();
        if (picture == null) {
            return;
        }
        if (edges.length == 0) {
            listNothing(canvas.chosenEdge() >= 0 ? Messages.Waits_Rest : Messages.Waits_Choose);
            return;
        }
        list(true, "");
        String name = chosenName(picture);
        listing.ask(Messages.Graph_Listing, family, progress -> EdgeWaits.of(picture.graph(), edges, MOST_WAITS, progress),
                found -> waits.show(name, found), this::listNothing);
    }

    /** Goes to the first wait behind what is chosen. */
    void openFirst(@Nullable Object family, WaitsTable.Opener opener) {
        GraphPicture picture = canvas.picture();
        int[] edges = chosenEdges();
        if (picture != null) {
            listing.ask(Messages.Graph_Listing, family, progress -> EdgeWaits.of(picture.graph(), edges, 1, progress),
                    found -> opener.open(found.firstStartNanos(), found.firstEndNanos()), this::listNothing);
        }
    }

    private void listNothing(String sentence) {
        listing.cancel();
        list(false, sentence);
    }

    /** Shows the table of waits, or a sentence and all of the picture. */
    private void list(boolean shown, String sentence) {
        hint.setText(sentence);
        if (!shown) {
            waits.clear(sentence);
        }
        if ((sash.getMaximizedControl() == null) != shown) {
            sash.setMaximizedControl(shown ? null : canvas);
            arrangeHint();
            layout();
        }
    }

    /** Below the picture, or beside it where the view is low and wide. */
    private void arrangeWaits() {
        Point size = sash.getSize();
        int wanted = size.y < WAITS_BELOW_HEIGHT && size.x >= BESIDE_WIDTH ? SWT.HORIZONTAL : SWT.VERTICAL;
        if (size.y > 0 && sash.getOrientation() != wanted) {
            sash.setOrientation(wanted);
            sash.setWeights(wanted == SWT.VERTICAL ? BELOW : BESIDE);
        }
    }

    private void arrangeHint() {
        boolean seen = sash.getMaximizedControl() != null && getSize().y >= LOW_HEIGHT;
        ((GridData) hint.getLayoutData()).exclude = !seen;
        hint.setVisible(seen);
    }

    private String chosenName(GraphPicture picture) {
        if (canvas.chosenEdge() >= 0) {
            PictureEdge of = picture.edges().get(canvas.chosenEdge());
            return label(picture, of.source()) + " \u2192 " + label(picture, of.target());
        }
        return canvas.chosenNodes().stream().mapToObj(node -> label(picture, node)).collect(Collectors.joining(", "));
    }

    private static String label(GraphPicture picture, int node) {
        PictureNode of = picture.nodes().get(node);
        return of.isRest() || picture.isSeveral(of) ? of.name() : WaitForDataProvider.nameAndHost(picture.graph().timeline(), of.vertex());
    }

    // search and copy

    private void findNodes() {
        GraphPicture picture = canvas.picture();
        if (picture == null) {
            return;
        }
        String wanted = search.getText().trim().toLowerCase(Locale.ROOT);
        BitSet hits = new BitSet();
        for (PictureNode node : picture.nodes()) {
            hits.set(node.index(), !wanted.isEmpty() && canvas.isDrawn(node.index())
                    && String.join(" ", node.lines()).toLowerCase(Locale.ROOT).contains(wanted));
        }
        canvas.setHits(hits);
    }

    /** Copies the chosen waits if the table has the keyboard, else what is chosen in the picture. */
    void copy() {
        if (waits.table().isFocusControl()) {
            waits.copy();
        } else {
            Ui.copy(chosenText());
        }
    }

    /** What is chosen as text: a line per edge of the graph, its columns with tabs between. */
    String chosenText() {
        GraphPicture picture = canvas.picture();
        StringBuilder text = new StringBuilder();
        if (picture != null) {
            WaitForGraph graph = picture.graph();
            for (int edge : chosenEdges()) {
                text.append(WaitForDataProvider.nameAndHost(graph, graph.source(edge))).append('\t')
                        .append(WaitForDataProvider.nameAndHost(graph, graph.target(edge))).append('\t')
                        .append(TimeFormat.duration(graph.weightNanos(edge))).append('\t')
                        .append(TimeFormat.duration(graph.directNanos(edge))).append('\t').append(graph.waits(edge)).append('\n');
            }
        }
        return text.toString();
    }
}
