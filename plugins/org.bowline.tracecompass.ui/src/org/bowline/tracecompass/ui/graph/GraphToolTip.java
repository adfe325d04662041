/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.events.MouseEvent;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfAbstractToolTipHandler;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureEdge;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.View;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.ui.frame.ToolTipColors;

/** What is under the pointer, as a table of names and values. */
final class GraphToolTip extends TmfAbstractToolTipHandler {
    private final GraphCanvas canvas;

    GraphToolTip(GraphCanvas canvas) {
        this.canvas = canvas;
        activateHoverHelp(canvas);
        ToolTipColors.on(canvas);
    }

    @Override
    protected void fill(@Nullable Control control, @Nullable MouseEvent event, @Nullable Point point) {
        GraphPicture picture = canvas.picture();
        View view = canvas.view();
        if (picture == null || view == null || point == null) {
            return;
        }
        Object item = canvas.itemAt(point.x, point.y);
        if (item instanceof PictureNode node) {
            node(picture, view, node);
        } else if (item instanceof PictureEdge edge) {
            edge(picture, view, edge);
        }
    }

    private void node(GraphPicture picture, View view, PictureNode node) {
        Timeline timeline = picture.graph().timeline();
        addItem(Messages.Tip_Name, node.name());
        if (!node.host().isEmpty()) {
            addItem(Messages.Tip_Host, node.host());
        }
        addItem(Messages.Tip_Kind, node.isRest() ? Messages.Tip_Rest : picture.isSeveral(node) ? Messages.Tip_Pool : node.kind().label());
        if (!picture.isSeveral(node) && node.vertex() >= 0 && node.vertex() < timeline.threadCount()) {
            addItem(Messages.Tip_Tid, Integer.toString(timeline.tid(node.vertex())));
            if (timeline.pid(node.vertex()) >= 0) {
                addItem(Messages.Tip_Pid, Integer.toString(timeline.pid(node.vertex())));
            }
        }
        if (node.isRest()) {
            addItem(Messages.Tip_Open, Messages.Tip_OpenHow);
        }
        String mark = canvas.marked().of(picture, node.index());
        if (!mark.isEmpty()) {
            addItem(Messages.Tip_Marked, mark);
        }
        bottleneck(view, view.knotOf(node.index()));
    }

    private void edge(GraphPicture picture, View view, PictureEdge edge) {
        addItem(Messages.Tip_Waits, picture.nodes().get(edge.source()).name());
        addItem(Messages.Tip_For, picture.nodes().get(edge.target()).name());
        if (edge.directNanos() > 0) {
            addItem(edge.isIdle() ? Messages.Tip_Idle : Messages.Tip_Direct, ofRange(picture, edge.directNanos() / edge.waiting()));
        }
        if (!edge.clockError().isEmpty()) {
            addItem(Messages.Tip_Clocks, edge.clockError());
        }
        if (!edge.isIdle()) {
            addItem(Messages.Tip_HoldsUp, edge.directNanos() > 0 ? NLS.bind(Messages.Tip_HeldUp, Words.number(edge.heldUp()))
                    : NLS.bind(Messages.Tip_OnAverage, Words.number(edge.share())));
        }
        addItem(edge.isIdle() ? Messages.Tip_Requests : Messages.Tip_Count, Long.toString(edge.waits()));
        bottleneck(view, view.knotOfEdge(edge.index()));
    }

    private void bottleneck(View view, int knot) {
        if (knot >= 0) {
            Knot of = view.knots().get(knot);
            addItem(of.kind() == Knot.Kind.KNOT ? Messages.Tip_Knot : Messages.Tip_Sink,
                    GraphPainter.markText(view.knots(), knot));
        }
    }

    /** A time that is at most as long as the range, and its share of that. */
    private static String ofRange(GraphPicture picture, long nanos) {
        return TimeFormat.duration(nanos) + " (" + Percent.percentBrief((double) nanos / picture.graph().rangeNanos()) + ')';
    }
}
