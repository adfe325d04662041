/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.swt.widgets.Event;
import org.junit.jupiter.api.Test;

/** What the tables of results have in common. */
class TablesTest {
    private static Event asksFor(int row) {
        Event event = new Event();
        event.index = row;
        return event;
    }

    @Test
    void aTabOrALineBreakInANameMovesNoColumn() {
        assertThat(Tables.text(Stream.of(new String[] {"a\tb", "1"}, new String[] {"c\nd", ""}))).isEqualTo("a b\t1\nc d\t\n");
    }

    @Test
    void aRowThatIsTakenAwayHasNoText() {
        assertThat(IntStream.rangeClosed(-1, 3).filter(row -> Tables.isRow(asksFor(row), 3))).containsExactly(0, 1, 2);
        assertThat(Tables.isRow(asksFor(-1), 0)).isFalse();
    }
}
