/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.function.IntPredicate;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;

class SharedDeviceWaitsTest {
    private static final DeviceRules RULES = new DeviceRules(NicCapacities.NONE, DiskShare.REQUESTS);

    @Test
    void graphsOfSeveralChoicesOfThreadsMayShareThem() {
        int withParts = 0;
        for (int i = 0; i < 1_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.of(seed);
            long to = timeline.endNanos() + 1;
            DeviceWaits shared = DeviceWaits.of(timeline, 0, to, RULES, Progress.NONE);
            NetworkWaits parts = shared.parts();
            withParts += parts == null || parts.isEmpty() ? 0 : 1;
            int mask = new Random(seed).nextInt();
            for (IntPredicate chosen : new IntPredicate[] {null, thread -> (mask >> thread & 1) != 0, thread -> thread == 0}) {
                WaitForGraph alone = WaitForAnalysis.run(timeline, 0, to, chosen, null, Blame.WAKER, RULES, Progress.NONE);
                WaitForGraph graph = WaitForAnalysis.run(timeline, shared, chosen, WholeKnots.NONE, null, Blame.WAKER, Progress.NONE);
                assertThat(Windows.figures(graph)).as(Seeds.name(seed)).isEqualTo(Windows.figures(alone));
            }
        }
        assertThat(withParts).isGreaterThan(100);
    }

    @Test
    void aRangeWithoutTimeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> DeviceWaits.of(RandomTimelines.of(1), 5, 5, RULES, Progress.NONE))
                .withMessageContaining("the range is empty: from=5, to=5");
    }
}
