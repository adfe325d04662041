/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordingTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            web-1,              web-1
            a/b\\c:d*e?f"g<h>i|j, a_b_c_d_e_f_g_h_i_j
            `..`,               _
            ``,                 _
            ` . .x. . `,        x
            .hidden,            hidden
            `tab\there`,        tab_here
            Größe 京,            Größe 京
            """)
    void aNameBecomesOneThatAFolderMayHave(String wish, String name) {
        assertThat(Recording.safeName(wish)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"x, 100", "\uD83D\uDE00, 200"})
    void aLongNameIsCutBetweenCharacters(String character, int length) {
        assertThat(Recording.safeName(character.repeat(150))).isEqualTo(character.repeat(100)).hasSize(length);
    }
}
