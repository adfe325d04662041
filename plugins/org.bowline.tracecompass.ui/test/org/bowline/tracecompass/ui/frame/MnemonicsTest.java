/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands in a dialog can be reached with Alt and a letter, and no two have the same one. */
final class MnemonicsTest {
    /** Those of the buttons Back, Next and Finish of every wizard. */
    private static final String OF_WIZARDS = "bnf";

    @ParameterizedTest
    @CsvSource({
        "export, true, Export_Directory Export_Browse Export_Csv Export_Json Export_Selection Export_Whole Export_Work",
        "export, true, Command_Copy",
        "frame, false, Options_Field",
        "frame, false, Origins_All Origins_None",
        "open, false, record_copy",
        "requests, false, Pairs_Field Pairs_Ok"
    })
    void everyControlHasALetterOfItsOwn(String room, boolean wizard, String keys) {
        ResourceBundle texts = ResourceBundle.getBundle("org.bowline.tracecompass.ui." + room + ".messages");
        List<String> letters = Stream.concat(Arrays.stream(keys.split(" ")).map(key -> letter(texts.getString(key))),
                wizard ? Arrays.stream(OF_WIZARDS.split("")) : Stream.empty()).toList();
        assertThat(letters).doesNotContain("").doesNotHaveDuplicates();
    }

    /** The letter behind the ampersand, small; empty if there is none. */
    private static String letter(String text) {
        int at = text.indexOf('&');
        return at < 0 ? "" : text.substring(at + 1, at + 2).toLowerCase(Locale.ROOT);
    }
}
