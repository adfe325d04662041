/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.jspecify.annotations.Nullable;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.View;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.graph.GraphPainter.Marks;

/**
 * A picture of a graph that can be moved (drag), zoomed (wheel at the pointer, + and −, 0 to fit), walked (Tab from the heaviest node on,
 * arrow keys) and asked (click, Space, Enter, Escape). Nothing is computed here but what a frame needs.
 */
public final class GraphCanvas extends Canvas {
    /** Smaller text is hard to read. */
    private static final int READABLE_POINTS = 9;
    /** Smaller text cannot be read at all. */
    private static final int SMALL_POINTS = 7;
    private static final double NEAR_PIXELS = 5;

    private final GraphListener listener;
    private final GraphAccessible accessible;
    private GraphColors colors;
    /** That with the lines down, and that with the lines to the right; of both, nodes and edges have the same numbers. */
    private List<GraphPicture> pictures = List.of();
    private @Nullable GraphPicture picture;
    private @Nullable Seen seen;
    private int[] walk = {};
    private Camera camera = new Camera(1, 0, 0);
    /** Whether the picture is fitted again when the canvas gets another size: until a person zooms. */
    private boolean fitted = true;
    /** Whether a person wants to see all of the picture, also if its text is too small then. */
    private boolean whole;

    private final BitSet chosenNodes = new BitSet();
    private int chosenEdge = GraphHits.NOTHING;
    private BitSet chosenKnots = new BitSet();
    private BitSet hits = new BitSet();
    private Marked marked = Marked.NONE;
    private int focus = GraphHits.NOTHING;
    private @Nullable Unfolding unfolding;

    /**
     * Shows nothing yet.
     *
     * @param listener told what a person does
     */
    public GraphCanvas(Composite parent, GraphListener listener) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.BORDER);
        this.listener = listener;
        colors = GraphColors.current(getDisplay());
        accessible = new GraphAccessible(this);
        setBackground(colors.background());
        addListener(SWT.Paint, this::paint);
        addListener(SWT.Resize, event -> {
            if (fitted) {
                look();
            }
        });
        new GraphHand(this);
        addListener(SWT.FocusIn, event -> redraw());
        addListener(SWT.FocusOut, event -> redraw());
        Ui.onTheme(this, name -> name.startsWith(GraphColors.PREFIX), this::colorsChanged);
    }

    // what is shown

    /** Shows a picture; null for none. The zoom stays if a person chose it and the picture is of the same size. */
    public void show(@Nullable GraphPicture newPicture, @Nullable View view) {
        show(newPicture == null ? List.of() : List.of(newPicture), view);
    }

    /**
     * Shows that of several pictures which has the most room where they are looked at as a whole, the first one if its text can be read then.
     *
     * @param newPictures of the same nodes and edges, with the same numbers; none for nothing
     */
    void show(List<GraphPicture> newPictures, @Nullable View view) {
        pictures = newPictures;
        Unfolding opening = newPictures.isEmpty() ? null : unfolding;
        boolean sideways = (!fitted || opening != null) && picture != null && picture.options().sideways();
        GraphPicture newPicture = newPictures.stream().filter(of -> of.options().sideways() == sideways).findFirst()
                .orElse(newPictures.isEmpty() ? null : newPictures.get(0));
        boolean sameSize = picture != null && newPicture != null && picture.width() == newPicture.width()
                && picture.height() == newPicture.height();
        picture = newPicture;
        seen = newPicture == null || view == null ? null : new Seen(view, null, newPicture);
        chosenNodes.clear();
        chosenEdge = GraphHits.NOTHING;
        chosenKnots = new BitSet();
        hits = new BitSet();
        focus = GraphHits.NOTHING;
        walkAgain();
        place(newPicture, opening, sameSize);
        unfolding = newPictures.isEmpty() ? unfolding : null;
        redraw();
    }

    /** Where a new picture stands: what a person opened where its stack was, else the whole, unless it takes the place of one of the same size. */
    private void place(@Nullable GraphPicture newPicture, @Nullable Unfolding opening, boolean sameSize) {
        int opened = opening == null || newPicture == null ? GraphHits.NOTHING : opening.node(newPicture);
        if (opening != null && opened >= 0 && newPicture != null) {
            fitted = false;
            focus = opened;
            camera = opening.at(camera, newPicture.nodes().get(opened));
        } else if (fitted || !sameSize) {
            whole = false;
            look();
        }
    }

    /** More of a node that a person asked for: the vertices of one that stands for others, else the waits. */
    void open(int node) {
        PictureNode of = picture == null || node < 0 ? null : picture.nodes().get(node);
        if (picture != null && of != null && of.isRest()) {
            unfolding = Unfolding.of(picture, of, camera);
            listener.unfoldWanted(of.host());
        } else {
            listener.detailsWanted();
        }
    }

    /** Shows another threshold of the same picture. */
    public void setView(View view) {
        if (picture != null && seen != null) {
            seen = new Seen(view, seen.only(), picture);
            dropUnseen();
        }
    }

    /** Shows only the nodes of these vertices; null for all. */
    void narrow(@Nullable BitSet vertices) {
        GraphPicture of = picture;
        if (of == null || seen == null) {
            return;
        }
        BitSet only = null;
        if (vertices != null) {
            only = new BitSet();
            for (PictureNode node : of.nodes()) {
                only.set(node.index(), Arrays.stream(of.vertices(node.index())).anyMatch(vertices::get));
            }
        }
        seen = new Seen(seen.view(), only, of);
        dropUnseen();
    }

    /** Whether only some nodes are shown. */
    boolean isNarrowed() {
        return seen != null && seen.only() != null;
    }

    /** Marks the members of knots that are chosen elsewhere. */
    void setChosenKnots(BitSet vertices) {
        chosenKnots = vertices;
        redraw();
    }

    /** Tells which threads a person marked. */
    void setMarked(Marked threads) {
        marked = threads;
        redraw();
    }

    Marked marked() {
        return marked;
    }

    /** Marks nodes that were searched for, and shows the first. */
    void setHits(BitSet nodes) {
        hits = nodes;
        int first = nodes.nextSetBit(0);
        if (first >= 0) {
            reveal(first);
        }
        redraw();
    }

    private void colorsChanged() {
        colors = GraphColors.current(getDisplay());
        setBackground(colors.background());
        redraw();
    }

    private void dropUnseen() {
        Seen now = seen;
        if (now == null) {
            return;
        }
        walkAgain();
        boolean dropped = chosenEdge >= 0 && !now.edge(chosenEdge);
        if (dropped) {
            chosenEdge = GraphHits.NOTHING;
        }
        for (int node = chosenNodes.nextSetBit(0); node >= 0; node = chosenNodes.nextSetBit(node + 1)) {
            if (!now.node(node)) {
                chosenNodes.clear(node);
                dropped = true;
            }
        }
        if (focus >= 0 && !now.node(focus)) {
            focus = GraphHits.NOTHING;
        }
        if (dropped) {
            listener.choiceChanged();
        }
        redraw();
    }

    private void walkAgain() {
        walk = picture == null || seen == null ? new int[0] : GraphWalk.order(picture, seen);
    }

    private void paint(Event event) {
        GC gc = event.gc;
        gc.setBackground(colors.background());
        gc.fillRectangle(getClientArea());
        if (picture != null && seen != null) {
            GraphPainter.paint(gc, picture, seen,
                    new Marks(chosenNodes, chosenEdge, isFocusControl() ? focus : -1, hits, chosenKnots, marked),
                    camera, getClientArea(), colors);
            int cut = outOfSight();
            if (cut > 0) {
                GraphPainter.note(gc, NLS.bind(Messages.Graph_OutOfSight, cut, seenNodes(picture, seen)), picture, camera, getClientArea(),
                        colors);
            }
        }
    }

    private static long seenNodes(GraphPicture of, Seen now) {
        return of.nodes().stream().filter(node -> now.node(node.index())).count();
    }

    // where one looks

    /** The whole picture in the window. */
    void fit() {
        whole = true;
        look();
    }

    /** All of the picture, or so much of it around the heaviest bottleneck as can be read. */
    private void look() {
        fitted = true;
        Rectangle area = getClientArea();
        View now = view();
        turn(area);
        camera = picture == null || now == null ? new Camera(1, 0, 0)
                : whole ? Camera.whole(picture, area)
                        : Camera.readable(picture, now, area, scale(SMALL_POINTS), readableScale());
        redraw();
    }

    private void turn(Rectangle area) {
        Seen now = seen;
        if (now != null && pictures.size() > 1) {
            GraphPicture best = Camera.best(pictures, area, readableScale());
            picture = best;
            seen = new Seen(now.view(), now.only(), best);
            walkAgain();
        }
    }

    /** The scale below which text is hard to read. */
    public double readableScale() {
        return scale(READABLE_POINTS);
    }

    private double scale(int points) {
        return Math.min(1, (double) points / getFont().getFontData()[0].getHeight());
    }

    /** How many nodes are not in sight as a whole. */
    public int outOfSight() {
        GraphPicture of = picture;
        Seen now = seen;
        if (of == null || now == null) {
            return 0;
        }
        Rectangle area = getClientArea();
        return (int) of.nodes().stream().filter(node -> now.node(node.index())
                && !camera.showing(node.x(), node.y(), node.width(), node.height(), area.width, area.height).equals(camera)).count();
    }

    /** Nearer or farther, at a pixel. */
    void zoom(double factor, int x, int y) {
        fitted = false;
        camera = camera.zoomedAt(factor, x, y);
        redraw();
    }

    /** Looks elsewhere, as a person moved the picture. */
    void move(Camera to) {
        fitted = false;
        camera = to;
        redraw();
    }

    private void reveal(int node) {
        if (picture != null) {
            PictureNode box = picture.nodes().get(node);
            Rectangle area = getClientArea();
            camera = camera.showing(box.x() - 10, box.y() - 10, box.width() + 20, box.height() + 20, area.width, area.height);
        }
    }

    // what is chosen

    /** Chooses what is at a pixel; nothing if nothing is there. */
    void choose(int x, int y, boolean more) {
        int node = nodeAt(x, y);
        int edge = node >= 0 ? GraphHits.NOTHING : edgeAt(x, y);
        if (node >= 0) {
            focus = node;
            accessible.focusMoved();
            chooseNode(node, more);
        } else {
            chosenNodes.clear();
            chosenEdge = edge;
            listener.choiceChanged();
            redraw();
        }
    }

    /** Chooses a node; with {@code more} beside those that are, and one that is no more. */
    void chooseNode(int node, boolean more) {
        boolean was = chosenNodes.get(node);
        if (!more) {
            chosenNodes.clear();
        }
        chosenNodes.set(node, !(more && was));
        chosenEdge = GraphHits.NOTHING;
        listener.choiceChanged();
        redraw();
    }

    /** Chooses the node of a vertex, if it is seen, and looks at it. */
    void showVertex(int vertex) {
        int node = picture == null ? GraphHits.NOTHING : picture.nodeOf(vertex);
        if (node >= 0 && seen != null && seen.node(node)) {
            chosenNodes.clear();
            chosenNodes.set(node);
            chosenEdge = GraphHits.NOTHING;
            focus = node;
            reveal(node);
            redraw();
        }
    }

    /** The node under a pixel, or −1. */
    int nodeAt(int x, int y) {
        return picture == null || seen == null ? GraphHits.NOTHING
                : GraphHits.nodeAt(picture, seen, camera.unitX(x), camera.unitY(y));
    }

    /** The edge under or near a pixel, or −1. */
    int edgeAt(int x, int y) {
        return picture == null || seen == null ? GraphHits.NOTHING
                : GraphHits.edgeAt(picture, seen, camera.unitX(x), camera.unitY(y), NEAR_PIXELS / camera.scale());
    }

    /** The node or edge at a pixel, or null. */
    @Nullable
    Object itemAt(int x, int y) {
        GraphPicture of = picture;
        if (of == null) {
            return null;
        }
        int node = nodeAt(x, y);
        if (node >= 0) {
            return of.nodes().get(node);
        }
        int edge = edgeAt(x, y);
        return edge >= 0 ? of.edges().get(edge) : null;
    }

    /** Puts the focus ring on a node and looks at it; on none if negative. */
    void focusOn(int node) {
        focus = node;
        if (node >= 0) {
            reveal(node);
            accessible.focusMoved();
        }
        redraw();
    }

    /** Nothing is chosen any more. */
    void clearChoice() {
        chosenNodes.clear();
        chosenEdge = GraphHits.NOTHING;
        chosenKnots = new BitSet();
        hits = new BitSet();
        listener.choiceChanged();
        redraw();
    }

    // for others

    /** The picture, or null. */
    public @Nullable GraphPicture picture() {
        return picture;
    }

    /** What of the picture is seen at the threshold, or null. */
    public @Nullable View view() {
        return seen == null ? null : seen.view();
    }

    /** Whether a node is drawn. */
    public boolean isDrawn(int node) {
        return seen != null && seen.node(node);
    }

    /** From the picture to pixels. */
    public Camera camera() {
        return camera;
    }

    /** Where the names of the hosts are written, pixels. */
    public List<Rectangle> hostNames() {
        GraphPicture of = picture;
        return of == null ? List.of() : GraphPainter.hostNames(this, of, camera);
    }

    /** The chosen nodes. */
    public BitSet chosenNodes() {
        return (BitSet) chosenNodes.clone();
    }

    /** The chosen edge of the picture, or −1. */
    public int chosenEdge() {
        return chosenEdge;
    }

    /** The nodes that were searched for. */
    public BitSet hits() {
        return (BitSet) hits.clone();
    }

    /** The vertices of chosen knots. */
    public BitSet chosenKnots() {
        return (BitSet) chosenKnots.clone();
    }

    /** The node with the focus ring, or −1. */
    public int focusedNode() {
        return focus;
    }

    /** The seen nodes in the order of the walk. */
    public int[] walk() {
        return walk.clone();
    }

    GraphColors colors() {
        return colors;
    }

    @Nullable
    Seen seen() {
        return seen;
    }

    /** A node in words: name, kind, weight, degree, bottleneck and mark. For screen readers. */
    public String describe(int node) {
        return picture == null || seen == null ? "" : NodeInWords.of(picture, seen, marked, node);
    }
}
