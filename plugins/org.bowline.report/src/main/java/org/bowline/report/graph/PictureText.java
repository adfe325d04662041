/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.rows.KnotWords;
import org.bowline.report.text.TimeFormat;

/** The words that go with a picture: what a tooltip shows and a screen reader speaks. */
public final class PictureText {
    /** Characters of a name: one in a damaged trace may have any length. */
    private static final int MOST_OF_NAME = 100;

    private PictureText() {}

    /** An edge in a sentence without a full stop. */
    public static String edge(PictureEdge edge, PictureNode source, PictureNode target) {
        return called(source) + (edge.isIdle() ? " is idle for want of work from " : source.isPool() ? " wait for " : " waits for ")
                + called(target) + ": "
                + (edge.directNanos() == 0 ? KnotWords.waiting(edge.share()) + " so on average"
                        : TimeFormat.duration(edge.directNanos() / edge.waiting()) + clockError(edge) + " ("
                                + Percent.percentBrief(edge.directShare())
                                + " of the range"
                                + (edge.waiting() > 1 ? " for the average thread" : "") + ')')
                + ", " + Words.count(edge.waits(), !edge.isIdle() ? "wait" : takesPackets(source) ? "packet" : "request")
                + (edge.holdsUpOthers() ? ", each holds up " + Words.number(edge.heldUp()) + " threads" : "")
                + (edge.isNewWork() ? "; for new work, so not worth making shorter" : "");
    }

    private static String clockError(PictureEdge edge) {
        return edge.clockError().isEmpty() ? "" : ' ' + edge.clockError() + " by the clocks";
    }

    private static boolean takesPackets(PictureNode node) {
        return node.kind() == VertexKind.NIC || node.kind() == VertexKind.NETWORK;
    }

    /** A node in a sentence without a full stop. */
    public static String node(GraphPicture picture, View view, PictureNode node) {
        int rank = view.knotOf(node.index()) + 1;
        String role = rank == 0 ? "" : ", " + some(picture, view, node) + (view.isSink(node.index()) ? "sink " : "in knot ") + rank;
        return called(node) + role + ": " + degree(picture, node);
    }

    /** {@code waits for 2, is waited for by 3}: how many edges lead from it and to it. */
    public static String degree(GraphPicture picture, PictureNode node) {
        return "waits for " + picture.edges().stream().filter(edge -> edge.source() == node.index()).count() + ", is waited for by "
                + picture.edges().stream().filter(edge -> edge.target() == node.index()).count();
    }

    /** {@code 3 of them} of a pool of which not all threads are in the bottleneck; empty for all. */
    private static String some(GraphPicture picture, View view, PictureNode node) {
        Knot knot = view.knots().get(view.knotOf(node.index()));
        long members = IntStream.range(0, knot.vertexCount()).filter(i -> picture.nodeOf(knot.vertex(i)) == node.index()).count();
        return members < node.vertices() ? members + " of them " : "";
    }

    /** A node's name with its host. */
    public static String called(PictureNode node) {
        String sort = node.shape() == NodeShape.ROUNDED || node.isRest() || node.name().equals(node.kind().label()) ? ""
                : node.kind().label() + ' ';
        return sort + PlainText.shorten(node.name(), MOST_OF_NAME)
                + (node.host().isEmpty() ? "" : " (" + PlainText.shorten(node.host(), MOST_OF_NAME)
                        + (node.shape() == NodeShape.ROUNDED && !node.isPool() && node.lines().size() > 1 ? ", " + node.lines().get(1) : "")
                        + ')');
    }

    static String shape(NodeShape shape) {
        return switch (shape) {
            case ROUNDED -> "thread";
            case CYLINDER -> "disk";
            case HEXAGON -> "network interface";
            case CLOUD -> "network peer";
            case ELLIPSE -> "timer";
            case CHIP -> "device";
            case PARALLELOGRAM -> "interrupt of another CPU";
            case SUBROUTINE -> "kernel work";
            case DASHED -> "unknown";
            case STACK -> "the rest";
        };
    }

    /** What the picture leaves out, for a reader. */
    public static List<String> notes(GraphPicture picture, View view) {
        PictureOmissions left = picture.omissions();
        List<String> notes = new ArrayList<>();
        if (!picture.edges().isEmpty()) {
            notes.add("Figures: the time of the waits as a share of the range of " + TimeFormat.duration(picture.graph().rangeNanos())
                    + "; ×: how many threads such a wait holds up on average. The width of a line is the two multiplied, its weight; the threshold is compared with it.");
        }
        if (picture.nodes().stream().anyMatch(PictureNode::isPool)) {
            notes.add(
                    "A pool is one box: threads of one host and name that mostly wait for the same. Of its waits: the share of the average thread, the width of all.");
        }
        int dimmed = picture.edges().size() - view.visibleEdges();
        if (dimmed > 0) {
            notes.add("Dimmed: " + Words.count(dimmed, "edge") + " up to the threshold of " + TimeFormat.duration(view.thresholdNanos())
                    + '.');
        }
        List<String> parts = new ArrayList<>();
        if (left.lightEdges() > 0) {
            parts.add(Words.count(left.lightEdges(), "edge") + " too light");
        }
        if (left.passiveEdges() > 0) {
            parts.add(Words.count(left.passiveEdges(), "edge") + " to timers, interrupts and the unknown");
        }
        if (left.asideEdges() > 0) {
            parts.add(Words.count(left.asideEdges(), "edge") + " set aside");
        }
        if (left.restEdges() > 0) {
            parts.add(Words.count(left.restEdges(), "edge") + " among the rest");
        }
        if (!parts.isEmpty()) {
            notes.add("Not drawn: " + String.join(", ", parts) + '.');
        }
        long elsewhere = view.knots().stream().filter(knot -> !isDrawn(picture, knot)).count();
        if (elsewhere > 0) {
            notes.add(Words.count(elsewhere, "bottleneck") + " among what is folded.");
        }
        return notes;
    }

    private static boolean isDrawn(GraphPicture picture, Knot knot) {
        for (int i = 0; i < knot.vertexCount(); i++) {
            if (picture.nodeOf(knot.vertex(i)) == GraphPicture.REST) {
                return false;
            }
        }
        return true;
    }
}
