/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.Vertex;
import org.bowline.report.text.TextPage;

/** Which threads are one vertex of the graph, and why, in words. */
final class MergeText {
    private static final int MOST_NAMED = 8;

    private MergeText() {}

    /** A line for each of the largest groups; nothing if no threads are merged. */
    static void of(TextPage page, WaitForGraph graph) throws IOException {
        ThreadGroups groups = graph.groups();
        if (groups.isEmpty()) {
            return;
        }
        int threads = groups.all().stream().mapToInt(group -> group.threads().length).sum();
        page.heading("Merged: " + Words.count(threads, "thread") + " as " + Words.count(groups.all().size(), "vertex", "vertices")
                + " of the wait-for graph");
        List<Group> largest = new ArrayList<>(groups.all());
        largest.sort((a, b) -> Integer.compare(b.threads().length, a.threads().length));
        for (Group group : largest.subList(0, Math.min(MOST_NAMED, largest.size()))) {
            page.paragraph("  " + Vertex.of(graph, group.threads()[0]).phrase() + ": " + why(graph, group));
        }
        if (largest.size() > MOST_NAMED) {
            page.paragraph("  ... and " + Words.count(largest.size() - MOST_NAMED, "smaller one"));
        }
        page.paragraph(
                "Waits of merged threads are added up; the threshold is compared with the mean of the threads that live at the same time.");
    }

    private static String why(WaitForGraph graph, Group group) {
        String atOnce = ", " + (group.lanes().count() == 1 ? "one at a time" : "up to " + group.lanes().count() + " at a time");
        return switch (group.way()) {
            case SHORT_LIVED -> "short-lived, made by " + (group.madeBy() == Timeline.NONE ? "several threads of one name"
                    : Vertex.of(graph.timeline(), group.madeBy()).phrase()) + atOnce;
            case STACKS -> "they wait in the same code" + atOnce;
            case NAMES -> "by their names, and what they wait for" + atOnce;
            case PARENT -> "made by one thread, and they wait for the same" + atOnce;
            case TASKS -> "tasks move among them, so that they wait for each other does not count" + atOnce;
            case NAMED -> "by --merge-threads" + atOnce;
        };
    }
}
