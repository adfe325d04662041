/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Rate;
import org.bowline.core.figures.Ticks;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.text.SweepText;

/**
 * Curves of the builds of a load over the number of clients: throughput with each run as a point and, from three runs on, a box plot of them; or the ratio to the base with its confidence interval. Across are
 * steps of equal ratio; the boxes of several builds at one level stand side by side. A level at which a build has fallen is hollow, and the ground behind a level that is not compared is grey.
 */
final class SweepPlot {
    private static final double WIDTH = 1000;
    private static final double HEIGHT = 320;
    private static final double LEFT = 76;
    private static final double RIGHT = 984;
    private static final double TOP = 14;
    private static final double BOTTOM = 278;
    /** Colours and dashes repeat from here on. */
    private static final int STYLES = 8;
    private static final double EDGE = 28;
    /** Widths of a box and its whiskers' ends, and from one box to the next. */
    private static final double BOX = 10;
    private static final double WHISKER = 6;
    private static final double BESIDE = 12;
    private static final double LEAST_RATIO = 0.02;

    private final List<SweepRow> rows;
    private final List<String> builds;
    private final String base;
    private final boolean ratio;
    private final double least;
    private final double most;
    private final double low;
    private final double high;

    SweepPlot(List<SweepRow> rows, String base, boolean ratio) {
        this.rows = rows;
        this.base = base;
        this.ratio = ratio;
        builds = rows.stream().map(SweepRow::build).distinct().toList();
        least = Math.log((double) rows.stream().mapToLong(SweepRow::clients).min().orElse(1));
        most = Math.log((double) rows.stream().mapToLong(SweepRow::clients).max().orElse(1));
        double[] shown = rows.stream().flatMapToDouble(this::values).filter(Double::isFinite).toArray();
        double span = ratio ? Math.max(LEAST_RATIO, DoubleStream.of(shown).map(Math::abs).max().orElse(0)) * 1.1 : 0;
        low = ratio ? Math.max(-1, DoubleStream.of(shown).min().orElse(0) - span * 0.1) : 0;
        high = ratio ? Math.max(DoubleStream.of(shown).max().orElse(0), 0) + span * 0.1 : DoubleStream.of(shown).max().orElse(1) * 1.06;
    }

    private DoubleStream values(SweepRow row) {
        return ratio ? DoubleStream.of(row.change(), row.changeLow(), Math.min(row.changeHigh(), 3))
                : row.values().stream().mapToDouble(Double::doubleValue);
    }

    private double value(SweepRow row) {
        return ratio ? row.change() : row.throughput();
    }

    private double x(long clients) {
        return least == most ? (LEFT + RIGHT) / 2
                : LEFT + EDGE + (RIGHT - LEFT - 2 * EDGE) * (Math.log((double) clients) - least) / (most - least);
    }

    private double y(double value) {
        return BOTTOM - (BOTTOM - TOP) * (Math.max(low, Math.min(high, value)) - low) / (high - low);
    }

    Markup figure(String id) {
        return Markup.of("""
                <figure class="card"><figcaption><b>%s</b> over the number of clients</figcaption>
                <div class="wide" tabindex="0" role="region" aria-label="%s">
                %s</div>
                <p class="keys">%s</p>
                <p class="note">%s</p></figure>
                """, title(), title(), picture(id),
                Markup.each(keys(), key -> Markup.of("<span class=\"key %s\"><i></i>%s</span> ", key.style(), key.name())), note());
    }

    private String title() {
        return ratio ? "Throughput against " + base : "Throughput per second";
    }

    /** The builds that have a curve. */
    List<SweepFigures.Key> keys() {
        List<SweepFigures.Key> keys = new ArrayList<>();
        for (int i = 0; i < builds.size(); i++) {
            if (!ratio || !builds.get(i).equals(base)) {
                keys.add(new SweepFigures.Key("build" + i % STYLES, builds.get(i)));
            }
        }
        return keys;
    }

    /** What the marks mean. */
    String note() {
        return ratio ? "Lines up and down are 95 % confidence intervals. Grey: not compared, as a build has fallen there."
                : "Each point is a run, the line goes through their means. "
                        + (rows.stream().anyMatch(row -> box(row) != null)
                                ? "Boxes, from three runs on: quartiles with the median; whiskers reach to the last run within one and a half boxes. "
                                : "")
                        + "Hollow rings: the build has fallen below its own peak.";
    }

    /** The image alone. */
    Markup picture(String id) {
        Markup curves = new Markup();
        for (SweepFigures.Key key : keys()) {
            List<SweepRow> ofBuild = rows.stream().filter(row -> row.build().equals(key.name()) && Double.isFinite(value(row))).toList();
            curves.add("<g class=\"%s\">%s</g>", key.style(),
                    curve(ofBuild, (builds.indexOf(key.name()) - (builds.size() - 1) / 2.0) * BESIDE));
        }
        return Markup.of("""
                <svg class="plot sweep" viewBox="0 0 %s %s" role="img" aria-labelledby="%s">
                <title id="%s">%s of %s at %s</title>
                %s%s%s</svg>""", WIDTH, HEIGHT, id, id, title(), Words.count(builds.size(), "build"),
                Words.count(rows.stream().map(SweepRow::clients).distinct().count(), "level"), ground(), axes(), curves);
    }

    private static @Nullable BoxStatistics box(SweepRow row) {
        BoxStatistics of = BoxPlot.statistics(row.values());
        return of != null && of.hasBox() ? of : null;
    }

    private Markup box(BoxStatistics of, double x) {
        return Markup.of("""
                <path class="whisker" d="M%s %sV%sM%s %sV%sM%s %sh%sM%s %sh%s"/>
                <rect class="box" x="%s" y="%s" width="%s" height="%s" rx="1"/>
                <path class="middle" d="M%s %sh%s"/>""", x, y(of.low()), y(of.lowerQuartile()), x, y(of.upperQuartile()), y(of.high()),
                x - WHISKER / 2, y(of.low()), WHISKER, x - WHISKER / 2, y(of.high()), WHISKER,
                x - BOX / 2, y(of.upperQuartile()), BOX, Math.max(0.5, y(of.lowerQuartile()) - y(of.upperQuartile())),
                x - BOX / 2, y(of.median()), BOX);
    }

    private Markup curve(List<SweepRow> ofBuild, double beside) {
        Markup path = new Markup();
        Markup boxes = new Markup();
        Markup points = new Markup();
        for (SweepRow row : ofBuild) {
            double x = x(row.clients());
            path.add("%s%s %s", path.isEmpty() ? 'M' : 'L', x, y(value(row)));
            if (ratio) {
                points.add("%s<circle cx=\"%s\" cy=\"%s\" r=\"3\"><title>%s: %s</title></circle>",
                        Markup.when(Double.isFinite(row.changeLow()),
                                "<path class=\"reach\" d=\"M%s %sV%s\"/>", x, y(row.changeLow()), y(row.changeHigh())),
                        x, y(row.change()),
                        SweepText.place(row), SweepText.change(row));
            } else {
                BoxStatistics box = box(row);
                boxes.add("%s", box == null ? new Markup() : box(box, x + beside));
                row.values()
                        .forEach(value -> points.add("<circle cx=\"%s\" cy=\"%s\" r=\"3\"><title>%s: %s per second</title></circle>", x,
                                y(value),
                                SweepText.place(row), Rate.perSecond(value)));
                points.add("%s", Markup.when(row.isFallen(), "<circle class=\"fallen\" cx=\"%s\" cy=\"%s\" r=\"8\"/>", x, y(value(row))));
            }
        }
        return Markup.of("%s<path class=\"curve\" d=\"%s\"/>%s", boxes, path, points);
    }

    /** Behind levels that are not compared. */
    private Markup ground() {
        Markup ground = new Markup();
        List<Long> levels = rows.stream().map(SweepRow::clients).distinct().sorted().toList();
        for (int i = 0; i < levels.size(); i++) {
            long clients = levels.get(i);
            if (rows.stream().anyMatch(row -> row.clients() == clients && row.isFallen())) {
                double from = i == 0 ? LEFT : (x(levels.get(i - 1)) + x(clients)) / 2;
                double to = i == levels.size() - 1 ? RIGHT : (x(clients) + x(levels.get(i + 1))) / 2;
                ground.add("<rect class=\"unseen\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>", from, TOP, to - from, BOTTOM - TOP);
            }
        }
        return ground;
    }

    private Markup axes() {
        Markup axes = Markup.of("<rect class=\"frame\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>", LEFT, TOP, RIGHT - LEFT,
                BOTTOM - TOP);
        double scale = ratio ? 100 : 1;
        double step = Ticks.step((high - low) * scale, 8);
        for (double tick = Math.ceil(low * scale / step) * step; tick <= high * scale; tick += step) {
            axes.add("""
                    <path class="%s" d="M%s %sH%s"/>
                    <text x="%s" y="%s" text-anchor="end">%s%s%s</text>""", Math.abs(tick) < step / 2 ? "zero" : "grid", LEFT,
                    y(tick / scale), RIGHT,
                    LEFT - 8, y(tick / scale) + 4, ratio && tick > step / 2 ? "+" : "", Ticks.plain(tick), ratio ? " %" : "");
        }
        List<Double> used = new ArrayList<>();
        for (long clients : rows.stream().map(SweepRow::clients).distinct().sorted().toList()) {
            double x = x(clients);
            boolean room = used.stream().allMatch(other -> Math.abs(other - x) > 40);
            axes.add("<path class=\"grid\" d=\"M%s %sv5\"/>%s", x, BOTTOM,
                    Markup.when(room, "<text x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text>", x,
                            BOTTOM + 20, clients));
            if (room) {
                used.add(x);
            }
        }
        return axes.add("<text x=\"%s\" y=\"%s\" text-anchor=\"end\">clients</text>", RIGHT, BOTTOM + 38);
    }
}
