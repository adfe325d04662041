/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuTableTest {
    private static final int NONE = SegmentLog.NONE;

    private final CpuTable cpus = new CpuTable();

    @Test
    void ofACpuThatWasNotSeenNobodyIsKnown() {
        assertThat(cpus.thread(3)).isEqualTo(NONE);
        assertThat(cpus.thread(-1)).isEqualTo(NONE);
        assertThat(cpus.wholeSince(3, 7)).isEqualTo(7);
        assertThat(cpus.isUnseen(3, 7)).isFalse();
    }

    @Test
    void newOnesKeepWhatIsKnownOfTheOthers() {
        cpus.reach(0, false, 10);
        cpus.thread(0, 5);
        cpus.idle(0, 11);
        cpus.reach(9, true, 20);
        assertThat(cpus.size()).isGreaterThanOrEqualTo(10);
        assertThat(cpus.thread(0)).isEqualTo(5);
        assertThat(cpus.idleSince(0)).isEqualTo(11);
        assertThat(cpus.hasSwitched(0)).isFalse();
        assertThat(cpus.wholeSince(0)).isEqualTo(10);
        assertThat(cpus.thread(9)).isEqualTo(NONE);
        assertThat(cpus.hasSwitched(9)).isTrue();
        assertThat(cpus.wholeSince(9, 7)).isEqualTo(20);
    }

    @Test
    void whoWasThereFirstIsToldOnceAndBeforeTheFirstSwitch() {
        cpus.reach(1, false, 0);
        cpus.startedWith(0, 4);
        cpus.startedWith(0, 5);
        cpus.switched(1);
        cpus.startedWith(1, 6);
        assertThat(cpus.initialThreads()[0]).isEqualTo(4);
        assertThat(cpus.hasInitial(0)).isTrue();
        assertThat(cpus.hasInitial(1)).isFalse();
    }

    @Test
    void eventsAreNotWholeBeforeTheLatestTimeThatIsTold() {
        cpus.reach(0, false, 10);
        cpus.notWholeBefore(0, 30);
        cpus.notWholeBefore(0, 20);
        assertThat(cpus.isUnseen(0, 29)).isTrue();
        assertThat(cpus.isUnseen(0, 30)).isFalse();
    }
}
