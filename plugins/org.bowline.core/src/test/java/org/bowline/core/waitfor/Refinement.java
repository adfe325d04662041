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

import org.bowline.core.model.VertexKind;

/** The oracle of the hierarchy: the loop for one threshold, by hand. */
final class Refinement {
    /** A bottleneck: its vertices and the edges inside it. */
    record Bottleneck(Set<Integer> vertices, Set<Integer> edges) {}

    private final WaitForGraph graph;
    private final List<Integer> trimmed;
    private final long threshold;

    private Refinement(WaitForGraph graph, long trimNanos, int leastWaits, long threshold) {
        this.graph = graph;
        this.threshold = threshold;
        List<Integer> heavy = new ArrayList<>();
        for (int e = 0; e < graph.edgeCount(); e++) {
            boolean idlesEnough = !graph.isIdle(e) || sum(outgoing(all(), graph.source(e))) >= trimNanos;
            if (graph.measureNanos(e) >= trimNanos && idlesEnough && KnotHierarchy.matters(graph.timeline().kind(graph.target(e)))) {
                heavy.add(e);
            }
        }
        List<Integer> frequent = heavy.stream().filter(e -> graph.waits(e) >= leastWaits).toList();
        trimmed = frequent.isEmpty() ? heavy : frequent;
    }

    static Set<Bottleneck> at(WaitForGraph graph, long trimNanos, int leastWaits, long threshold) {
        return new Refinement(graph, trimNanos, leastWaits, threshold).run();
    }

    /** How many edges are left: of those inside components, the ones that were not taken away; of those between, the ones that hold up longer. */
    static int left(WaitForGraph graph, long trimNanos, int leastWaits, long threshold) {
        Refinement refinement = new Refinement(graph, trimNanos, leastWaits, threshold);
        int left = 0;
        Set<Integer> within = new HashSet<>();
        for (Bottleneck component : refinement.refined()) {
            left += component.edges().size();
            refinement.trimmed.stream()
                    .filter(e -> component.vertices().contains(graph.source(e)) && component.vertices().contains(graph.target(e)))
                    .forEach(within::add);
        }
        return left + (int) refinement.trimmed.stream().filter(e -> !within.contains(e) && graph.heldNanos(e) > threshold).count();
    }

    private Set<Bottleneck> run() {
        Set<Bottleneck> result = new HashSet<>();
        for (Bottleneck component : refined()) {
            if (component.edges().isEmpty() ? isSink(component.vertices().iterator().next()) : !hasWayOut(component.vertices())) {
                result.add(component);
            }
        }
        return result;
    }

    private List<Bottleneck> refined() {
        List<Integer> left = new ArrayList<>(trimmed);
        List<Bottleneck> components = components(left);
        for (boolean cut = true; cut; components = components(left)) {
            cut = false;
            for (Bottleneck component : components) {
                Integer lightest = component.edges().stream()
                        .min(Comparator.comparingLong((Integer e) -> graph.measureNanos(e)).thenComparing(Comparator.naturalOrder()))
                        .orElse(null);
                boolean simple = component.edges().size() <= component.vertices().size();
                if (lightest != null && !simple && graph.measureNanos(lightest) <= threshold) {
                    left.remove(lightest);
                    cut = true;
                }
            }
        }
        return components;
    }

    private boolean hasWayOut(Set<Integer> vertices) {
        return trimmed.stream().anyMatch(e -> vertices.contains(graph.source(e)) && !vertices.contains(graph.target(e))
                && graph.heldNanos(e) > threshold);
    }

    private boolean isSink(int vertex) {
        return sum(outgoing(trimmed, vertex)) <= threshold && threshold < waitedFor(vertex);
    }

    private long waitedFor(int vertex) {
        long sum = 0;
        for (int e : trimmed) {
            if (graph.target(e) == vertex) {
                boolean idle = graph.timeline().kind(graph.source(e)) != VertexKind.THREAD;
                sum += idle ? Math.min(graph.heldNanos(e), waitedFor(graph.source(e))) : graph.heldNanos(e);
            }
        }
        return sum;
    }

    private List<Integer> all() {
        List<Integer> all = new ArrayList<>();
        for (int e = 0; e < graph.edgeCount(); e++) {
            all.add(e);
        }
        return all;
    }

    private List<Integer> outgoing(List<Integer> edges, int vertex) {
        return edges.stream().filter(e -> graph.source(e) == vertex).toList();
    }

    private long sum(List<Integer> edges) {
        return edges.stream().mapToLong(graph::heldNanos).sum();
    }

    private List<Bottleneck> components(List<Integer> left) {
        Graph<Integer, Integer> all = new DirectedPseudograph<>(Integer.class);
        for (int e : trimmed) {
            all.addVertex(graph.source(e));
            all.addVertex(graph.target(e));
        }
        for (int e : left) {
            all.addEdge(graph.source(e), graph.target(e), e);
        }
        List<Bottleneck> result = new ArrayList<>();
        for (Set<Integer> component : new KosarajuStrongConnectivityInspector<>(all).stronglyConnectedSets()) {
            Set<Integer> inside = new TreeSet<>();
            for (int e : left) {
                if (component.contains(graph.source(e)) && component.contains(graph.target(e))) {
                    inside.add(e);
                }
            }
            result.add(new Bottleneck(new TreeSet<>(component), inside));
        }
        return result;
    }
}
