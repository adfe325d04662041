/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import static org.bowline.report.table.Column.duration;
import static org.bowline.report.table.Column.number;
import static org.bowline.report.table.Column.perhaps;
import static org.bowline.report.table.Column.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.TagPathRow;
import org.bowline.report.rows.TagRow;

/** The reports of tags. */
public final class TagReports {
    /** A row per host and path. */
    public static final Report<TagRow> TAGS = new Report<>("tags",
            """
            Where threads have tags: how long they ran and waited in which module, one row per host and path. A path comes after the one above it, siblings with most time first. `exclusive_ns`, `runnable_ns` and so on
            are of the path itself, so that each sums up, over all rows of a host, to that of the threads in [threads](#threads) without the idle ones. `inclusive_ns` counts the paths
            below, too. [Tags](../concepts/tags.md) says what counts. A path with more than 64 parts that no event names has no row if one path is below it.
            What was [counted](../concepts/counters.md) is of the path itself, too, and not known by processor.""",
            () -> Stream.concat(columns().stream(), CounterColumns.<TagRow>of(TagRow::counted, "on the path itself").stream()).toList());
    /** A row per host, processor and path. */
    public static final Report<TagRow> TAGS_BY_CPU = new Report<>("tags-by-cpu",
            "Where threads have tags: the same as [tags](#tags), one row per host, processor and path. Shares are shares of the time on the processor.",
            TagReports::columns);

    /** A row per label, host and path. */
    public static final Report<TagPathRow> ON_PATH = new Report<>("tag-path",
            """
            Where threads have tags, with `--interval` or, of `bowline tags --on-path` and `bowline critical-path --modules`, `--thread`: the time on the critical paths of the requests of a label by module, one row per label,
            host and path. A nanosecond of a critical path counts for the tag of the thread in whose row it is. `exclusive_ns` adds up, over all rows of a label, to the lengths of its
            requests.""",
            () -> List.of(
                    Column.value("label", "the sort of request; empty for the path of a thread", "text", row -> row.of().label()),
                    number("requests", "how many of the label have a critical path", "≥ 1", row -> row.of().requests()),
                    text("host", "in whose threads' rows the path is", "name", TagPathRow::host),
                    text("path", "the tag, outermost part first; `(untagged)` where there is none, `(unknown)` where events were lost",
                            "text",
                            TagPathRow::path),
                    number("depth", "how many parts the path has", "≥ 1; 0 for untagged and unknown", TagPathRow::depth),
                    duration("exclusive_ns", "time on the path itself, in any state", "ns ≥ 0", row -> row.times().ownNanos()),
                    duration("running_ns", "the part of it in which the thread ran", "ns ≥ 0", row -> row.times().runningNanos()),
                    duration("inclusive_ns", "time on the path and on those below", "ns ≥ 0", row -> row.times().nanos()),
                    perhaps("share_of_path", "`inclusive_ns` as a part of all critical paths of the label", "0 … 1",
                            row -> decimal(row.share())),
                    perhaps("ns_per_request", "`inclusive_ns` per request", "ns ≥ 0", row -> decimal(row.nanosPerRequest())),
                    perhaps("share_of_variance",
                            "how much of what makes the requests differ goes with it: the covariance of the time on the path and on those below with the length, as a part of the variance of the lengths",
                            "adds up to 1 over the first level; negative where slow requests spend less time; empty with less than two requests, or if all are as long",
                            row -> decimal(row.times().shareOfVariance()))));

    private static final MathContext DIGITS = new MathContext(9);
    /** What a kernel trace alone tells. */
    private static final String OF_KERNEL = "ns ≥ 0; empty where `measure` is `wall`";

    private TagReports() {}

    private static List<Column<TagRow>> columns() {
        List<Column<TagRow>> columns = new ArrayList<>(List.of(
                text("host", "its host", "name", TagRow::host),
                number("cpu", "the processor; of waits the one where they began", "≥ 0; empty for all together, or if it is not known",
                        row -> row.times().cpu() < 0 ? Rows.ABSENT : row.times().cpu()),
                text("path", "the tag, outermost part first; `(untagged)` where there is none, `(unknown)` where events were lost", "text",
                        TagRow::path),
                number("depth", "how many parts the path has", "≥ 1; 0 for untagged and unknown", TagRow::depth),
                text("measure",
                        "which time `exclusive_ns` and `inclusive_ns` are: `running`, or `wall` of a host without a kernel trace, from a thread's first tag event to its last",
                        "word", row -> row.times().isWall() ? "wall" : "running"),
                duration("exclusive_ns", "time on the path itself", "ns ≥ 0", row -> row.times().ownNanosThatCount()),
                duration("inclusive_ns", "time on the path and on those below", "ns ≥ 0", row -> row.times().nanos()),
                perhaps("share_of_parent", "`inclusive_ns` as a part of that of the path above; of the first level, of everything",
                        "0 … 1; empty if that is 0", row -> decimal(row.times().shareOfParent())),
                perhaps("share_of_total", "`inclusive_ns` as a part of everything: of tagged, untagged and unknown time",
                        "0 … 1; empty if that is 0",
                        row -> decimal(row.times().shareOfTotal())),
                state("runnable_ns", "time woken and waiting for a processor", ThreadState.RUNNABLE),
                state("preempted_ns", "time pushed off the processor", ThreadState.PREEMPTED),
                state("interrupted_ns", "time on a processor that served an interrupt: the kernel's work, in no other column",
                        ThreadState.INTERRUPTED),
                state("unknown_ns", "time of which the kernel trace does not tell", ThreadState.UNKNOWN),
                state("blocked_ns", "time waiting: the sum of the next columns", ThreadState.BLOCKED)));
        for (Cause cause : Cause.values()) {
            if (cause != Cause.NONE) {
                columns.add(duration("blocked_" + cause.label() + "_ns", "the part that was ended by `" + cause.label() + "`", OF_KERNEL,
                        row -> row.times().isWall() ? Rows.ABSENT : row.times().blocked(cause)));
            }
        }
        columns.add(number("entries", "how often the path itself was entered", "≥ 0", row -> row.times().entries()));
        columns.add(number("bytes", "on how many bytes it worked, as its events say", "≥ 0; empty if they say none",
                row -> row.times().bytes() == 0 ? Rows.ABSENT : row.times().bytes()));
        columns.add(
                perhaps("ns_per_entry", "`inclusive_ns` per entry", "ns ≥ 0; empty if there is none", row -> decimal(row.nanosPerEntry())));
        columns.add(perhaps("ns_per_byte", "`inclusive_ns` per byte", "ns ≥ 0; empty without bytes", row -> decimal(row.nanosPerByte())));
        columns.add(
                perhaps("bytes_per_s", "bytes per second of the range", "≥ 0; empty without bytes", row -> decimal(row.bytesPerSecond())));
        columns.add(perhaps("ns_per_s", "`inclusive_ns` per second of the range", "ns per s ≥ 0; of several threads perhaps above 10⁹",
                row -> decimal(row.nanosPerSecond())));
        return columns;
    }

    private static Column<TagRow> state(String name, String what, ThreadState state) {
        return duration(name, what, OF_KERNEL, row -> row.times().isWall() ? Rows.ABSENT : row.times().own(state));
    }

    private static Optional<BigDecimal> decimal(double value) {
        return Double.isNaN(value) ? Optional.empty() : Optional.of(new BigDecimal(value, DIGITS));
    }
}
