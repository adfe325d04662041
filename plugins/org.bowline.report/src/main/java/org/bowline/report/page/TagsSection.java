/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.TagRow;
import org.bowline.report.text.TimeFormat;

/** Tags: a figure per host, in which the width of a module is its time and what is below it is a part of it, a tree, and a table. */
public final class TagsSection {
    /** Rows of the table. */
    private static final int MOST_ROWS = 200;
    private static final int MOST_HOSTS = 12;
    private static final int MOST_LEVELS = 20;
    private static final double WIDTH = 1000;
    private static final double LEVEL = 20;
    private static final double LEAST_WIDTH = 1;
    private static final double LETTER = 7.2;

    private TagsSection() {}

    /** The section; rows as in the report, at least one. */
    public static Section of(List<TagRow> rows) {
        Names names = new Names();
        Map<String, List<TagRow>> hosts = new LinkedHashMap<>();
        rows.forEach(row -> hosts.computeIfAbsent(row.host(), host -> new ArrayList<>()).add(row));
        boolean wall = rows.stream().anyMatch(row -> row.times().isWall());
        List<Table.Column<TagRow>> columns = new ArrayList<>(List.of(
                Table.text("Host", row -> names.of(row.host())),
                Table.head("Module", row -> names.of(row.path())),
                Table.number(wall ? "Time" : "Running", row -> TimeFormat.duration(row.times().nanos())),
                Table.number("Of parent", row -> percent(row.times().shareOfParent())),
                Table.number("Of all", row -> percent(row.times().shareOfTotal())),
                Table.number("Itself", row -> TimeFormat.duration(row.times().ownNanosThatCount())),
                Table.number("Entries", row -> Long.toString(row.times().entries()))));
        if (!rows.stream().allMatch(row -> row.times().isWall())) {
            int last = columns.size() - 1;
            columns.add(last, state("Runnable", ThreadState.RUNNABLE, ThreadState.PREEMPTED));
            columns.add(last + 1, state("Blocked", ThreadState.BLOCKED));
        }
        return new Section("tags", "Tags", 60, Markup.of("""
                <section id="tags" aria-labelledby="h-tags"><h2 id="h-tags">Tags</h2>
                <p class="lead">Which module %s: a bar is as wide as the time of the module and all within it.</p>
                %s
                %s
                %s
                %s
                </section>
                """, wall ? "threads were in (on hosts without a kernel trace by the clock on the wall, waits included)" : "ran",
                Markup.each(hosts.entrySet().stream().limit(MOST_HOSTS).toList(), host -> figure(host.getKey(), host.getValue())),
                Markup.when(hosts.size() > MOST_HOSTS, "<p class=\"note\">%s in the table only.</p>",
                        Words.count(hosts.size() - MOST_HOSTS, "more host is", "more hosts are")),
                Table.of("Time per module", columns, rows.stream().limit(MOST_ROWS).toList()),
                Markup.when(rows.size() > MOST_ROWS, "<p class=\"note\">%s in the report tags.</p>",
                        Words.count(rows.size() - MOST_ROWS, "more row is", "more rows are"))));
    }

    /** Time in which threads did not run; of a host without a kernel trace it is not known. */
    private static Table.Column<TagRow> state(String name, ThreadState... states) {
        return Table.number(name, row -> row.times().isWall() ? "–"
                : TimeFormat.duration(Arrays.stream(states).mapToLong(row.times()::own).sum()));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "–" : Percent.percent(share, 1);
    }

    private static Markup figure(String host, List<TagRow> rows) {
        long total = rows.get(0).times().totalNanos();
        if (total == 0 || rows.stream().noneMatch(TagRow::isTag)) {
            return new Markup();
        }
        Markup bars = new Markup();
        double[] left = new double[MOST_LEVELS + 2];
        int deepest = 0;
        boolean cut = false;
        for (TagRow row : rows) {
            int level = Math.max(1, row.depth());
            cut |= level > MOST_LEVELS;
            if (level > MOST_LEVELS) {
                continue;
            }
            double x = left[level];
            double width = WIDTH * ((double) row.times().nanos() / total);
            left[level] = x + width;
            left[level + 1] = x;
            if (width >= LEAST_WIDTH) {
                bars.add("%s", bar(row, x, LEVEL * (level - 1), width));
                deepest = Math.max(deepest, level);
            }
        }
        return Markup.of("""
                <figure><figcaption>%s: %s</figcaption>
                <div class="wide" tabindex="0" role="region" aria-label="Modules of %s by time">
                <svg class="plot flame" viewBox="0 0 %s %s" role="img" aria-label="Modules of %s by time">%s</svg></div>%s%s</figure>
                """, Names.shortened(host), TimeFormat.duration(total), Names.shortened(host), WIDTH, deepest * LEVEL + 1,
                Names.shortened(host), bars,
                TagsTree.of(host, rows),
                Markup.when(cut, "<p class=\"note\">Below level %s modules are in the report tags only.</p>", MOST_LEVELS));
    }

    private static Markup bar(TagRow row, double x, double y, double width) {
        String name = row.isTag() ? row.path().substring(row.path().lastIndexOf('/') + 1) : row.path();
        int letters = (int) (width / LETTER) - 1;
        String words = Names.shortened(row.path()) + ": " + TimeFormat.duration(row.times().nanos()) + ", "
                + percent(row.times().shareOfParent())
                + " of what it is in, " + percent(row.times().shareOfTotal()) + " of all";
        return Markup.of("<g><title>%s</title><path class=\"%s\" d=\"M%s %sh%sv%sh%sz\"/>%s</g>", words, row.isTag() ? "tag" : "tag none",
                x, y,
                width, LEVEL - 1, -width, Markup.when(letters >= 3, "<text class=\"row\" x=\"%s\" y=\"%s\">%s</text>", x + 3, y + 14,
                        Markup.cut(name, letters)));
    }
}
