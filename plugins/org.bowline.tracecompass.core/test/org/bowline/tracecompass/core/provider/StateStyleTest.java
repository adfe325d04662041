/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

final class StateStyleTest {
    /** As docs/reference/data-providers.md promises them to other front ends. */
    @Test
    void theValueOfAStateNeverChanges() {
        assertThat(Arrays.stream(StateStyle.values()).map(StateStyle::key)).startsWith("running", "runnable", "preempted", "blocked-thread",
                "blocked-timer", "blocked-disk", "blocked-network", "blocked-device", "blocked-ipi", "blocked-kernel", "blocked-unknown",
                "unknown", "interrupted", "wake-up", "packet", "goes-on");
        assertThat(StateStyle.STATES).isEqualTo(13);
    }

    @Test
    void aBlockedThreadIsShownByTheCauseOfItsWait() {
        for (Cause cause : EnumSet.complementOf(EnumSet.of(Cause.NONE))) {
            assertThat(StateStyle.of(ThreadState.BLOCKED, cause).key()).isEqualTo("blocked-" + cause.name().toLowerCase(Locale.ROOT));
        }
        assertThat(StateStyle.of(ThreadState.BLOCKED, Cause.NONE)).isEqualTo(StateStyle.BLOCKED_UNKNOWN);
        for (ThreadState state : EnumSet.complementOf(EnumSet.of(ThreadState.BLOCKED))) {
            assertThat(StateStyle.of(state, Cause.DISK).key()).isEqualTo(state.name().toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void aKeyOrValueThatNobodyKnowsIsUnknown() {
        assertThat(StateStyle.of("blocked-by-magic")).isEqualTo(StateStyle.UNKNOWN);
        assertThat(StateStyle.of(-1)).isEqualTo(StateStyle.UNKNOWN);
        assertThat(StateStyle.of(StateStyle.values().length)).isEqualTo(StateStyle.UNKNOWN);
        for (StateStyle style : StateStyle.values()) {
            assertThat(StateStyle.of(style.key())).isEqualTo(style).isEqualTo(StateStyle.of(style.ordinal()));
        }
    }

    @Test
    void everyStyleHasALabelOfItsOwn() {
        assertThat(Arrays.stream(StateStyle.values()).map(StateStyle::label)).doesNotContain("").doesNotHaveDuplicates()
                .noneMatch(label -> label.contains("!"));
    }

    @Test
    void exactlyWhatIsTooLightForAWhiteGroundHasAnOutlineThatIsNot() {
        Set<StateStyle> outlined = EnumSet.noneOf(StateStyle.class);
        for (StateStyle style : StateStyle.values()) {
            Object outline = style.properties().get(StyleProperties.BORDER_COLOR);
            if (outline != null) {
                outlined.add(style);
                assertThat(Contrast.ratio((String) outline, "#ffffff")).as(style.key()).isBetween(Contrast.GRAPHICS, 3.5);
            }
        }
        assertThat(outlined).containsExactly(StateStyle.RUNNABLE, StateStyle.BLOCKED_NETWORK, StateStyle.BLOCKED_KERNEL);
    }
}
