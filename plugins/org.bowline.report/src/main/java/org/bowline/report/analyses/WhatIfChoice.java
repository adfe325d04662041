/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.core.whatif.Cheaper;

/**
 * What a user wants to be cheaper.
 *
 * @param kind of what
 * @param text as given
 */
record WhatIfChoice(Kind kind, String text) {
    /** Of what it is. */
    enum Kind {
        /** The waits of some threads for some others. */
        EDGE,
        /** All waits for a disk or another resource. */
        DEVICE,
        /** The time of a thread on a processor. */
        RUNNING,
        /** Several of these together. */
        TOGETHER;

        /** As written in reports, and as the option is called: lower case. */
        String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    static List<WhatIfChoice> plus(List<WhatIfChoice> before, Kind kind, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("is empty");
        }
        List<WhatIfChoice> all = new ArrayList<>(before);
        all.add(new WhatIfChoice(kind, text));
        return List.copyOf(all);
    }

    /**
     * What it is in a recording.
     *
     * @throws IllegalArgumentException if there is nothing of the name, or it cannot get cheaper by itself; the message is for the user
     */
    Cheaper in(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        return switch (kind) {
            case EDGE -> edge(graph);
            case DEVICE -> device(graph);
            case RUNNING -> running(graph);
            case TOGETHER -> throw new IllegalStateException("nobody chooses it");
        };
    }

    private Cheaper edge(WaitForGraph graph) {
        int[] edges = new EdgeChoice(text).in(graph);
        int[] waits = Arrays.stream(edges).filter(edge -> !graph.isIdle(edge)).toArray();
        if (waits.length == 0 && edges.length > 0) {
            throw new IllegalArgumentException(
                    "--edge " + text + ": a device that idles waits for work, which comes sooner only if the thread gets faster;"
                            + " ask for that with --running " + text.substring(text.lastIndexOf(',') + 1));
        }
        if (waits.length == 0) {
            throw new IllegalArgumentException(
                    "--edge " + text + ": no wait of these in the range; bowline wait-for lists who waits for whom");
        }
        return new Cheaper(graph, waits, new int[0]);
    }

    private Cheaper device(WaitForGraph graph) {
        Timeline timeline = graph.timeline();
        IntOpenHashSet found = EdgeChoice.vertices(timeline, text);
        found.removeIf(vertex -> vertex < timeline.threadCount());
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "--device " + text + ": there is no disk and no other resource of that name in the recording;"
                            + " bowline wait-for lists who waits for whom");
        }
        return new Cheaper(graph, into(graph, found), new int[0]);
    }

    private Cheaper running(WaitForGraph graph) {
        IntOpenHashSet found = EdgeChoice.vertices(graph.timeline(), text);
        found.removeIf(vertex -> vertex >= graph.timeline().threadCount() || graph.timeline().isIdle(vertex));
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "--running " + text + ": there is no such thread in the recording; write HOST:TID, HOST:NAME, TID or NAME."
                            + " bowline threads lists them");
        }
        return new Cheaper(graph, new int[0], new IntAVLTreeSet(found).toIntArray());
    }

    /** The waits for some vertices. */
    static int[] into(WaitForGraph graph, IntOpenHashSet targets) {
        int[] edges = new int[graph.edgeCount()];
        int count = 0;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (targets.contains(graph.target(edge)) && !graph.isIdle(edge)) {
                edges[count++] = edge;
            }
        }
        return Arrays.copyOf(edges, count);
    }

    /** Several together. */
    static Cheaper together(List<Cheaper> all) {
        int[] edges = all.stream().flatMapToInt(one -> Arrays.stream(one.edges())).distinct().sorted().toArray();
        int[] running = all.stream().flatMapToInt(one -> Arrays.stream(one.running())).distinct().sorted().toArray();
        return new Cheaper(all.get(0).graph(), edges, running);
    }
}
