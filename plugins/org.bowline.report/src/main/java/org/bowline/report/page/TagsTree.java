/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.TagRow;
import org.bowline.report.text.TimeFormat;

/** The modules of a host as a tree: one within another, each of which opens and closes by mouse and by key, without a script. */
final class TagsTree {
    /** Rows of a tree; with those of all hosts the page stays small. */
    static final int MOST_ROWS = 200;
    static final int MOST_LEVELS = 20;

    private final List<TagRow> rows;
    private int next;
    private boolean cut;

    private TagsTree(List<TagRow> rows) {
        this.rows = rows.subList(0, Math.min(MOST_ROWS, rows.size()));
    }

    /** The tree; rows of one host as in the report: a module comes after the one that it is in. Nothing if there is none within another. */
    static Markup of(String host, List<TagRow> rows) {
        if (rows.stream().noneMatch(row -> row.depth() > 1)) {
            return new Markup();
        }
        TagsTree tree = new TagsTree(rows);
        Markup list = tree.list(1, "");
        return Markup.of("""
                <div class="tree" role="group" aria-label="Modules of %s as a tree">%s</div>%s%s
                """, Names.shortened(host), list,
                Markup.when(rows.size() > MOST_ROWS, "<p class=\"note\">%s in the report tags.</p>",
                        Words.count(rows.size() - MOST_ROWS, "more module is", "more modules are")),
                Markup.when(tree.cut, "<p class=\"note\">Below level %s modules are in the report tags only.</p>", MOST_LEVELS));
    }

    /** The rows of a level from the next one on; all of them are within the same module. */
    private Markup list(int level, String around) {
        Markup items = new Markup();
        while (next < rows.size() && Math.max(1, rows.get(next).depth()) >= level) {
            TagRow row = rows.get(next++);
            if (level > MOST_LEVELS) {
                cut = true;
                continue;
            }
            String name = around.isEmpty() || !row.path().startsWith(around + '/') ? row.path()
                    : row.path().substring(around.length() + 1);
            Markup within = row.isTag() ? list(Math.max(1, row.depth()) + 1, row.path()) : new Markup();
            items.add("%s", within.isEmpty() ? Markup.of("<li>%s</li>", words(row, name))
                    : Markup.of("<li><details%s><summary>%s</summary>%s</details></li>", Markup.when(level == 1, " open=\"\""),
                            words(row, name), within));
        }
        return items.isEmpty() ? items : Markup.of("<ul>%s</ul>", items);
    }

    private static Markup words(TagRow row, String name) {
        long own = row.times().ownNanosThatCount();
        return Markup.of("<b>%s</b> <span class=\"nums\">%s</span>%s%s", Names.shortened(name),
                TimeFormat.duration(row.times().nanos()),
                share(row.times().shareOfParent(), row.depth() > 1 ? " of what it is in" : " of all"),
                Markup.when(own > 0 && own < row.times().nanos(), ", <span class=\"nums\">%s</span> of it in none of its parts",
                        TimeFormat.duration(own)));
    }

    private static Markup share(double share, String of) {
        return Double.isNaN(share) ? new Markup() : Markup.of(", <span class=\"nums\">%s</span>%s", Percent.percent(share, 1), of);
    }
}
