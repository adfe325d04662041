/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import static org.bowline.report.table.Column.duration;
import static org.bowline.report.table.Column.instant;
import static org.bowline.report.table.Column.number;
import static org.bowline.report.table.Column.perhaps;
import static org.bowline.report.table.Column.text;
import static org.bowline.report.table.Reports.rounded;

import java.util.List;

import org.bowline.report.rows.SweepRunRow;

/** What {@code bowline sweep} writes itself; its comparison is among {@link Reports}. */
public final class SweepReports {
    /** The runs of a sweep. */
    public static final Report<SweepRunRow> RUNS = new Report<>("runs",
            """
            `runs.csv` of `bowline sweep PLAN -o DIR`, which `bowline compare --by concurrency DIR` reads: one row per run that counts; `runs/*/run.csv` has the row of each. Sorted by
            build and number of clients as the plan has them, then by run.""",
            List.of(
                    text("build", "what ran", "name", SweepRunRow::build),
                    number("clients", "how many asked at once", "≥ 1", SweepRunRow::clients),
                    text("run", "number of the repetition; 0 of one that is recorded and does not count", "0, 1, …", SweepRunRow::run),
                    perhaps("throughput", "what the load tool told, or intervals of the recording",
                            "per second, > 0; empty if the run failed",
                            row -> rounded(row.throughput())),
                    perhaps("latency_p50_ns", "median latency", "ns; empty if the load tool does not tell", row -> rounded(row.p50Nanos())),
                    perhaps("latency_p99_ns", "99th percentile of the latency", "ns; likewise", row -> rounded(row.p99Nanos())),
                    perhaps("latency_mean_ns", "mean latency", "ns; likewise", row -> rounded(row.meanNanos())),
                    text("machine", "model of the processor", "text", SweepRunRow::machine),
                    text("problem", "why the run failed", "text; empty if it did not", SweepRunRow::problem),
                    text("note", "what else is to be known, as that the server had to be killed", "text", SweepRunRow::note),
                    instant("start_ns", "when the load began", "ns since the epoch; empty if the run failed", SweepRunRow::startNanos),
                    duration("load_ns", "for how long the load tool ran", "ns; likewise", SweepRunRow::loadNanos),
                    text("kernel", "release of the kernel", "text", SweepRunRow::kernel),
                    text("governor", "who sets the processors' clock; several with a slash between",
                            "text; empty if the machine does not tell",
                            SweepRunRow::governor),
                    perhaps("load_average", "threads that wanted to run in the minute before the load", "≥ 0",
                            row -> rounded(row.loadAverage())),
                    perhaps("steal", "share of the processors' time that the hypervisor gave to others while the load ran", "0 to 1",
                            row -> rounded(row.steal())),
                    text("build_id", "build id of the build's `binary`", "hex; empty if it has none", SweepRunRow::buildId)));

    private SweepReports() {}
}
