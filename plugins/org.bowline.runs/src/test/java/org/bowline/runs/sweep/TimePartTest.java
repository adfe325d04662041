/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

class TimePartTest {
    @Test
    void eachCauseOfAWaitHasAPartOfItsOwnThatIsCalledAsTheCauseIs() {
        Cause[] causes = Arrays.stream(Cause.values()).filter(cause -> cause != Cause.NONE).toArray(Cause[]::new);
        assertThat(causes).extracting(TimePart::of).doesNotHaveDuplicates();
        assertThat(causes).allSatisfy(cause -> {
            assertThat(TimePart.of(cause).cause()).isEqualTo(cause.label());
            assertThat(TimePart.of(cause).state()).isEqualTo(ThreadState.BLOCKED.label());
        });
    }

    @Test
    void ofAPartThatOnlyWhoHasWorkIsInThereNeedNotBeMore() {
        assertThat(TimePart.values()).allSatisfy(part -> assertThat(part.leastGrowth() > 1).isNotEqualTo(part.isOfWork()));
        assertThat(TimePart.LOCK.isOfWork()).isTrue();
        assertThat(TimePart.TIMER.isOfWork()).isFalse();
    }

    @Test
    void whatIsPassedOnToSomebodyElsesWorkIsNoReasonByItself() {
        assertThat(TimePart.values()).filteredOn(TimePart::isPassedOn).containsExactly(TimePart.THREAD, TimePart.NETWORK, TimePart.UNKNOWN);
    }
}
