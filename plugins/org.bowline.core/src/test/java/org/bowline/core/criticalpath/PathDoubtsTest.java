/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;

/** What a path does not know, counted and in words. */
final class PathDoubtsTest {
    private static final PathDoubts ALL = new PathDoubts(1_500_000, 2_000_000, 3, 4);

    @Test
    void thoseOfSeveralPathsAddUp() {
        assertThat(ALL.plus(new PathDoubts(10, 200, 3_000, 40_000))).isEqualTo(new PathDoubts(1_500_010, 2_000_200, 3_003, 40_004));
        assertThat(PathDoubts.NONE.plus(ALL)).isEqualTo(ALL);
    }

    @Test
    void whereEverythingIsKnownNothingIsSaid() {
        assertThat(PathDoubts.NONE.caveats(0, 10)).isEmpty();
    }

    @Test
    void eachDoubtIsSaidWithItsFigureForTheRange() {
        assertThat(ALL.caveats(5, 25)).extracting(Caveat::kind).containsExactly("unknown-state", "outside-trace", "clock-error",
                "wait-cycle");
        assertThat(ALL.caveats(5, 25)).extracting(Caveat::count).containsExactly(1_500_000L, 2_000_000L, 3L, 4L);
        assertThat(ALL.caveats(5, 25)).allSatisfy(caveat -> {
            assertThat(caveat.fromNanos()).isEqualTo(5);
            assertThat(caveat.toNanos()).isEqualTo(25);
        });
        assertThat(ALL.caveats(5, 25)).extracting(Caveat::text).satisfiesExactly(
                text -> assertThat(text).contains("did for 1.50 ms."), text -> assertThat(text).contains("unknown for 2.00 ms,"),
                text -> assertThat(text).startsWith("3 packets on the critical path seem"),
                text -> assertThat(text).startsWith("The critical path came 4 times"));
    }

    @Test
    void oneOfAKindIsSaidAsOne() {
        assertThat(new PathDoubts(0, 0, 1, 1).caveats(0, 10)).extracting(Caveat::text).satisfiesExactly(
                text -> assertThat(text).startsWith("1 packet on the critical path seems"),
                text -> assertThat(text).isEqualTo(
                        "The critical path came once to a thread that it was already waiting for, through wake-ups in interrupts,"
                                + " polling, or the clocks' error; there it stays with the one that waits."));
    }
}
