/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.report.rows.KnotWords;

/**
 * An edge of a picture: the source waits for the target. Between pools it stands for several edges of the graph.
 *
 * <p>Its line is a chain of cubic Bézier curves, from the border of the source to the border of the target: {@link #pointCount()} points,
 * 1 + 3 × n of them for n curves (point 0 the begin, then two control points and an end for each curve).
 */
public final class PictureEdge {
    /** From so many threads on a wait holds up others than the one that waits. */
    private static final double OTHERS_TOO = 1.05;

    private final int index;
    private final Selection.Line line;
    private final double share;
    private final int widthClass;
    private final boolean newWork;
    private final double[] points;
    private final double labelX;
    private final double labelY;

    PictureEdge(int index, Selection.Line line, double share, int widthClass, boolean newWork, double[] points, double labelX,
            double labelY) {
        this.index = index;
        this.line = line;
        this.share = share;
        this.widthClass = widthClass;
        this.newWork = newWork;
        this.points = points;
        this.labelX = labelX;
        this.labelY = labelY;
    }

    /** Its number in the picture. */
    public int index() {
        return index;
    }

    /** Its numbers in the wait-for graph, several between pools; none if it stands for all edges from or to the rest. */
    public int[] graphEdges() {
        return line.graphEdges().clone();
    }

    /** Whether it stands for all edges from or to the rest. */
    public boolean isRest() {
        return line.graphEdges().length == 0;
    }

    /** How many threads, or other vertices, wait at the same time: 1, or more of a pool, of merged threads and of the rest. */
    public int waiting() {
        return line.waiting();
    }

    /** The weight of the heaviest of its edges, ns, of the rest the sum: what a threshold is compared with. */
    public long heaviestNanos() {
        return line.heaviestNanos();
    }

    /** The node that waits, by index. */
    public int source() {
        return line.source();
    }

    /** The node that is waited for, by index. */
    public int target() {
        return line.target();
    }

    /** Cascaded weight, ns; of several edges their sum. */
    public long weightNanos() {
        return line.weightNanos();
    }

    /** Plain sum of the waits, ns. */
    public long directNanos() {
        return line.directNanos();
    }

    /** By how much that may be too long or too short, at most, as clocks may be off, ns; 0 if they do not matter, {@link Long#MAX_VALUE} if it is not known. */
    public long clockErrorNanos() {
        return line.clockErrorNanos();
    }

    /** {@code ± 13.4 ms}: the same for one of those that wait at the same time; empty if clocks do not matter. */
    public String clockError() {
        return KnotWords.clockError(line.clockErrorNanos() == Long.MAX_VALUE ? Long.MAX_VALUE : line.clockErrorNanos() / line.waiting());
    }

    /** How many waits. */
    public long waits() {
        return line.waits();
    }

    /** Weight as a share of the analysed range; may exceed 1. */
    public double share() {
        return share;
    }

    /** How thick to draw it: 0 (thinnest) to {@link GraphPicture#WIDTH_CLASSES} − 1. */
    public int widthClass() {
        return widthClass;
    }

    /** Width of the line, units of the picture: grows by equal steps from class to class. */
    public double lineWidth() {
        return GraphPicture.lineWidth(widthClass);
    }

    /** Whether it stands for a device's idle time and not for waits of a thread. */
    public boolean isIdle() {
        return line.idle();
    }

    /** Whether it is a wait of a thread that is known to be for new work: not worth making shorter. */
    public boolean isNewWork() {
        return newWork;
    }

    /** Number of points of the chain of curves: 1 + 3 × number of curves. */
    public int pointCount() {
        return points.length / 2;
    }

    /** A point of the chain of curves, x. */
    public double x(int point) {
        return points[2 * point];
    }

    /** A point of the chain of curves, y. */
    public double y(int point) {
        return points[2 * point + 1];
    }

    /** For how much of the range its source waits, and how many threads such a wait holds up if others wait behind it: {@code 52 % ×3.0}. */
    public String label() {
        if (line.directNanos() == 0) { // of a thread that was not chosen: all there is are those behind it
            return KnotWords.threads(share);
        }
        String direct = Percent.percentBrief(directShare());
        return holdsUpOthers() ? direct + " ×" + Words.number(heldUp()) : direct;
    }

    /** Direct time as a share of the analysed range, of a pool that of the average thread; 0 if there is none. */
    public double directShare() {
        return line.weightNanos() == 0 ? 0 : share * line.directNanos() / line.weightNanos() / line.waiting();
    }

    /** How many threads wait, on average, while its source does, itself among them: weight by direct time; not a number without the latter. */
    public double heldUp() {
        return line.directNanos() == 0 ? Double.NaN : (double) line.weightNanos() / line.directNanos();
    }

    /** Whether that is more than the source alone. */
    public boolean holdsUpOthers() {
        return heldUp() >= OTHERS_TOO;
    }

    /** Whether there is room for its {@link #label}, and it is heavy enough to have one. */
    public boolean hasLabel() {
        return !Double.isNaN(labelX);
    }

    /** Centre of the label, x; NaN without one. */
    public double labelX() {
        return labelX;
    }

    /** Centre of the label, y; NaN without one. */
    public double labelY() {
        return labelY;
    }

    PictureEdge withLabel(double newLabelX, double newLabelY) {
        return new PictureEdge(index, line, share, widthClass, newWork, points, newLabelX, newLabelY);
    }
}
