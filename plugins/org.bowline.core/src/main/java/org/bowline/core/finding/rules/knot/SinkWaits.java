/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.heaviest.HeaviestWait;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * What one thread, or several that are told as one, waits for: for how much of the range at least one of them waits for timers, for new work, for what the recording does not tell, and for others. Of threads among which a runtime moves tasks one always waits, so nothing is said of these; a device waits for nobody. O(segments of the
 * threads).
 */
final class SinkWaits {
    /** Of less it is not said. */
    private static final double LEAST = 0.05;
    /** Of more than this it is not said that there is none. */
    private static final double NOTHING = 0.001;
    /** Who is at work for so much of the range has no time to idle. */
    private static final double NEARLY_ALL = 0.8;
    /** Who is less at work, and has nothing to do for more than this, does not bound the work. */
    private static final double MOST_IDLE = 0.1;

    private final boolean ofTasks;
    private final Map<For, Double> shares = new EnumMap<>(For.class);

    /** What a thread waits for, as it is said. */
    private enum For {
        TIMERS("timers"), NEW_WORK("new work"), UNKNOWN("what the recording does not tell"), OTHERS("others");

        private final String words;

        For(String words) {
            this.words = words;
        }
    }

    private SinkWaits(boolean ofTasks) {
        this.ofTasks = ofTasks;
    }

    static SinkWaits of(Analysis analysis, int vertex) {
        WaitForGraph graph = analysis.graph();
        SinkWaits waits = new SinkWaits(graph.groups().isOfTasks(vertex));
        if (waits.ofTasks || vertex >= analysis.timeline().threadCount()) {
            return waits;
        }
        Map<For, TimeUnion> unions = new EnumMap<>(For.class);
        for (For each : For.values()) {
            unions.put(each, new TimeUnion(analysis.fromNanos(), analysis.toNanos()));
        }
        For[] ofEdges = new For[graph.endEdge(vertex) - graph.firstEdge(vertex)];
        for (int i = 0; i < ofEdges.length; i++) {
            ofEdges[i] = what(analysis, graph.firstEdge(vertex) + i);
        }
        for (int thread : graph.groups().members(vertex)) {
            EdgeWaits.eachPart(graph, thread, (segment, target, begin, end) -> {
                int edge = target == Timeline.NONE ? Timeline.NONE : graph.edge(vertex, graph.groups().vertex(target));
                if (edge != Timeline.NONE || target == Timeline.NONE) { // else one of them for another
                    Objects.requireNonNull(unions.get(edge == Timeline.NONE ? For.UNKNOWN : ofEdges[edge - graph.firstEdge(vertex)]))
                            .add(begin, end);
                }
            }, analysis.progress());
        }
        unions.forEach((each, union) -> waits.shares.put(each, (double) union.nanos() / analysis.rangeNanos()));
        return waits;
    }

    private static For what(Analysis analysis, int edge) {
        return switch (analysis.timeline().kind(analysis.graph().target(edge))) {
            case TIMER -> For.TIMERS;
            case UNKNOWN -> For.UNKNOWN;
            default -> HeaviestWait.isShorter(analysis, edge) ? For.OTHERS : For.NEW_WORK;
        };
    }

    /** Whether a sink that is at work for a share of the range, and not nearly always, has nothing to do for a while: then it is not what bounds the work. */
    boolean idles(double share) {
        return share < NEARLY_ALL && shares.getOrDefault(For.NEW_WORK, 0.0) >= MOST_IDLE;
    }

    /**
     * For what it waits, with a space before it: {@code  and waits for timers in 20.0 % and for nobody else}; empty if nothing is said.
     *
     * @param several whether these are several threads that are told as one: what at least one of them waits for is not what all of them do
     */
    String words(boolean several) {
        if (ofTasks) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        shares.forEach((each, share) -> {
            if (share >= LEAST) {
                parts.add(each.words + " in " + percent(share));
            }
        });
        double others = shares.getOrDefault(For.OTHERS, 0.0);
        String nobody = others >= LEAST ? "" : others < NOTHING ? "nobody" : "hardly anybody";
        if (several) {
            return parts.isEmpty() ? " and they wait for " + nobody
                    : " and at least one waits for " + list(parts) + (nobody.isEmpty() ? "" : "; they wait for " + nobody + " else");
        }
        if (!nobody.isEmpty()) {
            parts.add(parts.isEmpty() ? nobody : nobody + " else");
        }
        return " and waits for " + list(parts);
    }

    /** {@code timers in 20.0 %, for new work in 10.0 % and for nobody else}. */
    private static String list(List<String> parts) {
        int last = parts.size() - 1;
        return String.join(", for ", parts.subList(0, Math.max(1, last))) + (last > 0 ? " and for " + parts.get(last) : "");
    }
}
