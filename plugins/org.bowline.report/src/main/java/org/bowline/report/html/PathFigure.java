/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.bowline.report.html.Html.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.TimeFormat;

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
        Map<Integer, List<Integer>> folded = new LinkedHashMap<>();
        for (int thread : first.keySet()) {
            if (!own.contains(thread)) {
                folded.computeIfAbsent(timeline.host(thread), host -> new ArrayList<>()).add(thread);
            }
        }
        own.forEach(thread -> rows.add(new Row(timeline.host(thread), thread, timeline.name(thread) + " (" + timeline.tid(thread) + ")")));
        folded.forEach(
                (host, threads) -> rows.add(new Row(host, Timeline.NONE, Words.count(threads.size(), "other"))));
        rows.sort(Comparator.comparingInt(Row::host).thenComparingInt(row -> first.getOrDefault(row.thread(), Integer.MAX_VALUE)));
        int[] rowOf = new int[timeline.threadCount()];
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (row.thread() == Timeline.NONE) {
                for (int thread : folded.getOrDefault(row.host(), List.of())) {
                    rowOf[thread] = i;
                }
            } else {
                rowOf[row.thread()] = i;
            }
        }
        for (int leg = 0; leg < path.size(); leg++) {
            rowOfLeg[leg] = rowOf[path.thread(leg)];
        }
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

    void write(Html html, String title) {
        html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", title);
        html.open("svg", "class", "plot path", "id", id, "viewBox", "0 0 " + number(WIDTH) + ' ' + number(height()), "role", "img",
                "aria-labelledby", id + "-title");
        html.element("title", title, "id", id + "-title");
        axis(html);
        int host = Timeline.NONE;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            if (row.host() != host) {
                host = row.host();
                html.element("text", Html.name(timeline.hostName(host)), "class", "host", "x", "4", "y", number(top[i] - 5));
            }
            String name = row.name();
            html.open("text", "class", "row", "x", number(LEFT - 8), "y", number(top[i] + BAR / 2 + 4), "text-anchor", "end")
                    .text(Html.cut(name, NAME_LENGTH)).element("title", Html.name(name)).close();
            html.shape("path", "class", "base", "d", "M" + number(LEFT) + ' ' + number(top[i] + BAR) + 'H' + number(RIGHT));
        }
        html.open("g", "class", "legs");
        bars(html);
        arrows(html);
        html.close(3).line();
    }

    private void axis(Html html) {
        double length = path.toNanos() - path.fromNanos();
        double step = Ticks.step(length, 8);
        html.open("g", "class", "axis");
        for (double at = 0; at <= length; at += step) {
            double x = LEFT + (RIGHT - LEFT) * at / length;
            html.shape("path", "class", "grid", "d", "M" + number(x) + " 18V" + number(height()));
            html.element("text", Ticks.duration(at), "x", number(x), "y", "13", "text-anchor",
                    at == 0 ? "start" : x > RIGHT - 24 ? "end" : "middle");
        }
        html.close();
    }

    /** One shape per row and style; runs of pixels of one style are one bar. */
    private void bars(Html html) {
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
            StringBuilder[] paths = new StringBuilder[styles];
            Arrays.setAll(paths, i -> new StringBuilder());
            Html letters = new Html();
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
                    paths[style].append('M').append(number(LEFT + pixel)).append(' ').append(number(top[row] + BAR - height)).append('h')
                            .append(end - pixel).append('v').append(number(height)).append('h').append(pixel - end).append('z');
                    if (end - pixel >= LETTER_WIDTH) {
                        letters.element("text", String.valueOf(shown.letter()), "class", "letter s" + style, "x",
                                number(LEFT + (pixel + end) / 2.0), "y", number(top[row] + BAR - height / 2 + 4), "text-anchor", "middle");
                    }
                }
                pixel = end;
            }
            for (int style = 0; style < styles; style++) {
                if (!paths[style].isEmpty()) {
                    html.shape("path", "class", "s" + style, "d", paths[style].toString());
                }
            }
            html.raw(letters.toString());
        }
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

    private void arrows(Html html) {
        StringBuilder within = new StringBuilder();
        StringBuilder between = new StringBuilder();
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
            StringBuilder lines = other ? between : within;
            lines.append('M').append(number(x)).append(' ').append(number(from)).append('V').append(number(to));
            if (other) {
                lines.append(a < b ? "l-3 -6m3 6l3 -6" : "l-3 6m3 -6l3 6");
            }
            count++;
        }
        if (count <= MOST_ARROWS) {
            html.shape("path", "class", "hop", "d", within.toString());
            html.shape("path", "class", "hop between", "d", between.toString());
        }
    }

    /** What the colours mean; only those that occur. */
    static void keys(Html html, List<PathFigure> figures) {
        boolean[] used = new boolean[LegStyle.values().length];
        for (PathFigure figure : figures) {
            for (int leg = 0; leg < figure.path.size(); leg++) {
                used[figure.style(leg).ordinal()] = true;
            }
        }
        html.open("p", "class", "keys");
        for (LegStyle style : LegStyle.values()) {
            if (used[style.ordinal()]) {
                html.open("span", "class", "key s" + style.ordinal()).element("i", String.valueOf(style.letter())).text(style.label())
                        .close();
            }
        }
        html.close();
    }

    String span() {
        return TimeFormat.timeOfDay(path.fromNanos()) + " to " + TimeFormat.timeOfDay(path.toNanos());
    }
}
