/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/**
 * What is in a recording beside the work: threads and edges that a first look leaves out. They stay in all sums, and in the tables for programs.
 * Immutable. O(segments in the range + threads) time, memory for each pair of threads that wait for each other.
 *
 * <p>Left out are the threads of the tracer; those of the kernel for which no thread of a program waits {@value #FEW} times, and none of the kernel of another host for which one does; and of the threads of programs
 * <ul>
 * <li>those that only wait: there is no thread and no peer on the network for which they wait {@value #FEW} times, no thread of a program waits for them as
 * often, and they run, use a disk or are held back by the kernel for less than a twentieth of the range; nor do they start {@value #FEW} processes that, with all that these start, do half of what all but that thread compute while it lives, where no group waits
 * {@value #WORK} times;</li>
 * <li>those that sleep: timers end nine tenths of their waiting time, no thread of a program waits for them {@value #FEW} times, and they are no busier;</li>
 * <li>those that {@linkplain SharedSleep take turns at a sleep}, if others work;</li>
 * <li>those beside the work: threads that wait for each other, or for the same disk, are a group; where one waits {@value #WORK} times or more, the groups that
 * wait less than a fifth as often (and threads in none), and of which nobody is busy for a fifth of the range.</li>
 * </ul>
 * Of the edges also those to the unknown and those of fewer than {@value #FEW} waits, counted over threads whose names differ in a number only.
 */
public final class SetAside {
    /** Fewer waits than this tell nothing of work that repeats. */
    public static final int FEW = 3;
    /** So many waits in a group are work that repeats. */
    static final int WORK = RepeatedWaits.LEAST_OF_GROUP;

    /** Why a thread is left out. */
    enum Why {
        NOT, TRACER, LISTENER, KERNEL, WAITS_ONLY, SLEEPS, SHARES, BESIDE
    }

    private final Timeline timeline;
    private final Why[] why;
    /** Who takes turns at a sleep, left out or not. */
    private final BitSet sleepers;
    private final BitSet besideButForFew;
    private final int[] counts = new int[Why.values().length];

    private SetAside(Timeline timeline, Why[] why, BitSet sleepers, BitSet besideButForFew) {
        this.besideButForFew = besideButForFew;
        this.timeline = timeline;
        this.why = why;
        this.sleepers = sleepers;
    }

    /**
     * What is left out in a range.
     *
     * @param timeline what the threads did
     * @param roles whose they are
     * @param fromNanos begin of the range, reference time
     * @param toNanos its end, exclusive
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static SetAside of(Timeline timeline, ThreadRoles roles, long fromNanos, long toNanos, Progress progress) {
        Activity activity = new Activity(timeline, roles, fromNanos, toNanos);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            activity.add(thread, progress);
        }
        activity.group();
        activity.followElsewhere(progress);
        SetAside result = new SetAside(timeline, new Why[timeline.threadCount()], activity.sleepers(),
                activity.besideButForFew());
        for (int thread = 0; thread < result.why.length; thread++) {
            Why reason = switch (roles.of(thread)) {
                case TRACER -> Why.TRACER;
                case LISTENER -> Why.LISTENER;
                case IDLE -> Why.NOT;
                case KERNEL -> activity.isWaitedFor(thread) ? Why.NOT : Why.KERNEL;
                case PROGRAM -> activity.why(thread);
            };
            result.why[thread] = reason;
            boolean lives = timeline.threadStart(thread) < toNanos && timeline.threadEnd(thread) > fromNanos;
            result.counts[reason.ordinal()] += lives ? 1 : 0;
        }
        return result;
    }

    /** The same, but none of some threads is left out. */
    public SetAside without(IntPredicate threads) {
        return without(reason -> true, threads);
    }

    /** The same, but none of some threads is left out for running beside the work: it is the work, though nobody waits for anybody there. */
    public SetAside withWork(IntPredicate threads) {
        return without(reason -> reason == Why.BESIDE, threads);
    }

    private SetAside without(Predicate<Why> reasons, IntPredicate threads) {
        BitSet few = new BitSet();
        besideButForFew.stream().filter(thread -> !threads.test(thread)).forEach(few::set);
        SetAside result = new SetAside(timeline, why.clone(), sleepers, few);
        System.arraycopy(counts, 0, result.counts, 0, counts.length);
        for (int thread = 0; thread < why.length; thread++) {
            if (why[thread] != Why.NOT && reasons.test(why[thread]) && threads.test(thread)) {
                result.why[thread] = Why.NOT;
                result.counts[why[thread].ordinal()]--;
            }
        }
        return result;
    }

    /** Whether a vertex is left out: a thread as above, or what stands for all that is not known. */
    public boolean isAside(int vertex) {
        return vertex < why.length ? why[vertex] != Why.NOT : timeline.kind(vertex) == VertexKind.UNKNOWN;
    }

    /** Whether it is left out as it {@linkplain SharedSleep takes turns} with others at a sleep. */
    boolean sharesSleep(int thread) {
        return why[thread] == Why.SHARES;
    }

    /** Whether it takes turns with others at a sleep, though that may be the work. */
    boolean mayShareSleep(int thread) {
        return sleepers.get(thread);
    }

    /**
     * Whether a thread is one of a group of one process that would run beside the work, but for waits of or for others that are less than a fifth as often as those of the threads that wait most for each other, and last for less than a twentieth of the range: as who tells
     * another one every second that it is still there, and sleeps meanwhile. It is not left out, as it is not sure; but that it is kept keeps no work.
     */
    public boolean isBesideButForFew(int thread) {
        return besideButForFew.get(thread);
    }

    /** Whether an edge is left out: one of its ends is, or such waits are {@linkplain WaitForGraph#repeats few}. */
    public boolean isAside(WaitForGraph graph, int edge) {
        return isAside(graph.source(edge)) || isAside(graph.target(edge)) || graph.repeats(edge) < FEW;
    }

    /** How many threads that live in the range are left out. */
    public int threads() {
        int sum = 0;
        for (Why reason : Why.values()) {
            sum += reason == Why.NOT ? 0 : counts[reason.ordinal()];
        }
        return sum;
    }

    /** What is left out, as a phrase: {@code 40 threads of the tracer, 2 listeners of its library}; empty if nothing is. */
    public String phrase() {
        List<String> parts = new ArrayList<>();
        add(parts, Why.TRACER, "thread of the tracer", "threads of the tracer");
        add(parts, Why.LISTENER, "listener of its library in traced programs", "listeners of its library in traced programs");
        add(parts, Why.KERNEL, "kernel thread", "kernel threads");
        add(parts, Why.WAITS_ONLY, "thread that only waits", "threads that only wait");
        add(parts, Why.SLEEPS, "thread that waits for timers nearly always", "threads that wait for timers nearly always");
        add(parts, Why.SHARES, "thread that takes turns at a sleep", "threads that take turns at a sleep");
        add(parts, Why.BESIDE, "thread that runs beside the work", "threads that run beside the work");
        return String.join(", ", parts);
    }

    private void add(List<String> parts, Why reason, String one, String many) {
        if (counts[reason.ordinal()] > 0) {
            parts.add(Words.count(counts[reason.ordinal()], one, many));
        }
    }
}
