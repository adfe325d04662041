/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.figures.Ticks;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.graph.Markup;

/**
 * A critical path along time: a row per thread, hosts one below the other, arrows where the path goes from host to host. A row's pixel is as the
 * sort of leg that has most of it. Threads with little of the path share one row per host.
 */
final class PathFigure {
    /** Rows at most, beside one more per host. */
    static final int MOST_ROWS = 16;
    static final double WIDTH = 1000;
    static final double LEFT = 200;
    static final double RIGHT = 992;
    static final double ROW = 26;
    static final double BAR = 18;
    static final double TOP = 26;
    /** More arrows than this are a grey area. */
    private static final int MOST_ARROWS = 120;
    private static final double LETTER_WIDTH = 16;
    private static final int NAME_LENGTH = 26;
    private static final int PIXELS = (int) (RIGHT - LEFT);

    /** A row; thread is NONE for the others of a host. */
    record Row(int host, int thread, String name) {}

    private final CriticalPath path;
    private final Timeline timeline;
    private final String id;
    private final List<Row> rows = new ArrayList<>();
    private final int[] rowOfLeg;
    private final double[] top;

    PathFigure(CriticalPath path, String id) {
        this.path = path;
        this.id = id;
        timeline = path.timeline();
        rowOfLeg = new int[path.size()];
        fillRows();
        top = new double[rows.size()];
        double y = TOP;
        int host = Timeline.NONE;
        for (int i = 0; i < top.length; i++) {
            if (rows.get(i).host() != host) {
                y += 18;
                host = rows.get(i).host();
            }
            top[i] = y;
            y += ROW;
        }
    }

    CriticalPath path() {
        return path;
    }

    String id() {
        return id;
    }

    List<Row> rows() {
        return rows;
    }

    private void fillRows() {
        Map<Integer, Integer> first = new LinkedHashMap<>();
        for (int leg = 0; leg < path.size(); leg++) {
            first.putIfAbsent(path.thread(leg), first.size());
        }
        List<Integer> own = PathTotals.of(path).threads().stream().limit(MOST_ROWS).map(PathTotals.OfThread::thread).toList();
        own.forEach(thread -> rows
                .add(new Row(timeline.host(thread), thread, ThreadRoles.called(timeline, thread) + " (" + timeline.tid(thread) + ")")));
        first.keySet().stream().filter(thread -> !own.contains(thread))
                .collect(Collectors.groupingBy(timeline::host, Collectors.counting()))
                .forEach((host, threads) -> rows.add(new Row(host, Timeline.NONE, Words.count(threads, "other"))));
        rows.sort(Comparator.comparingInt(Row::host).thenComparingInt(row -> first.getOrDefault(row.thread(), Integer.MAX_VALUE)));
        for (int leg = 0; leg < path.size(); leg++) {
            rowOfLeg[leg] = rowOf(path.thread(leg));
        }
    }

    private int rowOf(int thread) {
        int others = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).thread() == thread) {
                return i;
            }
            others = rows.get(i).thread() == Timeline.NONE && rows.get(i).host() == timeline.host(thread) ? i : others;
        }
        return others;
    }

    int row(int leg) {
        return rowOfLeg[leg];
    }

    LegStyle style(int leg) {
        return LegStyle.of(path.kind(leg), path.state(leg), path.cause(leg));
    }

    /** Top of a row, for the script as well. */
    double top(int row) {
        return top[row];
    }

    double height() {
        return top[top.length - 1] + ROW + 4;
    }

    private double x(long nanos) {
        return LEFT + (RIGHT - LEFT) * ((double) (nanos - path.fromNanos()) / (path.toNanos() - path.fromNanos()));
    }

    /** With buttons for the script, and a line that tells what is pointed at; where they are, the figure can be zoomed. */
    Markup withControls(String title) {
        return Markup.of("""
                <div class="controls script-only" hidden="" data-path="%s"><span class="buttons">
                <button type="button" data-do="in" aria-label="Zoom in" title="Zoom in">+</button>
                <button type="button" data-do="out" aria-label="Zoom out" title="Zoom out">−</button>
                <button type="button" data-do="left" aria-label="Earlier" title="Earlier">←</button>
                <button type="button" data-do="right" aria-label="Later" title="Later">→</button>
                <button type="button" data-do="whole" aria-label="Show the whole path" title="Show the whole path">Fit</button>
                </span></div>
                <div class="wide" tabindex="0" role="region" aria-label="%s">
                <svg class="plot path" id="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title"><title id="%s-title">%s</title>
                <g class="axis">%s</g>
                %s
                <g class="legs">%s%s</g></svg></div>

                <p class="readout note script-only" hidden="" data-readout="%s" aria-live="polite">Point at a bar, or focus the figure and
                press ← →, to read a leg; W S zoom, A D move.</p>""", id, title, id, WIDTH, height(), id, id, title, axis(), names(),
                bars(), arrows(), id);
    }

    private Markup axis() {
        Markup axis = new Markup();
        double length = path.toNanos() - path.fromNanos();
        double step = Ticks.wholeStep(length, 10);
        for (double at = 0; at <= length; at += step) {
            double x = LEFT + (RIGHT - LEFT) * at / length;
            axis.add("""
                    <path class="grid" d="M%s 18V%s"/>
                    <text x="%s" y="13" text-anchor="%s">%s</text>""", x, height(), x,
                    at == 0 ? "start" : x > RIGHT - 24 ? "end" : "middle", Ticks.time(at));
        }
        return axis;
    }

    private Markup names() {
        Markup names = new Markup();
        int host = Timeline.NONE;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (row.host() != host) {
                host = row.host();
                names.add("<text class=\"host\" x=\"4\" y=\"%s\">%s</text>", top[i] - 5, Names.shortened(timeline.hostName(host)));
            }
            names.add("""
                    <text class="row" x="%s" y="%s" text-anchor="end">%s<title>%s</title></text>
                    <path class="base" d="M%s %sH%s"/>""", LEFT - 8, top[i] + BAR / 2 + 4, Markup.cut(row.name(), NAME_LENGTH),
                    Names.shortened(row.name()), LEFT, top[i] + BAR, RIGHT);
        }
        return names;
    }

    /** One shape per row and style; runs of pixels of one style are one bar. */
    private Markup bars() {
        Markup bars = new Markup();
        int styles = LegStyle.values().length;
        double[][] time = new double[rows.size()][];
        for (int i = 0; i < time.length; i++) {
            time[i] = new double[PIXELS * styles];
        }
        for (int leg = 0; leg < path.size(); leg++) {
            double begin = x(path.start(leg)) - LEFT;
            double end = Math.max(begin + 1e-9, x(path.end(leg)) - LEFT);
            int style = style(leg).ordinal();
            for (int pixel = (int) begin; pixel < Math.min(PIXELS, end); pixel++) {
                time[rowOfLeg[leg]][pixel * styles + style] += Math.min(end, pixel + 1) - Math.max(begin, pixel);
            }
        }
        for (int row = 0; row < time.length; row++) {
            Markup[] paths = new Markup[styles];
            Arrays.setAll(paths, i -> new Markup());
            Markup letters = new Markup();
            int pixel = 0;
            while (pixel < PIXELS) {
                int style = most(time[row], pixel, styles);
                int end = pixel + 1;
                while (end < PIXELS && most(time[row], end, styles) == style) {
                    end++;
                }
                if (style >= 0) {
                    LegStyle shown = LegStyle.values()[style];
                    double height = BAR * shown.height();
                    paths[style].add("M%s %sh%sv%sh%sz", LEFT + pixel, top[row] + BAR - height, end - pixel, height, pixel - end);
                    if (end - pixel >= LETTER_WIDTH) {
                        letters.add("<text class=\"letter s%s\" x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text>", style,
                                LEFT + (pixel + end) / 2.0, top[row] + BAR - height / 2 + 4, shown.letter());
                    }
                }
                pixel = end;
            }
            for (int style = 0; style < styles; style++) {
                bars.add("%s", Markup.when(!paths[style].isEmpty(), "<path class=\"s%s\" d=\"%s\"/>", style, paths[style]));
            }
            bars.add("%s", letters);
        }
        return bars;
    }

    private static int most(double[] time, int pixel, int styles) {
        int most = -1;
        double longest = 0;
        for (int style = 0; style < styles; style++) {
            if (time[pixel * styles + style] > longest) {
                longest = time[pixel * styles + style];
                most = style;
            }
        }
        return most;
    }

    private Markup arrows() {
        Markup within = new Markup();
        Markup between = new Markup();
        int count = 0;
        for (int leg = 1; leg < path.size(); leg++) {
            int a = rowOfLeg[leg - 1];
            int b = rowOfLeg[leg];
            if (a == b) {
                continue;
            }
            boolean other = rows.get(a).host() != rows.get(b).host();
            double x = x(path.start(leg));
            double from = a < b ? top[a] + BAR : top[a];
            double to = a < b ? top[b] : top[b] + BAR;
            (other ? between : within).add("M%s %sV%s%s", x, from, to, !other ? "" : a < b ? "l-3 -6m3 6l3 -6" : "l-3 6m3 -6l3 6");
            count++;
        }
        return Markup.when(count <= MOST_ARROWS, """
                <path class="hop" d="%s"/>
                <path class="hop between" d="%s"/>""", within, between);
    }

    /** What the colours mean; only those that occur. */
    static Markup keys(List<PathFigure> figures) {
        Set<LegStyle> used = EnumSet.noneOf(LegStyle.class);
        for (PathFigure figure : figures) {
            for (int leg = 0; leg < figure.path.size(); leg++) {
                used.add(figure.style(leg));
            }
        }
        return Markup.of("<p class=\"keys\">%s</p>", Markup.each(used, style -> style.key(style.label())));
    }
}
