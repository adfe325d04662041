/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.List;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.PathRows;
import org.bowline.report.TimeFormat;
import org.bowline.report.Vertex;

/** The critical path of the wanted thread. */
final class PathSection {
    private static final int MOST_PARTS = 10;

    private PathSection() {}

    static void write(Html html, PathFigure figure, Doubts doubts) {
        CriticalPath path = figure.path();
        String thread = Vertex.of(path.timeline(), path.thread()).phrase();
        html.open("section", "id", "critical-path", "aria-labelledby", "h-path").element("h2", "Critical path", "id", "h-path");
        html.open("p", "class", "lead").text("What " + thread + ", or whoever it waited for, did at every moment from ")
                .element("span", figure.span(), "class", "nums").text(": " + Words.count(path.size(), "leg") + ".").close();
        doubts.beside(html, Doubts.Room.PATH);
        html.open("figure", "class", "card").open("figcaption").element("b", "Critical path of " + thread).close();
        controls(html, figure);
        figure.write(html, "Critical path of " + thread + " along time");
        readout(html, figure);
        PathFigure.keys(html, List.of(figure));
        html.close();
        html.element("h3", "Where the time went");
        parts(html, path, MOST_PARTS);
        html.close().line();
    }

    /** Buttons for the script; where they are, the figure can be zoomed. */
    static void controls(Html html, PathFigure figure) {
        html.open("div", "class", "controls script-only", "hidden", "", "data-path", figure.id()).open("span", "class", "buttons");
        for (String[] button : new String[][] {{"in", "Zoom in", "+"}, {"out", "Zoom out", "−"}, {"left", "Earlier", "←"},
            {"right", "Later", "→"},
            {"whole", "Show the whole path", "Fit"}}) {
            html.element("button", button[2], "type", "button", "data-do", button[0], "aria-label", button[1], "title", button[1]);
        }
        html.close(2);
    }

    static void readout(Html html, PathFigure figure) {
        html.element("p", "Point at a bar, or focus the figure and press ← →, to read a leg; W S zoom, A D move.", "class",
                "readout note script-only", "hidden", "",
                "data-readout", figure.id(), "aria-live", "polite");
    }

    static void parts(Html html, CriticalPath path, int most) {
        Timeline timeline = path.timeline();
        List<PathPart> parts = PathTotals.parts(path);
        Tables.open(html, "Where the time of the critical path went");
        Tables.head(html, "Host", "Thread", "State", "By", "Detail", "#Time", "#Share");
        html.open("tbody");
        long whole = path.toNanos() - path.fromNanos();
        for (PathPart part : parts.subList(0, Math.min(most, parts.size()))) {
            Vertex vertex = Vertex.of(timeline, part.thread());
            html.open("tr").named("td", vertex.host()).named("th", vertex.name() + " (" + vertex.tid() + ")", "scope", "row")
                    .element("td", part.state().label()).element("td", part.cause().label())
                    .named("td", PathRows.detail(timeline, part.kind(), part.cause(), part.target()))
                    .element("td", TimeFormat.duration(part.nanos()), "class", "num")
                    .element("td", Words.percent((double) part.nanos() / whole), "class", "num").close();
        }
        html.close();
        Tables.close(html);
        if (parts.size() > most) {
            html.element("p", "… and " + Words.count(parts.size() - most, "smaller part") + ".", "class", "note");
        }
    }
}
