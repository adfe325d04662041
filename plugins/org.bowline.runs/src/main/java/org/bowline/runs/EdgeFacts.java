/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import org.bowline.core.model.PlainText;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.SetAside;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitForRow;

/**
 * Who waited for whom in a run, by names that stay the same from run to run: threads without the number at the end of their names, so that which of several workers did a piece of work makes no
 * difference, nor how many of them there are. Without idle devices, threads whose waits do not count, targets that nobody can make faster, and edges of fewer than three waits. Eight workers that wait twice for each other
 * wait for each other 112 times: the waits of all threads of such names count together, as their weights do.
 */
public final class EdgeFacts {
    private static final Set<String> NOBODY = Set.of(VertexKind.TIMER.label(), VertexKind.IPI.label(), VertexKind.KERNEL.label(),
            VertexKind.UNKNOWN.label());
    /** What follows in the name of several threads that are one vertex: how many they are. */
    private static final String COUNT = " ×";

    private final SortedMap<Edge, Sum> sums = new TreeMap<>();
    private boolean isKnown;

    /**
     * An edge of the wait-for graph, or all between threads of such names.
     *
     * @param source who waits, as {@code HOST:NAME}
     * @param target for whom
     */
    public record Edge(String source, String target) implements Comparable<Edge> {
        /** {@code A:w2-A waits for A:w2-B}. */
        public String text() {
            return source + " waits for " + target;
        }

        @Override
        public int compareTo(Edge other) {
            int order = source.compareTo(other.source);
            return order != 0 ? order : target.compareTo(other.target);
        }
    }

    /** The weights, ns, and the number of waits, of the edges between threads of such names. */
    private record Sum(long weight, long waits) {
        Sum and(Sum other) {
            long sum = weight + other.weight;
            return new Sum(sum < 0 ? Long.MAX_VALUE : sum, waits + other.waits);
        }
    }

    EdgeFacts() {}

    /** There is a wait-for graph. */
    void known() {
        isKnown = true;
    }

    void add(WaitForRow row) {
        boolean waits = row.source().isThread() || row.source().isPool();
        if (waits && row.directNanos() > 0 && !NOBODY.contains(row.target().kind())) {
            sums.merge(new Edge(name(row.source()), name(row.target())), new Sum(row.weightNanos(), row.waits()), Sum::and);
        }
    }

    private static String name(Vertex vertex) {
        String name = Words.stable(vertex.name());
        if (vertex.isPool()) {
            int count = name.lastIndexOf(COUNT);
            name = count < 0 ? name : name.substring(0, count);
        } else if (vertex.isThread()) {
            String stem = Words.stem(name);
            name = stem.equals(name) ? name : stem + '*';
        }
        return PlainText.visible(vertex.host() + ':' + name);
    }

    /** Whether the run has a wait-for graph. */
    public boolean isKnown() {
        return isKnown;
    }

    /** The weights of the edges, ns. O(edges). */
    public SortedMap<Edge, Long> weights() {
        SortedMap<Edge, Long> weights = new TreeMap<>();
        sums.forEach((edge, sum) -> {
            if (sum.waits >= SetAside.FEW) {
                weights.put(edge, sum.weight);
            }
        });
        return Collections.unmodifiableSortedMap(weights);
    }
}
