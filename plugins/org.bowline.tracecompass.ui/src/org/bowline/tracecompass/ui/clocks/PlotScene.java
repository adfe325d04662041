/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.ClockEvidence.BandPoint;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.clocks.ClockCurves;

/**
 * What the plot shows of a host, in its plane: across the host's time since the begin of its trace, up by how much its clock is ahead of the
 * neighbour's, both in ns. The latter is either relative to the clock that was taken ("level": then a band of microseconds is seen beside a drift of seconds), or to
 * its value at the begin. Immutable.
 */
final class PlotScene {
    private static final double ROOM = 0.6;
    private static final double SIDE_ROOM = 0.02;
    private static final double LEAST_HEIGHT = 40;

    private final ClockCurves curves;
    private final String hostName;
    private final String neighbourName;
    private final boolean level;
    private final boolean ranged;
    private final double rangeFrom;
    private final double rangeTo;
    private final long base;
    private final double[] messageY;
    private final List<Line> hulls = new ArrayList<>();
    private final boolean useless;

    /** An edge of a hull, or a part of one. */
    record Line(boolean sent, double x1, double y1, double x2, double y2) {}

    /**
     * @param result of the experiment
     * @param curves of the host
     * @param level whether offsets are relative to the clock that was taken
     * @param ranged whether a part of the time is selected
     * @param fromNanos its begin, reference time
     * @param toNanos its end, reference time
     */
    PlotScene(AnalysisResult result, ClockCurves curves, boolean level, boolean ranged, long fromNanos, long toNanos) {
        this.curves = curves;
        this.level = level;
        this.ranged = ranged;
        ClockEvidence evidence = curves.evidence();
        hostName = result.hosts().get(evidence.host());
        neighbourName = result.hosts().get(evidence.neighbour());
        base = evidence.band().get(0).estimateNanos();
        rangeFrom = x(result.sync().clocks().fromReference(evidence.host(), fromNanos));
        rangeTo = x(result.sync().clocks().fromReference(evidence.host(), toNanos));
        messageY = evidence.points().stream().mapToDouble(point -> y(point.hostNanos(), point.offsetNanos())).toArray();
        useless = evidence.points().stream().anyMatch(point -> point.piece() == ClockEvidence.NO_PIECE);
        evidence.hulls().forEach(this::addHull);
    }

    /** A level edge has a corner where the clock that was taken has one. */
    private void addHull(ClockEvidence.Edge edge) {
        long x1 = edge.fromNanos();
        double y1 = y(x1, edge.fromOffsetNanos());
        double slope = (double) (edge.toOffsetNanos() - edge.fromOffsetNanos()) / (edge.toNanos() - edge.fromNanos());
        List<Long> stops = new ArrayList<>();
        if (level) {
            for (BandPoint point : curves.evidence().band()) {
                if (point.hostNanos() > edge.fromNanos() && point.hostNanos() < edge.toNanos()) {
                    stops.add(point.hostNanos());
                }
            }
        }
        stops.add(edge.toNanos());
        for (long x2 : stops) {
            long offset = x2 == edge.toNanos() ? edge.toOffsetNanos()
                    : edge.fromOffsetNanos() + Math.round(slope * (x2 - edge.fromNanos()));
            double y2 = y(x2, offset);
            hulls.add(new Line(edge.above(), x(x1), y1, x(x2), y2));
            x1 = x2;
            y1 = y2;
        }
    }

    double x(long hostNanos) {
        return hostNanos - curves.beginNanos();
    }

    /** Of an offset as the evidence has it, the neighbour's time minus the host's: how far the host is ahead is the other way round. */
    double y(long hostNanos, long offsetNanos) {
        return (level ? curves.estimateNanos(hostNanos) : base) - offsetNanos;
    }

    /** All of the time, and of the offsets the band and the hulls with some room; slow messages are beyond. */
    PlotWindow fit(Rectangle area) {
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        for (Line line : hulls) {
            low = Math.min(low, Math.min(line.y1, line.y2));
            high = Math.max(high, Math.max(line.y1, line.y2));
        }
        for (BandPoint point : curves.evidence().band()) {
            low = Math.min(low, y(point.hostNanos(), curves.isBounded() ? point.highNanos() : point.estimateNanos()));
            high = Math.max(high, y(point.hostNanos(), curves.isBounded() ? point.lowNanos() : point.estimateNanos()));
        }
        double room = Math.max(LEAST_HEIGHT, (high - low) * ROOM);
        double length = Math.max(1, curves.endNanos() - curves.beginNanos());
        return new PlotWindow(area, -length * SIDE_ROOM, length * (1 + SIDE_ROOM), low - room, high + room);
    }

    /** All of the messages. */
    PlotWindow fitAll(Rectangle area) {
        PlotWindow window = fit(area);
        double low = window.bottom();
        double high = window.top();
        for (double y : messageY) {
            low = Math.min(low, y);
            high = Math.max(high, y);
        }
        double room = (high - low) * SIDE_ROOM;
        return new PlotWindow(area, window.left(), window.right(), low - room, high + room);
    }

    ClockCurves curves() {
        return curves;
    }

    boolean isLevel() {
        return level;
    }

    boolean hasRange() {
        return ranged;
    }

    double rangeFrom() {
        return rangeFrom;
    }

    double rangeTo() {
        return rangeTo;
    }

    boolean hasUseless() {
        return useless;
    }

    List<Line> hulls() {
        return hulls;
    }

    int count() {
        return messageY.length;
    }

    ClockEvidence.Point message(int i) {
        return curves.evidence().points().get(i);
    }

    double messageX(int i) {
        return x(message(i).hostNanos());
    }

    double messageY(int i) {
        return messageY[i];
    }

    String hostName() {
        return hostName;
    }

    String neighbourName() {
        return neighbourName;
    }

    String beginText() {
        return TmfTimestampFormat.getDefaulTimeFormat().format(curves.beginNanos());
    }

    String baseText() {
        return TimeFormat.duration(-base);
    }

    /** A length of time with its sign. */
    static String signed(long nanos) {
        return (nanos < 0 ? "\u2212" : "+") + TimeFormat.duration(Math.abs(nanos));
    }
}
