/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;

/** Which caveats tell of lost events, and of which host. */
class LossCaveatsTest {
    private static Caveat caveat(String host, String kind) {
        return Caveat.of(Caveat.Severity.WARNING, host, kind, 1, "Something is missing.");
    }

    @Test
    void eventsThatWereLostAndFilesThatBeginLateAreLosses() {
        assertThat(LossCaveats.is(caveat("A", LossCaveats.LOST))).isTrue();
        assertThat(LossCaveats.is(caveat("A", LossCaveats.LATE))).isTrue();
        assertThat(LossCaveats.is(caveat("A", "open-wait"))).isFalse();
    }

    @Test
    void thoseOfAHostAreItsOwn() {
        TimelineBuilder builder = new TimelineBuilder();
        int first = builder.host("A");
        int second = builder.host("B");
        Caveat lost = caveat("A", LossCaveats.LOST);
        Caveat late = caveat("A", LossCaveats.LATE);
        for (Caveat each : new Caveat[] {lost, late, caveat("A", "open-wait"), caveat("B", "open-wait")}) {
            builder.caveat(each);
        }
        Timeline timeline = builder.build();
        assertThat(LossCaveats.of(timeline, first)).containsExactly(lost, late);
        assertThat(LossCaveats.of(timeline, second)).isEmpty();
    }
}
