/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.function.CallLog;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The time that threads were blocked, added up by what they were doing: the functions that they were in when the wait began (by its call stack, or else by functions whose begin and end were recorded), the system call, what ended the wait, and the functions that
 * the thread was in which ended it, at that moment (for a packet: at the moment in which it was sent). Every nanosecond of a blocked thread is in one {@link Stack}.
 *
 * <p>O(waits × log events + stacks × log stacks).
 */
public final class OffCpu {
    private static final int POLL_MASK = (1 << 12) - 1;

    /**
     * Waits that are alike.
     *
     * @param host where they are
     * @param thread name of the thread
     * @param functions it was in, outermost first; empty if none were recorded; {@code …} for callers that are not known
     * @param call the system call; empty if it is not known
     * @param cause what ended the wait
     * @param target name of what it was waited for; empty if it is not known
     * @param targetHost host of that, as a number; −1 if there is none
     * @param waker functions of the thread that ended it, outermost first, then the system call that it was in, if that was read; empty if it was none or they are not known
     * @param kernel functions of the kernel that the call was in, outermost first; empty if no call stack was recorded
     */
    public record Stack(int host, String thread, List<String> functions, String call, Cause cause, String target, int targetHost,
            List<String> waker, List<String> kernel) {
        /** Copies the lists. */
        public Stack {
            functions = List.copyOf(functions);
            waker = List.copyOf(waker);
            kernel = List.copyOf(kernel);
        }

        /** The same wherever in the kernel it was. */
        public Stack withoutKernel() {
            return new Stack(host, thread, functions, call, cause, target, targetHost, waker, List.of());
        }
    }

    /**
     * What is known of the code that threads were in.
     *
     * @param calls in which function threads were; null if that was not recorded
     * @param names the functions' names; null with them
     * @param systemCalls in which system calls they waited
     * @param stacks call stacks of waits; null if none were recorded
     */
    public record Code(@Nullable CallLog calls, @Nullable FunctionNames names, SystemCallLog systemCalls, @Nullable StackNames stacks) {}

    /**
     * The time of a stack.
     *
     * @param stack what was done
     * @param nanos for how long, in the range or on the paths
     * @param waits how many; one that lies on several paths counts for each
     * @param longestNanos the longest, as far as it counts
     */
    public record Total(Stack stack, long nanos, long waits, long longestNanos) {}

    private final Timeline timeline;
    private final WaitCode code;
    private final Map<Stack, long[]> sums = new HashMap<>();

    private OffCpu(Timeline timeline, Code code) {
        this.timeline = timeline;
        this.code = new WaitCode(timeline, code);
    }

    /**
     * Of all waits in a range.
     *
     * @param fromNanos begin of the range; waits that lie across it count with the part in it
     * @param threads whose waits count
     * @return the longest first
     */
    public static List<Total> of(Timeline timeline, Code code, long fromNanos, long toNanos, IntPredicate threads, Progress progress) {
        OffCpu offCpu = new OffCpu(timeline, code);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread) && threads.test(thread)) {
                progress.check();
                offCpu.add(thread, fromNanos, toNanos, progress);
            }
        }
        return offCpu.totals();
    }

    /**
     * Of the waits that critical paths lie on, whose threads they are of: what one waits for there is no other thread's work, or the path would be on that thread. Paths of several intervals
     * may lie on the same wait, which then counts for each.
     */
    public static List<Total> on(Iterable<CriticalPath> critical, Timeline timeline, Code code, Progress progress) {
        OffCpu offCpu = new OffCpu(timeline, code);
        for (CriticalPath path : critical) {
            progress.check();
            for (int leg = 0; leg < path.size(); leg++) {
                if (path.state(leg) == ThreadState.BLOCKED) {
                    offCpu.add(path.thread(leg), path.start(leg), path.end(leg), progress);
                }
            }
        }
        return offCpu.totals();
    }

    private void add(int thread, long from, long to, Progress progress) {
        int segment = Math.max(timeline.segmentAt(thread, from), timeline.firstSegment(thread));
        for (; segment < timeline.endSegment(thread) && timeline.start(segment) < to; segment++) {
            if ((segment & POLL_MASK) == 0) {
                progress.check();
            }
            long nanos = Math.min(to, timeline.end(thread, segment)) - Math.max(from, timeline.start(segment));
            if (timeline.state(segment) == ThreadState.BLOCKED && nanos > 0) {
                long[] sum = sums.computeIfAbsent(stack(thread, segment), stack -> new long[3]);
                sum[0] += nanos;
                sum[1]++;
                sum[2] = Math.max(sum[2], nanos);
            }
        }
    }

    private Stack stack(int thread, int segment) {
        int target = timeline.target(segment);
        WaitCode.Chain chain = code.of(thread, segment);
        return new Stack(timeline.host(thread), timeline.name(thread), chain.functions(), chain.call(), timeline.cause(segment),
                target == Timeline.NONE ? "" : timeline.vertexName(target), target == Timeline.NONE ? -1 : timeline.host(target),
                code.waker(thread, segment).whole(), chain.kernel());
    }

    private List<Total> totals() {
        List<Total> totals = new ArrayList<>();
        sums.forEach((stack, sum) -> totals.add(new Total(stack, sum[0], sum[1], sum[2])));
        totals.sort(Comparator.comparingLong(Total::nanos).reversed().thenComparing(total -> total.stack().toString()));
        return List.copyOf(totals);
    }
}
