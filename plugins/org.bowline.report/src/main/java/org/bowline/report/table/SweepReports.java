/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import static org.bowline.report.table.Column.duration;
import static org.bowline.report.table.Column.instant;
import static org.bowline.report.table.Column.number;
import static org.bowline.report.table.Column.perhaps;
import static org.bowline.report.table.Column.text;
import static org.bowline.report.table.Reports.rounded;

import java.util.List;

import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepRunRow;
import org.bowline.report.rows.SweepTimeRow;

/** What {@code bowline sweep} writes itself; its comparison is among {@link Reports}. */
public final class SweepReports {
    /** The runs of a sweep. */
    public static final Report<SweepRunRow> RUNS = new Report<>("runs",
            """
            `runs.csv` of `bowline sweep PLAN -o DIR`, which `bowline compare --by concurrency DIR` reads: one row per run that counts; `runs/*/run.csv` has the row of each. Sorted by
            build and number of clients as the plan has them, then by run.""",
            () -> List.of(
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

    /** Where the time of a unit of work goes. */
    public static final Report<SweepTimeRow> TIMES = new Report<>("sweep-times",
            """
            `sweep-times.csv` of `bowline compare --by concurrency RUNS -o DIR` and of `bowline sweep`: what threads did for each unit of work, where runs were recorded; one row per load,
            build, number of clients, and state or cause of waits. [Compare](compare.md#why-a-build-has-fallen) says how. In the order of `sweep.csv`.""",
            () -> List.of(
                    text("load", "the sort of load", "text; empty if RUNS has no such column", SweepTimeRow::load),
                    text("build", "what ran", "text", SweepTimeRow::build),
                    number("clients", "how many asked at once", "≥ 1", SweepTimeRow::clients),
                    number("recordings", "how many recordings there are", "≥ 1", SweepTimeRow::recordings),
                    text("state", "what threads did; `runnable` has what was pushed off a processor", "`running`, `runnable`, `blocked`",
                            SweepTimeRow::state),
                    text("cause",
                            "what ended the waits; `lock` where locks were recorded: such waits are among the next two where they were not; `equal-thread`: a thread of the same host and name, but for a number at its end; `thread`: any other",
                            "word; empty for no wait", SweepTimeRow::cause),
                    perhaps("per_unit_ns", "time of all threads together for each unit of work", "ns ≥ 0",
                            row -> rounded(row.perUnitNanos())),
                    perhaps("per_second", "the same for each second: how many threads did so on average", "≥ 0",
                            row -> rounded(row.perSecond())),
                    perhaps("grown_ns", "by how much `per_unit_ns` is more than at the build's own peak",
                            "ns; empty at the peak, and without a recording of it",
                            row -> rounded(row.grownNanos())),
                    text("most_by", "the name of the threads with most of it; of locks, that of those who wait for them",
                            "text; empty if there is none", SweepTimeRow::mostBy),
                    perhaps("most_share", "how much of it is theirs", "0 to 1; empty likewise", row -> rounded(row.mostShare()))));

    /** Knots by level. */
    public static final Report<SweepKnotRow> KNOTS = new Report<>("sweep-knots",
            """
            `sweep-knots.csv`, beside `sweep-times.csv`: the knots of the recordings, one row per load, build, number of clients and knot; the same knot is the one with the same members by host and
            name. In the order of `sweep.csv`, then the heaviest first.""",
            () -> List.of(
                    text("load", "the sort of load", "text; empty if RUNS has no such column", SweepKnotRow::load),
                    text("build", "what ran", "text", SweepKnotRow::build),
                    number("clients", "how many asked at once", "≥ 1", SweepKnotRow::clients),
                    text("members", "who is in it, as `HOST:NAME`", "text", SweepKnotRow::members),
                    perhaps("weight_per_s", "weight of its edges for each second of the recordings", "s ≥ 0",
                            row -> rounded(row.perSecond())),
                    number("recordings", "in how many of the level's recordings it is", "≥ 1", SweepKnotRow::recordings)));

    private SweepReports() {}
}
