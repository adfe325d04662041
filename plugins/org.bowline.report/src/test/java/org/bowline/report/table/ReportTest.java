/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class ReportTest {
    private static final List<Column<String>> TWICE = List.of(Column.text("word", word -> word), Column.text("word", word -> word));

    @Test
    void columnsAreMadeWhenTheyAreFirstAskedForAndOnce() {
        AtomicInteger made = new AtomicInteger();
        Report<String> report = new Report<>("words", "What was said.", () -> {
            made.incrementAndGet();
            return List.of(Column.text("word", word -> word), Column.number("letters", String::length));
        });
        assertThat(report.name()).isEqualTo("words");
        assertThat(report.about()).isEqualTo("What was said.");
        assertThat(made).hasValue(0);
        assertThat(report.columnNames()).containsExactly("word", "letters");
        assertThat(report.select("letters").columnNames()).containsExactly("letters");
        assertThat(made).hasValue(1);
    }

    @Test
    void twoColumnsOfOneNameAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Report<>("words", TWICE))
                .withMessage("report words has two columns of one name");
        Report<String> later = new Report<>("words", () -> TWICE);
        assertThatIllegalArgumentException().isThrownBy(later::columns).withMessage("report words has two columns of one name");
    }

    @Test
    void aColumnThatThereIsNotCannotBeSelected() {
        assertThatIllegalArgumentException().isThrownBy(() -> Reports.THREADS.select("tid", "words"))
                .withMessage("report threads has no column words");
    }
}
