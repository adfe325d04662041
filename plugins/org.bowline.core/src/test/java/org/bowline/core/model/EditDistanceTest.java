/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
    @ParameterizedTest
    @CsvSource({"worker, worker, 0", "workr, worker, 1", "worrker, worker, 1", "wotker, worker, 1", "wokrer, worker, 1",
        "server, worker, 3",
        "'', abc, 3", "abc, '', 3", "ca, abc, 3"})
    void eachSlipCountsOnce(String typed, String meant, int slips) {
        assertThat(EditDistance.of(typed, meant)).isEqualTo(slips);
        assertThat(EditDistance.of(meant, typed)).isEqualTo(slips);
    }

    @Test
    void aWordIsMeantThatIsOneLetterInThreeAway() {
        List<String> words = List.of("analyze", "variance", "waits", "wait-for");
        assertThat(EditDistance.meant("anlyze", words)).containsExactly("analyze");
        assertThat(EditDistance.meant("wiats", words)).containsExactly("waits");
        assertThat(EditDistance.meant("wa", words)).isEmpty();
        assertThat(EditDistance.meant("report", words)).isEmpty();
    }
}
