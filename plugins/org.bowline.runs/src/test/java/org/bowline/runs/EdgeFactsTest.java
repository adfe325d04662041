/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.VertexKind;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitForRow;

/** Which edges of a run are compared with those of another. */
class EdgeFactsTest {
    private static WaitForRow waits(String who, int tid, String target, int other, long weight, long count) {
        return new WaitForRow(thread(who, tid), thread(target, other), weight, weight, count);
    }

    private static Vertex thread(String name, int tid) {
        return new Vertex("A", tid, name, VertexKind.THREAD.label());
    }

    @Test
    void theWaitsOfAllThreadsOfSuchNamesCountTogether() {
        EdgeFacts facts = new EdgeFacts();
        facts.add(waits("worker-1", 1, "worker-2", 2, 500, 1));
        facts.add(waits("worker-2", 2, "worker-3", 3, 300, 1));
        facts.add(waits("worker-3", 3, "worker-1", 1, 30, 1));
        facts.add(waits("main", 9, "worker-1", 1, 800, 2));
        assertThat(facts.weights()).isEqualTo(Map.of(new EdgeFacts.Edge("A:worker*", "A:worker*"), 830L));
    }

    @Test
    void weightsThatAreBeyondCountingAreTheLargestNumber() {
        EdgeFacts facts = new EdgeFacts();
        facts.add(waits("a", 1, "b", 2, Long.MAX_VALUE, 3));
        facts.add(waits("a", 3, "b", 2, 5, 3));
        assertThat(facts.weights().values()).containsExactly(Long.MAX_VALUE);
    }
}
