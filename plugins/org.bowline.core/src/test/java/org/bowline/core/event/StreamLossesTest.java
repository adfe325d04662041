/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class StreamLossesTest {
    private final StreamLosses losses = new StreamLosses();
    private final List<String> told = new ArrayList<>();
    private final KernelSink sink = ToldFacts.sink(told::add);

    @Test
    void eachIsToldOnceAtTheFirstFactThatIsNotBeforeItInOrderOfTimeAndProcessor() {
        losses.add(3, 50, 90);
        losses.add(1, 20, 40);
        losses.add(0, 20, 30);
        assertThat(losses.nextNanos()).isEqualTo(20);
        losses.tell(sink, 19);
        assertThat(told).isEmpty();
        losses.tell(sink, 20);
        assertThat(told).containsExactly("lost(0, 20, 30, -1)", "lost(1, 20, 40, -1)");
        assertThat(losses.nextNanos()).isEqualTo(50);
        losses.tell(sink, 70);
        losses.tell(sink, 80);
        assertThat(told).hasSize(3).endsWith("lost(3, 50, 90, -1)");
        assertThat(losses.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsBeforeTheFirstPacketOfAStreamIsToldFromOtherLosses() {
        losses.addBeforeFirst(1, 20, 40);
        losses.add(0, 20, 30);
        losses.tell(sink, 20);
        assertThat(told).containsExactly("lost(0, 20, 30, -1)", "lost(1, 20, 40, " + KernelSink.BEFORE_FIRST + ')');
    }

    @Test
    void theProcessorsOfAllAreKnownBeforeAnyIsTold() {
        losses.add(3, 50, 90);
        losses.add(1, 20, 40);
        assertThat(losses.processors().stream()).containsExactly(1, 3);
        assertThat(new StreamLosses().nextNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
