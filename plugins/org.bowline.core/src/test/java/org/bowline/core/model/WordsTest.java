/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void oneOfAThingIsNotMany() {
        assertThat(Words.count(1, "wait")).isEqualTo("1 wait");
        assertThat(Words.count(0, "wait")).isEqualTo("0 waits");
        assertThat(Words.count(1, "slower one lies", "slower ones lie")).isEqualTo("1 slower one lies");
        assertThat(Words.count(12, "latency", "latencies")).isEqualTo("12 latencies");
    }
}
