/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Running time by code, as samples tell it. */
class OnCpuTest {
    private final StackLog log = new StackLog();
    private final SampleLog.Builder samples = new SampleLog.Builder();

    /** A sample in the code at an address. */
    private void sample(int thread, long time, long address) {
        samples.add(thread, time, log.sampled(0, 1, false, new long[] {address, 0x9000}, 0, 2, false));
    }

    private StackNames names() {
        return StackNames.of(log, List.of(RecordedSymbols.NONE), new SymbolFiles(List.of()), false, Progress.NONE);
    }

    private static OnCpu.Stack in(String thread, long address) {
        return new OnCpu.Stack(0, thread, true, List.of("0x9000", "0x" + Long.toHexString(address)), "", List.of());
    }

    private static OnCpu.Stack notSampled(String thread) {
        return new OnCpu.Stack(0, thread, false, List.of(), "", List.of());
    }

    private List<OnCpu.Total> totals(Timeline timeline, long from, long to) {
        return OnCpu.of(timeline, samples.build(timeline.threadCount()), names(), from, to, thread -> true, Progress.NONE);
    }

    /** Runs from 0 to 100 and from 200 to 300; an interrupt from 40 to 50. */
    private static Timeline one() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int thread = builder.thread(0, 1, 1, "t");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        builder.segment(thread, 0, 40, ThreadState.RUNNING, 0);
        builder.segment(thread, 40, 50, ThreadState.INTERRUPTED, 0);
        builder.segment(thread, 50, 100, ThreadState.RUNNING, 0);
        builder.blocked(thread, 100, 200, Cause.TIMER, timer, Timeline.NONE, 0);
        builder.segment(thread, 200, 300, ThreadState.RUNNING, 0);
        return builder.build();
    }

    @Test
    void aSampleSpeaksForWhatItsThreadRanSinceTheOneBefore() {
        Timeline timeline = one();
        sample(0, 41, 0x10); // in the interrupt that took it
        sample(0, 42, 0x10); // another timer of the same interrupt
        sample(0, 250, 0x20);
        assertThat(totals(timeline, 0, 300)).containsExactly(new OnCpu.Total(in("t", 0x20), 100, 1),
                new OnCpu.Total(notSampled("t"), 50, 0), new OnCpu.Total(in("t", 0x10), 40, 1));
    }

    @Test
    void ofARangeOnlyWhatLiesInItCounts() {
        Timeline timeline = one();
        sample(0, 41, 0x10);
        sample(0, 250, 0x20);
        sample(0, 299, 0x30);
        assertThat(totals(timeline, 60, 260)).containsExactly(new OnCpu.Total(in("t", 0x20), 90, 1),
                new OnCpu.Total(notSampled("t"), 10, 0));
    }

    @Test
    void onCriticalPathsWhatRunsThereCounts() {
        Timeline timeline = one();
        sample(0, 41, 0x30); // in the interrupt that took it
        sample(0, 90, 0x10);
        sample(0, 250, 0x20);
        CriticalPath path = CriticalPath.of(timeline, 0, 10, 240, Progress.NONE);
        assertThat(OnCpu.on(List.of(path), timeline, samples.build(1), names(), Progress.NONE)).containsExactly(
                new OnCpu.Total(notSampled("t"), 50, 0), new OnCpu.Total(in("t", 0x10), 40, 1), new OnCpu.Total(in("t", 0x30), 30, 1));
    }

    /** A thread that is woken by the tick, and sleeps before the next, is never seen: what is seen at last does not speak for all of it. */
    @Test
    void aSampleDoesNotSpeakForWhatCannotBeChance() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int busy = builder.thread(0, 1, 1, "busy");
        int hidden = builder.thread(0, 2, 2, "hidden");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        builder.segment(busy, 0, 1_000, ThreadState.RUNNING, 0);
        for (int i = 0; i < 100; i++) {
            builder.segment(hidden, i * 10L, i * 10L + 9, ThreadState.RUNNING, 1);
            builder.blocked(hidden, i * 10L + 9, i * 10L + 10, Cause.TIMER, timer, Timeline.NONE, 1);
        }
        Timeline timeline = builder.build();
        for (int i = 1; i <= 100; i++) {
            sample(0, i * 10L - 1, 0x10);
        }
        sample(1, 995, 0x20);
        assertThat(samples.build(2).distanceNanos(timeline)).isEqualTo(10);
        assertThat(totals(timeline, 0, 1_000)).containsExactly(new OnCpu.Total(in("busy", 0x10), 999, 100),
                new OnCpu.Total(notSampled("hidden"), 99 * 9 + 5 - 80 + 4, 0), new OnCpu.Total(in("hidden", 0x20), 80, 1),
                new OnCpu.Total(notSampled("busy"), 1, 0));
    }

    /** Threads that run in three functions for random times: the sum is exact, and each share is that of the truth within what chance allows. */
    @Test
    void theSumIsExactAndSharesAreThoseOfTheTruth() {
        for (int round = 0; round < 10; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            TimelineBuilder builder = new TimelineBuilder();
            builder.host("a");
            int thread = builder.thread(0, 1, 1, "t");
            int timer = builder.resource(0, VertexKind.TIMER, "timer");
            long[] truth = new long[3];
            long time = 0;
            long ran = 0;
            long next = 500;
            StackLog stacks = new StackLog();
            SampleLog.Builder taken = new SampleLog.Builder();
            for (int i = 0; i < 4_000; i++) {
                int function = random.nextInt(2) == 0 ? 0 : 1 + random.nextInt(2);
                int length = 1 + random.nextInt(1_000);
                builder.segment(thread, time, time + length, ThreadState.RUNNING, 0);
                while (next < ran + length) { // equal distances of running time, from any begin on
                    taken.add(thread, time + next - ran, stacks.sampled(0, 1, false, new long[] {function, 0x9000}, 0, 2, false));
                    next += 1_000;
                }
                builder.blocked(thread, time + length, time + length + 100, Cause.TIMER, timer, Timeline.NONE, 0);
                truth[function] += length;
                ran += length;
                time += length + 100;
            }
            Timeline timeline = builder.build();
            Map<String, Long> sums = new TreeMap<>();
            for (OnCpu.Total total : OnCpu.of(timeline, taken.build(1), StackNames.of(stacks, List.of(RecordedSymbols.NONE),
                    new SymbolFiles(List.of()), false, Progress.NONE), 0, time, one -> true, Progress.NONE)) {
                sums.merge(total.stack().functions().isEmpty() ? "" : total.stack().functions().get(1), total.nanos(), Long::sum);
            }
            assertThat(sums.values().stream().mapToLong(Long::longValue).sum()).as(Seeds.name(seed)).isEqualTo(ran);
            for (int function = 0; function < 3; function++) {
                assertThat((double) sums.getOrDefault("0x" + function, 0L) / ran).as(Seeds.name(seed))
                        .isCloseTo((double) truth[function] / ran, within(0.06));
            }
        }
    }

    @Test
    void samplesOfEachThreadAreInOrderWhereverTheyCameFrom() {
        samples.add(1, 30, 7);
        samples.add(0, 20, 6);
        samples.add(1, 10, 5);
        SampleLog built = samples.build(3);
        assertThat(built.first(0)).isZero();
        assertThat(built.end(0)).isEqualTo(1);
        assertThat(List.of(built.time(1), built.time(2))).containsExactly(10L, 30L);
        assertThat(List.of(built.stack(0), built.stack(1), built.stack(2))).containsExactly(6, 5, 7);
        assertThat(built.end(2)).as("a thread without").isEqualTo(3);
        assertThat(built.firstFrom(1, 11)).isEqualTo(2);
        assertThat(built.firstFrom(1, 31)).isEqualTo(built.end(1));
        assertThat(SampleLog.EMPTY.distanceNanos(one())).as("too few to tell").isEqualTo(Long.MAX_VALUE);
        assertThat(SampleLog.EMPTY.isEmpty()).isTrue();
    }
}
