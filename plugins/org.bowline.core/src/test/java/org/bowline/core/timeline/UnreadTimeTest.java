/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A host of two CPUs that was recorded from 0 on; the last fact is at 10 ms. */
class UnreadTimeTest {
    private static final long MS = 1_000_000;
    private static final long KNOWN = 10 * MS;

    private final CpuTable cpus = new CpuTable();
    private final LostIntervals lost = new LostIntervals();
    private final UnreadTime unread = new UnreadTime(cpus, lost, 0);

    private void reach() {
        cpus.reach(1, false, 0);
    }

    @Test
    void theRecordingWentOnUntilTwoCpusSaySoThoughNothingCanBeReadOfThem() {
        reach();
        lost.add(0, KNOWN, 90 * MS);
        lost.add(1, KNOWN, 100 * MS);
        assertThat(unread.until(KNOWN)).isEqualTo(100 * MS);
    }

    @Test
    void anEndThatNoOtherCpuBearsOutIsWhatIsDamaged() {
        reach();
        lost.add(0, KNOWN, 90 * MS);
        lost.add(1, KNOWN, 10_000 * MS);
        assertThat(unread.until(KNOWN)).isEqualTo(90 * MS);
    }

    @Test
    void oneCpuAloneSaysNothing() {
        reach();
        lost.add(0, KNOWN, 90 * MS);
        assertThat(unread.until(KNOWN)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void whereAThreadIsOnACpuUntilTheLastFactThatIsTheEnd() {
        reach();
        cpus.thread(0, 3);
        lost.add(0, KNOWN, 90 * MS);
        lost.add(1, KNOWN, 100 * MS);
        assertThat(unread.until(KNOWN)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void whereMoreCanBeReadThanCannotThatPartIsLookedAt() {
        reach();
        lost.add(0, KNOWN, KNOWN + 9 * MS);
        lost.add(1, KNOWN, KNOWN + 9 * MS);
        assertThat(unread.until(KNOWN)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aCpuIsUnreadIfAllOfItIsLostFromTheBeginToTheEnd() {
        reach();
        lost.add(0, 0, KNOWN - 1);
        assertThat(unread.isAllOfOneCpu(KNOWN)).isFalse();
        lost.add(1, 0, KNOWN);
        assertThat(unread.isAllOfOneCpu(KNOWN)).isTrue();
    }
}
