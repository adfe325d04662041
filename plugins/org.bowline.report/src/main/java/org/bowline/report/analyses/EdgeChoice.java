/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.VertexNames;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Edges as a user names them: {@code FROM,TO}, each end {@code TID}, {@code NAME}, {@code HOST:TID} or {@code HOST:NAME} of threads, or the name of a
 * disk or another resource. A name that several have means all of them.
 *
 * @param text as given
 */
record EdgeChoice(String text) {
    /** The edges that an analysis is asked about. */
    static final Parameter<List<EdgeChoice>> EDGE = new Parameter<>("edge", "FROM,TO",
            "Whose waits for whom: HOST:TID, HOST:NAME, TID or NAME of threads, or the name of a disk; a name that several have means all of them. May be given several times.",
            List::of, (before, text) -> Stream.concat(before.stream(), Stream.of(parse(text))).toList());

    /** Reads it as far as that goes without a recording. */
    static EdgeChoice parse(String text) {
        int comma = text.indexOf(',');
        if (comma <= 0 || comma == text.length() - 1) {
            throw new IllegalArgumentException("is not of the form FROM,TO");
        }
        return new EdgeChoice(text);
    }

    /**
     * The edges of a graph that any of them names, each once.
     *
     * @throws IllegalArgumentException if there is nobody of a name; the message is for the user
     */
    static int[] in(List<EdgeChoice> all, WaitForGraph graph) {
        return all.stream().flatMapToInt(one -> Arrays.stream(one.in(graph))).distinct().toArray();
    }

    /**
     * The edges of a graph.
     *
     * @throws IllegalArgumentException if there is nobody of a name; the message is for the user
     */
    int[] in(WaitForGraph graph) {
        String problem = "";
        for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', comma + 1)) { // a name may have commas
            String from = text.substring(0, comma);
            String to = text.substring(comma + 1);
            IntOpenHashSet sources = vertices(graph, from);
            IntOpenHashSet targets = vertices(graph, to);
            if (!sources.isEmpty() && !targets.isEmpty()) {
                IntArrayList edges = new IntArrayList();
                for (int edge = 0; edge < graph.edgeCount(); edge++) {
                    if (sources.contains(graph.source(edge)) && targets.contains(graph.target(edge))) {
                        edges.add(edge);
                    }
                }
                return edges.toIntArray();
            }
            problem = problem.isEmpty() ? sources.isEmpty() ? from : to : problem;
        }
        throw new IllegalArgumentException("--edge " + text + ": there is no thread and no resource '" + problem
                + "' in the recording; write FROM,TO with HOST:TID, HOST:NAME or the name of a disk. bowline wait-for lists who waits for whom");
    }

    /** The same, and several threads that are one vertex, as texts call them. */
    private static IntOpenHashSet vertices(WaitForGraph graph, String selector) {
        IntOpenHashSet found = vertices(graph.timeline(), selector);
        for (int edge = 0; edge < graph.edgeCount() && found.isEmpty(); edge++) {
            for (int vertex : new int[] {graph.source(edge), graph.target(edge)}) {
                if (VertexNames.phrase(graph, vertex).equals(selector.strip())) {
                    found.add(vertex);
                }
            }
        }
        return found;
    }

    /** The vertices that a user means by a name or a number, or as texts call them: {@code w1-server (B:273)}, {@code disk vdd (C)}. */
    static IntOpenHashSet vertices(Timeline timeline, String selector) {
        IntOpenHashSet found = named(timeline, selector.strip());
        for (int vertex = 0; vertex < timeline.vertexCount() && found.isEmpty(); vertex++) {
            if (timeline.host(vertex) >= 0 && VertexNames.phrase(timeline, vertex).equals(selector.strip())) {
                found.add(vertex);
            }
        }
        return found;
    }

    private static IntOpenHashSet named(Timeline timeline, String selector) {
        IntOpenHashSet found = new IntOpenHashSet();
        List<String> names = new ArrayList<>();
        for (int vertex = 0; vertex < timeline.vertexCount(); vertex++) {
            String host = timeline.host(vertex) < 0 ? "" : timeline.hostName(timeline.host(vertex)) + ':';
            names.clear();
            names.add(timeline.vertexName(vertex));
            if (vertex < timeline.threadCount()) {
                names.add(Integer.toString(timeline.tid(vertex)));
            }
            if (names.contains(selector) || names.stream().anyMatch(name -> selector.equals(host + name))) {
                found.add(vertex);
            }
        }
        return found;
    }
}
