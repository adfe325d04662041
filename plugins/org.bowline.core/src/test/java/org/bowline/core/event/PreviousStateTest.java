/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.event.KernelSink.Leave;

class PreviousStateTest {
    @ParameterizedTest(name = "{0}: {1} is {2}")
    @CsvSource({"6.1.0-56-cloud-amd64, 0, PREEMPTED", "6.1.0-56-cloud-amd64, 0x1, BLOCKED", "6.1.0-56-cloud-amd64, 0x2, UNINTERRUPTIBLE",
        "6.1.0-56-cloud-amd64, 0x4, STOPPED", "6.1.0-56-cloud-amd64, 0x8, TRACED", "6.1.0-56-cloud-amd64, 0x10, DEAD",
        "6.1.0-56-cloud-amd64, 0x20, DEAD", "6.1.0-56-cloud-amd64, 0x40, BLOCKED", "6.1.0-56-cloud-amd64, 0x80, IDLE",
        "6.1.0-56-cloud-amd64, 0x100, PREEMPTED", "4.14.0, 0x80, IDLE", "4.13.9, 64, DEAD", "4.4.3-1-ARCH, 0, PREEMPTED",
        "4.4.3-1-ARCH, 1, BLOCKED", "4.4.3-1-ARCH, 2, UNINTERRUPTIBLE", "4.4.3-1-ARCH, 258, UNINTERRUPTIBLE", "4.4.3-1-ARCH, 260, STOPPED",
        "4.4.3-1-ARCH, 8, TRACED", "4.4.3-1-ARCH, 16, DEAD",
        "4.4.3-1-ARCH, 32, DEAD",
        "4.4.3-1-ARCH, 64, DEAD",
        "4.4.3-1-ARCH, 512, BLOCKED", "4.4.3-1-ARCH, 1026, IDLE", "4.4.3-1-ARCH, 2048, PREEMPTED", "3.6.11-1-ARCH, 512, PREEMPTED",
        "3.6.11-1-ARCH, 1024, PREEMPTED", "2.6.38, 256, BLOCKED", "no version, 0x80, IDLE", "'', 0x100, PREEMPTED"})
    void aPreviousStateIsReadAsItsKernelWroteIt(String release, String state, Leave leave) {
        assertThat(PreviousState.of(release).decode(Long.decode(state))).isEqualTo(leave);
    }
}
