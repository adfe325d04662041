/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.bowline.core.figures.Quantile;
import org.bowline.core.figures.Ticks;
import org.bowline.core.model.Words;
import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.ClockEvidence.BandPoint;
import org.bowline.core.sync.ClockEvidence.Edge;
import org.bowline.core.sync.ClockEvidence.Point;
import org.bowline.report.graph.Markup;

/**
 * The hull plot of one clock: messages, the hulls that they make, and the band in which the truth lies. Up is ahead, as in the table beside it and in the desktop, all by how far it is from the clock that is taken:
 * a drift of some hundred ppm would else hide what is a thousandth of it. The evidence has offsets, the neighbour's time minus the host's, so what it has above is below here.
 */
final class ClockPlot {
    private static final double WIDTH = 1000;
    private static final double HEIGHT = 300;
    private static final double LEFT = 76;
    private static final double RIGHT = 984;
    private static final double TOP = 14;
    private static final double BOTTOM = 258;
    private static final double BAND_ROOM = 1.35;
    /** Queues make some messages late by a hundred times the band; so many of a hundred points are to be seen. */
    private static final int SHOWN_PERCENT = 75;

    private final ClockEvidence evidence;
    private final String host;
    private final String neighbour;
    private final List<BandPoint> band;
    private final long from;
    private final double length;
    private final double limit;

    ClockPlot(ClockEvidence evidence, String host, String neighbour) {
        this.evidence = evidence;
        this.host = host;
        this.neighbour = neighbour;
        band = evidence.band();
        from = band.get(0).hostNanos();
        length = Math.max(1, band.get(band.size() - 1).hostNanos() - from);
        limit = limit();
    }

    Markup figure() {
        long beyond = evidence.points().stream().filter(point -> Math.abs(distance(point.hostNanos(), point.offsetNanos())) > limit)
                .count();
        String id = "clock-" + evidence.host();
        return Markup
                .of("""
                <figure class="card"><figcaption><b>Clock of %s</b> against that of %s: %s. How far it is really ahead lies in the
                band; no message above or below may cross it.</figcaption>
                <div class="wide" tabindex="0" role="region" aria-label="Hull plot of the clock of %s">
                <svg class="plot clock" viewBox="0 0 %s %s" role="img" aria-labelledby="%s">
                <title id="%s">Messages between %s and %s by how far ahead they put the clock of the one taken, with both hulls</title>
                <clipPath id="%s-clip"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath>
                %s
                <g clip-path="url(#%s-clip)">%s%s%s%s%s</g></svg></div>""", host, neighbour, Words.count(evidence.messages(), "message"),
                        host, WIDTH, HEIGHT, id, id, host, neighbour,
                        id, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, axes(), id, band(), points(true), points(false), hull(true), hull(false))
                .add("""
                        <p class="keys">
                        <span class="key above"><i></i>%s → %s: it is ahead by less</span>
                        <span class="key below"><i></i>%s → %s: it is ahead by more</span>
                        <span class="key hull"><i></i>hulls</span>
                        <span class="key band"><i></i>where the truth lies</span></p>
                        <p class="note">Across: seconds of the clock of %s. Up: by how much it is ahead of the clock that is taken.%s%s</p></figure>
                        """, neighbour, host, host, neighbour, host,
                        evidence.messages() > evidence.points().size()
                                ? " " + Words.count(evidence.points().size(), "of the messages is", "of the messages are") + " drawn." : "",
                        beyond > 0 ? " " + Words.count(beyond, "slower one lies", "slower ones lie") + " outside of the picture." : "");
    }

    private double limit() {
        double widest = 0;
        for (BandPoint point : band) {
            if (point.isBounded()) {
                long side = Math.max(point.highNanos() - point.estimateNanos(), point.estimateNanos() - point.lowNanos());
                widest = Math.max(widest, (double) side);
            }
        }
        double[] distances = evidence.points().stream().mapToDouble(point -> Math.abs(distance(point.hostNanos(), point.offsetNanos())))
                .sorted().toArray();
        double most = distances.length == 0 ? 0 : Quantile.of(distances, SHOWN_PERCENT);
        return Math.max(1, Math.max(widest * BAND_ROOM, Math.min(most * 1.1, Math.max(1, widest) * 8)));
    }

    /** By how much a clock of that offset is ahead of the one taken, ns; the large numbers are subtracted as such first. */
    private double distance(long hostNanos, long offsetNanos) {
        int low = 0;
        int high = band.size() - 2;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (band.get(middle).hostNanos() <= hostNanos) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        BandPoint a = band.get(low);
        BandPoint b = band.get(Math.min(low + 1, band.size() - 1));
        double part = b.hostNanos() == a.hostNanos() ? 0 : (double) (hostNanos - a.hostNanos()) / (b.hostNanos() - a.hostNanos());
        return (a.estimateNanos() - offsetNanos) + part * (b.estimateNanos() - a.estimateNanos());
    }

    private double x(long hostNanos) {
        return LEFT + (RIGHT - LEFT) * ((hostNanos - from) / length);
    }

    private double y(double distance) {
        double bounded = Math.max(-40 * limit, Math.min(40 * limit, distance));
        return (TOP + BOTTOM) / 2 - (BOTTOM - TOP) / 2 * (bounded / limit);
    }

    private Markup axes() {
        Markup axes = Markup.of("<rect class=\"frame\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>", LEFT, TOP, RIGHT - LEFT,
                BOTTOM - TOP);
        double step = Ticks.wholeStep(2 * limit, 8);
        for (double value = Math.ceil(-limit / step) * step; value <= limit; value += step) {
            axes.add("""
                    <path class="%s" d="M%s %sH%s"/>
                    <text x="%s" y="%s" text-anchor="end">%s%s</text>""", Math.abs(value) < step / 2 ? "zero" : "grid", LEFT, y(value),
                    RIGHT,
                    LEFT - 8, y(value) + 4, value > step / 2 ? "+" : "", Ticks.time(value));
        }
        double seconds = Ticks.wholeStep(length, 12);
        for (double at = 0; at <= length; at += seconds) {
            double x = LEFT + (RIGHT - LEFT) * at / length;
            axes.add("""
                    <path class="grid" d="M%s %sv5"/>
                    <text x="%s" y="%s" text-anchor="middle">%s</text>""", x, BOTTOM, x, BOTTOM + 20, Ticks.time(at));
        }
        return axes;
    }

    /** A closed shape for each stretch in which both bounds are known. */
    private Markup band() {
        Markup shapes = new Markup();
        int begin = 0;
        while (begin < band.size()) {
            int end = begin;
            while (end < band.size() && band.get(end).isBounded()) {
                end++;
            }
            if (end - begin > 1) {
                Markup path = new Markup();
                for (int i = begin; i < end; i++) {
                    corner(path, band.get(i), band.get(i).highNanos());
                }
                for (int i = end - 1; i >= begin; i--) {
                    corner(path, band.get(i), band.get(i).lowNanos());
                }
                shapes.add("<path class=\"band\" d=\"%sZ\"/>", path);
            }
            begin = Math.max(end, begin + 1);
        }
        return shapes;
    }

    private void corner(Markup path, BandPoint point, long bound) {
        path.add("%s%s %s", path.isEmpty() ? 'M' : 'L', x(point.hostNanos()), y((double) (point.estimateNanos() - bound)));
    }

    private Markup points(boolean above) {
        Set<Long> drawn = new HashSet<>();
        Markup path = new Markup();
        for (Point point : evidence.points()) {
            double distance = distance(point.hostNanos(), point.offsetNanos());
            if (point.above() != above || Math.abs(distance) > limit) {
                continue;
            }
            long x = Math.round(x(point.hostNanos()));
            long y = Math.round(y(distance));
            if (drawn.add(x << 32 | y)) {
                path.add("M%s %s%s", x, y, above ? "l-3 5h6z" : "l-3 -5h6z");
            }
        }
        return Markup.of("<path class=\"%s\" d=\"%s\"/>", above ? "below" : "above", path);
    }

    private Markup hull(boolean above) {
        Markup path = new Markup();
        for (Edge edge : evidence.hulls()) {
            if (edge.above() == above) {
                path.add("M%s %sL%s %s", x(edge.fromNanos()), y(distance(edge.fromNanos(), edge.fromOffsetNanos())), x(edge.toNanos()),
                        y(distance(edge.toNanos(), edge.toOffsetNanos())));
            }
        }
        return Markup.of("<path class=\"hull\" d=\"%s\"/>", path);
    }
}
