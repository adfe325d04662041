/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Now;
import org.bowline.tracecompass.core.threads.ThreadsDataProvider;

/** In which order the rows of threads stand, by each column. */
final class RowOrderTest {
    private static final int NAME = 0;
    private static final int TID = 1;
    private static final int CPU = 2;
    private static final int BLOCKED = 3;
    private static final long END = 1_000;

    private final TimelineBuilder builder = new TimelineBuilder();

    private void thread(int host, int tid, int pid, String name, long running) {
        int thread = builder.thread(host, tid, pid, name);
        if (running > 0) {
            builder.segment(thread, 0, running, ThreadState.RUNNING, 0);
        }
        builder.segment(thread, running, running + 10L * tid, ThreadState.BLOCKED, 0);
    }

    /** On each of two hosts an idle thread, a process whose main thread waits for the other, and two that are alone. */
    private List<ITimeGraphEntry> rows() {
        for (int host = 0; host < 2; host++) {
            builder.host(host == 0 ? "z" : "a");
            builder.recording(host, 0, END);
            thread(host, 0, 0, "swapper/0", 900);
            thread(host, 10, 10, "server", 1);
            thread(host, 11, 10, "worker", 300);
            thread(host, 20, 20, "Client", 200);
            thread(host, 30, 30, "shell", 0);
        }
        long[] start = {0, 0};
        long[] end = {END, END};
        AnalysisResult result = new AnalysisResult(builder.build(), ClockSync.run(List.of(new PacketLog(), new PacketLog()),
                new String[] {"z", "a"}, start, end, ClockSync.Options.DEFAULT, () -> false), List.of(), start, end);
        List<ITimeGraphEntry> rows = new java.util.ArrayList<>(new ThreadsDataProvider(() -> Now.done(result))
                .fetchTree(new HashMap<>(), new NullProgressMonitor()).getModel().getEntries().stream().map(TimeGraphEntry::new).toList());
        Collections.shuffle(rows, new Random(1));
        return rows;
    }

    /** The rows that have the same parent are what is sorted: here hosts, and those of the first host below it. */
    private static List<String> sorted(List<ITimeGraphEntry> rows, Comparator<ITimeGraphEntry> order, long parent) {
        return rows.stream().filter(row -> ((TimeGraphEntry) row).getEntryModel().getParentId() == parent).sorted(order)
                .map(ITimeGraphEntry::getName).toList();
    }

    @Test
    void hostsStayWhereTheyAreByWhateverIsSorted() {
        List<ITimeGraphEntry> rows = rows();
        for (Comparator<ITimeGraphEntry> order : RowOrder.byColumn()) {
            assertThat(sorted(rows, order, -1)).containsExactly("z", "a");
        }
    }

    @Test
    void timesBeginWithTheLongestAndAProcessStandsWhereAllOfItsThreadsPutIt() {
        List<ITimeGraphEntry> rows = rows();
        long host = rows.stream().map(row -> ((TimeGraphEntry) row).getEntryModel()).filter(row -> row.getName().equals("z")).findFirst()
                .orElseThrow().getId();
        Comparator<ITimeGraphEntry>[] orders = RowOrder.byColumn();
        assertThat(sorted(rows, orders[CPU], host)).containsExactly("server", "Client", "shell", "idle (CPU 0)");
        assertThat(sorted(rows, orders[BLOCKED], host)).containsExactly("shell", "server", "Client", "idle (CPU 0)");
        assertThat(sorted(rows, orders[TID], host)).as("the idle thread last, though its number is the least")
                .containsExactly("server", "Client", "shell", "idle (CPU 0)");
        assertThat(sorted(rows, orders[NAME], host)).as("whatever the case").containsExactly("Client", "server", "shell", "idle (CPU 0)");
    }

    @Test
    void rowsThatAreNoThreadsStandLastAndNoOrderContradictsItself() {
        List<ITimeGraphEntry> rows = rows();
        TimeGraphEntry other = new TimeGraphEntry("other", 0, END);
        for (Comparator<ITimeGraphEntry> order : RowOrder.byColumn()) {
            for (ITimeGraphEntry one : rows) {
                assertThat(order.compare(one, other)).isNegative();
                assertThat(order.compare(other, one)).isPositive();
                for (ITimeGraphEntry two : rows) {
                    assertThat(Integer.signum(order.compare(one, two))).isEqualTo(-Integer.signum(order.compare(two, one)));
                }
            }
            assertThat(order.compare(other, other)).isZero();
        }
    }
}
