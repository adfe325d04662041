/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import java.util.Comparator;
import java.util.function.ToLongFunction;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;

import org.bowline.tracecompass.core.threads.ThreadRow;

/**
 * The orders of rows, one a column; hosts stay where they are, idle threads of CPUs last. Times begin with the longest, as one looks for those.
 */
final class RowOrder {
    private RowOrder() {}

    /** By name, tid, time on a CPU, blocked time. */
    static Comparator<ITimeGraphEntry>[] byColumn() {
        @SuppressWarnings({"unchecked", "rawtypes"}) Comparator<ITimeGraphEntry>[] orders = new Comparator[] {
            order(Comparator.comparing((ThreadRow row) -> row.getName(), String.CASE_INSENSITIVE_ORDER)),
            order(Comparator.comparingInt(ThreadRow::tid)), order(longestFirst(ThreadRow::cpuNanos)),
            order(longestFirst(ThreadRow::blockedNanos))};
        return orders;
    }

    private static Comparator<ThreadRow> longestFirst(ToLongFunction<ThreadRow> nanos) {
        return Comparator.comparingLong(nanos).reversed();
    }

    private static Comparator<ITimeGraphEntry> order(Comparator<ThreadRow> threads) {
        Comparator<ThreadRow> rows = Comparator.comparing(ThreadRow::isIdleThread).thenComparing(threads)
                .thenComparingInt(ThreadRow::tid).thenComparingLong(ThreadRow::getId);
        return (a, b) -> {
            ThreadRow left = row(a);
            ThreadRow right = row(b);
            if (left == null || right == null) {
                return left == right ? 0 : left == null ? 1 : -1;
            }
            return left.thread() < 0 || right.thread() < 0 ? Integer.compare(left.host(), right.host()) : rows.compare(left, right);
        };
    }

    private static @org.jspecify.annotations.Nullable ThreadRow row(ITimeGraphEntry entry) {
        return entry instanceof TimeGraphEntry row && row.getEntryModel() instanceof ThreadRow model ? model : null;
    }
}
