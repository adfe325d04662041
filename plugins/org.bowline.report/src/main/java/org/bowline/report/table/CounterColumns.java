/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.bowline.core.event.Counter;
import org.bowline.report.rows.Rows;

/** Columns of what threads counted. */
public final class CounterColumns {
    private static final MathContext DIGITS = new MathContext(9);
    private static final String EMPTY = "; empty if it was not counted, or it is not known";
    private static final double PER = 1000;

    /**
     * What a row has of a counter.
     *
     * @param <R> the row
     */
    @FunctionalInterface
    public interface Counts<R> {
        /** The count; {@link Counter#ABSENT} if it is not known. */
        long of(R row, Counter counter);
    }

    private CounterColumns() {}

    /**
     * The columns.
     *
     * @param where what is counted in a row, as "on the path itself"
     */
    public static <R> List<Column<R>> of(Counts<R> counts, String where) {
        List<Column<R>> columns = new ArrayList<>();
        columns.add(count("instructions", "instructions in user space " + where, counts, Counter.INSTRUCTIONS));
        columns.add(count("cycles", "cycles of the processor in user space " + where, counts, Counter.CYCLES));
        columns.add(count("icache_misses", "instructions " + where + " that the first-level cache did not have", counts,
                Counter.ICACHE_MISSES));
        columns.add(count("branch_misses", "branches " + where + " that were foreseen wrongly", counts, Counter.BRANCH_MISSES));
        columns.add(count("cache_misses", "accesses " + where + " that the last-level cache did not have", counts, Counter.CACHE_MISSES));
        columns.add(Column.duration("task_clock_ns",
                "time on a processor " + where + ", as the kernel counts it: with the kernel's, and with what recording takes",
                "ns ≥ 0" + EMPTY, row -> whole(counts.of(row, Counter.TASK_CLOCK))));
        columns.add(count("page_faults", "pages touched " + where + " that were not mapped", counts, Counter.PAGE_FAULTS));
        columns.add(ratio("instructions_per_cycle", "`instructions` per cycle", counts, Counter.INSTRUCTIONS, Counter.CYCLES, 1));
        columns.add(ratio("icache_misses_per_1000", "`icache_misses` per 1000 instructions", counts, Counter.ICACHE_MISSES,
                Counter.INSTRUCTIONS, PER));
        columns.add(ratio("branch_misses_per_1000", "`branch_misses` per 1000 instructions", counts, Counter.BRANCH_MISSES,
                Counter.INSTRUCTIONS, PER));
        return columns;
    }

    private static <R> Column<R> count(String name, String what, Counts<R> counts, Counter counter) {
        return Column.number(name, what, "≥ 0" + EMPTY, row -> whole(counts.of(row, counter)));
    }

    private static long whole(long count) {
        return count < 0 ? Rows.ABSENT : count;
    }

    private static <R> Column<R> ratio(String name, String what, Counts<R> counts, Counter above, Counter below, double per) {
        return Column.perhaps(name, what, "≥ 0" + EMPTY, row -> {
            double ratio = ratio(counts.of(row, above), counts.of(row, below), per);
            return Double.isNaN(ratio) ? Optional.empty() : Optional.of(new BigDecimal(ratio, DIGITS));
        });
    }

    /** One count per so many of another; NaN if one of them is not known, or the other is 0. */
    public static double ratio(long above, long below, double per) {
        return above < 0 || below <= 0 ? Double.NaN : above * per / below;
    }
}
