/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedPseudograph;
import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

class StrongComponentsTest {
    @Test
    void componentsAgreeWithJGraphTOnRandomGraphs() {
        for (int i = 0; i < 2_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int n = 1 + random.nextInt(12);
            int m = random.nextInt(3 * n);
            int[] sources = random.ints(m, 0, n).toArray();
            int[] targets = random.ints(m, 0, n).toArray();
            Graph<Integer, DefaultEdge> graph = new DirectedPseudograph<>(DefaultEdge.class);
            for (int v = 0; v < n; v++) {
                graph.addVertex(v);
            }
            for (int e = 0; e < m; e++) {
                graph.addEdge(sources[e], targets[e]);
            }
            StrongComponents components = new StrongComponents(n, sources, targets, m);
            Set<Set<Integer>> actual = new HashSet<>();
            for (int c = 0; c < components.count(); c++) {
                Set<Integer> members = new HashSet<>();
                for (int v = 0; v < n; v++) {
                    if (components.of(v) == c) {
                        members.add(v);
                    }
                }
                actual.add(members);
            }
            assertThat(actual).as(Seeds.name(seed))
                    .isEqualTo(new HashSet<>(new KosarajuStrongConnectivityInspector<>(graph).stronglyConnectedSets()));
            for (int e = 0; e < m; e++) {
                assertThat(components.of(targets[e])).as(Seeds.name(seed)).isLessThanOrEqualTo(components.of(sources[e]));
            }
        }
    }

    @Test
    void aChainAndACycleOfAHundredThousandVerticesNeedNoDeepStack() {
        int n = 100_000;
        int[] sources = new int[n];
        int[] targets = new int[n];
        for (int i = 0; i < n; i++) {
            sources[i] = i;
            targets[i] = (i + 1) % n;
        }
        assertThat(new StrongComponents(n, sources, targets, n - 1).count()).isEqualTo(n);
        assertThat(new StrongComponents(n, sources, targets, n).count()).isEqualTo(1);
    }
}
