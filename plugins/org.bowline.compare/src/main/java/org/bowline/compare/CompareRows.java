/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.compare;

import java.util.List;

import org.bowline.report.CompareRow;
import org.bowline.report.html.CompareInput;

/** Comparisons as rows. */
public final class CompareRows {
    private CompareRows() {}

    /** A row per measure, in the comparison's order. */
    public static List<CompareRow> of(Comparison comparison) {
        return comparison.differences().stream().map(CompareRows::row).toList();
    }

    /** The same with the numbers of each run, for the page. */
    public static List<CompareInput.Measure> measures(Comparison comparison) {
        return comparison.differences().stream()
                .map(one -> new CompareInput.Measure(row(one), one.values().base(), one.values().fresh())).toList();
    }

    /** A measure's row. */
    public static CompareRow row(Difference one) {
        Measure measure = one.measure();
        return new CompareRow(measure.kind().label(), measure.label(), measure.subject(), measure.kind().unit(), one.verdict().label(),
                one.baseRuns(), one.newRuns(), one.base(), one.fresh(), one.change(), one.changeLow(), one.changeHigh(),
                one.minimalEffect(), one.effect(), one.p(), one.pRanks(), one.pAdjusted(), one.pooled());
    }
}
