/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Path;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.graphics.Transform;
import org.eclipse.swt.widgets.Canvas;

import org.bowline.core.model.VertexKind;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.HostArea;
import org.bowline.report.graph.NodeShape;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;

/**
 * Draws a picture of a graph. A knot is told by thick borders and lines of its colour and by a mark {@code knot 1}, with its rank; a sink
 * by a double border and a mark {@code sink 3}; so without its colour, too.
 */
final class GraphPainter {
    private static final int ARROW = 9;
    private static final int HOST_X = 6;
    private static final int HOST_Y = 2;
    /** By so much the marks at the lower ends of a node stand out. */
    private static final int MARK = 6;

    private GraphPainter() {}

    /**
     * What is drawn apart from the picture itself.
     *
     * @param nodes chosen nodes
     * @param edge the chosen edge, or −1
     * @param focus the node with the focus ring, or −1
     * @param hits nodes that were searched for
     * @param knots vertices of chosen knots
     * @param threads which a person marked
     */
    record Marks(BitSet nodes, int edge, int focus, BitSet hits, BitSet knots, Marked threads) {
        /** Nothing is chosen. */
        static Marks of(Marked threads) {
            return new Marks(new BitSet(), -1, -1, new BitSet(), new BitSet(), threads);
        }
    }

    /**
     * Paints a picture.
     *
     * @param area of which a part of the picture is in sight, pixels
     */
    static void paint(GC gc, GraphPicture picture, Seen seen, Marks marks, Camera camera, Rectangle area, GraphColors colors) {
        Rectangle sight = sight(camera, area);
        gc.setAdvanced(true);
        gc.setAntialias(SWT.ON);
        gc.setTextAntialias(SWT.ON);
        Transform transform = new Transform(gc.getDevice());
        try {
            transform.translate((float) camera.offsetX(), (float) camera.offsetY());
            transform.scale((float) camera.scale(), (float) camera.scale());
            gc.setTransform(transform);
            for (HostArea host : picture.hosts()) {
                host(gc, host, colors);
            }
            for (PictureEdge edge : picture.edges()) {
                if (seen.edge(edge.index())) {
                    edge(gc, edge, seen, marks, colors);
                }
            }
            for (PictureNode node : picture.nodes()) {
                if (seen.node(node.index())) {
                    node(gc, node, picture.vertices(node.index()), seen, marks, colors);
                    threadMark(gc, node, marks.threads().of(picture, node.index()), colors);
                }
            }
            for (HostArea host : picture.hosts()) {
                hostName(gc, picture, host, sight, colors);
            }
            for (PictureEdge edge : picture.edges()) {
                if (seen.edge(edge.index())) {
                    share(gc, edge, edge.index() == marks.edge(), colors);
                }
            }
        } finally {
            gc.setTransform(null);
            transform.dispose();
        }
    }

    private static void host(GC gc, HostArea area, GraphColors colors) {
        gc.setBackground(colors.host());
        gc.setForeground(colors.border());
        gc.setLineWidth(1);
        int x = (int) area.x();
        int y = (int) area.y();
        gc.fillRoundRectangle(x, y, (int) area.width(), (int) area.height(), 12, 12);
    }

    /** The name of a host, at the upper left end of what is in sight of its area, or where no node is. */
    private static void hostName(GC gc, GraphPicture picture, HostArea area, Rectangle sight, GraphColors colors) {
        Rectangle at = hostName(gc, picture, area, sight);
        gc.setBackground(colors.host());
        gc.setForeground(colors.text());
        gc.setAlpha(200);
        gc.fillRectangle(at);
        gc.setAlpha(255);
        gc.drawText(area.host(), at.x, at.y, SWT.DRAW_TRANSPARENT);
    }

    /** Where it is, as the picture has it. */
    private static Rectangle hostName(GC gc, GraphPicture picture, HostArea area, Rectangle sight) {
        Point size = gc.textExtent(area.host());
        int x = (int) Math.max(area.x(), Math.min(sight.x, area.x() + area.width() - size.x - 2.0 * HOST_X)) + HOST_X;
        int y = (int) Math.max(area.y(), Math.min(sight.y, area.y() + area.height() - size.y - 2.0 * HOST_Y)) + HOST_Y;
        Rectangle corner = new Rectangle(x, y, size.x, size.y);
        Rectangle room = sight.intersection(new Rectangle((int) area.x(), (int) area.y(), (int) area.width(), (int) area.height()));
        room = new Rectangle(room.x + HOST_X, room.y + HOST_Y, room.width - 2 * HOST_X, room.height - 2 * HOST_Y);
        return FreePlaces.along(room, corner, boxes(picture));
    }

    private static List<Rectangle> boxes(GraphPicture picture) {
        // with the marks at their lower ends
        return picture.nodes().stream().map(node -> new Rectangle((int) node.x() - MARK, (int) node.y(), (int) node.width() + 2 * MARK,
                (int) node.height() + 2 * MARK)).toList();
    }

    /** Words about the picture, in a corner of the area in which no node is. */
    static void note(GC gc, String text, GraphPicture picture, Camera camera, Rectangle area, GraphColors colors) {
        Point size = gc.textExtent(text);
        Rectangle room = new Rectangle(area.x + HOST_X, area.y + HOST_X, area.width - 2 * HOST_X, area.height - 2 * HOST_X);
        Rectangle corner = new Rectangle(room.x + room.width - size.x, room.y + room.height - size.y, size.x, size.y);
        List<Rectangle> boxes = boxes(picture).stream()
                .map(box -> new Rectangle((int) camera.pixelX(box.x), (int) camera.pixelY(box.y),
                        (int) Math.ceil(box.width * camera.scale()),
                        (int) Math.ceil(box.height * camera.scale())))
                .toList();
        Rectangle at = FreePlaces.along(room, corner, boxes);
        gc.setBackground(colors.background());
        gc.setForeground(colors.text());
        gc.setAlpha(220);
        gc.fillRoundRectangle(at.x - 4, at.y - 1, at.width + 8, at.height + 2, 8, 8);
        gc.setAlpha(255);
        gc.drawText(text, at.x, at.y, SWT.DRAW_TRANSPARENT);
    }

    /** Where the names of the hosts are, pixels. */
    static List<Rectangle> hostNames(Canvas canvas, GraphPicture picture, Camera camera) {
        GC gc = new GC(canvas);
        try {
            return picture.hosts().stream().map(host -> hostName(gc, picture, host, camera, canvas.getClientArea())).toList();
        } finally {
            gc.dispose();
        }
    }

    private static Rectangle hostName(GC gc, GraphPicture picture, HostArea host, Camera camera, Rectangle area) {
        Rectangle at = hostName(gc, picture, host, sight(camera, area));
        return new Rectangle((int) Math.floor(camera.pixelX(at.x)), (int) Math.floor(camera.pixelY(at.y)),
                (int) Math.ceil(at.width * camera.scale()), (int) Math.ceil(at.height * camera.scale()));
    }

    private static Rectangle sight(Camera camera, Rectangle area) {
        return new Rectangle((int) Math.ceil(camera.unitX(0)), (int) Math.ceil(camera.unitY(0)), (int) (area.width / camera.scale()),
                (int) (area.height / camera.scale()));
    }

    private static void edge(GC gc, PictureEdge edge, Seen seen, Marks marks, GraphColors colors) {
        boolean chosen = edge.index() == marks.edge();
        boolean inKnot = seen.view().knotOfEdge(edge.index()) >= 0;
        gc.setForeground(chosen ? colors.chosen() : inKnot ? colors.knot() : colors.edge());
        gc.setBackground(gc.getForeground());
        int last = edge.pointCount() - 1;
        // sums of what is folded are drawn thin, however large
        double width = (edge.isRest() ? GraphPicture.lineWidth(0) : edge.lineWidth()) + (chosen ? 2 : 0);
        double head = ARROW + width;
        double dx = edge.x(last) - edge.x(last - 1);
        double dy = edge.y(last) - edge.y(last - 1);
        double length = Math.max(1e-6, Math.hypot(dx, dy));
        // the line ends inside the arrow's head, else a thick one would blunt its point
        float endX = (float) (edge.x(last) - dx / length * head / 2);
        float endY = (float) (edge.y(last) - dy / length * head / 2);
        Path path = new Path(gc.getDevice());
        path.moveTo((float) edge.x(0), (float) edge.y(0));
        for (int p = 1; p < last; p += 3) {
            boolean end = p + 2 == last;
            path.cubicTo((float) edge.x(p), (float) edge.y(p), (float) edge.x(p + 1), (float) edge.y(p + 1),
                    end ? endX : (float) edge.x(p + 2), end ? endY : (float) edge.y(p + 2));
        }
        gc.setLineWidth((int) Math.round(width));
        gc.setLineStyle(edge.isIdle() ? SWT.LINE_DASH : SWT.LINE_SOLID);
        gc.drawPath(path);
        gc.setLineStyle(SWT.LINE_SOLID);
        path.dispose();
        Path arrow = new Path(gc.getDevice());
        arrow.moveTo((float) edge.x(last), (float) edge.y(last));
        double sideX = -dy / length * head / 2.2;
        double sideY = dx / length * head / 2.2;
        double backX = edge.x(last) - dx / length * head;
        double backY = edge.y(last) - dy / length * head;
        arrow.lineTo((float) (backX + sideX), (float) (backY + sideY));
        arrow.lineTo((float) (backX - sideX), (float) (backY - sideY));
        arrow.close();
        gc.fillPath(arrow);
        arrow.dispose();
    }

    /** The weight beside a line; of the chosen one also where the layout found no room. */
    private static void share(GC gc, PictureEdge edge, boolean chosen, GraphColors colors) {
        if (!chosen && !edge.hasLabel()) {
            return;
        }
        int p = (edge.pointCount() - 1) / 3 / 2 * 3;
        double x = edge.hasLabel() ? edge.labelX() : GraphHits.bezier(edge.x(p), edge.x(p + 1), edge.x(p + 2), edge.x(p + 3), 0.5);
        double y = edge.hasLabel() ? edge.labelY() : GraphHits.bezier(edge.y(p), edge.y(p + 1), edge.y(p + 2), edge.y(p + 3), 0.5);
        Point size = gc.textExtent(edge.label());
        int left = (int) Math.round(x - size.x / 2.0);
        int top = (int) Math.round(y - size.y / 2.0);
        gc.setBackground(colors.background());
        gc.setForeground(colors.text());
        gc.setAlpha(200);
        gc.fillRoundRectangle(left - 2, top, size.x + 4, size.y, 6, 6);
        gc.setAlpha(255);
        gc.drawText(edge.label(), left, top, SWT.DRAW_TRANSPARENT);
    }

    private static void node(GC gc, PictureNode node, int[] vertices, Seen seen, Marks marks, GraphColors colors) {
        int knot = seen.view().knotOf(node.index());
        boolean inKnot = seen.view().isInKnot(node.index());
        boolean sink = seen.view().isSink(node.index());
        boolean chosen = marks.nodes().get(node.index()) || Arrays.stream(vertices).anyMatch(marks.knots()::get);
        if (marks.hits().get(node.index())) {
            gc.setBackground(colors.hit());
            gc.setForeground(colors.border()); // the colour alone is too light to be told from the ground
            gc.setLineWidth(1);
            NodeShapes.draw(gc, node, 6, true);
        }
        gc.setBackground(node.kind() == VertexKind.THREAD || node.shape() == NodeShape.STACK ? colors.node() : colors.device());
        gc.setForeground(inKnot ? colors.knot() : sink ? colors.sink() : colors.border());
        gc.setLineWidth(inKnot ? 3 : sink ? 2 : 1);
        NodeShapes.draw(gc, node, 0, true);
        if (sink) {
            gc.setLineWidth(1);
            NodeShapes.draw(gc, node, 4, false);
        }
        if (chosen) {
            gc.setForeground(colors.chosen());
            gc.setLineWidth(3);
            NodeShapes.draw(gc, node, sink ? 7 : 4, false);
        }
        if (marks.focus() == node.index()) {
            gc.setForeground(colors.text());
            gc.setLineWidth(2);
            gc.setLineStyle(SWT.LINE_DASH);
            gc.drawRectangle((int) node.x() - 9, (int) node.y() - 9, (int) node.width() + 18, (int) node.height() + 18);
            gc.setLineStyle(SWT.LINE_SOLID);
        }
        label(gc, node.lines(), node, colors);
        if (knot >= 0) {
            mark(gc, node, seen.view().knots(), knot, colors);
        }
    }

    private static void label(GC gc, List<String> lines, PictureNode node, GraphColors colors) {
        gc.setForeground(colors.text());
        int height = gc.getFontMetrics().getHeight();
        double lid = node.shape() == NodeShape.CYLINDER ? height * 0.3 : 0;
        int y = (int) Math.round(node.centreY() - lines.size() * height / 2.0 + lid);
        for (String line : lines) {
            Point size = gc.textExtent(line);
            gc.drawText(line, (int) Math.round(node.centreX() - size.x / 2.0), y, SWT.DRAW_TRANSPARENT);
            y += height;
        }
    }

    private static void mark(GC gc, PictureNode node, List<Knot> knots, int knot, GraphColors colors) {
        String text = markText(knots, knot);
        Point size = gc.textExtent(text);
        // at the lower left, as in reports: lines end at the top, or leave in the middle
        Rectangle badge = new Rectangle((int) node.x() - 6, (int) (node.y() + node.height()) - 6, size.x + 8, size.y);
        gc.setBackground(knots.get(knot).kind() == Knot.Kind.KNOT ? colors.knot() : colors.sink());
        gc.fillRoundRectangle(badge.x, badge.y, badge.width, badge.height, 8, 8);
        gc.setForeground(colors.background());
        gc.drawText(text, badge.x + 4, badge.y, SWT.DRAW_TRANSPARENT);
    }

    /** What a person says of threads, at the lower right, opposite to the mark of a bottleneck. */
    private static void threadMark(GC gc, PictureNode node, String text, GraphColors colors) {
        if (!text.isEmpty()) {
            Point size = gc.textExtent(text);
            Rectangle badge = new Rectangle((int) (node.x() + node.width()) - size.x - 2, (int) (node.y() + node.height()) - 6, size.x + 8,
                    size.y);
            gc.setBackground(colors.background());
            gc.fillRoundRectangle(badge.x, badge.y, badge.width, badge.height, 8, 8);
            gc.setForeground(colors.border());
            gc.setLineWidth(1);
            gc.drawRoundRectangle(badge.x, badge.y, badge.width, badge.height, 8, 8);
            gc.setForeground(colors.text());
            gc.drawText(text, badge.x + 4, badge.y, SWT.DRAW_TRANSPARENT);
        }
    }

    /** {@code knot 1} or {@code sink 3}: the rank among all bottlenecks, the number that the reports give it. */
    static String markText(List<Knot> knots, int knot) {
        return (knots.get(knot).kind() == Knot.Kind.SINK ? Messages.Graph_SinkMark : Messages.Graph_KnotMark) + ' ' + (knot + 1);
    }
}
