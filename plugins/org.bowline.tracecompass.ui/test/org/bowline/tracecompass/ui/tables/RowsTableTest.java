/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/** What is copied of a table of an analysis. */
final class RowsTableTest {
    private record Row(String name, long nanos, BigDecimal share) {}

    private static final Report<Row> REPORT = new Report<>("rows", List.of(Column.text("name", "", "", Row::name),
            Column.duration("blocked_ns", "", "", Row::nanos), Column.decimal("share", "", "", Row::share)));

    @Test
    void whatIsCopiedHasTheHeadingsAndTheValuesOfTheFile() {
        String copied = RowsTable.text(REPORT, Stream.of(new Row("main", 1_234_567_891, new BigDecimal("0.123456789")),
                new Row("=1+1", Rows.ABSENT, BigDecimal.ONE), new Row("a\tb", 0, BigDecimal.ZERO)));
        assertThat(copied.lines()).containsExactly("name\tblocked_ns\tshare", "main\t1234567891\t0.123456789", "'=1+1\t\t1",
                "a b\t0\t0");
    }
}
