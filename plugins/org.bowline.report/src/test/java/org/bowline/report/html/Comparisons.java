/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.report.CompareRow;
import org.bowline.report.PooledChange;

/** Comparisons to test with. Their verdicts are made up: what they rest on is tested where they are made. */
final class Comparisons {
    private static final double NONE = Double.NaN;

    private Comparisons() {}

    static String html(CompareInput input) throws IOException {
        StringWriter out = new StringWriter();
        ComparePage.write(input, out, Progress.NONE);
        return out.toString();
    }

    private static CompareRow row(String measure, String label, String subject, String unit, String verdict, double base, double fresh,
            double spread) {
        boolean judged = !Double.isNaN(spread);
        double change = fresh / base - 1;
        return new CompareRow(measure, label, subject, unit, verdict, 5, 5, base, fresh, change, judged ? change - spread : NONE,
                judged ? change + spread : NONE, judged ? spread * 1.3 : NONE, judged ? change / spread * 2 : NONE, judged ? 0.001 : NONE,
                judged ? 0.008 : NONE, judged ? 0.01 : NONE, PooledChange.NONE);
    }

    private static CompareInput.Measure measure(CompareRow row, double... factors) {
        List<Double> base = new ArrayList<>();
        List<Double> fresh = new ArrayList<>();
        for (double factor : factors) {
            base.add(row.base() * factor);
            fresh.add(0, row.fresh() * (2 - factor));
        }
        return new CompareInput.Measure(row, base, fresh);
    }

    /** All verdicts, two labels, each part of the page. */
    static CompareInput usual() {
        double[] runs = {1, 1.03, 0.96, 1.01, 0.99, 1.02};
        return new CompareInput("0", names("base", 6), names("new", 6), List.of(
                measure(row("latency-p50", "buy", "", "ns", "regression", 2.1e6, 2.73e6, 0.04), runs),
                measure(row("latency-p50", "browse", "", "ns", "within-noise", 1e6, 1.01e6, 0.05), runs),
                measure(row("latency-p99", "buy", "", "ns", "regression", 8e6, 13e6, 0.2), runs),
                measure(row("throughput", "buy", "", "per s", "improvement", 150.2, 161.9, 0.01), runs),
                measure(row("interval-cause", "buy", "thread", "ns per interval", "regression", 3e5, 9e5, 0.6), runs),
                measure(row("path-share", "buy", "B:w1-server blocked for disk", "share", "changed", 0.12, 0.34, 0.3), runs),
                measure(row("wait-cause", "", "disk", "ns per s", "changed", 3.3e7, 6e7, 0.2), runs),
                new CompareInput.Measure(row("knot", "", "knot of A:one, A:two", "ns per s", "within-noise", 0, 2e6, NONE),
                        List.of(0.0, 0.0, 0.0), List.of(0.0, 4e6, 2e6)),
                new CompareInput.Measure(row("latency-p50", "gone", "", "ns", "not-comparable", 5e6, NONE, NONE),
                        List.of(5e6, NONE), List.of(NONE, NONE))),
                List.of(Caveat.of(Severity.WARNING, "", "lengths-differ", 1, "The longest run is 3.0 times as long as the shortest.")));
    }

    static CompareInput oneRunEach() {
        return new CompareInput("0", names("base", 1), names("new", 1), List.of(
                measure(row("latency-p50", "buy", "", "ns", "noise-unknown", 2.1e6, 2.73e6, NONE), 1),
                measure(row("wait-cause", "", "disk", "ns per s", "noise-unknown", 3e7, 3e7, NONE), 1)),
                List.of(Caveat.of(Severity.ERROR, "", "noise-unknown", 1, "There are not two runs of each.")));
    }

    static CompareInput hostile() {
        return new CompareInput(Pages.HOSTILE, List.of(Pages.HOSTILE), List.of(Pages.HOSTILE), List.of(
                measure(row("latency-p50", Pages.HOSTILE, "", "ns", "regression", 1e6, 2e6, 0.1), 1, 1.1, 0.9),
                measure(row("path-share", Pages.HOSTILE, Pages.HOSTILE, "share", "changed", 0.1, 0.2, 0.1), 1, 1.1, 0.9)),
                List.of(Caveat.of(Severity.WARNING, Pages.HOSTILE, "run-in-doubt", 1, Pages.HOSTILE)));
    }

    private static List<String> names(String set, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add("runs/" + set + '/' + i);
        }
        return names;
    }
}
