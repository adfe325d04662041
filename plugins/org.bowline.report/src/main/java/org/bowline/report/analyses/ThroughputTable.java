/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.interval.Throughput;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/** How many requests of a label end over time. */
final class ThroughputTable {
    private static final MathContext DIGITS = new MathContext(9);

    /**
     * A label in a slice of the range.
     *
     * @param of all slices
     * @param label the label
     * @param slice number of the slice, from 0
     */
    record Row(Throughput of, String label, int slice) {}

    static final Report<Row> REPORT = new Report<>("request-throughput", """
            With `--interval`: how many requests of each label ended over time, a row per label and slice of the range, in order of time. Slices are of equal length, 1, 2 or 5 times a power of ten ns, 60 at most; the last one ends with
            the range, and is shorter.""",
            () -> List.of(
                    Column.value("label", "the sort of request: the value of the label field", "text", Row::label),
                    Column.instant("start_ns", "begin of the slice", "ns since the epoch", row -> row.of().beginNanos(row.slice())),
                    Column.instant("end_ns", "its end: a request that ends just then is in it", "ns since the epoch",
                            row -> row.of().beginNanos(row.slice() + 1)),
                    Column.number("ended", "how many ended in it", "≥ 0", row -> row.of().count(row.label(), row.slice())),
                    Column.decimal("per_s", "the same in a second", "≥ 0",
                            row -> new BigDecimal(row.of().perSecond(row.label(), row.slice()), DIGITS))));

    private ThroughputTable() {}

    static List<Row> rows(Analysis analysis) {
        Throughput of = Throughput.of(analysis.matched().intervals(), analysis.fromNanos(), analysis.toNanos());
        List<Row> rows = new ArrayList<>();
        for (String label : of.labels()) {
            for (int slice = 0; slice < of.slices(); slice++) {
                rows.add(new Row(of, label, slice));
            }
        }
        return rows;
    }
}
