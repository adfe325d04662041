/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import org.bowline.core.model.Words;
import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.ClockEvidence.BandPoint;
import org.bowline.core.sync.ClockEvidence.Edge;
import org.bowline.core.sync.ClockEvidence.Point;

/**
 * The hull plot of one clock: messages, the hulls that they make, and the band in which the truth lies, all as distances from the offset taken:
 * a drift of some hundred ppm would else hide what is a thousandth of it.
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
    private static final double SHOWN_PERCENT = 75;

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

    void write(Html html) {
        int beyond = (int) evidence.points().stream().filter(point -> Math.abs(distance(point.hostNanos(), point.offsetNanos())) > limit)
                .count();
        String id = "clock-" + evidence.host();
        html.open("figure", "class", "card").open("figcaption").element("b", "Clock of " + host).text(" against that of " + neighbour + ": "
                + Words.count(evidence.messages(), "message")
                + ". The true offset lies in the band; no message above or below may cross it.")
                .close();
        html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Hull plot of the clock of " + host);
        html.open("svg", "class", "plot clock", "viewBox", "0 0 " + number(WIDTH) + ' ' + number(HEIGHT), "role", "img", "aria-labelledby",
                id);
        html.element("title", "Messages between " + host + " and " + neighbour + " as distances from the offset taken, with both hulls",
                "id", id);
        html.open("clipPath", "id", id + "-clip")
                .shape("rect", "x", number(LEFT), "y", number(TOP), "width", number(RIGHT - LEFT), "height",
                        number(BOTTOM - TOP))
                .close();
        axes(html);
        html.open("g", "clip-path", "url(#" + id + "-clip)");
        band(html);
        points(html, true);
        points(html, false);
        hull(html, true);
        hull(html, false);
        html.close();
        html.close(2);
        html.open("p", "class", "keys");
        key(html, "above", host + " → " + neighbour + ": the offset is below");
        key(html, "below", neighbour + " → " + host + ": the offset is above");
        key(html, "hull", "hulls");
        key(html, "band", "where the truth lies");
        html.close();
        html.element("p", "Across: seconds of the clock of " + host + ". Up: distance from the offset taken."
                + (evidence.messages() > evidence.points().size()
                        ? " " + Words.count(evidence.points().size(), "of the messages is", "of the messages are") + " drawn." : "")
                + (beyond > 0 ? " " + Words.count(beyond, "slower one lies", "slower ones lie") + " outside of the picture." : ""), "class",
                "note");
        html.close().line();
    }

    private static void key(Html html, String style, String words) {
        html.open("span", "class", "key " + style).element("i", "").text(words).close();
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
        double most = distances.length == 0 ? 0 : distances[(int) Math.min(distances.length - 1, distances.length * SHOWN_PERCENT / 100)];
        return Math.max(1, Math.max(widest * BAND_ROOM, Math.min(most * 1.1, Math.max(1, widest) * 8)));
    }

    /** Distance of an offset from the one taken, ns; the large numbers are subtracted as such first. */
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
        return (offsetNanos - a.estimateNanos()) - part * (b.estimateNanos() - a.estimateNanos());
    }

    private double x(long hostNanos) {
        return LEFT + (RIGHT - LEFT) * ((hostNanos - from) / length);
    }

    private double y(double distance) {
        double bounded = Math.max(-40 * limit, Math.min(40 * limit, distance));
        return (TOP + BOTTOM) / 2 - (BOTTOM - TOP) / 2 * (bounded / limit);
    }

    private void axes(Html html) {
        html.shape("rect", "class", "frame", "x", number(LEFT), "y", number(TOP), "width", number(RIGHT - LEFT), "height",
                number(BOTTOM - TOP));
        double step = Ticks.step(2 * limit, 6);
        for (double value = Math.ceil(-limit / step) * step; value <= limit; value += step) {
            double y = y(value);
            html.shape("path", "class", Math.abs(value) < step / 2 ? "zero" : "grid", "d",
                    "M" + number(LEFT) + ' ' + number(y) + 'H' + number(RIGHT));
            html.element("text", (value > step / 2 ? "+" : "") + Ticks.duration(value), "x", number(LEFT - 8), "y", number(y + 4),
                    "text-anchor", "end");
        }
        double seconds = Ticks.step(length, 9);
        for (double at = 0; at <= length; at += seconds) {
            double x = LEFT + (RIGHT - LEFT) * at / length;
            html.shape("path", "class", "grid", "d", "M" + number(x) + ' ' + number(BOTTOM) + "v5");
            html.element("text", Ticks.duration(at), "x", number(x), "y", number(BOTTOM + 20), "text-anchor", "middle");
        }
    }

    /** A closed shape for each stretch in which both bounds are known. */
    private void band(Html html) {
        int begin = 0;
        while (begin < band.size()) {
            int end = begin;
            while (end < band.size() && band.get(end).isBounded()) {
                end++;
            }
            if (end - begin > 1) {
                StringBuilder path = new StringBuilder();
                for (int i = begin; i < end; i++) {
                    append(path, band.get(i), BandPoint::highNanos);
                }
                for (int i = end - 1; i >= begin; i--) {
                    append(path, band.get(i), BandPoint::lowNanos);
                }
                html.shape("path", "class", "band", "d", path.append('Z').toString());
            }
            begin = Math.max(end, begin + 1);
        }
    }

    private void append(StringBuilder path, BandPoint point, Function<BandPoint, Long> bound) {
        path.append(path.isEmpty() ? 'M' : 'L').append(number(x(point.hostNanos()))).append(' ')
                .append(number(y((double) (bound.apply(point) - point.estimateNanos()))));
    }

    private void points(Html html, boolean above) {
        Set<Long> drawn = new HashSet<>();
        StringBuilder path = new StringBuilder();
        for (Point point : evidence.points()) {
            double distance = distance(point.hostNanos(), point.offsetNanos());
            if (point.above() != above || Math.abs(distance) > limit) {
                continue;
            }
            double x = Math.round(x(point.hostNanos()));
            double y = Math.round(y(distance));
            if (drawn.add((long) x << 32 | (long) y)) {
                path.append('M').append(number(x)).append(' ').append(number(y)).append(above ? "l-3 -5h6z" : "l-3 5h6z");
            }
        }
        html.shape("path", "class", above ? "above" : "below", "d", path.toString());
    }

    private void hull(Html html, boolean above) {
        StringBuilder path = new StringBuilder();
        for (Edge edge : evidence.hulls()) {
            if (edge.above() == above) {
                path.append('M').append(number(x(edge.fromNanos()))).append(' ')
                        .append(number(y(distance(edge.fromNanos(), edge.fromOffsetNanos())))).append('L').append(number(x(edge.toNanos())))
                        .append(' ').append(number(y(distance(edge.toNanos(), edge.toOffsetNanos()))));
            }
        }
        html.shape("path", "class", "hull", "d", path.toString());
    }
}
