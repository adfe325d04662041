/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.PathRows;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitCodeRow;
import org.bowline.report.text.TimeFormat;

/** The critical path of the wanted thread. */
public final class PathSection {
    private static final int MOST_PARTS = 10;

    private PathSection() {}

    /** The section, if the path of a thread is wanted. */
    public static List<Section> of(PageParts parts) {
        CriticalPath path = parts.analysis().path();
        if (path == null) {
            return List.of();
        }
        PathFigure figure = new PathFigure(path, "path");
        parts.add(figure);
        return List.of(new Section("critical-path", "Critical path", 13, of(figure, parts)));
    }

    private static Markup of(PathFigure figure, PageParts page) {
        Names names = page.names();
        CriticalPath path = figure.path();
        Timeline timeline = path.timeline();
        String thread = Vertex.of(timeline, path.thread()).phrase();
        List<PathPart> parts = PathTotals.parts(path);
        double whole = path.toNanos() - path.fromNanos();
        List<Table.Column<PathPart>> columns = new ArrayList<>(List.of(
                Table.text("Host", part -> names.of(timeline.hostName(timeline.host(part.thread())))),
                Table.head("Thread",
                        part -> names.of(ThreadRoles.called(timeline, part.thread()) + " (" + timeline.tid(part.thread()) + ")")),
                Table.text("State", part -> part.state().label()),
                Table.text("By", part -> part.cause().label()),
                Table.text("Detail", part -> names.of(PathRows.detail(timeline, part.kind(), part.cause(), part.target()))),
                Table.number("Time", part -> TimeFormat.duration(part.nanos())),
                Table.number("Share", part -> Percent.percent(part.nanos() / whole))));
        if (CodeQuestion.isKnown(page.analysis())) {
            columns.add(Table.text("Mostly in", "wrap", part -> names.of(WaitCodeRow.words(CodeQuestion.heaviest(page.analysis(), part)))));
        }
        return Markup.of("""
                <section id="critical-path" aria-labelledby="h-path"><h2 id="h-path">Critical path</h2>
                <p class="lead">What %s, or whoever it waited for, did at every moment from <span class="nums">%s to %s</span>: %s.</p>
                %s
                <figure class="card"><figcaption><b>Critical path of %s</b></figcaption>
                %s
                %s
                </figure>
                <h3>Where the time went</h3>
                %s
                %s
                %s
                </section>
                """, thread, TimeFormat.timeOfDay(path.fromNanos()), TimeFormat.timeOfDay(path.toNanos()), Words.count(path.size(), "leg"),
                page.doubts().beside(Doubts.Room.PATH), thread, figure.withControls("Critical path of " + thread + " along time"),
                PathFigure.keys(List.of(figure)),
                Table.of("Where the time of the critical path went", columns, parts.stream().limit(MOST_PARTS).toList()),
                Markup.when(parts.size() > MOST_PARTS, "<p class=\"note\">… and %s.</p>",
                        Words.count(parts.size() - MOST_PARTS, "smaller part")),
                PathModules.line(page.analysis(), ""));
    }
}
