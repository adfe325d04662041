/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DirectedPseudograph;

/** The oracle of the hierarchy: the paper's loop for one threshold, by hand. */
final class Refinement {
    /** A bottleneck: its vertices and the edges inside it. */
    record Bottleneck(Set<Integer> vertices, Set<Integer> edges) {}

    private Refinement() {}

    static Set<Bottleneck> at(WaitForGraph graph, long trimNanos, long threshold) {
        List<Integer> edges = new ArrayList<>();
        for (int e = 0; e < graph.edgeCount(); e++) {
            if (graph.weightNanos(e) >= trimNanos && KnotHierarchy.matters(graph.timeline().kind(graph.target(e)))) {
                edges.add(e);
            }
        }
        Set<Bottleneck> result = new HashSet<>();
        List<Bottleneck> open = new ArrayList<>(bottoms(graph, edges));
        while (!open.isEmpty()) {
            Bottleneck knot = open.remove(open.size() - 1);
            boolean simple = knot.edges().size() <= knot.vertices().size();
            Integer lightest = knot.edges().stream()
                    .min(Comparator.comparingLong((Integer e) -> graph.weightNanos(e)).thenComparing(Comparator.naturalOrder()))
                    .orElse(null);
            if (simple || lightest == null || graph.weightNanos(lightest) > threshold) {
                result.add(knot);
            } else {
                List<Integer> left = new ArrayList<>(knot.edges());
                left.remove(lightest);
                open.addAll(bottoms(graph, left));
            }
        }
        return result;
    }

    private static List<Bottleneck> bottoms(WaitForGraph graph, List<Integer> edges) {
        Graph<Integer, Integer> all = new DirectedPseudograph<>(Integer.class);
        for (int e : edges) {
            all.addVertex(graph.source(e));
            all.addVertex(graph.target(e));
            all.addEdge(graph.source(e), graph.target(e), e);
        }
        List<Bottleneck> result = new ArrayList<>();
        for (Set<Integer> component : new KosarajuStrongConnectivityInspector<>(all).stronglyConnectedSets()) {
            Set<Integer> inside = new TreeSet<>();
            boolean out = false;
            for (int e : edges) {
                if (component.contains(graph.source(e))) {
                    out |= !component.contains(graph.target(e));
                    inside.add(e);
                }
            }
            if (!out) {
                result.add(new Bottleneck(new TreeSet<>(component), inside));
            }
        }
        return result;
    }
}
