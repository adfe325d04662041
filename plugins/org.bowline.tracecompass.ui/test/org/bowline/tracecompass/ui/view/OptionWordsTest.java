/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.analysis.GivenOptions;

final class OptionWordsTest {
    private static String name(String... options) {
        return OptionWords.name(GivenOptions.of(List.of(options)));
    }

    @Test
    void anOptionThatAMenuSaysIsCalledAsTheMenuSaysIt() {
        assertThat(name("blame=holder")).isEqualTo("locks: holders, also estimated");
        assertThat(name("blame=waker")).isEqualTo("locks: who ended the wait");
        assertThat(name("worker=A:272")).isEqualTo("worker: A:272");
        assertThat(name("background=A:272")).isEqualTo("background: A:272");
    }

    @Test
    void anotherOptionIsCalledAsItIsWrittenAndSeveralByTheirNumber() {
        assertThat(name("network")).isEqualTo("network");
        assertThat(name("blame=waker", "network")).isEqualTo("2 options");
    }
}
