/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.SlowWaits;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.SlowWaitRow;
import org.bowline.report.text.TimeFormat;

/** Which code slow requests wait in, and typical ones do not: a differential flame graph per label, and a table. */
public final class SlowWaitsSection {
    private static final int MOST_LABELS = 12;
    private static final int MOST_ROWS = 10;

    private SlowWaitsSection() {}

    /** The section; at least one label. */
    public static Section of(Analysis analysis, List<SlowWaits.OfLabel> labels) {
        return new Section("slow-waits", "Slow requests wait", 66, Markup.of("""
                <section id="slow-waits" aria-labelledby="h-slow-waits"><style>%s</style><h2 id="h-slow-waits">Which code slow requests wait in</h2>
                <p class="lead">Blocked time on the critical paths of slow requests, per request: as wide as a slow one waits there, and coloured by how much longer that is than a typical one does.
                Red: longer; blue: less long; grey: about the same. What only typical ones wait for is in the table alone.</p>
                %s
                %s
                </section>
                """, Markup.raw(FlameFigure.STYLE), Markup.each(labels.stream().limit(MOST_LABELS).toList(), label -> of(analysis, label)),
                Markup.when(labels.size() > MOST_LABELS, "<p class=\"note\">%s in the report off-cpu-slow only.</p>",
                        Words.count(labels.size() - MOST_LABELS, "more label is", "more labels are"))));
    }

    private static Markup of(Analysis analysis, SlowWaits.OfLabel label) {
        Names names = new Names();
        String name = LabelWords.calledOrAll(analysis, label.label()) + ", " + label.slow() + " slow, from "
                + TimeFormat.duration(label.fromNanos()) + " on, against " + label.typical() + " typical";
        List<SlowWaitRow> rows = SlowWaitRow.withoutKernel(analysis, label);
        return Markup.of("%s%s%s",
                FlameFigure.of(name, SlowWaitRow.of(analysis, label).stream()
                        .map(row -> new FlameFigure.Stack(row.row().frames(), row.slowNanos(), row.typicalNanos())).toList()),
                Table.of("Waits of slow and typical requests: " + name, List.of(
                        Table.text("Host", row -> names.of(row.row().host())),
                        Table.head("Thread", row -> names.of(row.row().stack().thread())),
                        Table.number("Slow", row -> TimeFormat.duration(row.slowNanos())),
                        Table.number("Typical", row -> TimeFormat.duration(row.typicalNanos())),
                        Table.number("More", row -> (row.moreNanos() > 0 ? "+" : "") + TimeFormat.duration(row.moreNanos())),
                        Table.text("In", "wrap", row -> names.of(OffCpuRow.last(row.row().code()))),
                        Table.text("What", "wrap", row -> names.of(row.row().waiting()))), rows.stream().limit(MOST_ROWS).toList()),
                Markup.when(rows.size() > MOST_ROWS, "<p class=\"note\">%s in the report off-cpu-slow.</p>",
                        Words.count(rows.size() - MOST_ROWS, "more row is", "more rows are")));
    }
}
