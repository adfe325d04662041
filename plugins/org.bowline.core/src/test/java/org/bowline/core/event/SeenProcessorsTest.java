/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;

import org.junit.jupiter.api.Test;

class SeenProcessorsTest {
    private final SeenProcessors seen = new SeenProcessors();

    private void wake(int cpu, int tid) {
        seen.named(cpu, tid, true);
        seen.named(cpu, tid, false);
    }

    @Test
    void aProcessorOnWhichThreadsAreWokenAgainHasSwitchesSomewhere() {
        seen.switched(0);
        wake(3, 11);
        wake(3, 11);
        assertThat(seen.unseen()).isEqualTo(BitSet.valueOf(new long[] {1 << 3}));
    }

    @Test
    void threadsThatAreWokenOnceMayHaveRunThereBeforeItWasTurnedOff() {
        seen.switched(0);
        for (int tid = 1; tid < 100; tid++) {
            wake(3, tid);
        }
        assertThat(seen.unseen().isEmpty()).isTrue();
    }

    @Test
    void aProcessorWithASwitchIsSeenWheneverThatIs() {
        wake(3, 11);
        wake(3, 11);
        seen.switched(3);
        assertThat(seen.unseen().isEmpty()).isTrue();
    }

    @Test
    void ofAPartOfTheTracesAnotherPartMayHaveTheSwitches() {
        seen.switched(0);
        SeenProcessors other = new SeenProcessors();
        other.switched(3);
        other.named(4, 12, true);
        for (int i = 0; i < 3; i++) {
            wake(3, 11);
            other.named(5, 12, true);
        }
        seen.add(other);
        assertThat(seen.unseen()).isEqualTo(BitSet.valueOf(new long[] {1 << 5}));
    }

    @Test
    void withoutAnySwitchNothingIsSaidOfProcessors() {
        wake(3, 11);
        wake(3, 11);
        assertThat(seen.unseen().isEmpty()).isTrue();
    }

    @Test
    void numbersThatCannotBeAreNoProcessors() {
        seen.switched(0);
        for (int i = 0; i < 3; i++) {
            wake(-1, 11);
            wake(1_000_000, 11);
        }
        assertThat(seen.unseen().isEmpty()).isTrue();
    }
}
