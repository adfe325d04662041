/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;

class WaitingThreadsTest {
    @Test
    void whoWaitsForSomethingIsWhoHasASegmentOfIt() {
        int found = 0;
        for (int i = 0; i < 500; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.of(seed);
            Analysis analysis = Analysis.of(timeline).build();
            for (Cause cause : new Cause[] {Cause.NETWORK, Cause.DISK, Cause.TIMER, Cause.THREAD}) {
                BitSet expected = new BitSet();
                for (int thread = 0; thread < timeline.threadCount(); thread++) {
                    for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread) && !timeline.isIdle(thread); s++) {
                        boolean waits = timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == cause;
                        if (waits && timeline.end(thread, s) > analysis.fromNanos() && timeline.start(s) < analysis.toNanos()) {
                            expected.set(thread);
                        }
                    }
                }
                assertThat(WaitingThreads.of(analysis, cause)).as(Seeds.name(seed) + ", " + cause).isEqualTo(expected);
                found += expected.cardinality();
            }
        }
        assertThat(found).isGreaterThan(500);
    }
}
