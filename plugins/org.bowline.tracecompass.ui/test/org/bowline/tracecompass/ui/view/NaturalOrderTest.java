/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Names with numbers in them. */
final class NaturalOrderTest {
    private static List<String> sorted(String... texts) {
        return Stream.of(texts).sorted(NaturalOrder.OF_TEXTS).toList();
    }

    @Test
    void numbersAreComparedAsNumbersAndTheRestAsText() {
        assertThat(sorted("10", "9", "1", "59", "6")).containsExactly("1", "6", "9", "10", "59");
        assertThat(sorted("type 10", "type 9", "GET /2/x", "GET /10/a", "type")).containsExactly("GET /2/x", "GET /10/a", "type", "type 9",
                "type 10");
        assertThat(sorted("b", "a", "", "a1", "1")).containsExactly("", "1", "a", "a1", "b");
    }

    @Test
    void numbersMayHaveAnyNumberOfDigits() {
        assertThat(sorted("99999999999999999999998", "99999999999999999999999", "100000000000000000000000", "7"))
                .containsExactly("7", "99999999999999999999998", "99999999999999999999999", "100000000000000000000000");
    }

    @Test
    void whatIsTheSameNumberStaysApart() {
        assertThat(NaturalOrder.OF_TEXTS.compare("007", "7")).isNotZero();
        assertThat(sorted("7", "007", "8")).containsExactly("007", "7", "8");
        assertThat(NaturalOrder.OF_TEXTS.compare("a7", "a7")).isZero();
    }
}
