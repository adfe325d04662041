/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.testing.Seeds;

/** Joining segments by several threads. */
class SegmentJoinTest {
    private static final int NONSENSE = 500;

    private static Timeline nonsense(long seed, int workers) {
        Random random = new Random(seed);
        List<HostLog> logs = new ArrayList<>();
        for (int host = 0; host < 3; host++) {
            logs.add(HostRecorderRandomTest.nonsense("h" + host, random));
        }
        long[] start = logs.stream().mapToLong(log -> log.isTimed() ? log.startNanos() : 0).toArray();
        long[] end = logs.stream().mapToLong(log -> log.isTimed() ? log.endNanos() : 0).toArray();
        SyncResult sync = ClockSync.run(logs.stream().map(HostLog::packets).toList(), new String[] {"h0", "h1", "h2"}, start, end,
                ClockSync.Options.DEFAULT, () -> false);
        return TimelineAssembler.assemble(logs, sync, Progress.NONE, segments -> workers);
    }

    /** Most parts begin or end in the middle of what a thread does, and many threads are not in all of them. */
    @Test
    void whatComesOutDoesNotDependOnTheNumberOfThreads() {
        for (int i = 0; i < NONSENSE; i++) {
            long seed = Seeds.of(i);
            try {
                Timeline expected = nonsense(seed, 1);
                Timeline joined = nonsense(seed, 2 + i % 6);
                assertThat(joined.caveats()).isEqualTo(expected.caveats());
                List<Object> columns = TimelineColumns.of(expected);
                for (int column = 0; column < columns.size(); column++) {
                    assertThat(TimelineColumns.of(joined).get(column)).as("column %d", column).isEqualTo(columns.get(column));
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(Seeds.name(seed), e);
            }
        }
    }

    @Test
    void fewSegmentsAreJoinedByOneThreadAndManyByAsManyAsThereAreProcessors() {
        assertThat(SegmentJoin.workers(0)).isEqualTo(1);
        assertThat(SegmentJoin.workers(2 * SegmentJoin.LEAST_PER_THREAD - 1)).isEqualTo(1);
        assertThat(SegmentJoin.workers(Integer.MAX_VALUE)).isBetween(1, Runtime.getRuntime().availableProcessors());
    }

    /** Thread 1 runs, with others, for so many rounds. */
    private static HostLog rounds(int count) {
        HostRecorder facts = new HostRecorder("h", 0);
        for (int i = 1; i <= count; i++) {
            facts.switched(10L * i, 0, 1 + (i + 1) % 2, "t", Leave.PREEMPTED, 1 + i % 2, "t");
        }
        return facts.finish(10L * count + 10);
    }

    private static void join(HostLog log, int workers) {
        SyncResult sync = ClockSync.run(List.of(log.packets()), new String[] {"h"}, new long[1], new long[] {110},
                ClockSync.Options.DEFAULT, () -> false);
        TimelineAssembler.assemble(List.of(log), sync, Progress.NONE, segments -> workers);
    }

    /** No recorder makes such a log; a timeline of it would be wrong without a word. */
    @Test
    void aLogThatContradictsItselfIsRefusedWhereverItIsCut() {
        for (int workers : new int[] {1, 3, 100}) {
            HostLog gap = rounds(10);
            int third = gap.segments.thread(3);
            assertThat(IntStream.range(4, gap.segments.size()).map(gap.segments::thread)).contains(third);
            gap.segments.times(3, gap.segments.start(3), gap.segments.end(3) - 1);
            assertThatThrownBy(() -> join(gap, workers)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching("segments of a thread must follow each other: thread=\\d+, end=\\d+, next start=\\d+");
            HostLog backward = rounds(10);
            backward.segments.times(3, backward.segments.end(3), backward.segments.start(3));
            assertThatThrownBy(() -> join(backward, workers)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("segment ends before it starts: thread=");
        }
    }

    @Test
    void whoCancelsIsHeardInEachStep() {
        for (int step = 0; step < 3; step++) {
            HostLog log = rounds(10);
            SyncResult sync = ClockSync.run(List.of(log.packets()), new String[] {"h"}, new long[1], new long[] {110},
                    ClockSync.Options.DEFAULT, () -> false);
            AtomicInteger left = new AtomicInteger(1 + step); // so often it is asked before it says so
            Progress progress = new Progress() {
                @Override
                public void report(String task, double fraction) {}

                @Override
                public boolean isCancelled() {
                    return left.getAndDecrement() <= 0;
                }
            };
            assertThatThrownBy(() -> TimelineAssembler.assemble(List.of(log), sync, progress, segments -> 3))
                    .isInstanceOf(CancelledException.class);
        }
    }
}
