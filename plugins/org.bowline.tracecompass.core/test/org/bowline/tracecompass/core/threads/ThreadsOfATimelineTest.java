/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.threads.ThreadEntry.Times;

/** How the threads of a timeline are found, arranged and named. */
final class ThreadsOfATimelineTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    private final Timeline timeline = ThreeTier.result().timeline();
    private final SyncResult sync = ThreeTier.result().sync();
    private final ThreadLocator locator = new ThreadLocator(timeline);
    private final int client = ThreeTier.thread("w1-client");
    private final int server = ThreeTier.thread("w1-server");
    private final int helper = ThreeTier.thread("w1-helper");
    private final int pool = ThreeTier.thread("w1-pool");

    @Test
    void rowsOfHostsComeBeforeRowsOfThreadsAndLeadBackToThem() {
        assertThat(EntryIds.thread(timeline, EntryIds.ofHost(C))).isEqualTo(Timeline.NONE);
        assertThat(EntryIds.ofThread(timeline, 0)).isEqualTo(3);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            assertThat(EntryIds.thread(timeline, EntryIds.ofThread(timeline, thread))).isEqualTo(thread);
        }
        assertThat(EntryIds.thread(timeline, EntryIds.ofThread(timeline, timeline.threadCount()))).isEqualTo(Timeline.NONE);
        assertThat(EntryIds.thread(timeline, EntryIds.ROOT)).isEqualTo(Timeline.NONE);
    }

    @Test
    void aThreadStandsBelowTheMainThreadOfItsProcess() {
        ProcessTree tree = new ProcessTree(timeline);
        assertThat(tree.parent(helper)).isEqualTo(server);
        assertThat(tree.parent(server)).isEqualTo(Timeline.NONE);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int parent = tree.parent(thread);
            if (parent != Timeline.NONE) {
                assertThat(timeline.host(parent)).isEqualTo(timeline.host(thread));
                assertThat(timeline.tid(parent)).isEqualTo(timeline.pid(parent)).isEqualTo(timeline.pid(thread))
                        .isNotEqualTo(timeline.tid(thread));
            }
        }
    }

    @Test
    void asManyRowsLiveWithinARangeAsTheAnalysesCountThreadsThere() {
        long from = timeline.startNanos();
        long length = timeline.endNanos() - from;
        Times none = new Times(0, 0);
        for (long[] part : new long[][] {{0, 10}, {2, 3}, {4, 5}, {9, 10}}) {
            long begin = from + length * part[0] / 10;
            long end = from + length * part[1] / 10;
            long rows = IntStream.range(0, timeline.threadCount())
                    .mapToObj(thread -> ThreadEntry.ofThread(timeline, thread, EntryIds.ROOT, none, none))
                    .filter(row -> row.livesWithin(begin, end)).count();
            assertThat(rows).isEqualTo(ThreadTotals.of(timeline, begin, end).size());
        }
    }

    @Test
    void aMainThreadTellsItsOwnTimesOfThoseOfItsProcess() {
        ProcessTree tree = new ProcessTree(timeline);
        long[] cpu = new long[timeline.threadCount()];
        cpu[server] = 1_000_000;
        cpu[helper] = 20_000_000;
        cpu[client] = 5_000_000;
        long[] sums = tree.sums(cpu);
        assertThat(sums[server]).isEqualTo(21_000_000);
        assertThat(sums[helper]).as("nobody is below it").isEqualTo(20_000_000);
        ThreadEntry ofServer = ThreadEntry.ofThread(timeline, server, B, new Times(cpu[server], 0), new Times(sums[server], 0));
        assertThat(ofServer.cpuNanos()).isEqualTo(1_000_000);
        assertThat(ofServer.cpuOfAllNanos()).isEqualTo(21_000_000);
        assertThat(ofServer.getLabels()).endsWith("1.00 ms of 21.0 ms", "");
        ThreadEntry ofHelper = ThreadEntry.ofThread(timeline, helper, EntryIds.ofThread(timeline, server), new Times(cpu[helper], 0),
                new Times(sums[helper], 0));
        assertThat(ofHelper.getLabels()).endsWith("20.0 ms", "");
    }

    @Test
    void aHostTellsTheTimeOnItsProcessorsAndNoSumOfWaits() {
        ThreadEntry host = ThreadEntry.ofHost(timeline, B, new Times(2_000_000, 640_000_000_000L));
        assertThat(host.getLabels()).containsExactly("B", "", "2.00 ms", "");
    }

    @Test
    void detailsWriteMomentsAsTraceCompassDoesByItsPreferences() {
        ThreadDetails details = ThreadDetails.of(ThreeTier.result(), server, timeline.threadStart(server), null);
        assertThat(details).isNotNull();
        assertThat(details.lines()).filteredOn(line -> line.label().equals(Messages.detailBegan)).extracting(ThreadDetails.Line::value)
                .containsExactly(TmfTimestampFormat.getDefaulTimeFormat().format(timeline.threadStart(server)));
    }

    @Test
    void aThreadIsFoundByItsTidOnItsHost() {
        long time = timeline.threadStart(helper);
        assertThat(locator.thread(B, 277, time)).isEqualTo(helper);
        assertThat(locator.thread(B, 277, timeline.threadStart(helper) - 1)).as("before it lived").isEqualTo(helper);
        assertThat(locator.thread(A, 277, time)).isNotEqualTo(helper);
        assertThat(locator.thread(B, 1_000_000, time)).isEqualTo(Timeline.NONE);
    }

    @Test
    void aTidThatSeveralHostsHaveNamesNoThread() {
        long time = timeline.start(timeline.firstSegment(server));
        assertThat(locator.thread(A, 273, time)).isNotEqualTo(Timeline.NONE);
        assertThat(locator.onlyThread(273, time)).isEqualTo(Timeline.NONE);
        assertThat(locator.onlyThread(1_000_000, time)).isEqualTo(Timeline.NONE);
    }

    @Test
    void theThreadOnACpuIsTheOneThatRunsThere() {
        int checked = 0;
        for (int segment = timeline.firstSegment(pool); segment < timeline.endSegment(pool); segment++) {
            if (timeline.state(segment) == ThreadState.RUNNING) {
                long time = (timeline.start(segment) + timeline.end(pool, segment)) / 2;
                assertThat(locator.running(C, timeline.cpu(segment), time)).isEqualTo(pool);
                assertThat(locator.running(A, timeline.cpu(segment), time)).isNotEqualTo(pool);
                checked++;
            }
        }
        assertThat(checked).isPositive();
        assertThat(locator.running(C, 1000, timeline.start(timeline.firstSegment(pool)))).isEqualTo(Timeline.NONE);
    }

    @Test
    void aThreadOfAnotherHostIsNamedWithItsHost() {
        assertThat(ThreadNames.label(timeline, client, server)).isEqualTo("w1-server @ B");
        assertThat(ThreadNames.label(timeline, helper, server)).isEqualTo("w1-server");
        assertThat(ThreadNames.label(timeline, helper, Timeline.NONE)).isEmpty();
        assertThat(ThreadNames.phrase(timeline, server)).isEqualTo("w1-server (B:273)");
        assertThat(ThreadNames.time(0)).isEmpty();
        assertThat(ThreadNames.time(1_500)).isEqualTo("1.50 µs");
    }

    @Test
    void theErrorBetweenTwoHostsIsThatOfBothClocks() {
        long middle = (timeline.startNanos() + timeline.endNanos()) / 2;
        assertThat(ClockError.between(sync, B, B, middle)).isZero();
        assertThat(ClockError.between(sync, B, C, middle)).isEqualTo(ClockError.between(sync, C, B, middle))
                .isEqualTo(sync.clocks().errorNanos(B, middle) + sync.clocks().errorNanos(C, middle)).isPositive();
        assertThat(ClockError.between(sync, B, 3, middle)).isEqualTo(ClockError.UNKNOWN);
        assertThat(ClockError.between(sync, Timeline.NONE, B, middle)).isEqualTo(ClockError.UNKNOWN);
    }

    @Test
    void theErrorOfARangeIsNotLessThanThatOfAnyOfItsMoments() {
        // of the time in which A, the host that started last, was recorded: outside of its trace a host has nothing to be wrong about
        long from = sync.clocks().toReference(A, ThreeTier.result().hostStartNanos(A));
        long to = sync.clocks().toReference(A, ThreeTier.result().hostEndNanos(A));
        long within = ClockError.within(sync, A, C, from, to);
        for (int i = 0; i <= 100; i++) {
            assertThat(ClockError.between(sync, A, C, from + (to - from) * i / 100)).isLessThanOrEqualTo(within);
        }
        assertThat(ClockError.within(sync, A, A, from, to)).isZero();
    }

    @Test
    void anErrorThatIsNotKnownIsToldInWords() {
        assertThat(ClockError.text(1_500)).isEqualTo("± 1.50 µs");
        assertThat(ClockError.text(ClockError.UNKNOWN)).isEqualTo(Messages.clockErrorUnknown).doesNotContain("±");
    }

    @Test
    void aRowIsIdleIfItsThreadWasNeverOnACpu() {
        Times times = new Times(38_473_683, 7);
        ThreadEntry row = ThreadEntry.ofThread(timeline, pool, C, times, times);
        assertThat(row.getLabels()).containsExactly("w1-pool", "281", "38.5 ms", "7 ns");
        assertThat(row.isIdle()).isFalse();
        assertThat(ThreadEntry.ofThread(timeline, pool, C, new Times(0, 7), times).isIdle()).isTrue();
        assertThat(ThreadEntry.ofHost(timeline, C, new Times(0, 0)).isIdle()).isFalse();
    }
}
