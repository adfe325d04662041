/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

/** Which kernel events the analysis uses, and which recording profile has those that are missing. */
final class EventNeedsTest {
    @Test
    void ofTheNamesOfANeedOneIsEnough() {
        assertThat(EventNeeds.missing(Set.of("sched_switch", "sched_wakeup_new", "irq_softirq_entry", "net_dev_queue", "block_rq_issue")))
                .isEmpty();
        assertThat(EventNeeds.missing(Set.of("sched_switch", "net_dev_queue")))
                .containsExactly(EventNeeds.WAKEUPS, EventNeeds.INTERRUPTS, EventNeeds.DISKS);
    }

    @Test
    void aProviderBeforeTheNameDoesNotHideTheEvent() {
        assertThat(EventNeeds.missing(Set.of("sched:sched_switch", "sched:sched_waking", "irq:irq_handler_entry", "net:net_dev_queue")))
                .containsExactly(EventNeeds.DISKS);
    }

    @Test
    void aTraceThatDoesNotTellItsEventsIsBelievedToHaveThemAll() {
        assertThat(EventNeeds.missing((Set<String>) null)).isEmpty();
        assertThat(EventNeeds.missing(Set.of())).containsExactly(EventNeeds.values());
    }

    @Test
    void onlyWithoutSwitchesOrWakeUpsIsThereNothingToAnalyse() {
        assertThat(Set.of(EventNeeds.values())).filteredOn(EventNeeds::isMandatory).containsExactlyInAnyOrder(EventNeeds.SCHEDULER,
                EventNeeds.WAKEUPS);
    }

    @Test
    void theLeastProfileIsNamedOnlyWhereNoOtherHasItAnyway() {
        assertThat(EventNeeds.profiles(List.of(EventNeeds.SCHEDULER, EventNeeds.INTERRUPTS))).isEqualTo("waits-minimal");
        assertThat(EventNeeds.profiles(List.of(EventNeeds.WAKEUPS, EventNeeds.NETWORK))).isEqualTo("waits-network");
        assertThat(EventNeeds.profiles(List.of(EventNeeds.SCHEDULER, EventNeeds.NETWORK, EventNeeds.DISKS)))
                .isEqualTo("waits-network, waits-disk");
    }
}
