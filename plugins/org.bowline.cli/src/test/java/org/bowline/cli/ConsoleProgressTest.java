/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.CancelledException;

class ConsoleProgressTest {
    private final StringWriter text = new StringWriter();

    @Test
    void theBarIsDrawnRarelyAndWipedAwayAtTheEnd() {
        ConsoleProgress progress = progress(ConsoleProgress.Style.BAR);
        for (int i = 0; i < 1000; i++) {
            progress.report("Reading", 0.5);
        }
        assertThat(text.toString()).startsWith("\r\u001b[K[############            ]  50 % Reading");
        assertThat(text.toString().split("\r", -1).length).as("drawings of a thousand reports").isLessThan(100);
        progress.clear();
        assertThat(text.toString()).endsWith("\r\u001b[K");
        int length = text.toString().length();
        progress.clear();
        assertThat(text.toString()).hasSize(length);
    }

    @Test
    void aStrangeFractionDoesNoHarm() {
        for (double fraction : new double[] {-1, 2, Double.NaN, Double.POSITIVE_INFINITY}) {
            progress(ConsoleProgress.Style.BAR).report("Reading", fraction);
        }
        assertThat(text.toString()).contains("  0 %").contains("100 %");
    }

    @Test
    void withoutATerminalEachTaskIsALine() {
        ConsoleProgress progress = progress(ConsoleProgress.Style.LINES);
        progress.report("Reading", 0);
        progress.report("Reading", 0.5);
        progress.report("Writing", 0);
        assertThat(text.toString()).isEqualToNormalizingNewlines("bowline: Reading ...\nbowline: Writing ...\n");
    }

    @Test
    void aCancelStopsTheWork() {
        ConsoleProgress progress = progress(ConsoleProgress.Style.NONE);
        progress.check();
        progress.cancel();
        assertThatThrownBy(progress::check).isInstanceOf(CancelledException.class);
        progress.report("Reading", 0);
        assertThat(text.toString()).isEmpty();
    }

    private ConsoleProgress progress(ConsoleProgress.Style style) {
        return new ConsoleProgress(new PrintWriter(text), style);
    }
}
