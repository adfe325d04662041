/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.bowline.core.figures.Duration;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.CompareRunRow;
import org.bowline.report.rows.PooledChange;
import org.bowline.runs.CodeFacts;
import org.bowline.runs.FindingFact;
import org.bowline.runs.RunFacts;

/** Comparisons as rows. */
public final class CompareRows {
    private static final double SECOND = 1e9;

    private CompareRows() {}

    /** A row per measure, in the comparison's order. */
    public static List<CompareRow> of(Comparison comparison) {
        return comparison.differences().stream().map(CompareRows::row).toList();
    }

    /** All that files and pages tell of a comparison, of the runs in the order in which they were compared. */
    public static CompareInput input(String version, Comparison comparison, List<RunFacts> base, List<RunFacts> fresh) {
        return new CompareInput(version, base.stream().map(RunFacts::name).toList(), fresh.stream().map(RunFacts::name).toList(),
                measures(comparison), latencies(comparison, base, fresh), comparison.caveats(), code(base, fresh), findings(base, fresh));
    }

    /** The numbers of each run: measures in the comparison's order, of each first the runs of BASE. */
    public static List<CompareRunRow> runs(Comparison comparison, List<RunFacts> base, List<RunFacts> fresh) {
        List<CompareRunRow> rows = new ArrayList<>();
        for (Difference one : comparison.differences()) {
            add(rows, one.measure(), false, base, one.values().base());
            add(rows, one.measure(), true, fresh, one.values().fresh());
        }
        return rows;
    }

    private static void add(List<CompareRunRow> rows, Measure measure, boolean isNew, List<RunFacts> runs, List<Double> values) {
        for (int i = 0; i < values.size(); i++) {
            rows.add(new CompareRunRow(measure.kind().label(), measure.label(), measure.subject(), measure.kind().unit(), isNew,
                    runs.get(i).name(), values.get(i)));
        }
    }

    /** Rows with the numbers of each run, for the page. */
    public static List<CompareInput.Measure> measures(Comparison comparison) {
        return comparison.differences().stream()
                .map(one -> new CompareInput.Measure(row(one), one.values().base(), one.values().fresh())).toList();
    }

    /** The intervals behind the latencies, by label. */
    public static List<CompareInput.Latency> latencies(Comparison comparison, List<RunFacts> base, List<RunFacts> fresh) {
        SortedMap<String, PooledChange> medians = pooled(comparison, Measure.Kind.LATENCY_P50);
        SortedMap<String, PooledChange> tails = pooled(comparison, Measure.Kind.LATENCY_P99);
        return medians.entrySet().stream()
                .map(median -> new CompareInput.Latency(median.getKey(), Comparison.latencies(base, median.getKey()),
                        Comparison.latencies(fresh, median.getKey()), median.getValue(),
                        tails.getOrDefault(median.getKey(), PooledChange.NONE)))
                .toList();
    }

    /** The code that threads of some runs waited in, as means per second of a run; empty if it is known of no run of one of the sets. Runs of which it is not known do not count. */
    public static List<CompareInput.Code> code(List<RunFacts> base, List<RunFacts> fresh) {
        SortedMap<CodeFacts.Code, double[]> sums = new TreeMap<>();
        if (!add(base, sums, 0) || !add(fresh, sums, 1)) {
            return List.of();
        }
        return sums.entrySet().stream()
                .map(one -> new CompareInput.Code(one.getKey().frames(), Math.round(one.getValue()[0]), Math.round(one.getValue()[1])))
                .toList();
    }

    /**
     * What the rules found in either set, the worst first. A finding is the same by its rule and its subject; what is left of one rule in both sets is the same
     * where the subjects have a member in common, as two knots that differ in a thread. O(findings × (findings + runs)).
     */
    public static List<CompareFindingRow> findings(List<RunFacts> base, List<RunFacts> fresh) {
        List<CompareFindingRow> rows = Stream.concat(base.stream(), fresh.stream()).flatMap(run -> run.findings().stream())
                .filter(finding -> !finding.failed()).sorted(Comparator.comparing(FindingFact::severity).reversed())
                .map(finding -> List.of(finding.rule(), finding.subject())).distinct()
                .map(key -> new CompareFindingRow(key.get(0), side(base, key), side(fresh, key)))
                .collect(Collectors.toCollection(ArrayList::new));
        for (CompareFindingRow gone : rows.stream().filter(CompareFindingRow::isGone).toList()) {
            rows.stream().filter(CompareFindingRow::isNew)
                    .filter(row -> row.rule().equals(gone.rule()) && haveACommonMember(row.fresh().subject(), gone.base().subject()))
                    .findFirst().ifPresent(row -> {
                        rows.set(rows.indexOf(gone), new CompareFindingRow(gone.rule(), gone.base(), row.fresh()));
                        rows.remove(row);
                    });
        }
        return List.copyOf(rows);
    }

    private static boolean haveACommonMember(String one, String other) {
        return !Collections.disjoint(Arrays.asList(one.split(", ")), Arrays.asList(other.split(", ")));
    }

    /** How long the runs are that were compared: the work in them, unless another range was asked for. */
    public static String lengths(List<RunFacts> base, List<RunFacts> fresh) {
        return "What was compared takes " + length(base) + " in BASE, " + length(fresh) + " in NEW.";
    }

    private static String length(List<RunFacts> runs) {
        LongSummaryStatistics nanos = runs.stream().mapToLong(RunFacts::rangeNanos).summaryStatistics();
        String least = Duration.duration(nanos.getMin());
        String most = Duration.duration(nanos.getMax());
        return least.equals(most) ? least : least + " to " + most;
    }

    private static CompareFindingRow.Side side(List<RunFacts> runs, List<String> key) {
        List<FindingFact> found = new ArrayList<>();
        int unknown = 0;
        for (RunFacts run : runs) {
            List<FindingFact> ofRule = run.findings().stream().filter(finding -> finding.rule().equals(key.get(0))).toList();
            Optional<FindingFact> here = ofRule.stream().filter(finding -> !finding.failed() && finding.subject().equals(key.get(1)))
                    .max(Comparator.comparing(FindingFact::severity));
            here.ifPresent(found::add);
            unknown += here.isEmpty() && ofRule.stream().anyMatch(FindingFact::failed) ? 1 : 0;
        }
        FindingFact worst = null;
        for (FindingFact one : found) {
            worst = worst == null || one.severity().compareTo(worst.severity()) > 0 ? one : worst;
        }
        return worst == null ? CompareFindingRow.Side.none(unknown)
                : new CompareFindingRow.Side(worst.subject(), found.size(), unknown, worst.severity().label(), worst.summary());
    }

    /** Whether it is known of any run. */
    private static boolean add(List<RunFacts> runs, SortedMap<CodeFacts.Code, double[]> sums, int set) {
        List<RunFacts> known = runs.stream().filter(run -> run.code().isKnown() && run.knowsThreads()).toList();
        for (RunFacts run : known) {
            run.code().nanos().forEach((code, nanos) -> sums.computeIfAbsent(code, key -> new double[2])[set] += nanos * SECOND
                    / run.rangeNanos() / known.size());
        }
        return !known.isEmpty();
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
                one.minimalEffect(), one.effect(), one.p(), one.pRanks(), one.pAdjusted(), one.pooled(), one.bound().label());
    }
}
