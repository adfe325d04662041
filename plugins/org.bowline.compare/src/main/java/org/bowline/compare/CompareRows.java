/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.compare;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import org.bowline.report.CompareRow;
import org.bowline.report.PooledChange;
import org.bowline.report.html.CompareInput;
import org.bowline.report.run.RunFacts;

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

    /** The intervals behind the latencies, by label. */
    public static List<CompareInput.Latency> latencies(Comparison comparison, List<RunFacts> base, List<RunFacts> fresh) {
        SortedMap<String, PooledChange> medians = pooled(comparison, Measure.Kind.LATENCY_P50);
        SortedMap<String, PooledChange> tails = pooled(comparison, Measure.Kind.LATENCY_P99);
        return medians.entrySet().stream()
                .map(median -> new CompareInput.Latency(median.getKey(), Comparison.lengths(base, median.getKey()),
                        Comparison.lengths(fresh, median.getKey()), median.getValue(),
                        tails.getOrDefault(median.getKey(), PooledChange.NONE)))
                .toList();
    }

    private static SortedMap<String, PooledChange> pooled(Comparison comparison, Measure.Kind kind) {
        SortedMap<String, PooledChange> byLabel = new TreeMap<>();
        comparison.differences().stream().filter(one -> one.measure().kind() == kind)
                .forEach(one -> byLabel.put(one.measure().label(), one.pooled()));
        return byLabel;
    }

    /** A measure's row. */
    public static CompareRow row(Difference one) {
        Measure measure = one.measure();
        return new CompareRow(measure.kind().label(), measure.label(), measure.subject(), measure.kind().unit(), one.verdict().label(),
                one.baseRuns(), one.newRuns(), one.base(), one.fresh(), one.change(), one.changeLow(), one.changeHigh(),
                one.minimalEffect(), one.effect(), one.p(), one.pRanks(), one.pAdjusted(), one.pooled());
    }
}
