/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import java.util.Comparator;
import java.util.function.ToLongFunction;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;

import org.bowline.tracecompass.core.threads.ThreadEntry;

/**
 * The orders of rows, one a column; hosts stay where they are, idle threads of CPUs last. Times begin with the longest, as one looks for those; a process stands where
 * the sum over its threads puts it, as its main thread often only waits for the others.
 */
final class RowOrder {
    private RowOrder() {}

    /** By name, tid, time on a CPU, blocked time. */
    static Comparator<ITimeGraphEntry>[] byColumn() {
        @SuppressWarnings({"unchecked", "rawtypes"}) Comparator<ITimeGraphEntry>[] orders = new Comparator[] {
            order(Comparator.comparing((ThreadEntry row) -> row.getName(), String.CASE_INSENSITIVE_ORDER)),
            order(Comparator.comparingInt(ThreadEntry::tid)), order(longestFirst(ThreadEntry::cpuOfAllNanos)),
            order(longestFirst(ThreadEntry::blockedOfAllNanos))};
        return orders;
    }

    private static Comparator<ThreadEntry> longestFirst(ToLongFunction<ThreadEntry> nanos) {
        return Comparator.comparingLong(nanos).reversed();
    }

    private static Comparator<ITimeGraphEntry> order(Comparator<ThreadEntry> threads) {
        Comparator<ThreadEntry> rows = Comparator.comparing(ThreadEntry::isIdleThread).thenComparing(threads)
                .thenComparingInt(ThreadEntry::tid).thenComparingLong(ThreadEntry::getId);
        return (a, b) -> {
            ThreadEntry left = row(a);
            ThreadEntry right = row(b);
            if (left == null || right == null) {
                return left == right ? 0 : left == null ? 1 : -1;
            }
            return left.isHost() || right.isHost() ? Integer.compare(left.host(), right.host()) : rows.compare(left, right);
        };
    }

    private static @org.jspecify.annotations.Nullable ThreadEntry row(ITimeGraphEntry entry) {
        return entry instanceof TimeGraphEntry row && row.getEntryModel() instanceof ThreadEntry model ? model : null;
    }
}
