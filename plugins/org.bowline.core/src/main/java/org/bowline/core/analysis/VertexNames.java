/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/** What vertices are called in sentences. */
public final class VertexNames {
    /** Characters of a name in a sentence: one in a damaged trace may have any length. */
    private static final int MOST_OF_NAME = 100;

    private VertexNames() {}

    /** {@code w2-B (A:256)}, {@code disk vdd (A)}, {@code network A-B}. */
    public static String phrase(Timeline timeline, int vertex) {
        String host = PlainText.shorten(timeline.hostName(timeline.host(vertex)), MOST_OF_NAME);
        if (vertex < timeline.threadCount()) {
            return PlainText.shorten(ThreadRoles.called(timeline, vertex), MOST_OF_NAME) + " (" + host + ':' + timeline.tid(vertex) + ')';
        }
        String kind = timeline.kind(vertex).label();
        String name = PlainText.shorten(timeline.vertexName(vertex), MOST_OF_NAME);
        if (timeline.isWay(vertex)) {
            return kind + ' ' + name;
        }
        return (name.equals(kind) ? kind : kind + ' ' + name) + " (" + host + ')';
    }

    /** A vertex of a graph, in which several threads may be one: {@code request ×40 (B)}. */
    public static String phrase(WaitForGraph graph, int vertex) {
        ThreadGroups.Group group = graph.groups().of(vertex);
        Timeline timeline = graph.timeline();
        return group == null ? phrase(timeline, vertex)
                : PlainText.shorten(group.name(), MOST_OF_NAME) + " ("
                        + PlainText.shorten(timeline.hostName(timeline.host(vertex)), MOST_OF_NAME) + ')';
    }

    /** By names that stay the same from run to run: {@code A:w2-B}, {@code A:vdd}, {@code A-B}. */
    static String stable(Timeline timeline, int vertex) {
        if (timeline.isWay(vertex)) {
            return timeline.vertexName(vertex);
        }
        return timeline.hostName(timeline.host(vertex)) + ':' + Words.stable(timeline.vertexName(vertex));
    }
}
