/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.OnCpuRow;

/** The reports of blocked time by code, which is also read back to compare runs, and of running time by code. */
public final class OffCpuReports {
    private static final MathContext DIGITS = new MathContext(6);

    /** Blocked time by code, a row per stack. */
    public static final Report<OffCpuRow> OFF_CPU = new Report<>("off-cpu",
            """
            Blocked time by code: a row per host, thread name, functions, system call, cause and target, the most time first. The times add up to the blocked time of the threads that count, or, with
            `--on-path`, to that on the critical paths; of several requests that wait in the same wait each counts it. Among the files of `analyze` where call stacks or functions were recorded.""",
            () -> List.of(
                    Column.text("host", "host of the thread that waits", "name", OffCpuRow::host),
                    Column.text("name", "its name; threads of one name are together", "text, may be empty", row -> row.stack().thread()),
                    Column.text("functions",
                            "functions that it was in when it began to wait, outermost first, with `;` between; of a call stack (profile `waits-stacks`) where there is one: `…` for callers that are missing, in brackets a function that has no frame of its own",
                            "text; empty if none were recorded", row -> OffCpuRow.joined(row.stack().functions())),
                    Column.text("call", "the system call that it waited in", "text; empty if it is not known", row -> row.stack().call()),
                    Column.text("cause", "what ended the wait: as in [critical-path](#critical-path)", "word",
                            row -> row.stack().cause().label()),
                    Column.text("target", "name of what was waited for", "text; empty if it is not known", row -> row.stack().target()),
                    Column.text("target_host", "its host", "name; empty if it is not known", OffCpuRow::targetHost),
                    Column.text("waker_functions",
                            "functions that the thread was in which ended the wait, when it did, or when it sent the packet that did; outermost first, with `;` between; with `--waker` of its call stack, where there is one, and the system call that it was in last",
                            "text; empty if no thread did, or none were recorded", row -> OffCpuRow.joined(row.stack().waker())),
                    Column.duration("blocked_ns", "for how long", "ns > 0", row -> row.total().nanos()),
                    Column.number("waits", "how many", "≥ 1", row -> row.total().waits()),
                    Column.duration("longest_ns", "the longest of them", "ns > 0", row -> row.total().longestNanos()),
                    Column.decimal("share", "part of all rows", "0 … 1", row -> new BigDecimal(row.share(), DIGITS)),
                    Column.text("kernel_functions", "functions of the kernel below the system call, outermost first, with `;` between",
                            "text; empty if no call stack was recorded, or they have no names",
                            row -> OffCpuRow.joined(row.stack().kernel()))));

    /** Running time by code, a row per stack. */
    public static final Report<OnCpuRow> ON_CPU = new Report<>("on-cpu",
            """
            Running time by code, an estimate by samples of call stacks (profile `samples`, or perf): a row per host, thread name, functions and system call, the most time first. The times add up to the running time of the threads that
            count, or, with `--on-path`, to that on the critical paths. How long threads ran is known; in which code is estimated: a sample speaks for what its thread ran since its sample before. Among the files of `analyze` where
            call stacks were sampled; `off-cpu --samples --format csv` prints it.""",
            () -> List.of(
                    Column.text("host", "host of the thread", "name", OnCpuRow::host),
                    Column.text("name", "its name; threads of one name are together", "text, may be empty", row -> row.stack().thread()),
                    Column.text("functions",
                            "functions that it was in, outermost first, with `;` between: `…` for callers that are missing, in brackets a function that has no frame of its own",
                            "text; empty if nothing was sampled, or the thread was in none",
                            row -> OffCpuRow.joined(row.stack().functions())),
                    Column.text("call", "the system call that it was in", "text; empty if it was in none, or it is not known",
                            row -> row.stack().call()),
                    Column.duration("running_ns", "for how long it ran there: an estimate, unless `samples` is 0", "ns > 0",
                            row -> row.total().nanos()),
                    Column.number("samples", "how many samples say so", "≥ 0; 0 for what was not sampled", row -> row.total().samples()),
                    Column.decimal("share", "part of all rows", "0 … 1", row -> new BigDecimal(row.share(), DIGITS)),
                    Column.text("kernel_functions", "functions of the kernel that it was in, outermost first, with `;` between",
                            "text, may be empty", row -> OffCpuRow.joined(row.stack().kernel()))));

    private OffCpuReports() {}
}
