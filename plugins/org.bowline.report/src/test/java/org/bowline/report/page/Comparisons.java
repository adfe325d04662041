/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;
import org.bowline.report.rows.Rows;

/** Comparisons to test with. Their verdicts are made up: what they rest on is tested where they are made. */
final class Comparisons {
    private static final double NONE = Double.NaN;
    private static final int RUNS = 6;

    private Comparisons() {}

    static String html(CompareInput input) throws IOException {
        StringWriter out = new StringWriter();
        ComparePage.write(input, out, Progress.NONE);
        return out.toString();
    }

    static CompareRow row(String measure, String label, String subject, String unit, String verdict, double base, double fresh,
            double error) {
        boolean judged = !Double.isNaN(error);
        double change = Math.log(fresh / base);
        return new CompareRow(measure, label, subject, unit, verdict, RUNS, RUNS, base, fresh, fresh / base - 1,
                judged ? Math.expm1(change - 2.2 * error) : NONE, judged ? Math.expm1(change + 2.2 * error) : NONE,
                judged ? Math.expm1(3.1 * error) : NONE, judged ? change / error * Math.sqrt(2.0 / RUNS) : NONE, judged ? 0.001 : NONE,
                judged ? 0.008 : NONE, judged ? 0.01 : NONE, PooledChange.NONE);
    }

    static CompareInput.Measure measure(CompareRow row, double... factors) {
        List<Double> base = new ArrayList<>();
        List<Double> fresh = new ArrayList<>();
        for (double factor : factors) {
            base.add(row.base() * factor);
            fresh.add(0, row.fresh() * (2 - factor));
        }
        return new CompareInput.Measure(row, base, fresh);
    }

    /** Runs of a label, and what becomes of median and 99th percentile. */
    private static CompareInput.Latency latency(Random random, String label, double nanos, double factor, double tail, int runs,
            int intervals) {
        List<Latencies> base = runs(random, nanos, 1, runs, intervals);
        List<Latencies> fresh = runs(random, nanos * factor, tail, runs, intervals);
        String resampled = runs > 1 ? PooledChange.RUNS : PooledChange.INTERVALS;
        return new CompareInput.Latency(label, base, fresh, pooled(base, fresh, 50, resampled, 0.04),
                pooled(base, fresh, 99, resampled, 0.1));
    }

    private static PooledChange pooled(List<Latencies> base, List<Latencies> fresh, int percent, String resampled, double reach) {
        Latencies allOfBase = Latencies.together(base);
        Latencies allOfFresh = Latencies.together(fresh);
        double before = (double) allOfBase.percentile(percent).nanos();
        double after = (double) allOfFresh.percentile(percent).nanos();
        double change = Math.log(after / before);
        return new PooledChange(allOfBase.ended(), allOfFresh.ended(), before, after, Math.expm1(change - reach),
                Math.expm1(change + reach),
                resampled, 1);
    }

    private static List<Latencies> runs(Random random, double nanos, double tail, int runs, int intervals) {
        List<Latencies> result = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            double ofRun = nanos * Math.exp(random.nextGaussian() * 0.03);
            result.add(Latencies.of(LongStream.generate(() -> {
                double off = Math.abs(random.nextGaussian());
                return Math.round(ofRun * Math.exp(off * 0.6 * (off > 1.5 ? tail : 1)));
            }).limit(intervals).toArray()));
        }
        return result;
    }

    /** A measure of each run of a label. */
    private static CompareInput.Measure of(CompareInput.Latency latency, String measure, String unit, String verdict,
            ToDoubleFunction<Latencies> value) {
        List<Double> base = latency.base().stream().map(run -> value.applyAsDouble(run)).toList();
        List<Double> fresh = latency.fresh().stream().map(run -> value.applyAsDouble(run)).toList();
        double ofBase = logarithms(base);
        double ofFresh = logarithms(fresh);
        double squares = 0;
        for (int i = 0; i < base.size(); i++) {
            squares += Math.pow(Math.log(base.get(i)) - ofBase, 2) + Math.pow(Math.log(fresh.get(i)) - ofFresh, 2);
        }
        int runs = base.size();
        double error = runs < 2 ? NONE : Math.sqrt(squares / (runs - 1) / runs);
        return new CompareInput.Measure(row(measure, latency.label(), "", unit, verdict, Math.exp(ofBase), Math.exp(ofFresh), error), base,
                fresh);
    }

    private static double logarithms(List<Double> values) {
        return values.stream().mapToDouble(Math::log).average().orElse(NONE);
    }

    /** All verdicts, three labels, each part of the page. */
    static CompareInput usual() {
        Random random = new Random(5);
        CompareInput.Latency buy = latency(random, "buy", 2.1e6, 1.15, 1.25, RUNS, 400);
        CompareInput.Latency browse = latency(random, "browse", 1e6, 1.005, 1, RUNS, 900);
        CompareInput.Latency gone = new CompareInput.Latency("gone", List.of(Latencies.of(new long[] {5_000_000}), Latencies.NONE),
                List.of(Latencies.NONE, Latencies.NONE), new PooledChange(1, 0, 5e6, NONE, NONE, NONE, "", Rows.ABSENT),
                new PooledChange(1, 0, 5e6, NONE, NONE, NONE, "", Rows.ABSENT));
        ToDoubleFunction<Latencies> median = run -> (double) run.median().nanos();
        ToDoubleFunction<Latencies> tail = run -> (double) run.percentile(99).nanos();
        ToDoubleFunction<Latencies> rate = run -> run.ended() * 3.2e8 / LongStream.of(run.endedAndOverdue()).sum();
        double[] runs = {1, 1.03, 0.96, 1.01, 0.99, 1.02};
        return new CompareInput("0", names("base", RUNS), names("new", RUNS), List.of(
                of(buy, "latency-p50", "ns", "regression", median),
                of(browse, "latency-p50", "ns", "within-noise", median),
                of(buy, "latency-p99", "ns", "regression", tail),
                of(browse, "latency-p99", "ns", "within-noise", tail),
                of(buy, "throughput", "per s", "regression", rate),
                of(browse, "throughput", "per s", "within-noise", rate),
                measure(row("interval-cause", "buy", "thread", "ns per interval", "regression", 3e5, 6.1e5, 0.1), runs),
                measure(row("interval-cause", "buy", "disk", "ns per interval", "improvement", 4e5, 3.1e5, 0.03), runs),
                measure(row("path-share", "buy", "B:w1-server blocked for disk", "share", "changed", 0.12, 0.34, 0.1), runs),
                measure(row("wait-cause", "", "disk", "ns per s", "changed", 3.3e7, 6e7, 0.1), runs),
                new CompareInput.Measure(row("knot", "", "knot of A:one, A:two", "ns per s", "within-noise", 0, 2e6, NONE),
                        List.of(0.0, 0.0, 0.0), List.of(0.0, 4e6, 2e6)),
                new CompareInput.Measure(row("latency-p50", "gone", "", "ns", "not-comparable", 5e6, NONE, NONE),
                        List.of(5e6, NONE), List.of(NONE, NONE))),
                List.of(browse, buy, gone),
                List.of(Caveat.of(Severity.WARNING, "", "lengths-differ", 1, "The longest run is 3.0 times as long as the shortest."),
                        Caveat.of(Severity.WARNING, "", "run-in-doubt", 1,
                                "The figures of the run runs/new/2 have caveats of their own.")));
    }

    static CompareInput oneRunEach() {
        CompareInput.Latency buy = latency(new Random(7), "buy", 2.1e6, 1.3, 1, 1, 36);
        return new CompareInput("0", names("base", 1), names("new", 1), List.of(
                of(buy, "latency-p50", "ns", "noise-unknown", run -> (double) run.median().nanos()),
                measure(row("wait-cause", "", "disk", "ns per s", "noise-unknown", 3e7, 3e7, NONE), 1)),
                List.of(buy), List.of(Caveat.of(Severity.ERROR, "", "noise-unknown", 1, "There are not two runs of each.")));
    }

    static CompareInput hostile() {
        CompareInput.Latency latency = latency(new Random(7), Pages.HOSTILE, 2.1e6, 1.3, 1, 3, 36);
        return new CompareInput(Pages.HOSTILE, List.of(Pages.HOSTILE), List.of(Pages.HOSTILE), List.of(
                measure(row("latency-p50", Pages.HOSTILE, "", "ns", "regression", 1e6, 2e6, 0.1), 1, 1.1, 0.9),
                measure(row("path-share", Pages.HOSTILE, Pages.HOSTILE, "share", "changed", 0.1, 0.2, 0.1), 1, 1.1, 0.9)),
                List.of(latency), List.of(Caveat.of(Severity.WARNING, Pages.HOSTILE, "run-in-doubt", 1, Pages.HOSTILE)));
    }

    private static List<String> names(String set, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add("runs/" + set + '/' + i);
        }
        return names;
    }
}
