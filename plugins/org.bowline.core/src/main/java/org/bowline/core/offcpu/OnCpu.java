/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The time that threads ran, added up by the code that they were in: an estimate, by samples of their call stacks. A sample speaks for all that its thread has run since its sample before: in the mean that is what samples at equal
 * distances of running time are worth, and two of them within a microsecond do not count twice. How long threads ran is known from the scheduler, so the sum of all is exact.
 *
 * <p>A sample speaks for {@value #MOST_DISTANCES} of the usual distances at most: a thread that is sampled at random runs for longer than that without a sample once in 3,000 times, so where one does, it runs when no samples are
 * taken (it is woken by the same tick, say), and the rest was <i>not sampled</i>; nor was what a thread runs after its last sample.
 *
 * <p>O(segments + samples).
 */
public final class OnCpu {
    private static final int POLL_MASK = (1 << 12) - 1;
    private static final int MOST_DISTANCES = 8;

    /**
     * Code that runs.
     *
     * @param host where
     * @param thread name of the thread
     * @param sampled whether the code is known; else the lists are empty
     * @param functions it was in, outermost first; {@code …} for callers that are not known
     * @param call the system call; empty if it was in none, or it is not known
     * @param kernel functions of the kernel that it was in, outermost first
     */
    public record Stack(int host, String thread, boolean sampled, List<String> functions, String call, List<String> kernel) {
        /** Copies the lists. */
        public Stack {
            functions = List.copyOf(functions);
            kernel = List.copyOf(kernel);
        }

        /** The same wherever in the kernel it was. */
        public Stack withoutKernel() {
            return new Stack(host, thread, sampled, functions, call, List.of());
        }
    }

    /**
     * The time of a stack.
     *
     * @param stack the code
     * @param nanos for how long, an estimate unless nothing was sampled
     * @param samples how many there are
     */
    public record Total(Stack stack, long nanos, long samples) {}

    private final Timeline timeline;
    private final SampleLog samples;
    private final StackNames names;
    private final long most;
    /** By thread: what it ran since its last sample. */
    private final long[] since;
    private final Map<Stack, long[]> sums = new HashMap<>();

    private OnCpu(Timeline timeline, SampleLog samples, StackNames names) {
        this.timeline = timeline;
        this.samples = samples;
        this.names = names;
        long distance = samples.distanceNanos(timeline);
        most = distance > Long.MAX_VALUE / MOST_DISTANCES ? Long.MAX_VALUE : distance * MOST_DISTANCES;
        since = new long[timeline.threadCount()];
    }

    /**
     * Of all that runs in a range.
     *
     * @param names of the samples' stacks
     * @param threads whose time counts
     * @return the longest first
     */
    public static List<Total> of(Timeline timeline, SampleLog samples, StackNames names, long fromNanos, long toNanos,
            IntPredicate threads, Progress progress) {
        OnCpu onCpu = new OnCpu(timeline, samples, names);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread) && threads.test(thread)) {
                progress.check();
                onCpu.add(thread, fromNanos, toNanos, progress);
            }
        }
        return onCpu.totals();
    }

    /** Of what runs on critical paths. What lies on several counts for each. */
    public static List<Total> on(Iterable<CriticalPath> critical, Timeline timeline, SampleLog samples, StackNames names,
            Progress progress) {
        OnCpu onCpu = new OnCpu(timeline, samples, names);
        for (CriticalPath path : critical) {
            progress.check();
            for (int leg = 0; leg < path.size(); leg++) {
                // a sample lies in the interrupt that it was taken by
                if (path.state(leg).isOnCpu()) {
                    onCpu.add(path.thread(leg), path.start(leg), path.end(leg), progress);
                }
            }
        }
        return onCpu.totals();
    }

    private void add(int thread, long from, long to, Progress progress) {
        int sample = samples.firstFrom(thread, from);
        int last = samples.end(thread);
        int segment = Math.max(timeline.segmentAt(thread, from), timeline.firstSegment(thread));
        for (; segment < timeline.endSegment(thread) && timeline.start(segment) < to; segment++) {
            if ((segment & POLL_MASK) == 0) {
                progress.check();
            }
            long at = Math.max(from, timeline.start(segment));
            long end = Math.min(to, timeline.end(thread, segment));
            if (timeline.state(segment) != ThreadState.RUNNING || at >= end) {
                continue;
            }
            // one that lies before is in the interrupt that it was taken by
            for (; sample < last && samples.time(sample) < end; sample++) {
                long time = Math.max(at, samples.time(sample));
                since[thread] += time - at;
                at = time;
                take(thread, sample);
            }
            since[thread] += end - at;
        }
        for (; sample < last && samples.time(sample) < to; sample++) {
            take(thread, sample);
        }
    }

    private void take(int thread, int sample) {
        long nanos = Math.min(most, since[thread]);
        if (nanos == 0) {
            return; // a second one of the same interrupt
        }
        StackNames.Frames frames = names.of(samples.stack(sample));
        long[] sum = sums.computeIfAbsent(new Stack(timeline.host(thread), timeline.name(thread), true, frames.functions(), frames.call(),
                frames.kernel()), stack -> new long[2]);
        sum[0] += nanos;
        sum[1]++;
        rest(thread, since[thread] - nanos);
        since[thread] = 0;
    }

    private void rest(int thread, long nanos) {
        if (nanos > 0) {
            sums.computeIfAbsent(new Stack(timeline.host(thread), timeline.name(thread), false, List.of(), "", List.of()),
                    stack -> new long[2])[0] += nanos;
        }
    }

    private List<Total> totals() {
        for (int thread = 0; thread < since.length; thread++) {
            rest(thread, since[thread]);
        }
        List<Total> totals = new ArrayList<>();
        sums.forEach((stack, sum) -> totals.add(new Total(stack, sum[0], sum[1])));
        totals.sort(Comparator.comparingLong(Total::nanos).reversed().thenComparing(total -> total.stack().toString()));
        return List.copyOf(totals);
    }
}
