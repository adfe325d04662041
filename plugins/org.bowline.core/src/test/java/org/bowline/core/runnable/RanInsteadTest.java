/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.runnable.RanInstead.Share;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class RanInsteadTest {
    private static List<Share> of(TimelineBuilder builder, int thread) {
        return RanInstead.of(builder.build(0, 100), 0, 100, Progress.NONE).shares().stream().filter(share -> share.thread() == thread)
                .toList();
    }

    @Test
    void aThreadWaitsForTheProcessorOnWhichItRunsNext() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        int idle = builder.thread(host, 0, 0, "swapper/1");
        int a = builder.thread(host, 10, 10, "a");
        int b = builder.thread(host, 11, 11, "b");
        int c = builder.thread(host, 12, 12, "c");
        // a ran on processor 0, is woken at 20, and runs on processor 1 from 60 on, where b runs to 50
        builder.segment(idle, 50, 60, ThreadState.RUNNING, 1);
        builder.segment(a, 0, 10, ThreadState.RUNNING, 0);
        builder.blocked(a, 10, 20, Cause.TIMER, timer, Timeline.NONE, 0);
        builder.segment(a, 20, 60, ThreadState.RUNNABLE, 0);
        builder.segment(a, 60, 100, ThreadState.RUNNING, 1);
        builder.segment(b, 0, 30, ThreadState.RUNNING, 1);
        builder.interrupted(b, 30, 35, Cause.TIMER, timer, 1);
        builder.segment(b, 35, 50, ThreadState.RUNNING, 1);
        builder.blocked(b, 50, 100, Cause.TIMER, timer, Timeline.NONE, 1);
        builder.segment(c, 0, 100, ThreadState.RUNNING, 0);
        assertThat(of(builder, a)).containsExactly(new Share(a, Doing.THREAD, b, 25), new Share(a, Doing.IDLE, Timeline.NONE, 10),
                new Share(a, Doing.INTERRUPTS, Timeline.NONE, 5));
    }

    @Test
    void whoDoesNotRunAnyMoreWaitsForTheProcessorOnWhichItRanLast() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int a = builder.thread(host, 10, 10, "a");
        int b = builder.thread(host, 11, 11, "b");
        builder.segment(a, 0, 40, ThreadState.RUNNING, 0);
        builder.segment(a, 40, 100, ThreadState.PREEMPTED, 0);
        builder.segment(b, 40, 90, ThreadState.RUNNING, 0);
        assertThat(of(builder, a)).containsExactly(new Share(a, Doing.THREAD, b, 50), new Share(a, Doing.UNKNOWN, Timeline.NONE, 10));
    }

    @Test
    void whatRanInsteadAddsUpToTheTimeAndAgreesWithALookAtEveryNanosecond() {
        long found = 0;
        for (int i = 0; i < 2_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = i % 2 == 0 ? RandomTimelines.any(seed) : scheduled(seed);
            Random random = new Random(seed);
            long from = random.nextInt(3) == 0 ? random.nextInt((int) timeline.endNanos()) : 0;
            long to = from + 1 + random.nextInt((int) timeline.endNanos() + 2);
            RanInstead actual = RanInstead.of(timeline, from, to, Progress.NONE);
            Map<Share, Long> expected = new HashMap<>();
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread) && !timeline.isIdle(thread); s++) {
                    if (timeline.state(s) == ThreadState.RUNNABLE || timeline.state(s) == ThreadState.PREEMPTED) {
                        int cpu = cpu(timeline, thread, s);
                        for (long t = Math.max(from, timeline.start(s)); t < Math.min(to, timeline.end(thread, s)); t++) {
                            expected.merge(onProcessor(timeline, thread, cpu, t, from, to), 1L, Long::sum);
                        }
                    }
                }
            }
            Map<Share, Long> shares = new HashMap<>();
            actual.shares().forEach(share -> shares.put(new Share(share.thread(), share.doing(), share.other(), 0), share.nanos()));
            assertThat(shares).as(Seeds.name(seed)).isEqualTo(expected);
            for (ThreadTotals total : ThreadTotals.of(timeline, from, to)) {
                long sum = actual.shares().stream().filter(share -> share.thread() == total.thread()).mapToLong(Share::nanos).sum();
                if (!timeline.isIdle(total.thread())) {
                    assertThat(sum).as(Seeds.name(seed)).isEqualTo(total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED));
                }
            }
            found += shares.size();
        }
        assertThat(found).isGreaterThan(4_000);
    }

    private static int cpu(Timeline timeline, int thread, int segment) {
        for (int s = segment + 1; s < timeline.endSegment(thread); s++) {
            ThreadState state = timeline.state(s);
            if (timeline.isOnCpu(s)) {
                return timeline.cpu(s);
            }
            if (state != ThreadState.RUNNABLE && state != ThreadState.PREEMPTED) {
                break;
            }
        }
        return timeline.cpu(segment);
    }

    private static Share onProcessor(Timeline timeline, int waiting, int cpu, long t, long from, long to) {
        int last = Timeline.NONE;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                boolean touches = timeline.start(s) < to && timeline.end(thread, s) > from;
                if (touches && timeline.host(thread) == timeline.host(waiting) && timeline.cpu(s) == cpu && timeline.isOnCpu(s)
                        && timeline.start(s) <= t && (last == Timeline.NONE || timeline.start(s) >= timeline.start(last))) {
                    last = s;
                }
            }
        }
        int thread = last == Timeline.NONE ? Timeline.NONE : timeline.threadOf(last);
        if (thread == Timeline.NONE || timeline.end(thread, last) <= t) {
            return new Share(waiting, Doing.UNKNOWN, Timeline.NONE, 0);
        }
        return timeline.isIdle(thread) ? new Share(waiting, Doing.IDLE, Timeline.NONE, 0)
                : timeline.state(last) == ThreadState.INTERRUPTED ? new Share(waiting, Doing.INTERRUPTS, Timeline.NONE, 0)
                        : new Share(waiting, Doing.THREAD, thread, 0);
    }

    /** Threads that share some processors as a kernel would have it: one at a time on each. */
    private static Timeline scheduled(long seed) {
        Random random = new Random(seed);
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int cpus = 1 + random.nextInt(3);
        for (int cpu = 0; cpu < cpus; cpu++) {
            builder.thread(host, 0, 0, "swapper/" + cpu);
        }
        int threads = 1 + random.nextInt(6);
        for (int i = 0; i < threads; i++) {
            builder.thread(host, 10 + i, 10, "t" + i);
        }
        int[] lastCpu = new int[threads];
        for (int time = 0; time < 40; time += 4) {
            int[] runs = new int[threads];
            java.util.Arrays.fill(runs, -1);
            for (int cpu = 0; cpu < cpus; cpu++) {
                int chosen = random.nextInt(threads + 1);
                boolean idles = chosen == threads || runs[chosen] >= 0;
                builder.segment(cpu, time, time + 4, idles ? ThreadState.RUNNING : ThreadState.RUNNABLE, cpu);
                if (!idles) {
                    runs[chosen] = cpu;
                    lastCpu[chosen] = cpu;
                }
            }
            for (int i = 0; i < threads; i++) {
                builder.segment(cpus + i, time, time + 4, runs[i] >= 0 ? ThreadState.RUNNING
                        : random.nextBoolean() ? ThreadState.RUNNABLE : ThreadState.PREEMPTED, lastCpu[i]);
            }
        }
        return builder.build(0, 40);
    }
}
