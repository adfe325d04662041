/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;

final class WaitOriginsTest {
    private final Timeline timeline = ThreeTier.result().timeline();

    private int[] chosen(WaitOrigins origins) {
        IntPredicate predicate = origins.in(timeline);
        assertThat(predicate).isNotNull();
        return IntStream.range(0, timeline.threadCount()).filter(predicate).toArray();
    }

    @Test
    void withoutHostsAndProcessesAllThreadsAreChosen() {
        assertThat(WaitOrigins.ALL.isAll()).isTrue();
        assertThat(WaitOrigins.ALL.in(timeline)).isNull();
        assertThat(WaitOrigins.ALL).isEqualTo(new WaitOrigins(Set.of(), Set.of()));
    }

    @Test
    void aHostChoosesItsThreadsAndAProcessItsOwnBesides() {
        assertThat(chosen(new WaitOrigins(Set.of("C"), Set.of())))
                .containsExactly(IntStream.range(0, timeline.threadCount()).filter(thread -> timeline.host(thread) == 2).toArray());
        int helper = ThreeTier.thread("w1-helper");
        int server = ThreeTier.thread("w1-server");
        WaitOrigins.Process process = new WaitOrigins.Process("B", timeline.pid(server));
        assertThat(chosen(new WaitOrigins(Set.of(), Set.of(process)))).contains(server, helper)
                .containsExactly(IntStream.range(0, timeline.threadCount())
                        .filter(thread -> timeline.host(thread) == 1 && timeline.pid(thread) == process.pid()).toArray());
        assertThat(chosen(new WaitOrigins(Set.of("C"), Set.of(process)))).contains(server, ThreeTier.thread("w1-pool"));
        assertThat(chosen(new WaitOrigins(Set.of("nobody"), Set.of(new WaitOrigins.Process("B", -5))))).isEmpty();
    }

    @Test
    void whoChangesTheSetsLaterChangesNothing() {
        Set<String> hosts = new HashSet<>(Set.of("A"));
        WaitOrigins origins = new WaitOrigins(hosts, Set.of());
        hosts.clear();
        assertThat(origins.hosts()).containsExactly("A");
        assertThat(origins.isAll()).isFalse();
    }
}
