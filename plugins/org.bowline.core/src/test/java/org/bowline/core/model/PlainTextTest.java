/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void whatSteersTheReaderIsReplacedAndAllElseStays() {
        assertThat(PlainText.visible("a\u202eb\u2066c\u200ed\u061ce\u0007f\u001b[2Jg\u0085h\u2028i\ufeffj\ud800k\uffff\r"))
                .isEqualTo("a�b�c�d�e�f�[2Jg�h�i�j�k��");
        assertThat(PlainText.visible("äß漢😀é\n\tשלום")).isEqualTo("äß漢😀é\n\tשלום");
        assertThat(PlainText.visible("äß\n\u0000", '·', "")).isEqualTo("äß··");
        assertThat(PlainText.visible("")).isEmpty();
    }

    @Test
    void aLongTextKeepsItsBeginAndItsEnd() {
        assertThat(PlainText.shorten("abcdefghij", 10)).isEqualTo("abcdefghij");
        assertThat(PlainText.shorten("abcdefghijk", 10)).isEqualTo("abcde…hijk");
        assertThat(PlainText.shorten("😀".repeat(10), 10)).isEqualTo("😀".repeat(10));
        assertThat(PlainText.shorten("😀".repeat(11), 4)).isEqualTo("😀😀…😀");
        assertThat(PlainText.shorten("abc", 1)).isEqualTo("…");
    }
}
