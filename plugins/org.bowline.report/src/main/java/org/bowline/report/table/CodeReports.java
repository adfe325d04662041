/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.PathCodeRow;
import org.bowline.report.rows.WaitCodeRow;

/** The code of the waits that other reports tell of. */
public final class CodeReports {
    private static final String FUNCTIONS = "functions that the thread was in when the waits began, outermost first, with `;` between; as in [off-cpu](#off-cpu)";
    private static final String CALL = "the system call that it waited in";
    private static final MathContext DIGITS = new MathContext(6);

    /** The code of the edges. */
    public static final Report<WaitCodeRow> WAIT_FOR_CODE = new Report<>("wait-for-code",
            """
            Where call stacks or functions were recorded: the code in which the waits of each edge of [wait-for](#wait-for) were, a row per edge, functions and system call; the heaviest edge first, of each the code with most time.
            All waits of the source for the target in the range count, as in `direct_ns` without `--process`. Waits without functions and system call have no row, and edges of which no wait has any.""",
            () -> List.of(
                    Column.text("source_host", "host of who waits", "name", row -> row.source().host()),
                    Column.number("source_tid", "its thread id", "≥ 0", row -> row.source().tid()),
                    Column.text("source_name", "its name", "text", row -> row.source().name()),
                    Column.text("target_host", "host of what is waited for", "name", row -> row.target().host()),
                    Column.number("target_tid", "its thread id", "≥ 0; empty unless it is a thread", row -> row.target().tid()),
                    Column.text("target_name", "its name", "text", row -> row.target().name()),
                    Column.text("functions", FUNCTIONS, "text; empty if none were recorded",
                            row -> OffCpuRow.joined(row.total().chain().functions())),
                    Column.text("call", CALL, "text; empty if it is not known", row -> row.total().chain().call()),
                    Column.duration("ns", "for how long", "ns > 0", row -> row.total().nanos()),
                    Column.number("waits", "how many", "≥ 1", row -> row.total().waits()),
                    Column.decimal("share", "part of all waits of the edge, those without a row included", "0 … 1",
                            row -> new BigDecimal(row.share(), DIGITS))));

    /** The code of the waits on critical paths. */
    public static final Report<PathCodeRow> PATH_CODE = new Report<>("path-code",
            """
            Where call stacks or functions were recorded: the code in which the waits on the critical path of `--thread`, and on those of the intervals of each label, were; a row per label, thread, what was waited for, functions and system
            call, the most time first. A wait for another thread is not among them: the path is on that thread meanwhile. A wait on several paths counts for each.""",
            () -> List.of(
                    Column.text("label", "label of the intervals", "text; empty of the path of a thread", PathCodeRow::label),
                    Column.text("host", "host of the thread that waits", "name", row -> row.waiting().host()),
                    Column.number("tid", "its thread id", "≥ 0", row -> row.waiting().tid()),
                    Column.text("name", "its name", "text", row -> row.waiting().name()),
                    Column.text("cause", "what ended the waits: as in [critical-path](#critical-path)", "word", PathCodeRow::cause),
                    Column.text("detail", "what else is known of them, as there", "text, may be empty", PathCodeRow::detail),
                    Column.text("functions", FUNCTIONS, "text; empty if none were recorded",
                            row -> OffCpuRow.joined(row.total().chain().functions())),
                    Column.text("call", CALL, "text; empty if it is not known", row -> row.total().chain().call()),
                    Column.duration("ns", "for how long", "ns > 0", row -> row.total().nanos()),
                    Column.number("waits", "how many", "≥ 1", row -> row.total().waits())));

    private CodeReports() {}
}
