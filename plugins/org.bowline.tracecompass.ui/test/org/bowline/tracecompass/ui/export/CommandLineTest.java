/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Merging;
import org.bowline.report.table.Format;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.waitfor.RangeChoice;

/** The command that does the same in a shell. */
class CommandLineTest {
    private static String command(RangeChoice.Kind range, List<String> requests) {
        return CommandLine.quoted(CommandLine.words(List.of(Path.of("traces")), Path.of("out"), Format.CSV, range, 3, 7, requests, false,
                Merging.Level.USUAL, GivenOptions.NONE));
    }

    @Test
    void theRequestsThatAPersonChoseAreNamed() {
        assertThat(command(RangeChoice.Kind.WORK, List.of("begin=a,end=b,key=id", "system-calls=accept..send")))
                .isEqualTo("bowline analyze traces -o out --interval begin=a,end=b,key=id --interval system-calls=accept..send");
        assertThat(command(RangeChoice.Kind.SELECTED, List.of("none")))
                .isEqualTo("bowline analyze traces -o out --from 3 --to 7 --interval none");
    }

    @Test
    void whatTheCommandFindsByItselfIsNot() {
        assertThat(command(RangeChoice.Kind.WORK, List.of())).isEqualTo("bowline analyze traces -o out");
    }
}
