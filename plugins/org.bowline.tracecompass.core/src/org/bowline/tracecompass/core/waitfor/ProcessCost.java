/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.SetAside;

/**
 * What a process does in a range, and what it waits.
 *
 * @param process which one
 * @param name its name: that of its first thread; empty if it is not known
 * @param threads how many of its threads live in the range, those that are set aside included
 * @param runningNanos how long they run
 * @param blockedNanos how long they wait, without those that are set aside unless all are
 * @param aside whether all of them are set aside
 */
public record ProcessCost(WaitOrigins.Process process, String name, int threads, long runningNanos, long blockedNanos, boolean aside) {
    private static final Comparator<ProcessCost> ORDER = Comparator.comparing(ProcessCost::aside)
            .thenComparing(Comparator.comparingLong(ProcessCost::nanos).reversed()).thenComparing(ProcessCost::name)
            .thenComparing(cost -> cost.process().host()).thenComparingInt(cost -> cost.process().pid());

    /** What is known of a process while its threads are counted. */
    private static final class Sum {
        private String name = "";
        private int threads;
        private long running;
        private long blocked;
        private long blockedAside;
        private boolean aside = true;

        ProcessCost cost(WaitOrigins.Process process) {
            return new ProcessCost(process, name, threads, running, aside ? blockedAside : blocked, aside);
        }
    }

    /** What it costs in all: time on a processor, and time in waits. */
    public long nanos() {
        return runningNanos + blockedNanos;
    }

    /**
     * The processes that live in the range of an analysis, those that cost most first, and behind them those that are set aside. O(threads × log threads), after the totals of the
     * threads are known; not for the UI thread.
     *
     * @throws org.bowline.core.progress.CancelledException if the analysis was to stop
     */
    public static List<ProcessCost> of(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        SetAside aside = analysis.aside();
        Map<WaitOrigins.Process, Sum> sums = new LinkedHashMap<>();
        for (ThreadTotals totals : analysis.totals()) {
            int thread = totals.thread();
            if (timeline.isIdle(thread)) {
                continue;
            }
            int pid = timeline.pid(thread);
            Sum sum = sums.computeIfAbsent(new WaitOrigins.Process(timeline.hostName(timeline.host(thread)), pid), process -> new Sum());
            if (sum.name.isEmpty() || timeline.tid(thread) == pid) {
                sum.name = timeline.name(thread);
            }
            boolean left = aside.isAside(thread);
            sum.threads++;
            sum.running += totals.nanos(ThreadState.RUNNING);
            sum.aside &= left;
            if (left) {
                sum.blockedAside += totals.nanos(ThreadState.BLOCKED);
            } else {
                sum.blocked += totals.nanos(ThreadState.BLOCKED);
            }
        }
        List<ProcessCost> costs = new ArrayList<>(sums.size());
        sums.forEach((process, sum) -> costs.add(sum.cost(process)));
        costs.sort(ORDER);
        return List.copyOf(costs);
    }
}
